import { isDeepStrictEqual } from 'node:util'
import { transact, type Database } from '../db/mod.ts'
import type { Alert, AlertKind, NewAlert } from './alert.ts'
import { openAlertsOf } from './list.ts'
import { raiseAlert, resolveAlert } from './raise.ts'

/** What an alert says of its subject. */
export type AlertText = Pick<NewAlert, 'severity' | 'message' | 'details'>

interface Followed {
  readonly kind: AlertKind
  readonly at: number
  /** Whether one that is open is raised again at each look, not only where its text has changed. */
  readonly isCounted: boolean
}

/**
 * Makes the open alerts of a kind those of `wanted`, by subject, with the text that is true now; an
 * alert that is not among them is resolved.
 */
export async function followAlerts(
  db: Database,
  { kind, at, isCounted }: Followed,
  wanted: ReadonlyMap<string, AlertText>,
): Promise<void> {
  const open = await openAlertsOf(db, kind)
  const raised = [...wanted].filter(
    ([subject, text]) => isCounted || !hasText(open.get(subject), text),
  )
  const resolved = [...open.keys()].filter((subject) => !wanted.has(subject))
  if (raised.length === 0 && resolved.length === 0) return
  await transact(db, (tx) => {
    for (const [subject, text] of raised) raiseAlert(tx, { kind, subject, at, ...text })
    for (const subject of resolved) resolveAlert(tx, { kind, subject, at })
    return Promise.resolve()
  })
}

function hasText(alert: Alert | undefined, text: AlertText): boolean {
  return (
    alert?.severity === text.severity &&
    alert.message === text.message &&
    isDeepStrictEqual(alert.details, text.details ?? {})
  )
}
