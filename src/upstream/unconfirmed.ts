import { followAlerts, type AlertText } from '../alerts/mod.ts'
import { formatOrderId, isoTime, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { subjectOf } from './float.ts'
import { CREATE_SECONDS_MAX } from './times.ts'
import { selectUnconfirmed, type UnconfirmedRow } from './unconfirmed-rows.ts'

/** A create without a response is looked up at least once a minute. */
const SILENT_SECONDS = 90

/**
 * Raises an alert for each upstream with a create whose outcome has been unknown for
 * SILENT_SECONDS. Such batches stay PROCESSING and are not bought elsewhere. The alert is resolved
 * once all outcomes are known.
 */
export async function followUnconfirmed({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const now = clock.now()
  const unsureBefore = now + (CREATE_SECONDS_MAX - SILENT_SECONDS) * 1_000
  const rows = await db.rows(selectUnconfirmed(unsureBefore))
  const wanted = new Map(rows.map((row) => [subjectOf(row), alertOf(row)]))
  await followAlerts(db, { kind: 'upstream_unconfirmed', at: now, isCounted: false }, wanted)
}

function alertOf(row: UnconfirmedRow): AlertText {
  const { name, batches, ordered_at: orderedAt, fault } = row
  const order = formatOrderId({
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    createdMs: orderedAt.getTime(),
  })
  const until = isoTime(row.unsure_until.getTime())
  const which = `whether ${name} has made an order is not known for ${batches} batches`
  const why = fault ?? 'its create was not answered'
  return {
    severity: 'warning',
    message: `${which}; the oldest is of ${order}: ${why}`,
    details: { upstream: name, batches: Number(batches), until, order },
  }
}
