/** An element of an array parameter. */
export type Element = string | number | bigint | boolean | Date | Uint8Array | null

/**
 * Returns an array in PostgreSQL's text format. The driver's own conversion, which accepts any
 * element, took a third of the time of writing a group.
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
