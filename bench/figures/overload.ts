import { peakMemoryMiB } from '../harness/cpu.ts'
import { compare, shown, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, spreadOf, type Sample } from '../harness/interleave.ts'
import { clocksOf, sampleOf, type Run } from '../harness/load.ts'
import type { WalletOf } from '../processes/requests.ts'

const WALLETS = 200
const CONNECTIONS_TRIED = [64, 128, 256]
/** Clients that wait for their responses: the queue of the ledger has room for all of them. */
const PATIENT_CONNECTIONS = 1_000
const MANY_CONNECTIONS = 6_000
const OVERLOAD = 3

/** P12: credits of one partner that offers three times what the service can take. */
export const overload: Figure = { name: 'overload', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const partner = await service.operator.newPartner()
  const wallets = await service.operator.newWallets(partner, WALLETS)
  const memoryPeaks: Record<Way, number[]> = { peak: [], patient: [], many: [] }
  const p99s: number[] = []
  await closedLoop(bench, wallets, { connections: 64, count: bench.count(10_000, 1_000) })
  const best = await bestConnections(bench, wallets)
  let { perSecond: peak } = best
  const withMemory = async (way: Way, work: () => Promise<Run>): Promise<Run> => {
    let run: Run | undefined
    const memory = await peakMemoryMiB(service.pid, async () => {
      run = await work()
    })
    if (!run) throw new Error('the work returned no run')
    memoryPeaks[way].push(memory)
    return run
  }
  const runOverloaded = async (way: 'patient' | 'many', connections: number): Promise<Sample> => {
    const offered = { connections, perSecond: OVERLOAD * peak }
    const run = await withMemory(way, () => openLoop(bench, wallets, offered))
    bench.note(`${connections} connections: ${JSON.stringify(run.statuses)}`)
    if (way === 'many') p99s.push(run.p99)
    return sampleOf(run)
  }
  const samples = await interleave<Way>(
    {
      peak: async () => {
        const closed = { connections: best.connections, count: bench.count(40_000, 1_500) }
        const run = await withMemory('peak', () => closedLoop(bench, wallets, closed))
        peak = run.perSecond
        return sampleOf(run)
      },
      patient: () => runOverloaded('patient', PATIENT_CONNECTIONS),
      many: () => runOverloaded('many', MANY_CONNECTIONS),
    },
    bench.rounds,
  )
  const rowOf = (way: 'patient' | 'many', connections: number): Row =>
    compare({
      id: 'P12',
      title: `successes at ${OVERLOAD}x overload by ${connections} connections / peak`,
      goal: { atLeast: 0.9 },
      unit: '/s',
      ours: samples[way],
      baseline: samples.peak,
    })
  const atPeak = shown(spreadOf(memoryPeaks.peak).max, ' MiB')
  return [
    rowOf('patient', PATIENT_CONNECTIONS),
    rowOf('many', MANY_CONNECTIONS),
    state({
      id: 'P12',
      title: `p99 of the successes among ${MANY_CONNECTIONS} connections`,
      unit: ' ms',
      values: p99s,
      about: 'from when each was due',
    }),
    state({
      id: 'P12',
      title: `memoryPeaks memory of the service with ${MANY_CONNECTIONS} connections`,
      unit: ' MiB',
      values: memoryPeaks.many,
      about: `${atPeak} at peak, with ${best.connections} connections`,
    }),
  ]
}

type Way = 'peak' | 'patient' | 'many'

interface ClosedLoop {
  readonly connections: number
  readonly count: number
}

function closedLoop(
  { service, load }: Bench,
  wallets: readonly WalletOf[],
  { connections, count }: ClosedLoop,
): Promise<Run> {
  const plan = { kind: 'credits', wallets, count } as const
  return load.runWhole({ url: service.url, plan, connections }, clocksOf(service))
}

/** Sends at a constant rate. Refusals with 503 are expected here. */
function openLoop(
  { service, load, count }: Bench,
  wallets: readonly WalletOf[],
  { connections, perSecond }: { connections: number; perSecond: number },
): Promise<Run> {
  const plan = { kind: 'credits', wallets, count: Math.round(perSecond * count(8, 0.3)) } as const
  return load.run({ url: service.url, plan, connections, perSecond }, clocksOf(service))
}

/** Returns the number of connections with which a closed loop is fastest here, and its rate. */
async function bestConnections(
  bench: Bench,
  wallets: readonly WalletOf[],
): Promise<{ connections: number; perSecond: number }> {
  const tried: { connections: number; perSecond: number }[] = []
  for (const connections of CONNECTIONS_TRIED) {
    const count = bench.count(20_000, 1_000)
    const { perSecond } = await closedLoop(bench, wallets, { connections, count })
    tried.push({ connections, perSecond })
  }
  const [best] = tried.toSorted((a, b) => b.perSecond - a.perSecond)
  if (!best) throw new Error('no number of connections was tried')
  return best
}
