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

/** Text of others must not move the cursor or change colours: control characters become spaces. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
