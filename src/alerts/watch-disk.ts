import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import { hasRoom, type Database } from '../db/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'

export interface DiskWatchOptions {
  readonly db: Database
  readonly clock: Clock
  /** Called when the disk gets full, with one line about it, and with undefined when it is not. */
  onChange(flaw: string | undefined): void
  onFault(error: unknown): void
}

const CHECK_MS = 1_000
const FULL = 'the disk of the database is full: it writes nothing until there is room'
const ALERT: AlertText = { severity: 'critical', message: FULL }

/**
 * After a write that found the disk full, checks every second whether there is room again. Until
 * then the process is not ready. The alert is raised as soon as the database can write it.
 */
export class DiskWatch {
  readonly #options: DiskWatchOptions
  #flaw: string | undefined

  constructor(options: DiskWatchOptions) {
    this.#options = options
  }

  /** Returns in one line why nothing is written, or undefined. */
  get flaw(): string | undefined {
    return this.#flaw
  }

  start(): Repeated {
    return repeat(() => this.#check(), CHECK_MS, this.#options.onFault)
  }

  async #check(): Promise<void> {
    const { db, clock, onChange } = this.#options
    if (!db.disk.isSuspected) return
    const flaw = (await hasRoom(db)) ? undefined : FULL
    if (flaw !== this.#flaw) onChange(flaw)
    this.#flaw = flaw
    const wanted = new Map(flaw === undefined ? [] : [['database', ALERT]])
    const followed = { kind: 'disk_full', at: clock.now(), isCounted: false } as const
    await followAlerts(db, followed, wanted)
    if (flaw === undefined) db.disk.clear()
  }
}
