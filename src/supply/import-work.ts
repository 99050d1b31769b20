import type { FieldFault } from '../core/mod.ts'
import type { CodeKeys } from '../vault/mod.ts'

/** What passes between the service and the thread that reads an import; all of it can be posted. */

/** How far a file was read: all of it before the next record. */
export interface FilePlace {
  readonly bytes: number
  /** Lines of the file that these bytes are. */
  readonly lines: number
  /** Records in them, without the header; a field in quotes may have many lines. */
  readonly records: number
  /** SHA-256 of these bytes. */
  readonly hash: Uint8Array
}

/** A piece of a file in memory of its own, and whether it is the last one, which may be empty. */
export interface FilePiece {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isLast: boolean
}

/** What a piece says of the part of a file that an earlier run has read. */
export interface PassedPiece {
  /** Whether the file begins with it; undefined where more has to arrive. */
  readonly isSame: boolean | undefined
  /** How much of the file has arrived behind it. */
  readonly bytesBehind: number
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

export interface RejectedLine {
  /** The line of the file on which the record begins; the header is line 1. */
  readonly line: number
  readonly reason: string
}

/** Why a file is not read on. */
export type ImportFault =
  | { readonly kind: 'header'; readonly message: string; readonly details: readonly FieldFault[] }
  | { readonly kind: 'line'; readonly line: number; readonly message: string }

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

/** What one piece of the file completed. */
export interface ReadChunk extends SealedChunk {
  readonly place: FilePlace
  readonly rejected: readonly RejectedLine[]
  readonly fault: ImportFault | undefined
}
