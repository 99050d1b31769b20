import { Child } from '../harness/child.ts'
import { compare, shown, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, medianOf, spreadOf, type Sample } from '../harness/interleave.ts'
import { clockOf, clocksOf, perOperation, whole } from '../harness/load.ts'
import { untilCompleted } from '../harness/orders.ts'
import { probeOrders } from '../harness/probe.ts'
import type { OrdersPlan } from '../processes/requests.ts'

const CONNECTIONS = 64

/** P5: orders of one unit, from POST to COMPLETED. */
export const orders: Figure = { name: 'orders', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const partner = await service.operator.newPartner()
  const productId = await service.operator.newProduct('generator')
  const ordered = { productId, amount: 1, signer: partner.signer }
  const bare = new Child('bare-http')
  const { url: bareUrl } = await bare.ask<{ url: string }>({
    signer: partner.signer,
    answer: JSON.stringify(CONSTANT_ANSWER),
  })
  const constant = async (): Promise<Sample> => {
    const plan = { kind: 'orders', ...ordered, count: bench.count(40_000, 4_000) } as const
    const order = { url: bareUrl, plan, connections: CONNECTIONS }
    const { perSecond, cpu } = await load.runWhole(order, clockOf('bare', bare))
    return { value: perSecond, cpu }
  }
  const completed = (count: number): Promise<Sample> =>
    completedRate(bench, partner.partnerId, { kind: 'orders', ...ordered, count })
  await completed(bench.count(4_000, 500))
  const samples = await interleave(
    { ours: () => completed(bench.count(20_000, 1_000)), bare: constant },
    bench.rounds,
  )
  await bare.end()
  const perSecond = medianOf(samples.ours) / 2
  const p50s: number[] = []
  for (let run = 0; run < 2 * bench.rounds; run += 1) {
    const count = Math.round(perSecond * bench.count(10, 1.5))
    const plan = { kind: 'orders', ...ordered, count } as const
    const order = { url: service.url, plan, connections: 2 * CONNECTIONS, perSecond }
    const fire = await load.prepare(order, clocksOf(service))
    let isUnderLoad = true
    const loading = fire().finally(() => {
      isUnderLoad = false
    })
    const latencies = await probeOrders(service.url, ordered, () => isUnderLoad)
    whole(await loading, order)
    await untilCompleted(service, partner.partnerId)
    p50s.push(spreadOf(latencies).median)
  }
  return [
    compare({
      id: 'P5',
      title: 'orders of one unit, completed / bare node:http',
      goal: { atLeast: 0.1 },
      unit: '/s',
      ours: samples.ours,
      baseline: samples.bare,
    }),
    state({
      id: 'P5',
      title: 'from POST to COMPLETED at half load, p50',
      goal: { atMost: 50 },
      unit: ' ms',
      values: p50s,
      about: `at ${shown(perSecond, ' orders/s')}`,
    }),
  ]
}

/** Counted from the first POST until all are seen to be COMPLETED. */
async function completedRate(
  { service, load }: Bench,
  partnerId: number,
  plan: OrdersPlan,
): Promise<Sample> {
  const clocks = clocksOf(service)
  const order = { url: service.url, plan, connections: CONNECTIONS }
  const fire = await load.prepare(order, clocks)
  const before = clocks()
  const { beganAt, cpu } = whole(await fire(), order)
  await untilCompleted(service, partnerId)
  const seconds = (Date.now() - beganAt) / 1_000
  const { load: sending = Number.NaN } = cpu
  return {
    value: plan.count / seconds,
    cpu: { ...perOperation(before, clocks(), plan.count), load: sending },
  }
}

/** Of the size of a real answer. */
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
