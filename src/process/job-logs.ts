import type { Alert, UnsentAlert } from '../alerts/mod.ts'
import type { Log } from '../http/mod.ts'
import type { RefusedMail } from '../identity/mod.ts'
import type { JobParts } from './job.ts'

export function logAlert(log: Log, { message, ...alert }: Alert): void {
  log.warn({ alert }, message)
}

export function logUnsent(log: Log, { isGivenUp, ...unsent }: UnsentAlert): void {
  if (isGivenUp) log.error(unsent, 'an alert could not be sent')
  else log.warn(unsent, 'an alert was not sent; it is tried again')
}

export function logRefusedMail(log: Log, { what, ...refused }: RefusedMail): void {
  log.error(refused, `the mail server refused ${what}`)
}

/** Logs each restart, promotion and restore of the database from now on. */
export function logNewLives({ db, log }: Pick<JobParts, 'db' | 'log'>): void {
  db.life.onNew((lostBytes) => {
    if (lostBytes > 0n) {
      log.warn(
        { lostBytes: Number(lostBytes) },
        'the database was promoted or restored to an earlier point of its history: commits are ' +
          'lost, which had answers unless a synchronous standby took over; all that was cached ' +
          'of it is dropped; docs/operate/failover.md says what to compare',
      )
      return
    }
    log.warn(
      'the database was restarted, promoted or restored: all that was cached of it is dropped; ' +
        'if commits were lost with it, check orders and imports of the last minutes',
    )
  })
}
