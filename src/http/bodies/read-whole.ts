import type { Readable } from 'node:stream'
import { Refusal } from '../../core/mod.ts'

/** Returns the bytes of an upload. Refuses body_too_large above `bytesMax`. */
export async function readWhole(body: Readable, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) throw new Error('a request body is read as bytes')
    bytes += chunk.length
    if (bytes > bytesMax) {
      throw new Refusal('body_too_large', `this upload has at most ${bytesMax} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
