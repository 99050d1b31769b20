import { createHmac } from 'node:crypto'
import { INTEGER_MAX, isSameSecret } from '../core/mod.ts'
import { Outage, type Tx, type Writer } from '../db/mod.ts'
import { hmacOf, TEXT_LENGTH_MAX } from './blind-index.ts'
import { decrypt, encrypt } from './cipher.ts'
import type { CodeKeys } from './code-keys.ts'
import { createKeyControl, type KeyControl } from './key-control.ts'
import type { DataKey } from './key-wraps.ts'
import { Keyring, type KeyringOptions } from './keyring.ts'
import type { Purpose, SealingPurpose } from './purposes.ts'
import { throttled } from './throttled.ts'

/** Thrown for sealed bytes that were altered, moved, or sealed elsewhere. Contains no secret. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken'
}

/**
 * Seals secrets before they are stored, and opens them. A context names the place of the sealed
 * bytes (table and key): they open nowhere else. It is not secret.
 */
export interface Vault {
  /**
   * Returns sealed bytes, 33 longer than `plaintext` and different each time. Seals with the key in
   * use, or with the prepared key of a lot.
   */
  seal(purpose: SealingPurpose, context: string, plaintext: Buffer, keyId?: number): Buffer
  /**
   * Opens bytes that were sealed for this purpose and context; throws SealBroken for any others.
   * Their key must have been prepared, because another process may have made it a moment ago.
   */
  open(purpose: SealingPurpose, context: string, sealed: Buffer): Buffer
  /**
   * Reads the keys of these sealed bytes, or with these ids, that the cache lacks. Prepared keys
   * stay in the cache for a while.
   */
  prepare(needed: readonly (Buffer | number)[]): Promise<void>
  /**
   * Fails `tx` unless the database has the keys of these sealed bytes: it may have lost a key since
   * they were sealed.
   */
  requireKeys(tx: Writer, sealed: readonly Buffer[]): void
  /**
   * Makes a key for one lot of codes and returns its id. It can be used once the transaction is
   * committed and the key was prepared.
   */
  newLotKey(tx: Tx): Promise<number>
  /**
   * Returns the keys for `codeSealer`, in any thread; the key of the lot must have been prepared.
   */
  codeKeys(lotKeyId?: number): CodeKeys
  /**
   * Returns the HMAC-SHA256 of the text, 32 bytes, with the key of a blind index, which does not
   * rotate.
   */
  blindIndex(purpose: 'consumer_index', text: string): Buffer
  /** Returns the HMAC-SHA256 of the text, 32 bytes, with the key of download links. */
  sign(text: string): Buffer
  /**
   * Returns true, in constant time, if `signature` is that of `text`, also with an earlier key as
   * long as links that it signed may be valid. Takes up to a second for a wrong signature.
   */
  isSignature(text: string, signature: Buffer): Promise<boolean>
  /** Reads keys that other processes put in use. */
  refresh(): Promise<void>
  readonly control: KeyControl
}

/** Anybody may send wrong signatures: together they cause at most one read of keys in this time. */
const UNSIGNED_GAP_MS = 1_000

/**
 * Opens the vault of this database with the master key (32 bytes), and makes the data keys that are
 * missing. Throws MasterKeyFault if the database is sealed with another master key.
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
    blindIndex: blindIndexWith(keyring),
    sign: (text) => hmac(keyring.active('exports'), text),
    isSignature: async (text, signature) => {
      if (isSigned(keyring, text, signature)) return true
      // Another process may have signed it with a newer key.
      await refreshKeys()
      return isSigned(keyring, text, signature)
    },
    refresh: () => keyring.refresh(),
    control: createKeyControl({ db, clock, keyring, masterKeyFile }),
  }
}

function blindIndexWith(keyring: Keyring): Vault['blindIndex'] {
  let last: { readonly key: DataKey['key']; readonly hmac: (text: string) => string } | undefined
  return (purpose, text) => {
    const key = keyring.active(purpose)
    if (text.length > TEXT_LENGTH_MAX) return hmac(key, text)
    if (last?.key !== key.key) last = { key: key.key, hmac: hmacOf(key.key) }
    return Buffer.from(last.hmac(text), 'latin1')
  }
}

const LAYOUT = 1
const HEADER_BYTES = 5
/**
 * Returns the key. A key that was made and prepared a moment ago is missing only if a promoted
 * standby did not have it. The caller then tries again.
 */
function keyFor(keyring: Keyring, purpose: SealingPurpose, keyId: number | undefined): DataKey {
  if (keyId === undefined) return keyring.active(purpose)
  const key = keyring.find(keyId)
  if (!key) throw new Outage(new Error(`data key ${keyId} is gone: the database lost it`))
  if (key.purpose === purpose) return key
  throw new Error(`data key ${keyId} seals ${key.purpose}, not ${purpose}`)
}

function keyIdOf(needed: Buffer | number): number | undefined {
  if (typeof needed === 'number') return needed
  if (needed.length < HEADER_BYTES || needed[0] !== LAYOUT) return undefined
  const keyId = needed.readUInt32BE(1)
  return keyId <= INTEGER_MAX ? keyId : undefined
}

function hmac({ key }: DataKey, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest()
}

function isSigned(keyring: Keyring, text: string, signature: Buffer): boolean {
  return keyring.signing.some((key) => isSameSecret(hmac(key, text), signature))
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
