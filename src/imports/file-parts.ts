import type { FilePart } from './import-work.ts'

/** How much of a file is read, and stored, in one go: some ten thousand lines. */
export const PART_BYTES = 262_144

/** The file in parts of one size, however it arrives. */
export async function* partsOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<FilePart> {
  let part = new Uint8Array(PART_BYTES)
  let filled = 0
  for await (const arrived of file) {
    for (let at = 0; at < arrived.length;) {
      const some = arrived.subarray(at, at + PART_BYTES - filled)
      part.set(some, filled)
      filled += some.length
      at += some.length
      if (filled < PART_BYTES) continue
      yield { bytes: part, isLast: false }
      part = new Uint8Array(PART_BYTES)
      filled = 0
    }
  }
  yield { bytes: part.slice(0, filled), isLast: true }
}
