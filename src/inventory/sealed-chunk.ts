import type { Code } from '../supply/mod.ts'
import type { CodeKeys } from '../vault/mod.ts'

export interface StockedCode {
  readonly code: Code
  readonly faceValueMinor: bigint
  /** Milliseconds; undefined: the code does not expire. */
  readonly expiresAt: number | undefined
}

/** A line that can be imported, and which of the file it is. */
export interface GoodLine extends StockedCode {
  readonly line: number
}

/** How many chunks of a file may be read and not yet stored. */
export const CHUNKS_UNDER_WAY_MAX = 3

/** How the codes of one run are sealed. */
export interface Sealing {
  readonly productId: number
  /** In which they are compared. */
  readonly codeNamespace: string | undefined
  readonly keys: CodeKeys
  /** Whether codes are to be recognised over the whole file, because none is stored. */
  readonly isDryRun: boolean
}

export interface SealedBlock {
  readonly blockId: string
  readonly faceValueMinor: bigint
  /** Milliseconds; undefined: its codes do not expire. */
  readonly expiresAt: number | undefined
  readonly quantity: number
  /** How many of the sealed bytes are this block's. */
  readonly bytes: number
}

/** Sealed blocks, and the bytes of all of them one behind the other. */
export interface SealedBlocks {
  readonly blocks: readonly SealedBlock[]
  readonly sealed: Uint8Array
}

/** Codes that are stored together. */
export interface SealedChunk {
  readonly chunkNo: number
  /** The blinds (16 bytes each) of its codes, each once, in order. */
  readonly blinds: Uint8Array
  /** The line of the file of each blind. */
  readonly lines: Int32Array
  /** The codes of all these blinds; none in a dry run. */
  readonly stock: SealedBlocks
  /** In a dry run: the places of those blinds that an earlier chunk of the file has. */
  readonly repeatedBlinds: readonly number[]
  /** Lines with a code that an earlier line of the chunk has. */
  readonly repeated: readonly RepeatedLine[]
}

export interface RepeatedLine {
  readonly line: number
  /** The place of its code among the blinds of the chunk. */
  readonly at: number
}
