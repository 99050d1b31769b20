import { COSTS, costOf, type Cost } from '../harness/cost.ts'
import { compare, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, sampleOf } from '../harness/load.ts'

const CONNECTIONS = 32
const WALLETS = 200
const ROWS = 50

/** The budget of a credit in a request of 50. Raise it only for something that is worth it. */
const BUDGET: Cost = { service: 41, postgres: 33, log: 495, rows: 1 }
const BUDGET_MOST = 1.1

const WORDS = {
  service: { words: 'CPU time of the service', unit: ' µs' },
  postgres: { words: 'CPU time of PostgreSQL', unit: ' µs' },
  log: { words: 'write-ahead log', unit: ' B' },
  rows: { words: 'rows inserted', unit: '' },
} as const

/** P23: credits of one hot partner in requests of 50, beside the same credits one by one. */
export const creditRows: Figure = { name: 'credit-rows', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const wallets = await service.operator.newWallets(await service.operator.newPartner(), WALLETS)
  const order = { url: service.url, connections: CONNECTIONS }
  const latencies: number[] = []
  const costs: Cost[] = []
  const inRows = async (credits: number): Promise<Sample> => {
    const plan = { kind: 'rows', wallets, rows: ROWS, count: credits / ROWS } as const
    const work = () => load.runWhole({ ...order, plan }, clocksOf(service))
    const { result, cost } = await costOf(service, credits, work)
    latencies.push(result.p99)
    costs.push(cost)
    return { value: result.perSecond * ROWS, cpu: { ...cost } }
  }
  const single = async (count: number): Promise<Sample> => {
    const plan = { kind: 'credits', wallets, count } as const
    return sampleOf(await load.runWhole({ ...order, plan }, clocksOf(service)))
  }
  await inRows(bench.count(50_000, 5_000))
  for (const measured of [latencies, costs]) measured.length = 0
  const samples = await interleave(
    {
      ours: () => inRows(bench.count(100_000, 10_000)),
      baseline: () => single(bench.count(15_000, 2_000)),
    },
    bench.rounds,
  )
  const title = `credits of one partner in requests of ${ROWS}`
  const perSecond = samples.ours.map(({ value }) => value)
  const p23 = { id: 'P23', about: `${CONNECTIONS} connections` }
  return [
    compare({ id: 'P23', title: `${title} / one by one`, unit: '/s', ...samples }),
    state({ ...p23, title, goal: { atLeast: 25_000 }, unit: '/s', values: perSecond }),
    state({ ...p23, title: `${title}, p99`, goal: { atMost: 75 }, unit: ' ms', values: latencies }),
    ...COSTS.map((cost) =>
      state({
        id: 'P23',
        title: `${WORDS[cost].words}, ${title}`,
        goal: { atMost: Math.round(BUDGET[cost] * BUDGET_MOST * 100) / 100 },
        unit: WORDS[cost].unit,
        values: costs.map((one) => one[cost]),
        about: `budget ${BUDGET[cost]}${WORDS[cost].unit}`,
      }),
    ),
  ]
}
