import { dateAt, drawNumber } from '../core/mod.ts'
import { sql, type AlertDeliveriesRow, type Statement } from '../db/mod.ts'
import type { AlertChannelName, AlertEvent } from './delivery.ts'

/** Queues one delivery of each alert for each channel. */
export function queueRaised(
  alertIds: readonly bigint[],
  channels: readonly AlertChannelName[],
  now: number,
): Statement<never> {
  return sql`
    insert into alert_deliveries (alert_id, event, channel, next_try_at)
    select raised.alert_id, 'raised', by.channel, ${dateAt(now)}
    from unnest(${alertIds}::bigint[]) as raised (alert_id)
    cross join unnest(${channels}::text[]) as by (channel)
    on conflict do nothing`
}

/** Queues the resolutions of alerts for those channels by which they were raised. */
export function queueResolved(
  alertIds: readonly bigint[],
  channels: readonly AlertChannelName[],
  now: number,
): Statement<never> {
  return sql`
    insert into alert_deliveries (alert_id, event, channel, next_try_at)
    select d.alert_id, 'resolved', d.channel, ${dateAt(now)}
    from alert_deliveries d
    where d.alert_id = any(${alertIds}::bigint[]) and d.event = 'raised'
      and d.channel = any(${channels}::text[])
    on conflict do nothing`
}

/** Gives up the deliveries by channels that are not in use. */
export function failUnusedChannels(
  channels: readonly AlertChannelName[],
  now: number,
): Statement<never> {
  return sql`
    update alert_deliveries
    set status = 'FAILED', next_try_at = null, ended_at = ${dateAt(now)},
        last_fault = 'its channel was switched off meanwhile'
    where status = 'QUEUED' and not channel = any(${channels}::text[])`
}

export type DeliveryLease = Pick<
  AlertDeliveriesRow,
  'alert_id' | 'delivery_id' | 'attempts' | 'lease_epoch'
> & { readonly event: AlertEvent; readonly channel: AlertChannelName }

/**
 * Leases due deliveries of a channel, the longest overdue first. Skips rows that another
 * process is leasing, and resolutions of alerts whose raise is not sent yet.
 */
export function leaseDeliveries(
  channel: AlertChannelName,
  { limit, now, until }: { limit: number; now: number; until: number },
): Statement<DeliveryLease> {
  return sql`
    update alert_deliveries
    set attempts = attempts + 1, lease_epoch = ${drawNumber()}, next_try_at = ${dateAt(until)}
    where ctid = any(array(
      select due.ctid from alert_deliveries due
      where due.channel = ${channel} and due.status = 'QUEUED'
        and due.next_try_at <= ${dateAt(now)}
        and (due.event = 'raised' or not exists (
          select from alert_deliveries first
          where first.alert_id = due.alert_id and first.event = 'raised'
            and first.channel = due.channel and first.status = 'QUEUED'))
      order by due.next_try_at limit ${limit}
      for update skip locked))
    returning alert_id, event, channel, delivery_id, attempts, lease_epoch`
}

/** The outcome of an attempt. QUEUED: another attempt follows at the given time. */
export type DeliverySettlement =
  | { readonly status: 'SENT' }
  | { readonly status: 'FAILED'; readonly fault: string }
  | { readonly status: 'QUEUED'; readonly fault: string; readonly nextTryAt: number }

/** Ends a lease. Changes nothing if it was lost. */
export function settleDelivery(
  { alert_id: alertId, event, channel, lease_epoch: leaseEpoch }: DeliveryLease,
  settlement: DeliverySettlement,
  now: number,
): Statement<never> {
  const nextTryAt = settlement.status === 'QUEUED' ? dateAt(settlement.nextTryAt) : null
  const endedAt = settlement.status === 'QUEUED' ? null : dateAt(now)
  const fault = settlement.status === 'SENT' ? null : settlement.fault
  return sql`
    update alert_deliveries
    set status = ${settlement.status}, next_try_at = ${nextTryAt}::timestamptz,
        ended_at = ${endedAt}::timestamptz, last_fault = coalesce(${fault}::text, last_fault)
    where alert_id = ${alertId} and event = ${event} and channel = ${channel}
      and lease_epoch = ${leaseEpoch} and status = 'QUEUED'`
}

export function deliveriesOf(alertIds: readonly number[]): Statement<AlertDeliveriesRow> {
  return sql`
    select alert_id, event, channel, delivery_id, status, attempts, next_try_at, lease_epoch,
           last_fault, ended_at
    from alert_deliveries
    where alert_id = any(${alertIds}::bigint[])
    order by alert_id, event, channel`
}
