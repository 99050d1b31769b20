import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { dateAt, type Clock } from '../core/mod.ts'
import { oneRow, sql, transact, type Database, type Statement, type Tx } from '../db/mod.ts'
import { decrypt, encrypt, KEY_BYTES } from './cipher.ts'
import { MasterKeyFault } from './master-key.ts'
import { PURPOSES, type Purpose } from './purposes.ts'

export interface DataKey {
  readonly keyId: number
  readonly purpose: Purpose
  readonly key: KeyObject
}

/** The data keys of this database, opened: all of them by id, and the one in use per purpose. */
export interface Keyring {
  readonly byId: ReadonlyMap<number, DataKey>
  readonly active: Readonly<Record<Purpose, DataKey>>
}

export interface KeyringOptions {
  readonly db: Database
  /** 32 bytes; wraps the data keys and nothing else. */
  readonly masterKey: Buffer
  readonly clock: Clock
}

/**
 * Opens the data keys, and makes the ones that are missing: of several processes that start at once
 * one makes them, under a lock of the table. Throws MasterKeyFault where the master key is another
 * one than they were wrapped with, and then makes none.
 */
export async function loadKeyring({ db, masterKey, clock }: KeyringOptions): Promise<Keyring> {
  const master = createSecretKey(masterKey)
  return transact(db, async (tx) => {
    await tx.rows(lockKeys())
    const keys = (await tx.rows(storedKeys())).map((row) => unwrap(master, row))
    const byPurpose = new Map(keys.map((key) => [key.purpose, key]))
    const use = async (purpose: Purpose): Promise<DataKey> =>
      byPurpose.get(purpose) ?? makeKey(tx, { master, purpose, now: clock.now() })
    const active = {
      codes: await use('codes'),
      credentials: await use('credentials'),
      blind_index: await use('blind_index'),
      exports: await use('exports'),
    }
    const byId = new Map([...keys, ...Object.values(active)].map((key) => [key.keyId, key]))
    return { byId, active }
  })
}

interface KeyRow {
  readonly key_id: number
  readonly purpose: Purpose
  readonly wrapped: Buffer
}

const LAYOUT = 1

/** Layout version | nonce | wrapped key | tag. */
function unwrap(master: KeyObject, row: KeyRow): DataKey {
  const encrypted = row.wrapped.subarray(1)
  const plain =
    row.wrapped[0] === LAYOUT ? decrypt(master, boundTo(row.purpose), encrypted) : undefined
  if (plain?.length !== KEY_BYTES) {
    throw new MasterKeyFault('TESSERA_MASTER_KEY is not the key that this database is sealed with')
  }
  return { keyId: row.key_id, purpose: row.purpose, key: toKey(plain) }
}

interface NewKey {
  readonly master: KeyObject
  readonly purpose: Purpose
  readonly now: number
}

async function makeKey(tx: Tx, { master, purpose, now }: NewKey): Promise<DataKey> {
  const plain = randomBytes(KEY_BYTES)
  const wrapped = Buffer.concat([Buffer.of(LAYOUT), encrypt(master, boundTo(purpose), plain)])
  const { key_id: keyId } = await oneRow(tx, insertKey(purpose, wrapped, now))
  return { keyId, purpose, key: toKey(plain) }
}

/** The key object keeps its own copy outside of the heap; the bytes it came from are cleared. */
function toKey(plain: Buffer): KeyObject {
  const key = createSecretKey(plain)
  plain.fill(0)
  return key
}

function boundTo(purpose: Purpose): Buffer {
  return Buffer.from(`vault_keys:${purpose}`)
}

/** Readers may go on reading; a second process that would make keys waits. */
function lockKeys(): Statement<never> {
  return sql`lock table vault_keys in share row exclusive mode`
}

/** The latest key of each purpose comes last. */
function storedKeys(): Statement<KeyRow> {
  return sql`
    select key_id, purpose, wrapped from vault_keys
    where purpose = any(${[...PURPOSES]}::text[])
    order by key_id`
}

function insertKey(purpose: Purpose, wrapped: Buffer, now: number): Statement<{ key_id: number }> {
  return sql`
    insert into vault_keys (purpose, wrapped, created_at)
    values (${purpose}, ${wrapped}, ${dateAt(now)})
    returning key_id`
}
