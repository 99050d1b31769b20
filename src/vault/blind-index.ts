import assert from 'node:assert/strict'
import { hash, type KeyObject } from 'node:crypto'

export const BLIND_BYTES = 16

/** SHA-256 reads its input in blocks of this size. HMAC pads the key to one block (RFC 2104). */
const HASH_BLOCK_BYTES = 64
const HASH_BYTES = 32
const INNER_PAD = 0x36
const OUTER_PAD = 0x5c
export const TEXT_LENGTH_MAX = 1_024
const UTF8_BYTES_MAX = 3

/**
 * Returns the text that is hashed: equal only for equal codes of one namespace, because a namespace
 * has no colon.
 */
export function blindText(codeNamespace: string | undefined, code: string): string {
  return `${codeNamespace ?? ''}:${code.trim().toUpperCase()}`
}

/** Returns the first 16 bytes of the HMAC-SHA256 of a text, as 16 Latin-1 characters. */
export function blindIndexOf(key: KeyObject): (text: string) => string {
  const hmac = hmacOf(key)
  return (text) => hmac(text).slice(0, BLIND_BYTES)
}

/**
 * Returns the HMAC-SHA256 of a text of up to TEXT_LENGTH_MAX characters, as Latin-1. Computes two
 * hashes into reused buffers, because imports need a million at a time: `createHmac` takes three
 * times as long.
 */
export function hmacOf(key: KeyObject): (text: string) => string {
  const secret = key.export()
  const inner = padKey(secret, INNER_PAD, TEXT_LENGTH_MAX * UTF8_BYTES_MAX)
  const outer = padKey(secret, OUTER_PAD, HASH_BYTES)
  secret.fill(0)
  return (text) => {
    assert(text.length <= TEXT_LENGTH_MAX, 'a text that is hashed has a limited length')
    const textBytes = inner.write(text, HASH_BLOCK_BYTES, 'utf8')
    const message = inner.subarray(0, HASH_BLOCK_BYTES + textBytes)
    outer.write(hash('sha256', message, 'binary'), HASH_BLOCK_BYTES, 'latin1')
    return hash('sha256', outer, 'binary')
  }
}

/** Returns a buffer with the padded key, and room for the text after it. */
function padKey(secret: Buffer, pad: number, room: number): Buffer {
  assert(secret.length <= HASH_BLOCK_BYTES, 'a longer key would have to be hashed first')
  const bytes = Buffer.alloc(HASH_BLOCK_BYTES + room)
  bytes.fill(pad, 0, HASH_BLOCK_BYTES)
  for (const [at, byte] of secret.entries()) bytes[at] = byte ^ pad
  return bytes
}
