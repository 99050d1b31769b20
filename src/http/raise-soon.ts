import { raiseAlert, type NewAlert } from '../alerts/mod.ts'
import { transact } from '../db/mod.ts'
import type { Services } from './context.ts'

/** Raises an alert beside the request that caused it, which neither waits nor fails for it. */
export function raiseSoon({ db, log }: Pick<Services, 'db' | 'log'>, alert: NewAlert): void {
  const raising = transact(db, (tx) => {
    raiseAlert(tx, alert)
    return Promise.resolve()
  })
  raising.catch((error: unknown) => log.warn({ err: error }, 'an alert could not be raised'))
}
