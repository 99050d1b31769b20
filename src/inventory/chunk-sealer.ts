import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { V7Generator } from 'uuidv7'
import { type Code, encodeCodes } from '../supply/mod.ts'
import { BLIND_BYTES, codeSealer, type CodeSealer } from '../vault/mod.ts'
import {
  CHUNKS_UNDER_WAY_MAX,
  type GoodLine,
  type RepeatedLine,
  type SealedBlock,
  type SealedBlocks,
  type SealedChunk,
  type Sealing,
  type StockedCode,
} from './sealed-chunk.ts'
import { sortBlinds, type SortedBlinds } from './sort-blinds.ts'
import { BLOCK_CODES_MAX, stockBlockContext } from './stock-block.ts'

const NO_STOCK: SealedBlocks = { blocks: [], sealed: new Uint8Array() }
const blockIds = new V7Generator()

/**
 * Computes the blinds of codes, sorts out repeated codes, and seals the others in blocks, chunk by
 * chunk.
 */
export class ChunkSealer {
  readonly #productId: number
  readonly #codeNamespace: string | undefined
  readonly #sealer: CodeSealer
  /**
   * In a dry run, the blinds of earlier chunks, which are not in the index. A million of them take
   * 53 MB; a hash table over typed arrays took 37 MB, and a third more time.
   */
  readonly #ofFile: Set<string> | undefined
  /** The codes of the last chunks by chunk number, each once, in the order of their blinds. */
  readonly #cached = new Map<number, readonly GoodLine[]>()
  #chunkNo = 0

  constructor({ productId, codeNamespace, keys, isDryRun }: Sealing) {
    this.#productId = productId
    this.#codeNamespace = codeNamespace
    this.#sealer = codeSealer(keys)
    this.#ofFile = isDryRun ? new Set() : undefined
  }

  /** Seals a chunk. Of equal codes, the first one counts. */
  seal(good: readonly GoodLine[], now: number): SealedChunk {
    const all = this.#blindsOf(good)
    const { distinct, repeated } = sortBlinds(all)
    const blinds = pick(all, distinct)
    const codes = linesAt(good, distinct)
    const inFileOrder = repeated.length === 0 ? good : codes.toSorted(byLine)
    return {
      chunkNo: this.#cache(codes),
      blinds,
      lines: Int32Array.from(codes, ({ line }) => line),
      stock: this.#ofFile ? NO_STOCK : this.#sealBlocks(inFileOrder, now),
      repeatedBlinds: this.#repeatedIn(blinds),
      repeated: repeatedLines(good, { distinct, repeated }),
    }
  }

  #blindsOf(good: readonly GoodLine[]): Buffer {
    const blinds = Buffer.allocUnsafeSlow(good.length * BLIND_BYTES)
    let at = 0
    for (const { code } of good) {
      const blind = this.#sealer.blindIndex(this.#codeNamespace, nameOf(code))
      at += blinds.write(blind, at, 'latin1')
    }
    return blinds
  }

  /** Adds the blinds to those of the file. Returns the positions of repeated ones. */
  #repeatedIn(blinds: Buffer): number[] {
    const ofFile = this.#ofFile
    if (!ofFile) return []
    const places = Array.from({ length: blinds.length / BLIND_BYTES }, (_, place) => place)
    return places.filter((place) => {
      const blind = blinds.toString('latin1', place * BLIND_BYTES, (place + 1) * BLIND_BYTES)
      const isRepeated = ofFile.has(blind)
      ofFile.add(blind)
      return isRepeated
    })
  }

  /** Seals the flagged codes of a chunk again. `isFlagged` has one flag for each of its blinds. */
  sealAgain(chunkNo: number, isFlagged: Uint8Array, now: number): SealedBlocks {
    const cached = this.#cached.get(chunkNo)
    if (!cached) throw new Error(`chunk ${chunkNo} of an import was let go`)
    const flagged = cached.filter((_, at) => isFlagged[at] === 1)
    return this.#sealBlocks(flagged.toSorted(byLine), now)
  }

  #cache(codes: readonly GoodLine[]): number {
    this.#chunkNo += 1
    this.#cached.set(this.#chunkNo, codes)
    this.#cached.delete(this.#chunkNo - CHUNKS_UNDER_WAY_MAX)
    return this.#chunkNo
  }

  /**
   * Block ids rise with the lines, so codes with the same expiry are sold in the order of the file.
   */
  #sealBlocks(lines: readonly StockedCode[], now: number): SealedBlocks {
    const sealed = bucketsOf(lines)
      .flatMap(partsOfBlockSize)
      .map((range) => this.#sealBlock(range, now))
    return {
      blocks: sealed.map(({ block }) => block),
      sealed: Buffer.concat(sealed.map(({ bytes }) => bytes)),
    }
  }

  #sealBlock(range: StockRange, now: number): { block: SealedBlock; bytes: Buffer } {
    const [{ faceValueMinor, expiresAt }] = range
    const blockId = blockIds.generateOrResetWithTs(now).toString()
    const context = stockBlockContext(this.#productId, blockId)
    const bytes = this.#sealer.seal(context, encodeCodes(range.map(({ code }) => code)))
    const quantity = range.length
    return { block: { blockId, faceValueMinor, expiresAt, quantity, bytes: bytes.length }, bytes }
  }
}

