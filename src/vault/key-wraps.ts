import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts'
import type { WrapRow } from './key-rows.ts'
import type { Purpose } from './purposes.ts'

/** A key that wraps data keys. Its id names it in the database and reveals nothing about it. */
export interface MasterKey {
  readonly masterId: string
  readonly key: KeyObject
}

export interface DataKey {
  readonly keyId: number
  readonly purpose: Purpose
  readonly key: KeyObject
}

const MASTER_ID_HEX = 16
const CHECK_BYTES = 16
const LAYOUT = 1

/** Returns the master key of 32 bytes. */
export function masterKeyOf(bytes: Buffer): MasterKey {
  const key = createSecretKey(bytes)
  const digest = createHmac('sha256', key).update('tessera:master-key-id').digest('hex')
  return { masterId: digest.slice(0, MASTER_ID_HEX), key }
}

/** Returns a check value, stored beside a data key. It reveals nothing about the key. */
export function checkValueOf(key: KeyObject): Buffer {
  return createHmac('sha256', key)
    .update('tessera:data-key-check')
    .digest()
    .subarray(0, CHECK_BYTES)
}

/** Layout version | nonce | wrapped key | tag. */
export function wrap(master: MasterKey, purpose: Purpose, key: KeyObject): Buffer {
  const plain = key.export()
  const header = Buffer.of(LAYOUT)
  const wrapped = encrypt(master.key, { header, bound: boundTo(purpose) }, plain)
  plain.fill(0)
  return wrapped
}

/** Returns the row to store of a data key that this master key wraps. */
export function wrapRow(master: MasterKey, { keyId, purpose, key }: DataKey): WrapRow {
  return { keyId, masterId: master.masterId, wrapped: wrap(master, purpose, key) }
}

/** Returns the key; undefined unless this master key wrapped it for this purpose. */
export function unwrap(
  master: MasterKey,
  purpose: Purpose,
  wrapped: Buffer,
): KeyObject | undefined {
  if (wrapped[0] !== LAYOUT) return undefined
  const plain = decrypt(master.key, boundTo(purpose), wrapped.subarray(1))
  return plain?.length === KEY_BYTES ? toKey(plain) : undefined
}

/**
 * The key object has a copy outside of the heap, so the bytes from which it was made are cleared.
 */
export function toKey(plain: Buffer): KeyObject {
  const key = createSecretKey(plain)
  plain.fill(0)
  return key
}

function boundTo(purpose: Purpose): Buffer {
  return Buffer.from(`vault_keys:${purpose}`)
}
