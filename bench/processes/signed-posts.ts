import { randomBytes } from 'node:crypto'
import { isoTime, signWebhook, systemClock } from '../../src/core/mod.ts'
import { WebhookSender } from '../../src/webhooks/mod.ts'

/** POSTs to send; the response is a report. */
export interface PostsOrder {
  readonly urls: readonly string[]
  readonly count: number
  /** The number of requests under way at a time. */
  readonly atOnce: number
}

const SECRET = randomBytes(32)
const sender = new WebhookSender({ clock: systemClock, isPrivateAllowed: true })

/**
 * The least that sending webhooks takes: signed POSTs by the HTTP client of the service, over open
 * connections, without a database.
 */
process.on('message', (order: PostsOrder) => {
  void postAll(order).then(() => process.send?.({ done: true }))
})

async function postAll({ urls, count, atOnce }: PostsOrder): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await post(urls[at % urls.length] ?? '', at)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function post(url: string, number: number): Promise<void> {
  const id = `evt_1_${number}`
  const body = JSON.stringify(eventOf(id))
  const headers = signWebhook([SECRET], { id, at: systemClock.now(), body })
  const { status } = await sender.send({ url, headers, body })
  if (status !== 204) throw new Error(`a receiver responded ${status}`)
}

/** Has a realistic size. */
function eventOf(id: string): object {
  return {
    id,
    type: 'wallet.credited',
    createdAt: isoTime(systemClock.now()),
    data: {
      transactionId: 'trf_1_1000000',
      currency: 'USD',
      amount: 0.01,
      walletId: '4294967300',
      consumerId: 4_294_967_299,
      newBalance: 125.5,
      referenceId: '00000000-0000-0000-0000-000000000000',
    },
  }
}
