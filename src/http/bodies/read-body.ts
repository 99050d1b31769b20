import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { invalidPart, Refusal } from '../../core/mod.ts'

export const BODY_BYTES_MAX = 1_048_576
/** Bytes that all incomplete bodies may have in memory together. */
export const ARRIVING_BYTES_MAX = 67_108_864
/** The part of ARRIVING_BYTES_MAX that one partner's bodies may use. */
export const ARRIVING_OF_ONE_MAX = 16_777_216
/** The most bytes of a body with many rows: enough for 100,000 recipients with long names. */
export const LARGE_BODY_BYTES_MAX = 67_108_864

/** The limits of bodies, in bytes. */
interface BodyLimits {
  readonly body: number
  readonly arriving: number
  readonly arrivingOfOne: number
}

const USUAL: BodyLimits = {
  body: BODY_BYTES_MAX,
  arriving: ARRIVING_BYTES_MAX,
  arrivingOfOne: ARRIVING_OF_ONE_MAX,
}

/** The limits of routes whose bodies have many rows. One partner cannot use all of the memory. */
export const OF_LARGE_BODIES: BodyLimits = {
  body: LARGE_BODY_BYTES_MAX,
  arriving: 2 * LARGE_BODY_BYTES_MAX,
  arrivingOfOne: LARGE_BODY_BYTES_MAX,
}

const FIRST_BYTES = 16_384
const RETRY_AFTER_SECONDS = 1

/** The partner of a body, or undefined for the operator. */
type Sender = number | undefined

interface Head {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/** Bodies of these methods are not read. */
const METHODS_WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE'])

/** Refuses body_too_large if the head declares too many bytes. */
export function requireSize({ method, headers }: Head, bytesMax = BODY_BYTES_MAX): void {
  if (bytesDeclared(headers) > bytesMax && !METHODS_WITHOUT_BODY.has(method)) throw tooLarge()
}

/** Returns `content-length`, or NaN if there is none. */
function bytesDeclared(headers: IncomingHttpHeaders): number {
  return Number(headers['content-length'] ?? Number.NaN)
}

/** An arriving body. `requireSize` has accepted its declared size. */
export interface Arriving {
  readonly payload: Readable
  readonly headers: IncomingHttpHeaders
  readonly sender: Sender
}

export type BodyDone = (error: Error | null, body?: Buffer) => void

/** Reads bodies within a limit of memory that they share. */
export class BodyReader {
  #bytes = 0
  readonly #bytesOf = new Map<Sender, number>()
  readonly #limits: BodyLimits

  constructor(limits = USUAL) {
    this.#limits = limits
  }

  /**
   * Calls `done` with the whole body. A body that arrives in one piece, as most do, is not copied
   * and not counted.
   *
   * Refuses, and reads no further:
   *   body_too_large  more bytes have arrived than a body may have
   *   overloaded      incomplete bodies use the memory of all, or of this partner
   */
  read({ payload, headers, sender }: Arriving, done: BodyDone): void {
    const declared = bytesDeclared(headers)
    let whole: Buffer | undefined
    let pieces: Pieces | undefined
    const settle: BodyDone = (error, body) => {
      payload.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      if (pieces) this.#release(sender, pieces.capacity)
      done(error, body)
    }
    const onData = (piece: Buffer): void => {
      if (piece.length === declared) {
        whole = piece
        return
      }
      pieces ??= new Pieces(declared || this.#limits.body)
      const refusal = this.#reserve(sender, pieces, piece.length)
      if (refusal) settle(refusal)
      else pieces.add(piece)
    }
    const onEnd = (): void => settle(null, whole ?? pieces?.bytes() ?? NO_BYTES)
    const onGone = (): void => settle(malformed())
    payload.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  }

  /** Reserves memory for the next piece, or returns the refusal. */
  #reserve(sender: Sender, pieces: Pieces, bytes: number): Refusal | undefined {
    const { body, arriving, arrivingOfOne } = this.#limits
    if (pieces.length + bytes > body) return tooLarge()
    const more = pieces.missing(bytes)
    if (more === 0) return undefined
    const ofSender = (this.#bytesOf.get(sender) ?? 0) + more
    if (this.#bytes + more > arriving || ofSender > arrivingOfOne) return overloaded()
    this.#bytes += more
    this.#bytesOf.set(sender, ofSender)
    pieces.grow(more)
    return undefined
  }

  #release(sender: Sender, bytes: number): void {
    this.#bytes -= bytes
    const left = (this.#bytesOf.get(sender) ?? 0) - bytes
    if (left > 0) this.#bytesOf.set(sender, left)
    else this.#bytesOf.delete(sender)
  }
}

const NO_BYTES = Buffer.alloc(0)

/**
 * The pieces of one body in one growing buffer. A piece may be a single byte, for which a buffer of
 * its own would be a hundred times too large.
 */
class Pieces {
  readonly #bytesMax: number
  #buffer = NO_BYTES
  length = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  get capacity(): number {
    return this.#buffer.length
  }

  /** Returns how much the buffer must grow for `bytes` more. It doubles, up to the maximum. */
  missing(bytes: number): number {
    const needed = this.length + bytes
    if (needed <= this.capacity) return 0
    const doubled = Math.max(needed, 2 * this.capacity, FIRST_BYTES)
    return Math.min(doubled, this.#bytesMax) - this.capacity
  }

  grow(bytes: number): void {
    const larger = Buffer.allocUnsafeSlow(this.capacity + bytes)
    this.#buffer.copy(larger, 0, 0, this.length)
    this.#buffer = larger
  }

  add(piece: Buffer): void {
    piece.copy(this.#buffer, this.length)
    this.length += piece.length
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.length)
  }
}

export function tooLarge(): Refusal {
  return new Refusal('body_too_large', 'the body is too large')
}

/** Returns the refusal of an aborted body, which no client receives. */
function malformed(): Refusal {
  return invalidPart('request', 'is malformed')
}

function overloaded(): Refusal {
  const retryAfterSeconds = RETRY_AFTER_SECONDS
  return new Refusal('overloaded', 'too many request bodies are arriving', { retryAfterSeconds })
}
