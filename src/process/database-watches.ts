import { DiskWatch, DurabilityWatch } from '../alerts/mod.ts'
import type { Clock, RepeatedWork } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Log, Unready } from '../http/mod.ts'

export interface DatabaseWatchOptions {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** Detects faults of a database that still responds. */
export class DatabaseWatches {
  readonly #durability: DurabilityWatch
  readonly #disk: DiskWatch

  constructor({ db, clock, log }: DatabaseWatchOptions) {
    const onChange = (isWellAgain: string) => (flaw: string | undefined) => {
      if (flaw === undefined) log.info(isWellAgain)
      else log.error(`not ready: ${flaw}`)
    }
    this.#durability = new DurabilityWatch({
      db,
      clock,
      onChange: onChange('the database is durable again: it keeps what it commits'),
      onFault: (error) => log.warn({ err: error }, 'the settings of the database were not read'),
    })
    this.#disk = new DiskWatch({
      db,
      clock,
      onChange: onChange('the disk of the database has room again'),
      onFault: (error) => log.warn({ err: error }, 'the disk of the database was not checked'),
    })
  }

  /** The reason why requests should not be sent to this process; undefined if there is none. */
  get fault(): Unready | undefined {
    const [unsafe, full] = [this.#durability.flaw, this.#disk.flaw]
    if (unsafe !== undefined) return { status: 'database not durable', reason: unsafe }
    return full === undefined ? undefined : { status: 'disk full', reason: full }
  }

  start(): RepeatedWork[] {
    return [this.#durability.start(), this.#disk.start()]
  }
}
