import { setTimeout as pause } from 'node:timers/promises'
import type { FeedOrder } from '../processes/feed-reader.ts'
import { Child } from '../harness/child.ts'
import { cpuSeconds } from '../harness/cpu.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample, type Samples } from '../harness/interleave.ts'
import { clocksOf, sampleOf, type CpuClocks } from '../harness/load.ts'
import type { BenchPartner } from '../harness/operator.ts'
import { completedRate } from '../harness/orders.ts'
import { LOOPBACK_WEBHOOKS, newEndpoint, Receiver } from '../harness/webhooks.ts'

const CONNECTIONS = 64
const WALLETS = 200
const ENDPOINTS = 2
const POLL_MS = 20

/**
 * P18: credits and orders of a partner that does not listen, of one with two endpoints, and of one
 * that also reads its feed. Another process sends the webhooks, as in production.
 */
export const feed: Figure = {
  name: 'feed',
  settings: { ...LOOPBACK_WEBHOOKS, TESSERA_ROLE: 'api' },
  measure,
}

const SIDES = ['silent', 'notified', 'reading'] as const
type SideName = (typeof SIDES)[number]

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const worker = await service.another({ ...LOOPBACK_WEBHOOKS, TESSERA_ROLE: 'worker' })
  const receiver = new Receiver()
  const reader = new Child('feed-reader')
  const clocks: CpuClocks = () => ({ ...clocksOf(service)(), worker: cpuSeconds(worker.pid) })
  const silent = await service.operator.newPartner()
  const notified = await service.operator.newPartner()
  const reading = await service.operator.newPartner()
  const { living } = await receiver.listen({ living: 2 * ENDPOINTS, dead: 0 })
  for (const [at, url] of living.entries()) {
    await newEndpoint(service, (at < ENDPOINTS ? notified : reading).partnerId, url)
  }
  await reader.ask({ url: service.url, signer: reading.signer } satisfies FeedOrder)
  const partners = { silent, notified, reading, clocks }
  const credits = await creditsOf(bench, partners)
  const orders = await ordersOf(bench, partners)
  await Promise.all([reader.end(), receiver.end(), worker.end()])
  return [...rowsOf('credits', credits), ...rowsOf('orders of one unit, completed', orders)]
}

interface Partners extends Readonly<Record<SideName, BenchPartner>> {
  readonly clocks: CpuClocks
}

function creditsOf(bench: Bench, partners: Partners): Promise<Samples<SideName>> {
  const { service, load } = bench
  return ofEach(
    bench,
    async (side) => {
      const wallets = await service.operator.newWallets(partners[side], WALLETS)
      return async () => {
        const plan = { kind: 'credits', wallets, count: bench.count(40_000, 2_000) } as const
        const order = { url: service.url, plan, connections: CONNECTIONS }
        return sampleOf(await load.runWhole(order, partners.clocks))
      }
    },
    partners,
  )
}

async function ordersOf(bench: Bench, partners: Partners): Promise<Samples<SideName>> {
  const productId = await bench.service.operator.newProduct('generator')
  return ofEach(
    bench,
    (side) => {
      const { partnerId, signer } = partners[side]
      const plan = {
        kind: 'orders',
        signer,
        productId,
        amount: 1,
        count: bench.count(10_000, 600),
      } as const
      return Promise.resolve(() =>
        completedRate(bench, partnerId, { plan, clocks: partners.clocks }),
      )
    },
    partners,
  )
}

/** Measures each side, once to warm up and then in turns. No run pays for another one. */
async function ofEach(
  bench: Bench,
  prepare: (side: SideName) => Promise<() => Promise<Sample>>,
  partners: Partners,
): Promise<Samples<SideName>> {
  const sideOf = async (side: SideName): Promise<() => Promise<Sample>> => {
    const run = await prepare(side)
    return async () => {
      const sample = await run()
      await untilDelivered(bench, partners[side].partnerId)
      return sample
    }
  }
  const sides = {
    silent: await sideOf('silent'),
    notified: await sideOf('notified'),
    reading: await sideOf('reading'),
  }
  for (const side of SIDES) await sides[side]()
  return interleave(sides, bench.rounds)
}

function rowsOf(what: string, { silent, notified, reading }: Samples<SideName>): Row[] {
  const cpu = (title: string, of: readonly Sample[], atMost?: number): Row =>
    compare({
      id: 'P18',
      title: `CPU time of the process that serves them, ${title}`,
      ...(atMost !== undefined && { goal: { atMost } }),
      unit: ' µs',
      ours: of.map(cpuOfService),
      baseline: silent.map(cpuOfService),
    })
  return [
    compare({
      id: 'P18',
      title: `${what}, with webhooks and a reader of events / without`,
      goal: { atLeast: 0.97 },
      unit: '/s',
      ours: reading,
      baseline: silent,
    }),
    cpu('with webhooks', notified, 1.03),
    // The pages of a reader are requests of their own, so this row has no goal.
    cpu('with webhooks and a reader', reading),
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
