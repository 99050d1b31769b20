import type { Readable } from 'node:stream'
import { Refusal } from '../../core/mod.ts'

/** The most bytes of one upload: enough for a million lines with the longest codes. */
const IMPORT_BYTES_MAX = 536_870_912

/** Yields the body of an upload. Refuses body_too_large once it exceeds the limit. */
export async function* boundedUpload(body: Readable): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a request body is read as bytes')
    bytes += chunk.length
    if (bytes > IMPORT_BYTES_MAX) {
      throw new Refusal('body_too_large', `an upload has at most ${IMPORT_BYTES_MAX} bytes`)
    }
    yield chunk
  }
}
