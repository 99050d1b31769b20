import { createHmac, timingSafeEqual } from 'node:crypto'
import { repeat, type Repeated } from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import { decrypt, encrypt } from './cipher.ts'
import type { CodeKeys } from './code-keys.ts'
import { createKeyControl, type KeyControl } from './key-control.ts'
import type { DataKey } from './key-wraps.ts'
import { Keyring, type KeyringOptions } from './keyring.ts'
import type { Purpose, SealingPurpose } from './purposes.ts'
import { throttled } from './throttled.ts'

/** Sealed bytes that were altered, moved to another place, or sealed elsewhere. Says no secret. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/**
 * Seals secrets before they touch the database and opens them again. A context names the place that
 * the sealed bytes belong to (table and key): they open nowhere else. It is never secret itself.
 */
export interface Vault {
  /**
   * 33 bytes longer than `plaintext`; no two results are equal. Sealed with the key in use, or with
   * that of a lot, which was prepared.
   */
  seal(purpose: SealingPurpose, context: string, plaintext: Buffer, keyId?: number): Buffer
  /**
   * What was sealed for this purpose and context; throws SealBroken for anything else. Its key must
   * have been prepared: another process may have made it a moment ago.
   */
  open(purpose: SealingPurpose, context: string, sealed: Buffer): Buffer
  /**
   * Reads the keys that these sealed bytes, or ids of keys, need, where they are not there already;
   * what was prepared right before does not fail for the want of its key.
   */
  prepare(needed: readonly (Buffer | number)[]): Promise<void>
  /**
   * Has `tx` fail unless the database has the keys of these sealed bytes: what was sealed before it
   * began may be sealed with a key that the database has lost since.
   */
  requireKeys(tx: Writer, sealed: readonly Buffer[]): void
  /**
   * A key for one lot of codes; answers its id. It seals once the transaction is committed and it
   * was prepared.
   */
  newLotKey(tx: Tx): Promise<number>
  /**
   * What codes are imported with, by `codeSealer` in whatever thread; the key of their lot must
   * have been prepared.
   */
  codeKeys(lotKeyId?: number): CodeKeys
  /** HMAC-SHA256 of the text under the key of this blind index, 32 bytes. It does not rotate. */
  blindIndex(purpose: 'consumer_index', text: string): Buffer
  /** HMAC-SHA256 of the text under the key of download links, 32 bytes. */
  sign(text: string): Buffer
  /**
   * Whether `signature` is that of `text`, in constant time; under a key that is no longer in use
   * too, for as long as a link that was signed with it may live. Takes up to a second for one that
   * is not.
   */
  isSignature(text: string, signature: Buffer): Promise<boolean>
  /** Takes note, until it is stopped, of keys that other processes put in use. */
  keepFresh(onFault: (error: unknown) => void): Repeated
  readonly control: KeyControl
}

/** What another process puts in use is in use here so many milliseconds later. */
const FRESH_MS = 2_000
/** Anybody may ask for made-up signatures: the keys are read once in so long for all of them. */
const UNSIGNED_GAP_MS = 1_000

/**
 * Opens the vault of this database with the master key (32 bytes), making the data keys that are
 * missing. Throws MasterKeyFault where the database is sealed with another master key.
 */
export async function openVault(options: KeyringOptions): Promise<Vault> {
  const keyring = await Keyring.open(options)
  const { masterKeyFile, db, clock } = options
  const refreshKeys = throttled(clock, UNSIGNED_GAP_MS, () => keyring.refresh())
  return {
    seal: (purpose, context, plaintext, keyId) =>
      seal(keyFor(keyring, purpose, keyId), context, plaintext),
    open: (purpose, context, sealed) => open(keyring, { purpose, context }, sealed),
    prepare: (needed) => keyring.prepare(needed.flatMap((one) => keyIdOf(one) ?? [])),
    requireKeys: (tx, sealed) =>
      keyring.require(
        tx,
        sealed.flatMap((one) => keyIdOf(one) ?? []),
      ),
    newLotKey: (tx) => keyring.newLotKey(tx, 'codes'),
    codeKeys: (lotKeyId) => ({
      codes: keyFor(keyring, 'codes', lotKeyId),
      blindIndex: keyring.active('blind_index'),
    }),
    blindIndex: (purpose, text) => hmac(keyring.active(purpose), text),
    sign: (text) => hmac(keyring.active('exports'), text),
    isSignature: async (text, signature) => {
      if (isSigned(keyring, text, signature)) return true
      // Another process may have signed it with a key that is newer than what is known here.
      await refreshKeys()
      return isSigned(keyring, text, signature)
    },
    keepFresh: (onFault) => repeat(() => keyring.refresh(), FRESH_MS, onFault),
    control: createKeyControl({ db, clock, keyring, masterKeyFile }),
  }
}

const LAYOUT = 1
const HEADER_BYTES = 5
/** Ids are integers of the database. */
const KEY_ID_MAX = 2_147_483_647

function keyFor(keyring: Keyring, purpose: SealingPurpose, keyId: number | undefined): DataKey {
  if (keyId === undefined) return keyring.active(purpose)
  const key = keyring.find(keyId)
  if (key?.purpose === purpose) return key
  throw new Error(`data key ${keyId} is not there to seal ${purpose}`)
}

function keyIdOf(needed: Buffer | number): number | undefined {
  if (typeof needed === 'number') return needed
  if (needed.length < HEADER_BYTES || needed[0] !== LAYOUT) return undefined
  const keyId = needed.readUInt32BE(1)
  return keyId <= KEY_ID_MAX ? keyId : undefined
}

function hmac({ key }: DataKey, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest()
}

function isSigned(keyring: Keyring, text: string, signature: Buffer): boolean {
  return keyring.signing.some((key) => isEqual(hmac(key, text), signature))
}

/** Layout version (1 byte) | key id (4 bytes) | nonce | ciphertext | tag. */
export function seal({ keyId, purpose, key }: DataKey, context: string, plaintext: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt8(LAYOUT)
  header.writeUInt32BE(keyId, 1)
  return encrypt(key, { header, bound: boundTo(header, purpose, context) }, plaintext)
}

interface Place {
  readonly purpose: SealingPurpose
  readonly context: string
}

function open(keyring: Keyring, { purpose, context }: Place, sealed: Buffer): Buffer {
  const header = sealed.subarray(0, HEADER_BYTES)
  const keyId = keyIdOf(sealed)
  const dataKey = keyId === undefined ? undefined : keyring.find(keyId)
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
