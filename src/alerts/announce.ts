import type { Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { toAlert, type Alert } from './alert.ts'
import { somethingToAnnounce, markAnnounced, markResolutionsAnnounced } from './alert-rows.ts'
import type { AlertChannelName } from './delivery.ts'
import { queueRaised, queueResolved } from './delivery-rows.ts'

/** Where a new alert is announced. */
export interface Announcer {
  readonly db: Database
  readonly clock: Clock
  /** The channels that are in use. */
  readonly channels: readonly AlertChannelName[]
  announce(alert: Alert): void
}

/**
 * Announces each new alert after the commit that raised it, once among all processes. Queues each
 * new alert and each resolution for every channel. An alert that is raised again while it is open
 * is not announced again.
 */
export async function announceAlerts(announcer: Announcer): Promise<void> {
  for (const alert of await claimNew(announcer)) announcer.announce(alert)
}

async function claimNew({ db, clock, channels }: Announcer): Promise<Alert[]> {
  if ((await db.rows(somethingToAnnounce())).length === 0) return []
  return await transact(db, async (tx) => {
    const now = clock.now()
    const raised = await tx.rows(markAnnounced(now))
    const resolved = await tx.rows(markResolutionsAnnounced(now))
    if (raised.length > 0) tx.write(queueRaised(idsOf(raised), channels, now))
    if (resolved.length > 0) tx.write(queueResolved(idsOf(resolved), channels, now))
    return raised.map(toAlert)
  })
}

function idsOf(rows: readonly { alert_id: bigint }[]): bigint[] {
  return rows.map((row) => row.alert_id)
}
