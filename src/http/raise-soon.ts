import { raiseAlert, type NewAlert } from '../alerts/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import type { Log } from './observability/log.ts'

export interface AlertContext {
  readonly db: Database
  readonly log: Log
}

/** Raises an alert about a request. The request does not wait for it, and does not fail with it. */
export function raiseSoon({ db, log }: AlertContext, alert: NewAlert): void {
  const raising = transact(db, (tx) => {
    raiseAlert(tx, alert)
    return Promise.resolve()
  })
  raising.catch((error: unknown) => log.warn({ err: error }, 'an alert could not be raised'))
}
