import { compare, inWords, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, sampleOf } from '../harness/load.ts'
import { cpuSeconds } from '../harness/cpu.ts'
import type { WalletOf } from '../processes/requests.ts'

const CONNECTIONS = 64
const WALLETS = 200
const CREATED_AT_ONCE = 16

/** P4: one partner against many, and one partner at two processes against one process. */
export const partners: Figure = { name: 'partners', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const hot = await service.operator.newWallets(await service.operator.newPartner(), WALLETS)
  const many = await walletOfEach(bench, bench.count(1_000, 40))
  const second = await service.another()
  const count = bench.count(40_000, 600)
  const clocks = (): Record<string, number> => ({
    ...clocksOf(service)(),
    second: cpuSeconds(second.pid),
  })
  const credits = async (wallets: readonly WalletOf[], otherUrls?: string[]): Promise<Sample> => {
    const plan = { kind: 'credits', wallets, count } as const
    const order = { url: service.url, plan, connections: CONNECTIONS }
    const spread = otherUrls ? { ...order, otherUrls } : order
    return sampleOf(await load.runWhole(spread, clocks))
  }
  const sides = {
    hot: () => credits(hot),
    hotAtBoth: () => credits(hot, [second.url]),
    many: () => credits(many),
  }
  for (const side of Object.values(sides)) await side()
  const samples = await interleave(sides, bench.rounds)
  await second.end()
  return [
    compare({
      id: 'P4',
      title: `credits of one partner / of ${inWords(many.length)} partners`,
      goal: { atLeast: 0.9 },
      unit: '/s',
      ours: samples.hot,
      baseline: samples.many,
    }),
    compare({
      id: 'P4',
      title: 'credits of one partner at two processes / at one',
      goal: { atLeast: 0.95 },
      unit: '/s',
      ours: samples.hotAtBoth,
      baseline: samples.hot,
    }),
  ]
}

async function walletOfEach({ service }: Bench, count: number): Promise<WalletOf[]> {
  const wallets: WalletOf[] = []
  const makeOne = async (): Promise<WalletOf[]> => {
    const partner = await service.operator.newPartner()
    return service.operator.newWallets(partner, 1)
  }
  while (wallets.length < count) {
    const making = Array.from(
      { length: Math.min(CREATED_AT_ONCE, count - wallets.length) },
      makeOne,
    )
    wallets.push(...(await Promise.all(making)).flat())
  }
  return wallets
}
