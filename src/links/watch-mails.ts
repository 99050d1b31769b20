import { followAlerts, type AlertText } from '../alerts/mod.ts'
import { dateAt, isoTime, MS_PER_HOUR, MS_PER_MINUTE, type Clock } from '../core/mod.ts'
import { oneRow, sql, type Database, type Statement } from '../db/mod.ts'

const WAIT_MS_MAX = 15 * MS_PER_MINUTE
/** The longest pause between two attempts: every waiting mail but a reminder is due within it. */
const PAUSE_MS_MAX = MS_PER_HOUR

/**
 * Raises an alert while mails that bring links have waited for long and no later mail is sent,
 * because no process sends mails or the mail server accepts none. A single full mailbox raises no
 * alert while other mails are sent.
 */
export async function followWaitingMails({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const { oldest, waiting, fault } = await oneRow(db, waitingMails(now))
  const isLong = oldest !== null && oldest.getTime() < now - WAIT_MS_MAX
  const isWaiting = isLong && !(await oneRow(db, isSentAfter(oldest))).is_sent
  const alerts = new Map<string, AlertText>()
  if (isWaiting) alerts.set('links', textOf({ sinceMs: oldest.getTime(), waiting, fault }))
  await followAlerts(db, { kind: 'link_mails_waiting', at: now, isCounted: false }, alerts)
}

interface Waiting {
  readonly sinceMs: number
  readonly waiting: number
  readonly fault: string | null
}

function textOf({ sinceMs, waiting, fault }: Waiting): AlertText {
  const since = `mails of links wait since ${isoTime(sinceMs)}, and none is sent`
  const message = `${since}: ${fault ?? 'no process sends them'}`
  return { severity: 'warning', message, details: { waiting, since: isoTime(sinceMs), fault } }
}

function waitingMails(
  now: number,
): Statement<{ oldest: Date | null; waiting: number; fault: string | null }> {
  return sql`
    select min(created_at) as oldest, count(*)::integer as waiting, max(last_fault) as fault
    from link_messages
    where status = 'PENDING' and kind = 'LINK' and next_try_at <= ${dateAt(now + PAUSE_MS_MAX)}`
}

function isSentAfter(at: Date): Statement<{ is_sent: boolean }> {
  return sql`
    select exists (
      select from link_messages
      where status <> 'PENDING' and sent_at is not null and created_at >= ${at}::timestamptz
    ) as is_sent`
}
