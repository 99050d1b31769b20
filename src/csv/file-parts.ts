import { Readable } from 'node:stream'

/** A part of a file. The last part may be empty. */
export interface FilePart {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isLast: boolean
}

/** Yields a file in parts of `partBytes`, whatever the sizes of the chunks that arrive. */
export async function* partsOf(
  file: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<FilePart, void> {
  let part = new Uint8Array(partBytes)
  let filled = 0
  for await (const arrived of keptOpen(file)) {
    for (let at = 0; at < arrived.length;) {
      const some = arrived.subarray(at, at + partBytes - filled)
      part.set(some, filled)
      filled += some.length
      at += some.length
      if (filled < partBytes) continue
      yield { bytes: part, isLast: false }
      part = new Uint8Array(partBytes)
      filled = 0
    }
  }
  yield { bytes: part.slice(0, filled), isLast: true }
}

/**
 * Keeps a stream open when its reader stops early: its connection may still carry the response.
 */
function keptOpen(file: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (!(file instanceof Readable)) return file
  return { [Symbol.asyncIterator]: () => file.iterator({ destroyOnReturn: false }) }
}
