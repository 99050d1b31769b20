import assert from 'node:assert/strict'
import { MS_PER_SECOND, type Clock, randomBytes, randomInt } from '../core/mod.ts'
import {
  maybeRow,
  PerDatabaseLife,
  Outage,
  transact,
  type Database,
  type Tx,
  type Writer,
} from '../db/mod.ts'
import { KEY_BYTES } from './cipher.ts'
import { KeyCache } from './key-cache.ts'
import {
  insertKey,
  insertWraps,
  activeKeys,
  keysNotWrappedBy,
  lockForNewKey,
  lockKeys,
  mastersInUse,
  requireKeys,
  selectKeys,
  type ActiveKeyRow,
  type NewKeyRow,
  type WrappedKeyRow,
} from './key-rows.ts'
import {
  checkValueOf,
  masterKeyOf,
  toKey,
  unwrap,
  wrapRow,
  type DataKey,
  type MasterKey,
} from './key-wraps.ts'
import { MasterKeyFault } from './master-key-file.ts'
import type { MasterKeys } from './master-key.ts'
import { PURPOSES, type Purpose } from './purposes.ts'

export interface KeyringOptions extends Partial<MasterKeys> {
  readonly db: Database
  /** 32 bytes. Wraps data keys only. */
  readonly masterKey: Buffer
  readonly clock: Clock
}

type KeyOptions = Pick<NewKeyRow, 'purpose' | 'isForLot'>

/** The longest life of a signed link, whatever the settings are. */
const SIGNATURE_SECONDS_MAX = 7 * 86_400
/** A cached key takes about 500 bytes. The cache has two generations. */
const CACHED_KEYS_MAX = 8_192
const READ_KEYS_MAX = 1_000

/** Ids are positive integers of the database. */
const KEY_IDS = 2 ** 31

const NO_ACTIVE_KEYS: ActiveKeys = { active: new Map(), signing: [] }

/** The keys read in one life of the database. The next life may have lost them. */
class KnownKeys {
  readonly cache = new KeyCache(CACHED_KEYS_MAX)
  inUse = NO_ACTIVE_KEYS
}

/** The keys in use: one per purpose, and those that signatures are checked with. */
interface ActiveKeys {
  readonly active: ReadonlyMap<Purpose, DataKey>
  readonly signing: readonly DataKey[]
}

/**
 * The data keys of this database, opened with the master keys of this process. A database has one
 * per lot of stock, so they are read on demand into a bounded cache.
 */
export class Keyring {
  readonly #options: KeyringOptions
  readonly #keys: PerDatabaseLife<KnownKeys>
  #masters: readonly MasterKey[] = []
  #reading: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  private constructor(options: KeyringOptions) {
    this.#options = options
    this.learn([options.masterKey, ...(options.otherMasterKeys ?? [])])
    this.#keys = new PerDatabaseLife(options.db, () => new KnownKeys())
    options.db.life.onNew(() => this.#refreshSoon())
  }

