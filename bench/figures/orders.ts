import type { Signer } from '../../src/core/mod.ts'
import { Child } from '../harness/child.ts'
import { compare, shown, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, medianOf, spreadOf, type Sample } from '../harness/interleave.ts'
import { clockOf, clocksOf, sampleOf, whole } from '../harness/load.ts'
import { completedRate, untilCompleted } from '../harness/orders.ts'
import { probeOrders } from '../harness/probe.ts'
import type { OrderedProduct } from '../processes/requests.ts'

const CONNECTIONS = 64

/**
 * P5: orders of one unit, from POST to COMPLETED: with codes that are generated at once, and with a
 * supplier that a worker asks for each batch.
 */
export const orders: Figure = { name: 'orders', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const { partnerId, signer } = await service.operator.newPartner()
  const generated = { productId: await service.operator.newProduct('generator'), amount: 1, signer }
  const queued = { ...generated, productId: await service.operator.newProduct('sandbox') }
  const bare = new Child('bare-http')
  const { url: bareUrl } = await bare.ask<{ url: string }>({
    signer,
    answer: JSON.stringify(CONSTANT_ANSWER),
  })
  const constant = async (): Promise<Sample> => {
    const plan = { kind: 'orders', ...generated, count: bench.count(40_000, 2_000) } as const
    const order = { url: bareUrl, plan, connections: CONNECTIONS }
    return sampleOf(await load.runWhole(order, clockOf('bare', bare)))
  }
  const completed = (ordered: Ordered, count: number): Promise<Sample> =>
    completedRate(bench, partnerId, {
      plan: { kind: 'orders', ...ordered, count },
      clocks: clocksOf(service),
    })
  for (const ordered of [generated, queued]) await completed(ordered, bench.count(4_000, 300))
  const count = bench.count(20_000, 600)
  const samples = await interleave(
    {
      generated: () => completed(generated, count),
      bare: constant,
      queued: () => completed(queued, count),
    },
    bench.rounds,
  )
  await bare.end()
  const compared = { id: 'P5', goal: { atLeast: 0.1 }, unit: '/s', baseline: samples.bare }
  return [
    compare({
      ...compared,
      title: 'orders of one unit, completed / bare node:http',
      ours: samples.generated,
    }),
    await atHalfLoad(bench, partnerId, {
      ordered: generated,
      title: 'from POST to COMPLETED at half load, p50',
      perSecond: medianOf(samples.generated) / 2,
    }),
    compare({
      ...compared,
      title: 'the same, each asked of a supplier by a worker / bare node:http',
      ours: samples.queued,
    }),
    await atHalfLoad(bench, partnerId, {
      ordered: queued,
      title: 'the same, from POST to COMPLETED at half load, p50',
      perSecond: medianOf(samples.queued) / 2,
    }),
  ]
}

type Ordered = OrderedProduct & { readonly signer: Signer }

async function atHalfLoad(
  bench: Bench,
  partnerId: number,
  { ordered, title, perSecond }: { ordered: Ordered; title: string; perSecond: number },
): Promise<Row> {
  const { service, load } = bench
  const p50s: number[] = []
  for (let run = 0; run < 2 * bench.rounds; run += 1) {
    const count = Math.round(perSecond * bench.count(5, 1))
    const plan = { kind: 'orders', ...ordered, count } as const
    const order = { url: service.url, plan, connections: 2 * CONNECTIONS, perSecond }
    const fire = await load.prepare(order, clocksOf(service))
    let isUnderLoad = true
    const loading = fire().finally(() => {
      isUnderLoad = false
    })
    const latencies = await probeOrders(service.url, ordered, () => isUnderLoad)
    whole(await loading, order)
    await untilCompleted(service, partnerId)
    p50s.push(spreadOf(latencies).median)
  }
  return state({
    id: 'P5',
    title,
    goal: { atMost: 50 },
    unit: ' ms',
    values: p50s,
    about: `at ${shown(perSecond, ' orders/s')}`,
  })
}

/** A constant response of realistic size. */
const CONSTANT_ANSWER = {
  data: {
    id: 'ord_01KAJ5T0000000080000001',
    clientReference: '00000000-0000-0000-0000-000000000000',
    status: 'PENDING',
    currency: 'USD',
    totalAmount: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
  },
}
