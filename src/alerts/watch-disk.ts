import type { Clock } from '../core/mod.ts'
import { hasRoom, type Database } from '../db/mod.ts'
import { FlawWatch, type FlawWatchOptions } from './flaw-watch.ts'
import { followAlerts, type AlertText } from './follow.ts'

export interface DiskWatchOptions extends FlawWatchOptions {
  readonly db: Database
  readonly clock: Clock
}

const CHECK_MS = 1_000
const FULL = 'the disk of the database is full: it writes nothing until there is room'
const ALERT: AlertText = { severity: 'critical', message: FULL }

/**
 * After a write that found the disk full, checks every second whether there is room again. Until
 * then the process is not ready. The alert is raised as soon as the database can write it.
 */
export class DiskWatch extends FlawWatch<DiskWatchOptions> {
  constructor(options: DiskWatchOptions) {
    super(options, CHECK_MS)
  }

  protected override async check(): Promise<void> {
    const { db, clock } = this.options
    if (!db.disk.isSuspected) return
    const flaw = (await hasRoom(db)) ? undefined : FULL
    this.report(flaw)
    const expected = new Map(flaw === undefined ? [] : [['database', ALERT]])
    const followed = { kind: 'disk_full', at: clock.now(), isCounted: false } as const
    await followAlerts(db, followed, expected)
    if (flaw === undefined) db.disk.clear()
  }
}
