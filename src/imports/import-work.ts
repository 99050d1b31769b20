import type { FieldFault } from '../core/mod.ts'
import type { SealedChunk } from '../inventory/mod.ts'

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

/** A part of a file in memory of its own, and whether it is the last one, which may be empty. */
export interface FilePart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isLast: boolean
}

/** What a part says of the part of a file that an earlier run has read. */
export interface PassedPart {
  /** Whether the file begins with it; undefined where more has to arrive. */
  readonly isSame: boolean | undefined
  /** How much of the file has arrived behind it. */
  readonly bytesBehind: number
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

/** What one part of the file completed. */
export interface ReadChunk extends SealedChunk {
  readonly place: FilePlace
  readonly rejected: readonly RejectedLine[]
  readonly fault: ImportFault | undefined
}
