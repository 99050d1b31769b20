import { transact, type Database } from '../db/mod.ts'
import type { AlertKind, NewAlert } from './alert.ts'
import { openSubjects } from './list.ts'
import { raiseAlert, resolveAlert } from './raise.ts'

/** What an alert says of its subject. */
export type AlertText = Pick<NewAlert, 'severity' | 'message' | 'details'>

interface Followed {
  readonly kind: AlertKind
  readonly at: number
  /** Whether one that is open already is told anew, with what is true now. */
  readonly isToldAnew: boolean
}

/**
 * Has the open alerts of a kind be those of `wanted`, by subject; what is not among them any more
 * is resolved.
 */
export async function followAlerts(
  db: Database,
  { kind, at, isToldAnew }: Followed,
  wanted: ReadonlyMap<string, AlertText>,
): Promise<void> {
  const open = await openSubjects(db, kind)
  const raised = [...wanted].filter(([subject]) => isToldAnew || !open.has(subject))
  const resolved = [...open].filter((subject) => !wanted.has(subject))
  if (raised.length === 0 && resolved.length === 0) return
  await transact(db, (tx) => {
    for (const [subject, text] of raised) raiseAlert(tx, { kind, subject, at, ...text })
    for (const subject of resolved) resolveAlert(tx, { kind, subject, at })
    return Promise.resolve()
  })
}
