import { MessageChannel } from 'node:worker_threads'

/** Releasing takes some microseconds, so smaller buffers are left to the garbage collector. */
const LARGE_BYTES = 16_384

/** A transfer moves ownership to the receiver. This port has none, so the memory is freed. */
const nowhere = new MessageChannel().port1
nowhere.close()

/**
 * Frees the memory of large buffers at once. They are empty afterwards, so no other code may use or
 * send any part of them. Buffers that wait for the garbage collector count towards V8's limit of
 * external memory, and reaching it marks the whole heap.
 */
export function releaseBytes({ buffer, byteLength }: Buffer): void {
  if (byteLength < LARGE_BYTES || byteLength !== buffer.byteLength) return
  nowhere.postMessage(undefined, [buffer as ArrayBuffer])
}
