import { compare, inWords, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { seedLines, seedOrders } from '../harness/seed.ts'
import { startService, type BenchService } from '../harness/service.ts'

const FEW = 10_000
/**
 * The number of orders with the same reference, however many orders there are.
 */
const ORDERS_EACH = 10
const PAGE_SIZE = 100

/** P14: each search of the operator among many orders, against the same among few. */
export const searches: Figure = { name: 'searches', measure }

interface SearchedService {
  readonly at: BenchService
  readonly orders: number
  readonly productId: number
}

async function measure(bench: Bench): Promise<Row[]> {
  const orders = bench.count(10_000_000, 20_000)
  bench.note(`seeding ${orders} orders with lines, and ${FEW}`)
  const many = await seeded(bench.service, orders)
  const small = await startService()
  try {
    const few = await seeded(small, FEW)
    const rows: Row[] = []
    for (const [name, queryOf] of Object.entries(SEARCHES)) {
      const sides = {
        many: () => latencyOf(bench, many, queryOf),
        few: () => latencyOf(bench, few, queryOf),
      }
      await sides.many()
      await sides.few()
      const samples = await interleave(sides, bench.rounds)
      rows.push(
        compare({
          id: 'P14',
          title: `orders by ${name}, p99: of ${inWords(orders)} / of ${inWords(FEW)}`,
          goal: { atMost: 3 },
          unit: ' ms',
          ours: samples.many,
          baseline: samples.few,
        }),
      )
    }
    return rows
  } finally {
    await small.end()
  }
}

async function seeded(at: BenchService, orders: number): Promise<SearchedService> {
  const partner = await at.operator.newPartner()
  const productId = await seedOrders(at, partner, orders)
  await seedLines(at, partner, { orders, productId, groups: orders / ORDERS_EACH })
  return { at, orders, productId }
}

/** The query of the n-th request of each search. Each finds other orders, spread over all. */
const SEARCHES: Readonly<Record<string, (n: number, of: SearchedService) => string>> = {
  'item reference': (n, of) => `itemReference=row-${groupOf(n, of)}`,
  'client reference': (n, of) => `clientReference=order-${groupOf(n, of)}`,
  product: (_n, { productId }) => `productId=${productId}`,
  amount: () => 'amount=1&currency=USD',
  'product and day': (_n, { productId }) => `productId=${productId}&createdFrom=${today()}`,
  day: () => `createdFrom=${today()}`,
}

function groupOf(n: number, { orders }: SearchedService): number {
  return (n * 7_919) % (orders / ORDERS_EACH)
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}

async function latencyOf(
  bench: Bench,
  of: SearchedService,
  queryOf: (n: number, of: SearchedService) => string,
): Promise<Sample> {
  const count = bench.count(500, 40)
  const latencies: number[] = []
  for (let n = 0; n < count; n += 1) {
    const began = performance.now()
    await of.at.operator.get(`/admin/v1/orders?${queryOf(n, of)}&pageSize=${PAGE_SIZE}`)
    latencies.push(performance.now() - began)
  }
  latencies.sort((one, other) => one - other)
  return { value: latencies[Math.floor(count * 0.99)] ?? Number.NaN }
}
