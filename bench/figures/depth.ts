import { compare, inWords, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, sampleOf } from '../harness/load.ts'
import type { BenchPartner } from '../harness/operator.ts'
import { seedCredits } from '../harness/seed.ts'
import { startService, type BenchService } from '../harness/service.ts'
import type { WalletOf } from '../processes/requests.ts'

const CONNECTIONS = 64
const EMPTY_WALLETS = 200
/** The number of wallets that are credited, spread over all wallets. */
const CREDITED_WALLETS = 40_000

/** P10: a database that has been used for long, against an empty one. */
export const depth: Figure = { name: 'depth', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const wallets = bench.count(1_000_000, 5_000)
  const transfers = bench.transfers ?? bench.count(10_000_000, 50_000)
  const partner = await service.operator.newPartner()
  bench.note(`seeding ${transfers} transfers of ${wallets} wallets`)
  const many = someOf(await seedCredits(service, partner, { wallets, transfers }), partner)
  const empty = await startService()
  try {
    const few = await empty.operator.newWallets(await empty.operator.newPartner(), EMPTY_WALLETS)
    const count = bench.count(40_000, 2_000)
    const credits = async (at: BenchService, credited: readonly WalletOf[]): Promise<Sample> => {
      const plan = { kind: 'credits', wallets: credited, count } as const
      const order = { url: at.url, plan, connections: CONNECTIONS }
      return sampleOf(await load.runWhole(order, clocksOf(at)))
    }
    const sides = { full: () => credits(service, many), empty: () => credits(empty, few) }
    await sides.full()
    await sides.empty()
    const samples = await interleave(sides, bench.rounds)
    await empty.operator.verify()
    return [
      compare({
        id: 'P10',
        title: `credits: ${inWords(transfers)} transfers, ${inWords(wallets)} wallets / empty`,
        goal: { atLeast: 0.9 },
        unit: '/s',
        ours: samples.full,
        baseline: samples.empty,
      }),
      state({
        id: 'P10',
        title: 'a transfer with its indexes',
        goal: { atMost: 500 },
        unit: ' B',
        values: [await bytesPerTransfer(service)],
        about: `of ${inWords(transfers)}`,
      }),
    ]
  } finally {
    await empty.end()
  }
}

function someOf(walletIds: readonly string[], { signer }: BenchPartner): WalletOf[] {
  const step = Math.max(1, Math.floor(walletIds.length / CREDITED_WALLETS))
  const chosen = walletIds.filter((_, at) => at % step === 0)
  // Neighbors in the table are not in the same group.
  return chosen
    .map((walletId) => ({ signer, walletId, order: Math.random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ walletId }) => ({ signer, walletId }))
}

async function bytesPerTransfer({ db }: BenchService): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `select pg_total_relation_size('transfers')::float8 / count(*) as bytes from transfers`,
  )
  return rows[0]?.bytes ?? Number.NaN
}
