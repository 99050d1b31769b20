const MASK = '***'
/**
 * The number of last characters of a phone or account number that stay visible, so that people
 * recognize it.
 */
const SHOWN_MAX = 4

/** Masks an address or number of a person, so that only somebody who knows it can recognize it. */
export function maskText(text: string): string {
  const at = text.lastIndexOf('@')
  if (at > 0) return `${text.slice(0, 1)}${MASK}${text.slice(at)}`
  return MASK + text.slice(text.length - Math.min(SHOWN_MAX, Math.floor(text.length / 2)))
}

/** Returns the initials of a name. */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .map((part) => Array.from(part)[0] ?? '')
    .map((initial) => initial + MASK)
    .join(' ')
}
