import type { Database } from '../db/mod.ts'
import type { Metrics } from '../http/mod.ts'
import type { OrdersOptions } from '../orders/mod.ts'
import { LivePartners } from '../partners/mod.ts'
import { MS_PER_SECOND } from '../core/mod.ts'

/**
 * Returns a callback that records the duration of completed orders. Leaves out orders that waited
 * for money, and orders of test partners.
 */
export function timing(metrics: Metrics, db: Database): Pick<OrdersOptions, 'onCompleted'> {
  const partners = new LivePartners(db)
  return {
    onCompleted({ partnerId, createdMs, completedMs, firstHeldMs }) {
      if (completedMs === undefined || firstHeldMs !== undefined) return
      const record = (isLive: boolean): void => {
        if (isLive) metrics.orderCompleted((completedMs - createdMs) / MS_PER_SECOND)
      }
      // If the database goes away, only the metric of this order is lost.
      partners.isLive(partnerId).then(record, () => undefined)
    },
  }
}