/**
 * Returns the text that identifies a code: its number, or a hash of its other fields if it has
 * none.
 */
export function nameOf(code: Code): string {
  const { giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl } = code
  if (giftCardNumber.trim() !== '') return giftCardNumber
  const all = JSON.stringify([giftCardPin, barCodeNumber, redemptionUrl])
  return `no number: ${createHash('sha256').update(all).digest('hex')}`
}

function linesAt(good: readonly GoodLine[], places: readonly number[]): GoodLine[] {
  const lines: GoodLine[] = []
  for (const place of places) {
    const line = good[place]
    if (line) lines.push(line)
  }
  return lines
}

function repeatedLines(
  good: readonly GoodLine[],
  { distinct, repeated }: SortedBlinds,
): RepeatedLine[] {
  if (repeated.length === 0) return []
  const order = new Map(distinct.map((place, at) => [place, at]))
  return repeated.map(({ place, first }) => {
    const [line, at] = [good[place]?.line, order.get(first)]
    assert(line !== undefined && at !== undefined, 'a repeated code stands in its chunk twice')
    return { line, at }
  })
}

function byLine(one: GoodLine, other: GoodLine): number {
  return one.line - other.line
}

/** Returns the blinds at these positions, concatenated. */
function pick(blinds: Buffer, places: readonly number[]): Buffer {
  const picked = Buffer.allocUnsafeSlow(places.length * BLIND_BYTES)
  for (const [to, from] of places.entries()) {
    blinds.copy(picked, to * BLIND_BYTES, from * BLIND_BYTES, (from + 1) * BLIND_BYTES)
  }
  return picked
}

/** Groups codes by face value and expiry. */
function bucketsOf(lines: readonly StockedCode[]): StockedCode[][] {
  const buckets = new Map<string, StockedCode[]>()
  let last: StockedCode | undefined
  let bucket: StockedCode[] = []
  for (const line of lines) {
    const { faceValueMinor, expiresAt } = line
    // Most lines have the face value and expiry of the line before.
    if (faceValueMinor !== last?.faceValueMinor || expiresAt !== last.expiresAt) {
      const name = `${faceValueMinor}/${expiresAt}`
      bucket = buckets.get(name) ?? []
      buckets.set(name, bucket)
    }
    bucket.push(line)
    last = line
  }
  return [...buckets.values()]
}

type StockRange = readonly [StockedCode, ...StockedCode[]]

function partsOfBlockSize(lines: readonly StockedCode[]): StockRange[] {
  const ranges: StockRange[] = []
  for (let at = 0; at < lines.length; at += BLOCK_CODES_MAX) {
    const [head, ...rest] = lines.slice(at, at + BLOCK_CODES_MAX)
    if (head) ranges.push([head, ...rest])
  }
  return ranges
}
