import type { FilePiece } from './import-work.ts'

/** How much of a file is read, and stored, in one go: some ten thousand lines. */
export const PIECE_BYTES = 262_144

/** The file in pieces of one size, however it arrives. */
export async function* piecesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<FilePiece> {
  let piece = new Uint8Array(PIECE_BYTES)
  let filled = 0
  for await (const part of file) {
    for (let at = 0; at < part.length;) {
      const some = part.subarray(at, at + PIECE_BYTES - filled)
      piece.set(some, filled)
      filled += some.length
      at += some.length
      if (filled < PIECE_BYTES) continue
      yield { bytes: piece, isLast: false }
      piece = new Uint8Array(PIECE_BYTES)
      filled = 0
    }
  }
  yield { bytes: piece.slice(0, filled), isLast: true }
}
