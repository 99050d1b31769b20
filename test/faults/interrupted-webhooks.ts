import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { Http, signedClient, type Credentials } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import type { Write } from './load.ts'

/** Settings of a service that sends webhooks to this machine. */
export const LOCAL_WEBHOOKS = {
  TESSERA_WEBHOOK_HTTP: 'allowed',
  TESSERA_WEBHOOK_PRIVATE_ADDRESSES: 'allowed',
} as const

/** Deliveries that are under way when their service is killed. */
export interface InterruptedWebhooks {
  /** Resolves when some have arrived, which get no response. */
  hold(): Promise<void>
  /** Accepts everything again. */
  release(): void
  /** Waits for the event of each acknowledged write, and checks the order of all that arrived. */
  accountFor(writes: readonly Write[]): Promise<void>
}

interface Arrival {
  readonly id: string
  readonly type: string
  /** The write of the partner that the event is about, if there is one. */
  readonly name: string | undefined
  readonly subject: string
  isAccepted: boolean
}

const HELD_MIN = 5
const LOOK_MS = 250
/** The last events of the writes of a load. */
const END_TYPES = ['order.completed', 'wallet.credited', 'wallet.debited']

/** Creates a webhook endpoint for the events of orders and wallets, with a receiver. */
export async function prepareWebhooks(
  url: string,
  credentials: Credentials,
): Promise<InterruptedWebhooks> {
  const receiver = await openWebhookReceiver()
  const http = new Http(url)
  const endpoints = '/v2/webhook-endpoints'
  const eventTypes = ['order.processing', ...END_TYPES]
  const endpoint = { url: receiver.url, eventTypes }
  dataOf(await signedClient(http, credentials).post(endpoints, endpoint))
  http.close()
  const arrivals: Arrival[] = []
  const bySubject = new Map<string, Arrival[]>()
  const repeated = new Set<string>()
  const tooEarly: Arrival[] = []
  let held = 0
  const arrive = (): Arrival => {
    const arrival = arrivalOf(receiver.received.at(-1)?.body ?? '')
    const before = bySubject.get(arrival.subject) ?? []
    if (before.some(({ id }) => id === arrival.id)) repeated.add(arrival.id)
    else if (before.some(({ isAccepted }) => !isAccepted)) tooEarly.push(arrival)
    arrivals.push(arrival)
    bySubject.set(arrival.subject, before)
    before.push(arrival)
    return arrival
  }
  const accept = (response: ServerResponse): void => {
    const { id, subject } = arrive()
    for (const one of bySubject.get(subject) ?? []) if (one.id === id) one.isAccepted = true
    response.writeHead(204).end()
  }
  receiver.respond(accept)
  return {
    async hold() {
      held = 0
      receiver.respond(() => {
        arrive()
        held += 1
      })
      await eventually(() => expect(held).toBeGreaterThanOrEqual(HELD_MIN))
    },
    release: () => receiver.respond(accept),
    async accountFor(writes) {
      const acknowledged = writes.filter(
        ({ kind, answer }) => answer !== undefined && kind !== 'consumer',
      )
      await eventually(() => {
        const arrived = new Set(endsOf(arrivals).map(({ name }) => name))
        const missing = acknowledged.filter(({ name }) => !arrived.has(name))
        // An error with thousands of names at each poll would leave no time for arrivals.
        if (missing.length > 0) throw new Error(`${missing.length} events have not arrived`)
      }, LOOK_MS)
      const ends = new Map(endsOf(arrivals).map(({ id, type, name }) => [id, `${type} ${name}`]))
      expect(new Set(ends.values()).size).toBe(ends.size)
      expect(tooEarly).toEqual([])
      expect(repeated.size).toBeGreaterThanOrEqual(HELD_MIN)
    },
  }
}

function arrivalOf(body: string): Arrival {
  const { id, type, data } = JSON.parse(body)
  const subject = data.orderId ?? data.walletId
  return { id, type, name: data.clientReference ?? data.referenceId, subject, isAccepted: false }
}

/** Returns the last accepted event of each write. */
function endsOf(arrivals: readonly Arrival[]): Arrival[] {
  return arrivals.filter(
    ({ isAccepted, type, name }) => isAccepted && name !== undefined && END_TYPES.includes(type),
  )
}
