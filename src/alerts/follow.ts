import { isDeepStrictEqual } from 'node:util'
import { oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import type { Alert, AlertKind, NewAlert } from './alert.ts'
import { upsertAlert } from './alert-rows.ts'
import { openAlertsOf } from './list.ts'
import { resolveAlert } from './raise.ts'

/** The text of an alert. */
export type AlertText = Pick<NewAlert, 'severity' | 'message' | 'details'>

interface FollowOptions {
  readonly kind: AlertKind
  readonly at: number
  /** True to count an open alert at each check; false to count it only when its text changes. */
  readonly isCounted: boolean
  /** Called in the transaction that opens an alert of this subject. */
  onOpened?(tx: Tx, subject: string): void
}

/**
 * Raises, updates and resolves the alerts of a kind, so that exactly those of `expected` are open.
 */
export async function followAlerts(
  db: Database,
  { kind, at, isCounted, onOpened }: FollowOptions,
  expected: ReadonlyMap<string, AlertText>,
): Promise<void> {
  const open = await openAlertsOf(db, kind)
  const raised = [...expected].filter(
    ([subject, text]) => isCounted || !hasText(open.get(subject), text),
  )
  const resolved = [...open.keys()].filter((subject) => !expected.has(subject))
  if (raised.length === 0 && resolved.length === 0) return
  await transact(db, async (tx) => {
    const opened = await Promise.all(
      raised.map(async ([subject, text]) => {
        const { count } = await oneRow(tx, upsertAlert({ kind, subject, at, ...text }))
        return count === 1 ? [subject] : []
      }),
    )
    for (const subject of opened.flat()) onOpened?.(tx, subject)
    for (const subject of resolved) resolveAlert(tx, { kind, subject, at })
  })
}

function hasText(alert: Alert | undefined, text: AlertText): boolean {
  return (
    alert?.severity === text.severity &&
    alert.message === text.message &&
    isDeepStrictEqual(alert.details, text.details ?? {})
  )
}
