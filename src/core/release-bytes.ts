import { MessageChannel } from 'node:worker_threads'

/** Releasing costs some microseconds: what is smaller is left to the garbage collector. */
const LARGE_BYTES = 16_384

/** Whoever is sent memory owns it. Nobody listens here any more: it is freed. */
const nowhere = new MessageChannel().port1
nowhere.close()

/**
 * Frees the memory of large bytes at once; they are empty afterwards. Nobody else may have any part
 * of them, or be about to send them. What waits for the garbage collector counts towards V8's limit
 * of memory outside of its heap: each time that is reached, the whole heap is marked.
 */
export function releaseBytes({ buffer, byteLength }: Buffer): void {
  if (byteLength < LARGE_BYTES || byteLength !== buffer.byteLength) return
  nowhere.postMessage(undefined, [buffer as ArrayBuffer])
}
