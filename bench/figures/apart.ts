import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, Load, sampleOf, whole, type Run } from '../harness/load.ts'
import { startService, type BenchService } from '../harness/service.ts'
import type { LoadOrder } from '../processes/load.ts'
import type { WalletOf } from '../processes/requests.ts'

const CONNECTIONS = 64
const WALLETS = 200

/**
 * Explains P4: two services that share nothing, not even PostgreSQL, with half of the connections
 * each, against one service. Two processes can hardly do better on this machine.
 */
export const apart: Figure = { name: 'apart', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const other = await startService()
  const otherLoad = new Load()
  try {
    const wallets = await walletsAt(service)
    const otherWallets = await walletsAt(other)
    const count = bench.count(40_000, 600)
    const all = creditsAt(service, wallets, { count, connections: CONNECTIONS })
    const half = { count: count / 2, connections: CONNECTIONS / 2 }
    const own = creditsAt(service, wallets, half)
    const others = creditsAt(other, otherWallets, half)
    const one = async (): Promise<Sample> => {
      return sampleOf(await load.runWhole(all, clocksOf(service)))
    }
    const two = async (): Promise<Sample> => {
      const [fire, fireOther] = await Promise.all([
        load.prepare(own, clocksOf(service)),
        otherLoad.prepare(others, clocksOf(other)),
      ])
      const [run, otherRun] = await Promise.all([fire(), fireOther()])
      return together(whole(run, own), whole(otherRun, others))
    }
    await one()
    await two()
    const samples = await interleave({ two, one }, bench.rounds)
    await other.operator.verify()
    return [
      compare({
        id: 'P4',
        title: 'credits at two services that share nothing / at one',
        unit: '/s',
        ours: samples.two,
        baseline: samples.one,
      }),
    ]
  } finally {
    await otherLoad.end()
    await other.end()
  }
}

async function walletsAt({ operator }: BenchService): Promise<WalletOf[]> {
  return operator.newWallets(await operator.newPartner(), WALLETS)
}

function creditsAt(
  { url }: BenchService,
  wallets: readonly WalletOf[],
  { count, connections }: { count: number; connections: number },
): LoadOrder {
  return { url, plan: { kind: 'credits', wallets, count }, connections }
}

/** Joins both runs: an operation has the average cost. */
function together(one: Run, two: Run): Sample {
  const seconds = Math.max(one.seconds, two.seconds)
  const cpu = Object.entries(one.cpu).map(([name, micros]): [string, number] => {
    return [name, (micros + (two.cpu[name] ?? Number.NaN)) / 2]
  })
  return { value: (one.successes + two.successes) / seconds, cpu: Object.fromEntries(cpu) }
}
