import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { fillRandom, releaseBytes } from '../core/mod.ts'

export const KEY_BYTES = 32

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts with AES-256-GCM (NIST SP 800-38D). Returns header | nonce | ciphertext | tag. The nonce
 * is random, so a key may encrypt 2^32 times. `bound` is the additional authenticated data: it is
 * not stored, and must be the same to decrypt.
 */
export function encrypt(
  key: KeyObject,
  { header, bound }: { header: Buffer; bound: Buffer },
  plaintext: Buffer,
): Buffer {
  const nonce = fillRandom(Buffer.allocUnsafe(NONCE_BYTES))
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(bound)
  const ciphertext = cipher.update(plaintext)
  cipher.final()
  const encrypted = Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()])
  releaseBytes(ciphertext)
  return encrypted
}

/** Returns the plaintext; undefined if the key or `bound` is another one, or the bytes changed. */
export function decrypt(key: KeyObject, bound: Buffer, encrypted: Buffer): Buffer | undefined {
  if (encrypted.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = encrypted.subarray(0, NONCE_BYTES)
  const tagAt = encrypted.length - TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(encrypted.subarray(tagAt))
  const plaintext = decipher.update(encrypted.subarray(NONCE_BYTES, tagAt))
  try {
    decipher.final()
  } catch {
    return undefined
  }
  return plaintext
}
