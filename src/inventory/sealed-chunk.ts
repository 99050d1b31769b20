import type { Code } from '../supply/mod.ts'
import type { CodeKeys } from '../vault/mod.ts'

export interface StockedCode {
  readonly code: Code
  readonly faceValueMinor: bigint
  /** Milliseconds; undefined if the code does not expire. */
  readonly expiresAt: number | undefined
}

/** A code with its line of the file. */
export interface GoodLine extends StockedCode {
  readonly line: number
}

/** The most chunks of a file that are read and not yet stored. */
export const CHUNKS_UNDER_WAY_MAX = 3

/** The settings for sealing the codes of one run. */
export interface Sealing {
  readonly productId: number
  /** The namespace that the codes are compared in. */
  readonly codeNamespace: string | undefined
  readonly keys: CodeKeys
  /** A dry run stores no code, so repeated codes are found in memory over the whole file. */
  readonly isDryRun: boolean
}

export interface SealedBlock {
  readonly blockId: string
  readonly faceValueMinor: bigint
  /** Milliseconds; undefined if its codes do not expire. */
  readonly expiresAt: number | undefined
  readonly quantity: number
  /** The length of the block among the sealed bytes. */
  readonly bytes: number
}

/** Sealed blocks, and their bytes concatenated. */
export interface SealedBlocks {
  readonly blocks: readonly SealedBlock[]
  readonly sealed: Uint8Array
}

/** Codes that are stored together. */
export interface SealedChunk {
  readonly chunkNo: number
  /** The blinds of its codes (16 bytes each), each once, sorted. */
  readonly blinds: Uint8Array
  /** The line of the file of each blind. */
  readonly lines: Int32Array
  /** The codes of all blinds; none in a dry run. */
  readonly stock: SealedBlocks
  /** In a dry run: the positions of blinds that repeat one of an earlier chunk. */
  readonly repeatedBlinds: readonly number[]
  /** Lines that repeat the code of an earlier line of the chunk. */
  readonly repeated: readonly RepeatedLine[]
}

export interface RepeatedLine {
  readonly line: number
  /** The position of its code among the blinds of the chunk. */
  readonly at: number
}
