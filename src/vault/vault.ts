import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts'
import { loadKeyring, type DataKey, type Keyring, type KeyringOptions } from './keyring.ts'
import type { Purpose, SealingPurpose } from './purposes.ts'

/** Sealed bytes that were altered, moved to another place, or sealed elsewhere. Says no secret. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/**
 * Seals secrets before they touch the database and opens them again. A context names the place that
 * the sealed bytes belong to (table and key): they open nowhere else. It is never secret itself.
 */
export interface Vault {
  /** 33 bytes longer than `plaintext`; no two results are equal. */
  seal(purpose: SealingPurpose, context: string, plaintext: Buffer): Buffer
  /** What was sealed for this purpose and context; throws SealBroken for anything else. */
  open(purpose: SealingPurpose, context: string, sealed: Buffer): Buffer
  /**
   * 16 bytes that are equal for equal codes of one product, and tell nothing about the code.
   *
   * Codes that differ only in case, or in spaces around them, count as equal. Case may be
   * significant, but random codes that collide without it are rarer than codes that arrive in two
   * spellings; and a false duplicate stays out of stock and is counted in the import's answer,
   * while a missed one is sold twice and found out by the person who holds it.
   */
  blindIndex(productId: number, code: string): Buffer
  /** HMAC-SHA256 of the text under the key of download links, 32 bytes. */
  sign(text: string): Buffer
  /** Whether `signature` is that of `text`, in constant time. */
  isSignature(text: string, signature: Buffer): boolean
}

/**
 * Opens the vault of this database with the master key (32 bytes), making the data keys that are
 * missing. Throws MasterKeyFault where the database is sealed with another master key.
 */
export async function openVault(options: KeyringOptions): Promise<Vault> {
  assert.equal(options.masterKey.length, KEY_BYTES, 'a master key has 32 bytes')
  const keyring = await loadKeyring(options)
  const hmac = (purpose: Purpose, text: string): Buffer =>
    createHmac('sha256', keyring.active[purpose].key).update(text, 'utf8').digest()
  return {
    seal: (purpose, context, plaintext) => seal(keyring.active[purpose], context, plaintext),
    open: (purpose, context, sealed) => open(keyring, { purpose, context }, sealed),
    blindIndex: (productId, code) =>
      hmac('blind_index', `${productId}:${sameCode(code)}`).subarray(0, BLIND_BYTES),
    sign: (text) => hmac('exports', text),
    isSignature: (text, signature) => isEqual(hmac('exports', text), signature),
  }
}

const BLIND_BYTES = 16
const LAYOUT = 1
const HEADER_BYTES = 5

function sameCode(code: string): string {
  return code.trim().toUpperCase()
}

/** Layout version (1 byte) | key id (4 bytes) | nonce | ciphertext | tag. */
function seal({ keyId, purpose, key }: DataKey, context: string, plaintext: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(LAYOUT)
  header.writeUInt32BE(keyId, 1)
  return Buffer.concat([header, encrypt(key, boundTo(header, purpose, context), plaintext)])
}

interface Place {
  readonly purpose: SealingPurpose
  readonly context: string
}

function open(keyring: Keyring, { purpose, context }: Place, sealed: Buffer): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES)
  const known = header.length === HEADER_BYTES && header[0] === LAYOUT
  const dataKey = known ? keyring.byId.get(header.readUInt32BE(1)) : undefined
  const plaintext =
    dataKey?.purpose === purpose
      ? decrypt(dataKey.key, boundTo(header, purpose, context), sealed.subarray(HEADER_BYTES))
      : undefined
  if (!plaintext) {
    throw new SealBroken(`what is sealed as ${purpose} at ${context} does not open there`)
  }
  return plaintext
}

/** No purpose contains the separator, so no two places share these bytes. */
function boundTo(header: Buffer, purpose: Purpose, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(`${purpose}:${context}`, 'utf8')])
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}
