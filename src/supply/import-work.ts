import type { FieldFault } from '../core/mod.ts'
import type { CodeKeys } from '../vault/mod.ts'
import type { StockedProduct } from './import-line.ts'

/** What passes between the service and the thread that reads an import; all of it can be posted. */

/** How far a file was read: all of it before the next record. */
export interface FilePlace {
  readonly bytes: number
  /** Lines of the file that these bytes are. */
  readonly lines: number
  /** SHA-256 of these bytes. */
  readonly hash: Uint8Array
}

/** One import, as it begins or goes on. */
export interface ImportWork {
  readonly product: StockedProduct
  readonly keys: CodeKeys
  /** Whether codes are to be recognised over the whole file, because none is stored. */
  readonly isDryRun: boolean
  /** What an earlier run has read of the same file, and is passed over. */
  readonly readBefore: FilePlace | undefined
}

export interface RejectedLine {
  /** The line of the file on which the record begins; the header is line 1. */
  readonly line: number
  readonly reason: string
}

/** Why a file is not read on. */
export type ImportFault =
  | { readonly kind: 'header'; readonly message: string; readonly details: readonly FieldFault[] }
  | { readonly kind: 'line'; readonly line: number; readonly message: string }
  /** It does not begin with what was read before. */
  | { readonly kind: 'other_file' }

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
  /** Lines with a code that an earlier line of the chunk has; in a dry run, of the file. */
  readonly repeated: readonly number[]
}

/** What one piece of the file completed. */
export interface ReadChunk extends SealedChunk {
  readonly place: FilePlace
  readonly rejected: readonly RejectedLine[]
  readonly fault: ImportFault | undefined
}

/** Where the file's next piece was read: when, and whether it is the last. */
export interface PieceInfo {
  readonly isLast: boolean
  /** Milliseconds: codes that have expired by then are rejected. */
  readonly now: number
}
