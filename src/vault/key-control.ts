import { oneRow, transact, type Db, type Tx } from '../db/mod.ts'
import { countKeys, countWraps, activeKeys, lockKeys, pageOfKeys } from './key-rows.ts'
import type { Keyring } from './keyring.ts'
import {
  MasterKeyControl,
  type KeyControlOptions,
  type MasterKeyRotation,
} from './master-control.ts'
import type { Purpose, RotatedPurpose } from './purposes.ts'

/** A data key as the operator sees it, without its bytes. */
export interface ListedKey {
  readonly keyId: number
  readonly purpose: Purpose
  /** ACTIVE seals new secrets, LOT seals one lot of stock, KEPT only opens. */
  readonly use: 'ACTIVE' | 'LOT' | 'KEPT'
  readonly createdAt: number
  /** The master keys that it is wrapped by. */
  readonly masterIds: readonly string[]
}

export interface ListedMasterKey {
  readonly masterId: string
  /** Its state in the process that handles the request. */
  readonly use: 'PRESENT' | 'PREVIOUS' | 'UNKNOWN'
  /** Number of data keys that it wraps. */
  readonly wraps: number
  /** Number of all data keys. */
  readonly keys: number
}

export interface DataKeyRotation {
  readonly purpose: RotatedPurpose
  /** The key that seals from now on. */
  readonly keyId: number
  /** The key that sealed until now. */
  readonly previousKeyId: number
}

/** The operator's acts on the keys. Changes call `record` in their transaction. */
export interface KeyControl {
  listKeys(page: { limit: number; offset: number }): Promise<{ keys: ListedKey[]; total: number }>
  listMasterKeys(): Promise<ListedMasterKey[]>
  /** Unwraps every data key and compares its check value. Returns the keys that fail. */
  proveKeys(): Promise<{ readonly keys: number; readonly failed: readonly number[] }>
  /** Makes a new key for each of these purposes. Sealed bytes stay as they are and still open. */
  rotateDataKeys(
    purposes: readonly RotatedPurpose[],
    record: (tx: Tx, rotations: readonly DataKeyRotation[]) => void,
  ): Promise<DataKeyRotation[]>
  /**
   * Wraps every data key with the current master key, in one transaction. If it wraps all of them
   * already and is in the data directory, creates a new master key there first. The previous one
   * stays valid, for processes that have no other, until it is retired.
   *
   * Refuses state_conflict if the previous one is not retired yet, or if the master key is a
   * setting that has not changed.
   */
  rotateMasterKey(record: (tx: Tx, done: MasterKeyRotation) => void): Promise<MasterKeyRotation>
  /**
   * Deletes the wraps of this master key, so that it opens nothing any more. Must be called only
   * when every process has the current master key. Returns the number of data keys that it wrapped.
   *
   * Refuses, in this order:
   *   state_conflict   it is the current master key of this process, or the current one does not
   *                    wrap the keys yet
   *   not_found        it wraps no key, and this process does not have it
   */
  retireMasterKey(masterId: string, record: (tx: Tx, wraps: number) => void): Promise<number>
}

export function createKeyControl(options: KeyControlOptions): KeyControl {
  const { db, keyring } = options
  const masters = new MasterKeyControl(options)
  return {
    listKeys: (page) => listKeys(db, page),
    listMasterKeys: () => listMasterKeys(db, keyring),
    proveKeys: () => proveKeys(db, keyring),
    async rotateDataKeys(purposes, record) {
      const rotations = await transact(db, async (tx) => {
        const rotated = await rotateDataKeys(tx, options, purposes)
        record(tx, rotated)
        return rotated
      })
      await keyring.refresh()
      return rotations
    },
    rotateMasterKey: (record) => masters.rotate(record),
    retireMasterKey: (masterId, record) => masters.retire(masterId, record),
  }
}

async function rotateDataKeys(
  tx: Tx,
  { keyring, clock }: KeyControlOptions,
  purposes: readonly RotatedPurpose[],
): Promise<DataKeyRotation[]> {
  await tx.rows(lockKeys())
  const rows = await tx.rows(activeKeys(clock.now()))
  const active = new Map(rows.map((row) => [row.purpose, row.key_id]))
  const newKeys = purposes.map((purpose) => ({ purpose, isForLot: false }))
  const keyIds = await keyring.make(tx, ...newKeys)
  return purposes.map((purpose, at): DataKeyRotation => {
    const [keyId, previousKeyId] = [keyIds[at], active.get(purpose)]
    if (keyId === undefined || previousKeyId === undefined) {
      throw new Error(`a vault that is open has a ${purpose} key`)
    }
    return { purpose, keyId, previousKeyId }
  })
}

async function listKeys(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ keys: ListedKey[]; total: number }> {
  const { total } = await oneRow(db, countKeys())
  const rows = await db.rows(pageOfKeys(limit, offset))
  const keys = rows.map((row): ListedKey => {
    const keyState = row.is_active ? 'ACTIVE' : 'KEPT'
    return {
      keyId: row.key_id,
      purpose: row.purpose,
      use: row.for_lot ? 'LOT' : keyState,
      createdAt: row.created_at.getTime(),
      masterIds: row.master_ids,
    }
  })
  return { keys, total: Number(total) }
}

const PROVEN_AT_ONCE = 1_000

async function proveKeys(
  db: Db,
  keyring: Keyring,
): Promise<{ keys: number; failed: readonly number[] }> {
  const failed: number[] = []
  for (let keys = 0; ;) {
    const rows = await db.rows(pageOfKeys(PROVEN_AT_ONCE, keys))
    if (rows.length === 0) return { keys, failed }
    keys += rows.length
    failed.push(...(await keyring.unproven(rows.map((row) => row.key_id))))
  }
}

/** Returns the current master key first, then the others of this process, then the rest. */
async function listMasterKeys(db: Db, keyring: Keyring): Promise<ListedMasterKey[]> {
  const rows = await db.rows(countWraps())
  const wraps = new Map(rows.map((row) => [row.master_id, Number(row.wraps)]))
  const { total } = await oneRow(db, countKeys())
  const masterIds = keyring.masterIds
  return [...new Set([...masterIds, ...wraps.keys()])].map((masterId) => {
    const previous = masterIds.includes(masterId) ? 'PREVIOUS' : 'UNKNOWN'
    return {
      masterId,
      use: masterId === masterIds[0] ? 'PRESENT' : previous,
      wraps: wraps.get(masterId) ?? 0,
      keys: Number(total),
    }
  })
}
