import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import type { RunningService } from '../support/service.ts'
import { dataOf } from '../support/service.ts'
import type { Json } from '../support/client.ts'

/** Lets the service of these tests send to this machine. */
export const LOCAL = { webhookHttp: 'allowed', webhookPrivateAddresses: 'allowed' } as const

export interface TestEndpoint {
  readonly receiver: WebhookReceiver
  readonly endpoint: Json
  readonly path: string
  /** The numbers of the events that arrived, in their order. */
  arrived(): number[]
}

/** Creates an endpoint of the partner, with a receiver. */
export async function openEndpoint(
  { partner }: RunningService,
  input: Json = {},
): Promise<TestEndpoint> {
  const receiver = await openWebhookReceiver()
  const created = await partner.post('/v2/webhook-endpoints', { url: receiver.url, ...input })
  const endpoint = dataOf(created)
  return {
    receiver,
    endpoint,
    path: `/v2/webhook-endpoints/${endpoint.id}`,
    arrived: () => receiver.received.map(({ headers }) => numberOf(headers['webhook-id'])),
  }
}

function numberOf(id: unknown): number {
  return Number(String(id).split('_')[2])
}

export interface NewEvent {
  readonly subject: string
  readonly type?: string
  readonly atMs?: number
}

/** Appends events to the feed of a partner and wakes workers; returns the numbers of the events. */
export async function publish(
  service: RunningService,
  events: readonly NewEvent[],
): Promise<number[]> {
  const numbers = await append(service, events)
  service.services.wakeWebhooks(service.partner.partnerId)
  return numbers
}

/** Appends events to the feed of a partner, as the relay does; returns their numbers. */
export async function append(
  { db, partner: { partnerId } }: RunningService,
  events: readonly NewEvent[],
): Promise<number[]> {
  const { rows } = await db.pool.query<{ last_event: bigint }>(
    `update feeds set last_event = last_event + $2, relayed_at = date_trunc('second', now())
     where partner_id = $1 returning last_event`,
    [partnerId, events.length],
  )
  const first = Number(rows[0]?.last_event) - events.length + 1
  const numbers = events.map((_, at) => first + at)
  for (const [at, { subject, type = 'order.completed', atMs = Date.now() }] of events.entries()) {
    await db.pool.query(
      `insert into events (partner_id, event_no, type, subject, occurred_at, data)
       values ($1, $2, $3, $4, $5, '{"orderId":"ord_1"}')`,
      [partnerId, numbers[at], type, subject, new Date(atMs)],
    )
  }
  return numbers
}
