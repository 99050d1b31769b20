import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { toAlert, type Alert } from './alert.ts'
import { takeUnannounced } from './alert-rows.ts'

const LOOK_MS = 1_000

/** Where alerts go when they are first raised. */
export interface Announcer {
  readonly db: Database
  readonly clock: Clock
  announce(alert: Alert): void
  onFault(error: unknown): void
}

/**
 * Announces each alert that is raised, whoever raised it, after the commit that did: once, however
 * many processes there are. One that is raised again while it is open is not announced again.
 */
export function announceAlerts({ db, clock, announce, onFault }: Announcer): Repeated {
  const look = async (): Promise<void> => {
    for (const row of await db.rows(takeUnannounced(clock.now()))) announce(toAlert(row))
  }
  return repeat(look, LOOK_MS, onFault)
}
