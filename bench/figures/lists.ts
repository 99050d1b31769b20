import { compare, inWords, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf } from '../harness/load.ts'
import { seedOrders } from '../harness/seed.ts'

const PAGE_SIZE = 100

/** P11: the first page of the list of orders, and a page far from the beginning. */
export const lists: Figure = { name: 'lists', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const partner = await service.operator.newPartner()
  const orders = bench.count(1_000_000, 20_000)
  bench.note(`seeding ${orders} orders`)
  await seedOrders(service, partner, orders + PAGE_SIZE)
  const count = bench.count(1_000, 80)
  const reads = async (page: number): Promise<Sample> => {
    const target = `/v2/orders?page=${page}&pageSize=${PAGE_SIZE}`
    const plan = { kind: 'get', signer: partner.signer, target, count } as const
    const order = { url: service.url, plan, connections: 1 }
    const { p50, cpu } = await load.runWhole(order, clocksOf(service))
    return { value: p50, cpu }
  }
  const sides = { deep: () => reads(orders / PAGE_SIZE + 1), first: () => reads(1) }
  await sides.first()
  await sides.deep()
  const samples = await interleave(sides, bench.rounds)
  return [
    compare({
      id: 'P11',
      title: `page of orders ${inWords(orders)} deep, p50 / the first page`,
      goal: { atMost: 1.5 },
      unit: ' ms',
      ours: samples.deep,
      baseline: samples.first,
    }),
  ]
}
