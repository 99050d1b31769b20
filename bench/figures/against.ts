import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample, type Side } from '../harness/interleave.ts'
import { clocksOf, rateOf, sampleOf, type Run } from '../harness/load.ts'
import { completedRate, placeOrder, untilCompleted } from '../harness/orders.ts'
import { startService } from '../harness/service.ts'
import { MS_PER_SECOND } from '../../src/core/mod.ts'

const CONNECTIONS = 64
const WALLETS = 200

/** An earlier commit, as it was named, and where it was built. */
export interface EarlierBuild {
  readonly name: string
  readonly root: string
}

/**
 * P21: credits and orders at this code, in turns with the build of an earlier commit, which has a
 * database of its own.
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
      const samples = await interleave({ ours, baseline }, bench.rounds)
      const row = { id: 'P21', unit: write.unit }
      const title = `${write.title} / at ${name}`
      if (write.unit !== '/s') return [compare({ ...row, ...samples, title })]
      return [
        compare({ ...row, ...samples, title, goal: { atLeast: 0.97 } }),
        compare({
          ...row,
          title: `CPU time of the service, ${title}`,
          goal: { atMost: 1.03 },
          unit: ' µs',
          ours: samples.ours.map(cpuOfService),
          baseline: samples.baseline.map(cpuOfService),
        }),
      ]
    }
  }
}

/** Other work on the machine changes it less than the rate. */
function cpuOfService({ cpu }: Sample): Sample {
  return { value: cpu?.['service'] ?? Number.NaN }
}

interface Write {
  readonly title: string
  readonly unit: '/s' | ' ms'
  /** Returns a run of it, at a partner of its own. */
  prepare(bench: Bench): Promise<Side>
}

const WRITES: readonly Write[] = [
  {
    title: 'credits of one partner',
    unit: '/s',
    prepare: async (bench) => {
      const credit = await creditsOf(bench)
      return async () => sampleOf(await credit(CONNECTIONS, bench.count(40_000, 4_000)))
    },
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
    prepare: (bench) => ordersOf(bench, 'generator'),
  },
  {
    title: 'the same, each asked of a supplier by a worker',
    unit: '/s',
    prepare: (bench) => ordersOf(bench, 'sandbox'),
  },
  { title: 'units of one order', unit: '/s', prepare: bulkOf },
]

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

async function ordersOf(bench: Bench, supplier: string): Promise<Side> {
  const { operator } = bench.service
  const { partnerId, signer } = await operator.newPartner()
  const productId = await operator.newProduct(supplier)
  const count = bench.count(15_000, 600)
  const plan = { kind: 'orders', signer, productId, amount: 1, count } as const
  return () => completedRate(bench, partnerId, { plan, clocks: clocksOf(bench.service) })
}

async function bulkOf(bench: Bench): Promise<Side> {
  const { service } = bench
  const partner = await service.operator.newPartner()
  const productId = await service.operator.newProduct('generator')
  const quantity = bench.count(200_000, 20_000)
  return () =>
    rateOf(quantity, clocksOf(service), async () => {
      const beganAt = performance.now()
      await placeOrder(service, partner, { productId, quantity })
      await untilCompleted(service, partner.partnerId)
      return (performance.now() - beganAt) / MS_PER_SECOND
    })
}
