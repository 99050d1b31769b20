import type { Duplex } from 'node:stream'
import type { Connection, Submittable } from 'pg'

const COPY_DATA = 'd'.charCodeAt(0)
const COPY_OUT_RESPONSE = 'H'.charCodeAt(0)
/** A type, and a length that counts itself. */
const [HEADER_BYTES, LENGTH_BYTES] = [5, 4]
const NOTHING: Buffer = Buffer.alloc(0)

type Listener = (chunk: Buffer) => void

/**
 * Reads a COPY TO STDOUT as a client in C would: it steps from row to row and stores nothing. A
 * stream that makes a buffer of each row takes longer than the server takes to send it.
 */
export class CopyReader implements Submittable {
  /** Resolves with the bytes of all rows, once they have arrived. */
  readonly finished: Promise<number>
  readonly #statement: string
  #settle: { resolve(bytes: number): void; reject(error: unknown): void } | undefined
  #bytes = 0
  /** The bytes of the present message that are still to come. */
  #missing = 0
  /** The part of a header that has arrived, while the rest is still to come. */
  #split: Buffer = NOTHING

  constructor(statement: string) {
    this.#statement = statement
    this.finished = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  submit(connection: Connection): void {
    const { stream } = connection
    const others = stream.listeners('data') as Listener[]
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => {
      const rest = this.#step(this.#split.length === 0 ? chunk : joined(this.#split, chunk))
      if (rest) giveBack(stream, others, rest)
    })
    connection.query(this.#statement)
  }

  /** Handles the bytes after the rows. */
  #step(chunk: Buffer): Buffer | undefined {
    this.#split = NOTHING
    let at = this.#missing
    while (at + HEADER_BYTES <= chunk.length) {
      const type = chunk[at]
      if (type !== COPY_DATA && type !== COPY_OUT_RESPONSE) return chunk.subarray(at)
      const length = chunk.readUInt32BE(at + 1)
      if (type === COPY_DATA) this.#bytes += length - LENGTH_BYTES
      at += 1 + length
    }
    if (at < chunk.length) {
      this.#split = chunk.subarray(at)
      at = chunk.length
    }
    this.#missing = at - chunk.length
    return undefined
  }

  handleError(error: unknown): void {
    this.#settle?.reject(error)
  }

  handleReadyForQuery(): void {
    this.#settle?.resolve(this.#bytes)
  }

  handleCommandComplete(): void {
    // Nobody needs the number of rows.
  }
}

function joined(one: Buffer, other: Buffer): Buffer {
  return Buffer.concat([one, other])
}

function giveBack(stream: Duplex, listeners: readonly Listener[], rest: Buffer): void {
  stream.removeAllListeners('data')
  for (const listener of listeners) {
    stream.on('data', listener)
    listener(rest)
  }
}
