/** True if the text has the part, in upper or lower case. */
export function hasPart(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}
