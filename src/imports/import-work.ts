import type { FieldFault } from '../core/mod.ts'
import type { SealedChunk } from '../inventory/mod.ts'

// Messages between the service and the thread that reads imports.

/** A position in a file, at the beginning of a record. */
export interface FilePlace {
  readonly bytes: number
  readonly lines: number
  /** Without the header. A record may have several lines, in quotes. */
  readonly records: number
  /** SHA-256 of the bytes before the position. */
  readonly hash: Uint8Array
}

/** The result of comparing the file with the part that an earlier run has read. */
export interface SkippedPart {
  /** True if the file begins with that part; undefined if more has to arrive. */
  readonly isSame: boolean | undefined
  /** The bytes that have arrived after the skipped part. */
  readonly bytesBehind: number
}

export interface RejectedLine {
  /** The line of the file on which the record begins; the header is line 1. */
  readonly line: number
  readonly reason: string
}

/** The reason why the rest of a file is not read. */
export type ImportFault =
  | { readonly kind: 'header'; readonly message: string; readonly details: readonly FieldFault[] }
  | { readonly kind: 'line'; readonly line: number; readonly message: string }

/** The records that a part of the file completed, checked and sealed. */
export interface ReadChunk extends SealedChunk {
  readonly place: FilePlace
  readonly rejected: readonly RejectedLine[]
  readonly fault: ImportFault | undefined
}
