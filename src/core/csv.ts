/** Returns text as a CSV field (RFC 4180), quoted only if necessary. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
