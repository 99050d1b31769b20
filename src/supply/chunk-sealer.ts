import { createHash } from 'node:crypto'
import { V7Generator } from 'uuidv7'
import { groupBy } from '../core/mod.ts'
import { codeSealer, type CodeSealer } from '../vault/mod.ts'
import { BlindSet } from './blind-set.ts'
import { encodeCodes } from './code-block.ts'
import type { ImportedLine } from './import-line.ts'
import type { GoodLine } from './import-reader.ts'
import {
  CHUNKS_UNDER_WAY_MAX,
  type SealedBlock,
  type SealedBlocks,
  type SealedChunk,
  type Sealing,
} from './import-work.ts'
import type { Code } from './port.ts'
import { BLOCK_CODES_MAX, stockBlockContext } from './stock-block.ts'

const NO_STOCK: SealedBlocks = { blocks: [], sealed: new Uint8Array() }
const blockIds = new V7Generator()

/** Makes the blinds of the codes of an import and seals them, chunk by chunk. */
export class ChunkSealer {
  readonly #productId: number
  readonly #sealer: CodeSealer
  /** In a dry run no index knows the codes of the chunks before. */
  readonly #ofFile: BlindSet | undefined
  /** The codes of the last chunks, each once, in the order of their blinds. */
  readonly #kept = new Map<number, readonly GoodLine[]>()
  #chunkNo = 0

  constructor({ productId, keys, isDryRun }: Sealing) {
    this.#productId = productId
    this.#sealer = codeSealer(keys)
    this.#ofFile = isDryRun ? new BlindSet() : undefined
  }

  /** The first of equal codes counts. */
  seal(good: readonly GoodLine[], now: number): SealedChunk {
    const byBlind = new Map<string, GoodLine>()
    const repeated: number[] = []
    for (const one of good) {
      const blind = this.#sealer.blindIndex(this.#productId, nameOf(one.code))
      const isNew = this.#ofFile ? this.#ofFile.add(blind) : !byBlind.has(blind)
      if (isNew) byBlind.set(blind, one)
      else repeated.push(one.line)
    }
    const blinds = [...byBlind.keys()].toSorted()
    const codes = blinds.flatMap((blind) => byBlind.get(blind) ?? [])
    const chunkNo = this.#keep(codes)
    return {
      chunkNo,
      blinds: Buffer.from(blinds.join(''), 'latin1'),
      lines: Int32Array.from(codes, ({ line }) => line),
      stock: this.#ofFile ? NO_STOCK : this.#sealBlocks([...byBlind.values()], now),
      repeated,
    }
  }

  /** Seals those codes of a chunk again that are flagged, by the order of their blinds. */
  sealAgain(chunkNo: number, isWanted: Uint8Array, now: number): SealedBlocks {
    const kept = this.#kept.get(chunkNo)
    if (!kept) throw new Error(`chunk ${chunkNo} of an import was let go`)
    const wanted = kept.filter((_, at) => isWanted[at] === 1)
    return this.#sealBlocks(
      wanted.toSorted((one, other) => one.line - other.line),
      now,
    )
  }

  #keep(codes: readonly GoodLine[]): number {
    this.#chunkNo += 1
    this.#kept.set(this.#chunkNo, codes)
    this.#kept.delete(this.#chunkNo - CHUNKS_UNDER_WAY_MAX)
    return this.#chunkNo
  }

  /** Block ids rise with the lines: of codes with one expiry the first of a file are sold first. */
  #sealBlocks(lines: readonly ImportedLine[], now: number): SealedBlocks {
    const shelves = groupBy(lines, (line) => `${line.faceValueMinor}/${line.expiresAt}`)
    const sealed = [...shelves.values()]
      .flatMap(slicesOfBlockSize)
      .map((slice) => this.#sealBlock(slice, now))
    return {
      blocks: sealed.map(({ block }) => block),
      sealed: Buffer.concat(sealed.map(({ bytes }) => bytes)),
    }
  }

  #sealBlock(slice: Slice, now: number): { block: SealedBlock; bytes: Buffer } {
    const [{ faceValueMinor, expiresAt }] = slice
    const blockId = blockIds.generateOrResetWithTs(now).toString()
    const context = stockBlockContext(this.#productId, blockId)
    const bytes = this.#sealer.seal(context, encodeCodes(slice.map(({ code }) => code)))
    const quantity = slice.length
    return { block: { blockId, faceValueMinor, expiresAt, quantity, bytes: bytes.length }, bytes }
  }
}

/** What tells a code from others: its number, or all that there is of it where it has none. */
function nameOf(code: Code): string {
  const { giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl } = code
  if (giftCardNumber.trim() !== '') return giftCardNumber
  const all = JSON.stringify([giftCardPin, barCodeNumber, redemptionUrl])
  return `no number: ${createHash('sha256').update(all).digest('hex')}`
}

type Slice = readonly [ImportedLine, ...ImportedLine[]]

function slicesOfBlockSize(lines: readonly ImportedLine[]): Slice[] {
  const slices: Slice[] = []
  for (let at = 0; at < lines.length; at += BLOCK_CODES_MAX) {
    const [head, ...rest] = lines.slice(at, at + BLOCK_CODES_MAX)
    if (head) slices.push([head, ...rest])
  }
  return slices
}
