import type { Readable, Writable } from 'node:stream'
import picocolors from 'picocolors'

/** Where a command reads from and writes to. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** What was asked for, and nothing else: it may go into a pipe. */
  readonly stdout: Output
  /** Everything that is said about it. */
  readonly stderr: Output
}

export type Output = Writable & {
  readonly isTTY?: boolean
  readonly columns?: number
  hasColors?(): boolean
}

export type Colours = ReturnType<typeof picocolors.createColors>

/** Colours for a terminal that has them, unless NO_COLOR is set; plain text for everything else. */
export function coloursFor(output: Output): Colours {
  return picocolors.createColors(output.isTTY === true && output.hasColors?.() === true)
}

export function writeLine(output: Output, text: string): void {
  output.write(`${text}\n`)
}

/** What moves the cursor, colours, breaks lines, or turns around what is shown in which order. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu
const STEERING_RUN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** Text of others in one line, which must not steer the terminal: what would becomes a space. */
export function printable(text: string): string {
  return text.replaceAll(STEERING_RUN, ' ')
}

/** JSON text of one line, or of several, that says the same and steers nothing either. */
export function printableJson(json: string): string {
  return json.replaceAll(STEERING, (one) => (one === '\n' ? one : escaped(one)))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
