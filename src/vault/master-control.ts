import { Refusal, type Clock, notFound } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import {
  deleteWraps,
  insertWraps,
  keysNotWrappedBy,
  lockKeys,
  mastersInUse,
  selectKeys,
} from './key-rows.ts'
import { masterKeyOf, wrapRow } from './key-wraps.ts'
import type { Keyring } from './keyring.ts'
import { MasterKeyFault, type MasterKeyFile } from './master-key-file.ts'

export interface MasterKeyRotation {
  readonly masterId: string
  /** The master keys that still wrap data keys. */
  readonly previousMasterIds: readonly string[]
  /** Number of data keys that were wrapped again. */
  readonly rewrapped: number
}

export interface KeyControlOptions {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly masterKeyFile: MasterKeyFile | undefined
}

const REWRAPPED_AT_ONCE = 1_000

/** Rotates and retires master keys; see `KeyControl`. */
export class MasterKeyControl {
  readonly #db: Database
  readonly #keyring: Keyring
  readonly #file: MasterKeyFile | undefined

  constructor({ db, keyring, masterKeyFile }: KeyControlOptions) {
    this.#db = db
    this.#keyring = keyring
    this.#file = masterKeyFile
  }

  /**
   * Rotates master keys. A new master key is written to its file before it wraps any data key. The
   * old one stays beside it as long as it wraps a data key. So after a kill, the next start has
   * every master key in use.
   */
  rotate(record: (tx: Tx, done: MasterKeyRotation) => void): Promise<MasterKeyRotation> {
    return transact(this.#db, async (tx) => {
      await tx.rows(lockKeys())
      await this.#readFile()
      if (!(await this.#isIncomplete(tx))) await this.#renew(tx)
      const rewrapped = await this.#rewrap(tx)
      const others = (await this.#inUse(tx)).filter((masterId) => masterId !== this.#presentId)
      const done = { masterId: this.#presentId, previousMasterIds: others, rewrapped }
      record(tx, done)
      return done
    })
  }

  async retire(masterId: string, record: (tx: Tx, wraps: number) => void): Promise<number> {
    const wraps = await transact(this.#db, async (tx) => {
      await tx.rows(lockKeys())
      await this.#readFile()
      await this.#requireRetirable(tx, masterId)
      await this.#rewrap(tx)
      const deleted = await tx.rows(deleteWraps(masterId))
      if (deleted.length === 0 && !this.#keyring.masterIds.includes(masterId)) {
        throw notFound('master key')
      }
      record(tx, deleted.length)
      return deleted.length
    })
    await this.#dropFile(masterId)
    this.#keyring.forget(masterId)
    return wraps
  }

  get #presentId(): string {
    return this.#keyring.presentMaster.masterId
  }

  /** Reads the file again: another process, or a failed attempt, may have made a new key. */
  async #readFile(): Promise<void> {
    if (!this.#file) return
    // Never makes a new key, because this database is sealed.
    const present = await this.#file.present(() => Promise.resolve(true))
    const previous = await this.#file.previous()
    this.#keyring.learn(previous ? [present, previous] : [present])
  }

  async #dropFile(masterId: string): Promise<void> {
    const previous = await this.#file?.previous()
    if (previous && masterKeyOf(previous).masterId === masterId) await this.#file?.dropPrevious()
  }

  async #isIncomplete(tx: Tx): Promise<boolean> {
    return (await maybeRow(tx, keysNotWrappedBy([this.#presentId], 1))) !== undefined
  }

  async #inUse(tx: Tx): Promise<string[]> {
    return (await tx.rows(mastersInUse())).map((row) => row.master_id)
  }

  async #renew(tx: Tx): Promise<void> {
    const others = (await this.#inUse(tx)).filter((masterId) => masterId !== this.#presentId)
    if (others.length > 0) {
      throw new Refusal(
        'state_conflict',
        `master key ${this.#presentId} wraps every key already: retire ${others.join(', ')} once ` +
          'every process knows it',
      )
    }
    if (!this.#file) {
      throw new Refusal(
        'state_conflict',
        `master key ${this.#presentId} wraps every key already: start with a new one in ` +
          'TESSERA_MASTER_KEY, and this one in TESSERA_MASTER_KEY_PREVIOUS',
      )
    }
    await this.#file.renew()
    await this.#readFile()
  }

  /** Wraps the remaining keys with the current master key, and returns their number. */
  async #rewrap(tx: Tx): Promise<number> {
    const { presentMaster: master, masterIds } = this.#keyring
    let rewrapped = 0
    for (;;) {
      const missing = await tx.rows(keysNotWrappedBy([master.masterId], REWRAPPED_AT_ONCE))
      if (missing.length === 0) return rewrapped
      const keyIds = missing.map((row) => row.key_id)
      const rows = await tx.rows(selectKeys(keyIds, masterIds))
      if (rows.length < keyIds.length) {
        throw new MasterKeyFault('a data key is wrapped by no master key of this process')
      }
      const wraps = rows.map((row) => wrapRow(master, this.#keyring.unwrap(row)))
      await tx.rows(insertWraps(wraps))
      rewrapped += wraps.length
    }
  }

  async #requireRetirable(tx: Tx, masterId: string): Promise<void> {
    if (masterId === this.#presentId) {
      throw new Refusal(
        'state_conflict',
        'it is the present master key of the process that answers',
      )
    }
    if (!(await this.#inUse(tx)).includes(this.#presentId)) {
      throw new Refusal('state_conflict', 'the present master key wraps no key yet: rotate first')
    }
  }
}