  /**
   * Opens the keys in use, and makes missing ones. A lock of the table ensures that only one of
   * several starting processes makes them. Throws MasterKeyFault, and makes none, if a key is
   * wrapped by no master key of this process.
   */
  static async open(options: KeyringOptions): Promise<Keyring> {
    const keyring = new Keyring(options)
    await transact(options.db, (tx) => keyring.#makeMissing(tx))
    await keyring.refresh()
    return keyring
  }

  /** The master key that a rotation wraps the data keys with. */
  get presentMaster(): MasterKey {
    const [present] = this.#masters
    assert(present, 'a keyring has a master key')
    return present
  }

  /** Returns every master key of this process, the current one first. */
  get masterIds(): readonly string[] {
    return this.#masters.map((master) => master.masterId)
  }

  /** Adds these master keys, 32 bytes each. The first becomes the current one. */
  learn(keys: readonly Buffer[]): void {
    for (const { length } of keys) assert.equal(length, KEY_BYTES, 'a master key has 32 bytes')
    const masters = [...keys.map(masterKeyOf), ...this.#masters]
    // If a key occurs twice, a Map has it at the place of the first one.
    this.#masters = [...new Map(masters.map((master) => [master.masterId, master])).values()]
  }

  forget(masterId: string): void {
    this.#masters = this.#masters.filter((master) => master.masterId !== masterId)
  }

  /** Returns the key in use. Throws Outage between a new life of the database and the next read. */
  active(purpose: Purpose): DataKey {
    const key = this.#keys.present.inUse.active.get(purpose)
    if (key) return key
    // Reads again, because the read at the beginning of the new life may have failed.
    this.#refreshSoon()
    throw new Outage(new Error(`the key for ${purpose} was not read yet`))
  }

  #refreshSoon(): void {
    void this.refresh().catch(() => undefined)
  }

  /** Returns the keys that signatures may have been made with, the latest one last. */
  get signing(): readonly DataKey[] {
    return this.#keys.present.inUse.signing
  }

  /** Returns a key that was read; see `prepare`. */
  find(keyId: number): DataKey | undefined {
    return this.#keys.present.cache.get(keyId)
  }

  /**
   * Reads the keys that are not in the cache. Skips unknown ids, and keys that do not unwrap: bytes
   * sealed with them do not open.
   */
  async prepare(keyIds: readonly number[]): Promise<void> {
    const keys = this.#keys.present
    const missing = [...new Set(keyIds)].filter((keyId) => !keys.cache.get(keyId))
    for (let at = 0; at < missing.length; at += READ_KEYS_MAX) {
      const some = missing.slice(at, at + READ_KEYS_MAX)
      const rows = await this.#options.db.rows(selectKeys(some, this.masterIds))
      if (keys !== this.#keys.present) return this.prepare(keyIds)
      for (const key of rows.map((row) => this.#unwrapped(row))) if (key) keys.cache.put(key)
    }
  }

  /**
   * Returns those of the keys that no master key of this process can open with the right check
   * value.
   */
  async unproven(keyIds: readonly number[]): Promise<number[]> {
    const rows = await this.#options.db.rows(selectKeys(keyIds, this.masterIds))
    const proven = new Set(rows.filter((row) => this.#unwrapped(row)).map((row) => row.key_id))
    return keyIds.filter((keyId) => !proven.has(keyId))
  }

  /**
   * Reads the keys in use, as of now or later, because another process may have made new ones.
   * Concurrent calls share one read.
   */
  refresh(): Promise<void> {
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        const reading = this.#read()
        this.#reading = reading
        this.#next = undefined
        return reading
      })
    return this.#next
  }

  async #read(): Promise<void> {
    const keyring = this.#keys.present
    const { db, clock } = this.#options
    const since = clock.now() - SIGNATURE_SECONDS_MAX * MS_PER_SECOND
    const rows = await db.rows(activeKeys(since))
    for (const row of rows) dropUnlike(keyring.cache, row)
    await this.prepare(rows.map((row) => row.key_id))
    if (keyring !== this.#keys.present) return this.#read()
    const keys = rows.map(({ key_id: keyId }) => {
      const key = keyring.cache.get(keyId)
      if (!key) throw new MasterKeyFault(`data key ${keyId} is damaged, or belongs elsewhere`)
      return key
    })
    keyring.inUse = {
      active: new Map(keys.map((key) => [key.purpose, key])),
      signing: keys.filter((key) => key.purpose === 'exports'),
    }
  }

  /**
   * Fails `tx` unless the database has the same keys under these ids as this process: earlier
   * sealed bytes may use a key that the database has lost since.
   */
  require(tx: Writer, keyIds: readonly number[]): void {
    const keys = [...new Set(keyIds)].map((keyId) => {
      const key = this.find(keyId)
      if (!key) throw new Outage(new Error(`data key ${keyId} was not read yet`))
      return { keyId, checkValue: checkValueOf(key.key) }
    })
    if (keys.length > 0) tx.write(requireKeys(keys))
  }

  /** Makes a key for sealed bytes that name its id. Rotations wait for this transaction. */
  async newLotKey(tx: Tx, purpose: Purpose): Promise<number> {
    await tx.rows(lockForNewKey())
    const [keyId] = await this.make(tx, { purpose, isForLot: true })
    assert(keyId !== undefined)
    return keyId
  }

  /**
   * Makes keys under the caller's lock, wrapped by every master key in use that this process has,
   * and returns their ids. They must not seal anything before they are committed: until then
   * another key may get the id.
   */
  async make(tx: Tx, ...all: readonly KeyOptions[]): Promise<number[]> {
    const masters = await this.#wrappingMasters(tx)
    const keys = await Promise.all(all.map((options) => this.#insert(tx, options)))
    const wraps = masters.flatMap((master) => keys.map((key) => wrapRow(master, key)))
    await tx.rows(insertWraps(wraps))
    return keys.map(({ keyId }) => keyId)
  }

  async #wrappingMasters(tx: Tx): Promise<readonly MasterKey[]> {
    const inUse = (await tx.rows(mastersInUse())).map((row) => row.master_id)
    const wrapping = this.#masters.filter(
      ({ masterId }, at) => inUse.includes(masterId) || (inUse.length === 0 && at === 0),
    )
    if (wrapping.length > 0) return wrapping
    throw new MasterKeyFault('the master key of this process is retired: start it with the new')
  }

  async #insert(tx: Tx, options: KeyOptions): Promise<DataKey> {
    const key = toKey(randomBytes(KEY_BYTES))
    const newKey = { ...options, checkValue: checkValueOf(key), now: this.#options.clock.now() }
    for (;;) {
      const row = await maybeRow(tx, insertKey({ ...newKey, keyId: randomInt(1, KEY_IDS) }))
      if (!row) continue
      // The cache may have another key under this id, from a history that the database has lost.
      this.#keys.present.cache.delete(row.key_id)
      return { keyId: row.key_id, purpose: options.purpose, key }
    }
  }

  unwrap(row: WrappedKeyRow): DataKey {
    const key = this.#unwrapped(row)
    if (!key) throw new MasterKeyFault(`data key ${row.key_id} is damaged, or belongs elsewhere`)
    return key
  }

  #unwrapped(row: WrappedKeyRow): DataKey | undefined {
    const { key_id: keyId, purpose } = row
    const master = this.#masters.find(({ masterId }) => masterId === row.master_id)
    const key = master && unwrap(master, purpose, row.wrapped)
    if (!key || !checkValueOf(key).equals(row.check_value)) return undefined
    return { keyId, purpose, key }
  }

  async #makeMissing(tx: Tx): Promise<void> {
    await tx.rows(lockKeys())
    if (await maybeRow(tx, keysNotWrappedBy(this.masterIds, 1))) throw wrongMasterKey()
    const rows = await tx.rows(activeKeys(this.#options.clock.now()))
    const purposes = new Set(rows.map((row) => row.purpose))
    const missing = PURPOSES.filter((purpose) => !purposes.has(purpose))
    const newKeys = missing.map((purpose) => ({ purpose, isForLot: false }))
    if (newKeys.length > 0) await this.make(tx, ...newKeys)
  }
}

/** Drops a cached key if the database has another one under the same id. */
function dropUnlike(cache: KeyCache, row: ActiveKeyRow): void {
  const { key_id: keyId, check_value: checkValue } = row
  const key = cache.get(keyId)
  if (key && !checkValueOf(key.key).equals(checkValue)) cache.delete(keyId)
}

function wrongMasterKey(): MasterKeyFault {
  return new MasterKeyFault('TESSERA_MASTER_KEY is not the key that this database is sealed with')
}
