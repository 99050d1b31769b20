/** A body up to so many bytes costs little, whatever it holds. */
const SMALL_BYTES = 4_096

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export interface JsonLimits {
  readonly depthMax: number
  readonly valuesMax: number
}

/**
 * What makes a text too much to be parsed; `at` is where the first object or array too deep begins,
 * which is closed, as all others are, if the text is JSON.
 */
export type Excess =
  | { readonly of: 'values' }
  | { readonly of: 'depth'; readonly at: number; readonly isClosed: boolean }

/**
 * Whether a JSON text is deeper, or has more values, than the limits say: found out without parsing
 * it, because its parts cost fifty times what its bytes do. Each object and each array counts as a
 * value, and so does what follows a comma. Of text that is not JSON it may say anything.
 */
export function findExcess(text: Buffer, { depthMax, valuesMax }: JsonLimits): Excess | undefined {
  if (text.length <= SMALL_BYTES) return undefined
  let depth = 0
  let values = 0
  let deepAt: number | undefined
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]
    if (byte === QUOTE) at = closingQuote(text, at)
    else if (byte === COMMA) values += 1
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      values += 1
      if (depth > depthMax) deepAt ??= at
    }
    if (values > valuesMax && deepAt === undefined) return { of: 'values' }
  }
  return deepAt === undefined ? undefined : { of: 'depth', at: deepAt, isClosed: depth === 0 }
}

/** The end of the text where there is none. */
function closingQuote(text: Buffer, openedAt: number): number {
  let at = openedAt + 1
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at
}

/** A JSON text up to the object or array that begins at `at`, which is empty: all ends there. */
export function cutAt(text: Buffer, at: number): Buffer {
  const closing: number[] = []
  for (let i = 0; i <= at; i += 1) {
    const byte = text[i]
    if (byte === QUOTE) i = closingQuote(text, i)
    else if (byte === OPEN_ARRAY) closing.push(CLOSE_ARRAY)
    else if (byte === OPEN_OBJECT) closing.push(CLOSE_OBJECT)
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) closing.pop()
  }
  return Buffer.concat([text.subarray(0, at + 1), Buffer.from(closing.toReversed())])
}
