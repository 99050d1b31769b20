import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { toAlert, type Alert } from './alert.ts'
import { takeUnannounced } from './alert-rows.ts'

const CHECK_MS = 1_000

/** Where a new alert is announced. */
export interface Announcer {
  readonly db: Database
  readonly clock: Clock
  announce(alert: Alert): void
  onFault(error: unknown): void
}

/**
 * Announces each new alert after the commit that raised it, once over all processes. An alert that
 * is raised again while it is open is not announced again.
 */
export function announceAlerts({ db, clock, announce, onFault }: Announcer): Repeated {
  const announceNew = async (): Promise<void> => {
    for (const row of await db.rows(takeUnannounced(clock.now()))) announce(toAlert(row))
  }
  return repeat(announceNew, CHECK_MS, onFault)
}
