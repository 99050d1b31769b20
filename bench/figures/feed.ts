import { setTimeout as pause } from 'node:timers/promises'
import type { FeedOrder } from '../processes/feed-reader.ts'
import { Child } from '../harness/child.ts'
import { cpuSeconds } from '../harness/cpu.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, sampleOf, type CpuClocks } from '../harness/load.ts'
import type { BenchPartner } from '../harness/operator.ts'
import { completedRate } from '../harness/orders.ts'
import { LOOPBACK_WEBHOOKS, newEndpoint, Receiver } from '../harness/webhooks.ts'

const CONNECTIONS = 64
const WALLETS = 200
const ENDPOINTS = 2
const POLL_MS = 20

/**
 * P18: credits and orders of a partner that listens, with two endpoints and a reader of its feed,
 * against one that does not. Another process sends the webhooks, as in production.
 */
export const feed: Figure = {
  name: 'feed',
  settings: { ...LOOPBACK_WEBHOOKS, TESSERA_ROLE: 'api' },
  measure,
}

type Both = Readonly<Record<'listening' | 'silent', readonly Sample[]>>

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const worker = await service.another({ ...LOOPBACK_WEBHOOKS, TESSERA_ROLE: 'worker' })
  const receiver = new Receiver()
  const reader = new Child('feed-reader')
  const clocks: CpuClocks = () => ({ ...clocksOf(service)(), worker: cpuSeconds(worker.pid) })
  const silent = await service.operator.newPartner()
  const listening = await service.operator.newPartner()
  const { living } = await receiver.listen({ living: ENDPOINTS, dead: 0 })
  for (const url of living) await newEndpoint(service, listening.partnerId, url)
  await reader.ask({ url: service.url, signer: listening.signer } satisfies FeedOrder)
  const delivered = (): Promise<void> => untilDelivered(bench, listening.partnerId)
  const credits = await creditsOf(bench, { silent, listening, clocks, delivered })
  const orders = await ordersOf(bench, { silent, listening, clocks, delivered })
  await Promise.all([reader.end(), receiver.end(), worker.end()])
  return [...rowsOf('credits', credits), ...rowsOf('orders of one unit, completed', orders)]
}

interface Partners {
  readonly silent: BenchPartner
  readonly listening: BenchPartner
  readonly clocks: CpuClocks
  /** Resolves when nothing is left to send, so that no run pays for another one. */
  delivered(): Promise<void>
}

async function creditsOf(
  bench: Bench,
  { silent, listening, clocks, delivered }: Partners,
): Promise<Both> {
  const { service, load } = bench
  const of = async (partner: BenchPartner): Promise<() => Promise<Sample>> => {
    const wallets = await service.operator.newWallets(partner, WALLETS)
    return async () => {
      const plan = { kind: 'credits', wallets, count: bench.count(40_000, 2_000) } as const
      const order = { url: service.url, plan, connections: CONNECTIONS }
      const sample = sampleOf(await load.runWhole(order, clocks))
      await delivered()
      return sample
    }
  }
  return both(bench, { listening: await of(listening), silent: await of(silent) })
}

async function ordersOf(
  bench: Bench,
  { silent, listening, clocks, delivered }: Partners,
): Promise<Both> {
  const productId = await bench.service.operator.newProduct('generator')
  const of =
    ({ partnerId, signer }: BenchPartner) =>
    async (): Promise<Sample> => {
      const count = bench.count(10_000, 600)
      const plan = { kind: 'orders', signer, productId, amount: 1, count } as const
      const sample = await completedRate(bench, partnerId, { plan, clocks })
      await delivered()
      return sample
    }
  return both(bench, { listening: of(listening), silent: of(silent) })
}

async function both(
  bench: Bench,
  sides: Readonly<Record<'listening' | 'silent', () => Promise<Sample>>>,
): Promise<Both> {
  for (const side of Object.values(sides)) await side()
  return interleave(sides, bench.rounds)
}

function rowsOf(what: string, { listening, silent }: Both): Row[] {
  return [
    compare({
      id: 'P18',
      title: `${what}, with webhooks and a reader of events / without`,
      goal: { atLeast: 0.97 },
      unit: '/s',
      ours: listening,
      baseline: silent,
    }),
    compare({
      id: 'P18',
      title: 'CPU time of the process that serves them',
      goal: { atMost: 1.03 },
      unit: ' µs',
      ours: listening.map(cpuOfService),
      baseline: silent.map(cpuOfService),
    }),
  ]
}

function cpuOfService({ cpu }: Sample): Sample {
  return { value: cpu?.['service'] ?? Number.NaN }
}

async function untilDelivered({ service }: Bench, partnerId: number): Promise<void> {
  for (;;) {
    const { rows } = await service.db.query<{ left: boolean }>(
      `select exists (select from order_outbox where partner_id = $1)
         or exists (
           select from feeds f join books b using (partner_id)
           where partner_id = $1 and b.last_transfer > f.last_transfer)
         or exists (
           select from webhook_endpoints e join feeds f using (partner_id)
           where partner_id = $1 and e.last_event < f.last_event) as left`,
      [partnerId],
    )
    if (rows[0]?.left !== true) return
    await pause(POLL_MS)
  }
}
