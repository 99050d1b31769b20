/** Bodies up to this size are cheap to parse, whatever they hold. */
export const SMALL_BYTES = 4_096

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
 * The limit that a text exceeds. `at` is the index of the first object or array that is too deep.
 */
export type Excess =
  | { readonly of: 'values' }
  | { readonly of: 'depth'; readonly at: number; readonly isClosed: boolean }

/**
 * Finds out without parsing whether a JSON text exceeds the limits, because parsed values cost
 * fifty times their bytes. Counts each object, each array, and what follows each comma. The result
 * for text that is not JSON is arbitrary.
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

/** Returns the index of the closing quote, or the end of the text. */
export function closingQuote(text: Buffer, openedAt: number): number {
  let at = openedAt + 1
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at
}

/** Returns the text up to the opening bracket at `at`, closed right there. */
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
