import { COSTS, costOf, type Cost } from '../harness/cost.ts'
import { compare, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Side } from '../harness/interleave.ts'
import { clocksOf, rateOf, sampleOf, type Run } from '../harness/load.ts'
import { completedRate, placeOrder, untilCompleted } from '../harness/orders.ts'
import { startService } from '../harness/service.ts'
import { MS_PER_SECOND } from '../../src/core/mod.ts'

const CONNECTIONS = 64
const WALLETS = 200

/** An earlier commit: its name on the command line, and the directory of its build. */
export interface EarlierBuild {
  readonly name: string
  readonly root: string
}

/**
 * P21: credits and orders of this code, in turn with the build of an earlier commit on a database
 * of its own.
 */
export function against({ name, root }: EarlierBuild): Figure {
  return { name: 'against', measure }

  async function measure(bench: Bench): Promise<Row[]> {
    const earlier = await startService({ root })
    try {
      const rows: Row[] = []
      for (const write of WRITES) rows.push(...(await compareBuilds(write, earlier)))
      await earlier.operator.verify()
      return rows
    } finally {
      await earlier.end()
    }

    async function compareBuilds(write: Write, service: Bench['service']): Promise<Row[]> {
      const ours = await write.prepare(bench)
      const baseline = await write.prepare({ ...bench, service })
      for (const run of [ours, baseline]) await run()
      const costs = { ours: [] as Cost[], baseline: [] as Cost[] }
      const withCost = (side: keyof typeof costs, of: Bench['service'], run: Side): Side => {
        const { count } = write
        if (count === undefined) return run
        return async () => {
          const { result, cost } = await costOf(of, count(bench), run)
          costs[side].push(cost)
          return result
        }
      }
      const samples = await interleave(
        {
          ours: withCost('ours', bench.service, ours),
          baseline: withCost('baseline', service, baseline),
        },
        bench.rounds,
      )
      const title = `${write.title} / at ${name}`
      const row = { id: 'P21', unit: write.unit, title }
      if (write.unit !== '/s') return [compare({ ...row, ...samples })]
      return [
        compare({ ...row, ...samples, goal: { atLeast: 0.97 } }),
        ...costRows(write, name, costs),
      ]
    }
  }
}

/** The most that an operation may cost, as a share of its budget. */
const BUDGET_MOST = 1.1

const COST = {
  service: { words: 'CPU time of the service', unit: ' µs', most: 1.03 },
  postgres: { words: 'CPU time of PostgreSQL', unit: ' µs', most: BUDGET_MOST },
  log: { words: 'write-ahead log', unit: ' B', most: BUDGET_MOST },
  rows: { words: 'rows inserted', unit: '', most: BUDGET_MOST },
} as const

/** Returns the rows of an operation's cost: against the earlier build, and against its budget. */
function costRows(
  { title, budget }: Write,
  name: string,
  { ours, baseline }: Readonly<Record<'ours' | 'baseline', readonly Cost[]>>,
): Row[] {
  return COSTS.flatMap((cost) => {
    const { words, unit, most } = COST[cost]
    const of = (costs: readonly Cost[]) => costs.map((one) => ({ value: one[cost] }))
    if (ours.length === 0) return []
    const ratio = compare({
      id: 'P21',
      title: `${words}, ${title} / at ${name}`,
      goal: { atMost: most },
      unit,
      ours: of(ours),
      baseline: of(baseline),
    })
    if (budget === undefined) return [ratio]
    const budgetRow = state({
      id: 'P21',
      title: `${words}, ${title}`,
      goal: { atMost: Math.round(budget[cost] * BUDGET_MOST * 100) / 100 },
      unit,
      values: ours.map((one) => one[cost]),
      about: `budget ${budget[cost]}${unit}`,
    })
    return [ratio, budgetRow]
  })
}

interface Write {
  readonly title: string
  readonly unit: '/s' | ' ms'
  /** The number of operations of a run; undefined if their cost is not measured. */
  readonly count?: (bench: Bench) => number
  /** The budget of one operation. Raise it only for something that is worth it, and say so. */
  readonly budget?: Cost
  /** Returns a run of the operation, at a partner of its own. */
  prepare(bench: Bench): Promise<Side>
}

const WRITES: readonly Write[] = [
  {
    title: 'credits of one partner',
    unit: '/s',
    count: creditCount,
    budget: { service: 195, postgres: 65, log: 690, rows: 1.1 },
    prepare: creditsAtOnce,
  },
  {
    title: 'idle credit, p50',
    unit: ' ms',
    prepare: async (bench) => {
      const credit = await creditsOf(bench)
      return async () => ({ value: (await credit(1, bench.count(1_000, 150))).p50 })
    },
  },
  {
    title: 'orders of one unit, completed',
    unit: '/s',
    count: orderCount,
    budget: { service: 400, postgres: 250, log: 2_160, rows: 6 },
    prepare: (bench) => ordersOf(bench, 'generator'),
  },
  {
    title: 'the same, each asked of a supplier by a worker',
    unit: '/s',
    count: orderCount,
    prepare: (bench) => ordersOf(bench, 'sandbox'),
  },
  { title: 'units of one order', unit: '/s', count: unitCount, prepare: bulkOf },
]

/** Returns a run of credits by 64 connections. */
export async function creditsAtOnce(bench: Bench): Promise<Side> {
  const credit = await creditsOf(bench)
  return async () => sampleOf(await credit(CONNECTIONS, creditCount(bench)))
}

export function creditCount(bench: Bench): number {
  return bench.count(40_000, 4_000)
}

export function orderCount(bench: Bench): number {
  return bench.count(15_000, 600)
}

function unitCount(bench: Bench): number {
  return bench.count(200_000, 20_000)
}

async function creditsOf(
  bench: Bench,
): Promise<(connections: number, count: number) => Promise<Run>> {
  const { service, load } = bench
  const wallets = await service.operator.newWallets(await service.operator.newPartner(), WALLETS)
  return (connections, count) => {
    const plan = { kind: 'credits', wallets, count } as const
    return load.runWhole({ url: service.url, plan, connections }, clocksOf(service))
  }
}

export async function ordersOf(bench: Bench, supplier: string): Promise<Side> {
  const { operator } = bench.service
  const { partnerId, signer } = await operator.newPartner()
  const productId = await operator.newProduct(supplier)
  const count = orderCount(bench)
  const plan = { kind: 'orders', signer, productId, amount: 1, count } as const
  return () => completedRate(bench, partnerId, { plan, clocks: clocksOf(bench.service) })
}

async function bulkOf(bench: Bench): Promise<Side> {
  const { service } = bench
  const partner = await service.operator.newPartner()
  const productId = await service.operator.newProduct('generator')
  const quantity = unitCount(bench)
  return () =>
    rateOf(quantity, clocksOf(service), async () => {
      const beganAt = performance.now()
      await placeOrder(service, partner, { productId, quantity })
      await untilCompleted(service, partner.partnerId)
      return (performance.now() - beganAt) / MS_PER_SECOND
    })
}
