import {
  faultText,
  repeat,
  type Clock,
  type RepeatedWork,
  MS_PER_HOUR,
  errorMessage,
} from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { toAlert, type Alert } from './alert.ts'
import { alertsById } from './alert-rows.ts'
import type { AlertChannel, AlertNotice } from './delivery.ts'
import {
  failUnusedChannels,
  leaseDeliveries,
  settleDelivery,
  type DeliveryLease,
  type DeliverySettlement,
} from './delivery-rows.ts'

interface SendOptions {
  readonly db: Database
  readonly clock: Clock
  /** Called when the first attempt of a delivery fails, and when a delivery is given up. */
  onUnsent(fault: UnsentAlert): void
}

export interface DeliverOptions extends SendOptions {
  readonly channels: readonly AlertChannel[]
  onFault(error: unknown): void
}

export interface UnsentAlert {
  readonly alertId: number
  readonly channel: string
  readonly event: string
  readonly fault: string
  readonly isGivenUp: boolean
}

const CHECK_MS = 1_000
/** The most notices that a channel sends at a time. */
const SENDING_MAX = 8
/** Much longer than an attempt may take. */
const LEASE_MS = 120_000
/** With the pauses below, this number of attempts lasts half a day. */
const ATTEMPTS_MAX = 20
const FIRST_PAUSE_MS = 5_000
const PAUSE_MS_MAX = MS_PER_HOUR

/**
 * Sends queued notices of alerts, each until a success is recorded. Any number of processes may do
 * so: each notice is leased by one of them. A notice that fails is sent again after growing pauses.
 * If a process ends between a success and its record, the notice is sent again under the same id.
 */
export function deliverAlerts(options: DeliverOptions): RepeatedWork {
  const { db, clock, channels, onFault } = options
  const names = channels.map(({ name }) => name)
  const givenUp = db.rows(failUnusedChannels(names, clock.now())).catch(onFault)
  const senders = channels.map((channel) =>
    repeat(() => sendDue(options, channel), CHECK_MS, onFault),
  )
  return {
    async stop() {
      await Promise.all([givenUp, ...senders.map((one) => one.stop())])
      for (const channel of channels) channel.close()
    },
  }
}

/** Sends the due notices of a channel, a few at a time, and records each outcome. */
export async function sendDue(options: SendOptions, channel: AlertChannel): Promise<void> {
  const { db, clock } = options
  const now = clock.now()
  const lease = { limit: SENDING_MAX, now, until: now + LEASE_MS }
  const leases = await db.rows(leaseDeliveries(channel.name, lease))
  const ids = leases.map((one) => one.alert_id)
  const rows = ids.length === 0 ? [] : await db.rows(alertsById(ids))
  const alerts = new Map(rows.map((row) => [row.alert_id, toAlert(row)]))
  const sends = leases.map(async (one) => {
    const alert = alerts.get(one.alert_id)
    if (alert) await sendOne(options, channel, { lease: one, alert })
  })
  await Promise.all(sends)
}

async function sendOne(
  { db, clock, onUnsent }: SendOptions,
  channel: AlertChannel,
  { lease, alert }: { lease: DeliveryLease; alert: Alert },
): Promise<void> {
  const { event, delivery_id: deliveryId, attempts } = lease
  const fault = await faultOf(channel, { deliveryId, event, alert })
  const now = clock.now()
  await db.rows(settleDelivery(lease, settlementOf(fault, attempts, now), now))
  if (!fault) return
  const isGivenUp = fault.isFinal || attempts >= ATTEMPTS_MAX
  const unsent = { alertId: alert.alertId, channel: channel.name, event, isGivenUp }
  if (isGivenUp || attempts === 1) onUnsent({ ...unsent, fault: fault.text })
}

interface Fault {
  readonly text: string
  readonly isFinal: boolean
}

/** Sends a notice. Returns the reason if it was not sent, otherwise undefined. */
async function faultOf(channel: AlertChannel, notice: AlertNotice): Promise<Fault | undefined> {
  try {
    const sent = await channel.send(notice)
    return sent.outcome === 'sent' ? undefined : { text: faultText(sent.reason), isFinal: true }
  } catch (error) {
    const text = errorMessage(error, 'the channel failed')
    return { text: faultText(text), isFinal: false }
  }
}

function settlementOf(fault: Fault | undefined, attempts: number, now: number): DeliverySettlement {
  if (!fault) return { status: 'SENT' }
  if (fault.isFinal || attempts >= ATTEMPTS_MAX) return { status: 'FAILED', fault: fault.text }
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), PAUSE_MS_MAX)
  return { status: 'QUEUED', fault: fault.text, nextTryAt: now + pauseMs }
}
