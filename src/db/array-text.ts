/** What the elements of an array parameter may be. */
export type Element = string | number | bigint | boolean | Date | Uint8Array | null

/**
 * An array as PostgreSQL reads it. The driver's own conversion treats every element as if it could
 * be anything, which made a third of the cost of writing a group.
 */
export function arrayText(elements: readonly Element[]): string {
  let text = '{'
  for (const element of elements) text += text === '{' ? textOf(element) : `,${textOf(element)}`
  return `${text}}`
}

function textOf(element: Element): string {
  if (element === null) return 'NULL'
  if (typeof element === 'string') return quoted(element)
  if (typeof element !== 'object') return String(element)
  return element instanceof Date ? `"${element.toISOString()}"` : `"\\\\x${hexOf(element)}"`
}

const SPECIAL = /["\\]/

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`
}

function hexOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}
