import { setTimeout as pause } from 'node:timers/promises'
import type { FeedOrder } from '../processes/feed-reader.ts'
import { Child } from '../harness/child.ts'
import { cpuSeconds } from '../harness/cpu.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample, type Samples, type Side } from '../harness/interleave.ts'
import { clocksOf, sampleOf, type CpuClocks } from '../harness/load.ts'
import type { BenchPartner } from '../harness/operator.ts'
import { completedRate } from '../harness/orders.ts'
import { LOOPBACK_WEBHOOKS, newEndpoint, Receiver, withoutRelay } from '../harness/webhooks.ts'

const CONNECTIONS = 64
const WALLETS = 200
const ENDPOINTS = 2
const POLL_MS = 20

/**
 * P18: credits and orders of a partner that does not listen, of one with two endpoints, and of one
 * that also reads its feed. Another process sends the webhooks, as in production. Then the same
 * while no event is relayed, which shows the cost of events within a write.
 */
export const feed: Figure = {
  name: 'feed',
  settings: { ...LOOPBACK_WEBHOOKS, TESSERA_ROLE: 'api' },
  measure,
}

const SENDING = ['silent', 'notified', 'reading'] as const
const RECORDING = ['silent', 'notified'] as const
type SideName = (typeof SENDING)[number]

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
  const productId = await service.operator.newProduct('generator')
  const partners = { silent, notified, reading }
  const sending = { partners, productId, sides: SENDING, clocks, isSent: true }
  const credits = await creditsOf(bench, sending)
  const orders = await ordersOf(bench, sending)
  const recording = { ...sending, sides: RECORDING, isSent: false }
  const recorded = await withoutRelay(service, async () => ({
    credits: await creditsOf(bench, recording),
    orders: await ordersOf(bench, recording),
  }))
  await Promise.all([reader.end(), receiver.end(), worker.end()])
  return [
    recordedRow('credits', recorded.credits),
    recordedRow('orders of one unit, completed', recorded.orders),
    ...sendingRows('credits', credits),
    ...sendingRows('orders of one unit, completed', orders),
  ]
}

interface Workload<Name extends SideName> {
  readonly partners: Readonly<Record<SideName, BenchPartner>>
  readonly productId: number
  readonly sides: readonly Name[]
  readonly clocks: CpuClocks
  /** True if each run waits until its events are sent. */
  readonly isSent: boolean
}

function creditsOf<Name extends SideName>(
  bench: Bench,
  workload: Workload<Name>,
): Promise<Samples<Name>> {
  const { service, load } = bench
  return ofEach(bench, workload, async (side) => {
    const wallets = await service.operator.newWallets(workload.partners[side], WALLETS)
    return async () => {
      const plan = { kind: 'credits', wallets, count: bench.count(40_000, 2_000) } as const
      const order = { url: service.url, plan, connections: CONNECTIONS }
      return sampleOf(await load.runWhole(order, workload.clocks))
    }
  })
}

function ordersOf<Name extends SideName>(
  bench: Bench,
  workload: Workload<Name>,
): Promise<Samples<Name>> {
  const { partners, productId, clocks } = workload
  return ofEach(bench, workload, (side) => {
    const { partnerId, signer } = partners[side]
    const count = bench.count(10_000, 600)
    const plan = { kind: 'orders', signer, productId, amount: 1, count } as const
    return Promise.resolve(() => completedRate(bench, partnerId, { plan, clocks }))
  })
}

/** Measures each side, once to warm up and then in turn. No run pays for the events of another. */
async function ofEach<Name extends SideName>(
  bench: Bench,
  { partners, sides, isSent }: Workload<Name>,
  prepare: (side: Name) => Promise<Side>,
): Promise<Samples<Name>> {
  const prepared = {} as Record<Name, Side>
  for (const side of sides) {
    const run = await prepare(side)
    prepared[side] = async () => {
      const sample = await run()
      if (isSent) await untilDelivered(bench, partners[side].partnerId)
      return sample
    }
  }
  for (const side of sides) await prepared[side]()
  return interleave(prepared, bench.rounds)
}

function recordedRow(what: string, { silent, notified }: Samples<(typeof RECORDING)[number]>): Row {
  return compare({
    id: 'P18',
    title: `${what}, with events that are sent later / without`,
    goal: { atLeast: 0.97 },
    unit: '/s',
    ours: notified,
    baseline: silent,
  })
}

function sendingRows(what: string, { silent, notified, reading }: Samples<SideName>): Row[] {
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
    // A reader sends requests of its own, so this row has no goal.
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
