import { costOf } from '../harness/cost.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample, type Side } from '../harness/interleave.ts'
import { startService } from '../harness/service.ts'
import { creditCount, creditsAtOnce, orderCount, ordersOf } from './against.ts'

/** P24: CPU time of the service and of PostgreSQL, with and without the sentinel. */
export const sentinel: Figure = { name: 'sentinel', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const checking = await startService({ settings: { TESSERA_SENTINEL: 'on' } })
  try {
    const withIt = { ...bench, service: checking }
    const rows: Row[] = []
    for (const { title, prepare, count } of WRITES) {
      const sides = { on: await prepare(withIt), off: await prepare(bench) }
      for (const run of [sides.on, sides.off]) await run()
      const samples = await interleave(
        {
          on: cpuOf(withIt, count(bench), sides.on),
          off: cpuOf(bench, count(bench), sides.off),
        },
        bench.rounds,
      )
      rows.push(
        compare({
          id: 'P24',
          title: `CPU time, ${title}: sentinel on / off`,
          unit: ' µs',
          ours: samples.on,
          baseline: samples.off,
        }),
      )
    }
    await checking.operator.verify()
    return rows
  } finally {
    await checking.end()
  }
}

const WRITES = [
  { title: 'credits of one partner', count: creditCount, prepare: creditsAtOnce },
  {
    title: 'orders of one unit, completed',
    count: orderCount,
    prepare: (bench: Bench) => ordersOf(bench, 'generator'),
  },
]

/** The sum of both processes for one operation. */
function cpuOf({ service }: Bench, count: number, run: Side): () => Promise<Sample> {
  return async () => {
    const { cost } = await costOf(service, count, run)
    return { value: cost.service + cost.postgres }
  }
}
