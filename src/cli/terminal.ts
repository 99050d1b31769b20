import type { Readable, Writable } from 'node:stream'
import picocolors from 'picocolors'

/** The streams of a command. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** Requested data only, because it may be piped. */
  readonly stdout: Output
  /** All other messages. */
  readonly stderr: Output
}

export type Output = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
  hasColors?(): boolean
}

export type Colors = ReturnType<typeof picocolors.createColors>

/** Returns colors for a terminal that has them, unless NO_COLOR is set. Otherwise plain text. */
export function colorsFor(output: Output): Colors {
  return picocolors.createColors(output.isTTY === true && output.hasColors?.() === true)
}

export function writeLine(output: Output, text: string): void {
  output.write(`${text}\n`)
}

/** Characters that move the cursor, set colors, break lines or reverse the order of text. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const STEERING_RUN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** Returns foreign text in one line, with each control character replaced by a space. */
export function printable(text: string): string {
  return text.replaceAll(STEERING_RUN, ' ')
}

/** Returns the same JSON with its control characters escaped. */
export function printableJson(json: string): string {
  return json.replaceAll(STEERING, (one) => (one === '\n' ? one : escaped(one)))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
