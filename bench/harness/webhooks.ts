import type {
  ExpectOrder,
  ListenOrder,
  ListenReport,
  ReceivedReport,
} from '../processes/webhook-receiver.ts'
import { RELAY_LOCK } from '../../src/events/feed-rows.ts'
import { Child } from './child.ts'
import { cpuSeconds } from './cpu.ts'
import type { BenchService } from './service.ts'

/** The settings with which a service sends webhooks to this machine. */
export const LOOPBACK_WEBHOOKS = {
  TESSERA_WEBHOOK_HTTP: 'allowed',
  TESSERA_WEBHOOK_PRIVATE_ADDRESSES: 'allowed',
}

/** The process that receives webhooks. */
export class Receiver {
  readonly #child = new Child('webhook-receiver')

  listen(order: ListenOrder): Promise<ListenReport> {
    return this.#child.ask<ListenReport>(order)
  }

  /** Begins a run. The result resolves when `expected` different webhooks have arrived. */
  async expect(expected: number): Promise<() => Promise<ReceivedReport>> {
    await this.#child.ask({ expected } satisfies ExpectOrder)
    return async () => (await this.#child.ask<{ report: ReceivedReport }>('wait')).report
  }

  cpuSeconds(): number {
    return cpuSeconds(this.#child.pid)
  }

  end(): Promise<void> {
    return this.#child.end()
  }
}

/** An endpoint of a partner. */
export interface BenchEndpoint {
  readonly partnerId: number
  readonly path: string
}

/** Creates an endpoint that gets every event of the partner. */
export async function newEndpoint(
  { operator }: BenchService,
  partnerId: number,
  url: string,
): Promise<BenchEndpoint> {
  const list = `/admin/v1/partners/${partnerId}/webhook-endpoints`
  const { id } = await operator.post(list, { url })
  return { partnerId, path: `${list}/${String(id)}` }
}

/** Keeps all processes from relaying events while `work` runs: they wait in the outbox. */
export async function withoutRelay<T>({ db }: BenchService, work: () => Promise<T>): Promise<T> {
  const client = await db.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [RELAY_LOCK])
    return await work()
  } finally {
    // Closing the connection releases the lock.
    client.release(true)
  }
}

/**
 * Publishes `each` events for every partner in turn, as a change of the catalog or a case does.
 * Each event has a subject of its own, so that none waits for another.
 */
export async function publish(
  { db }: BenchService,
  partnerIds: readonly number[],
  each: number,
): Promise<void> {
  await db.query({ name: 'publish', text: PUBLISH, values: [partnerIds, each] })
}

const PUBLISH = `
  insert into event_outbox (for_partner, type, subject, occurred_at, data)
  select partner_id, 'wallet.credited', 'wallet:' || gen_random_uuid(), clock_timestamp(),
    jsonb_build_object(
      'transactionId', 'trf_' || partner_id || '_1000000', 'currency', 'USD', 'amount', 0.01,
      'walletId', '4294967300', 'consumerId', 4294967299, 'newBalance', 125.5,
      'referenceId', gen_random_uuid())
  from generate_series(1, $2::integer) as n cross join unnest($1::integer[]) as partner_id
  order by n`
