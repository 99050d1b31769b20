/** Text as a field of CSV (RFC 4180): quoted only where it must be, and not altered otherwise. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
