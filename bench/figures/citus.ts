import { CitusNode } from '../../test/citus/node.ts'
import { startCluster } from '../../test/citus/own-cluster.ts'
import { cpuSeconds } from '../harness/cpu.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { sampleOf, type CpuClocks } from '../harness/load.ts'
import { distributeDatabase, startOn, type ServiceElsewhere } from '../harness/service.ts'
import type { WalletOf } from '../processes/requests.ts'

const CONNECTIONS = 64
const WALLETS = 200
const PARTNERS = 200
const CREATED_AT_ONCE = 16

/** P22: credits on a Citus cluster of this machine, against a database of its coordinator alone. */
export const citus: Figure = { name: 'citus', measure }

/** A service with the wallets of one partner, and one wallet of each of many partners. */
interface MeasuredService {
  readonly service: ServiceElsewhere
  readonly clocks: CpuClocks
  readonly one: readonly WalletOf[]
  readonly many: readonly WalletOf[]
}

async function measure(bench: Bench): Promise<Row[]> {
  const { cluster, coordinator, workers, stop } = await startCluster({ isDirect: true })
  const running: ServiceElsewhere[] = []
  try {
    const [distributed, plain] = [await cluster.newDatabase(), await cluster.newPlainDatabase()]
    distributeDatabase(distributed.url)
    const sides: MeasuredService[] = []
    for (const { url } of [distributed, plain]) {
      const service = await startOn(url)
      running.push(service)
      const clocks = (): Record<string, number> => ({
        service: cpuSeconds(service.pid),
        coordinator: cpuSeconds(coordinator.pid),
        workers: sumOf(workers),
      })
      sides.push({ service, clocks, ...(await walletsAt(bench, service)) })
    }
    const [ours, baseline] = sides
    if (!ours || !baseline) throw new Error('there are two sides')
    const rows = [
      await compareCredits(bench, { title: 'of one partner', goal: 0.8 }, ({ one }) => one),
      await compareCredits(bench, { title: 'of 200 partners', goal: 0.4 }, ({ many }) => many),
    ]
    for (const { operator } of running) await operator.verify()
    return rows

    async function compareCredits(
      { load, count, rounds }: Bench,
      { title, goal }: { title: string; goal: number },
      walletsOf: (side: MeasuredService) => readonly WalletOf[],
    ): Promise<Row> {
      const run = async (side: MeasuredService): Promise<Sample> => {
        const plan = {
          kind: 'credits',
          wallets: walletsOf(side),
          count: count(10_000, 600),
        } as const
        const order = { url: side.service.url, plan, connections: CONNECTIONS }
        return sampleOf(await load.runWhole(order, side.clocks))
      }
      const both = {
        ours: () => run(ours as MeasuredService),
        baseline: () => run(baseline as MeasuredService),
      }
      for (const side of Object.values(both)) await side()
      const samples = await interleave(both, rounds)
      return compare({
        id: 'P22',
        title: `credits ${title} on Citus / on one server`,
        goal: { atLeast: goal },
        unit: '/s',
        ...samples,
      })
    }
  } finally {
    for (const service of running) await service.end()
    await stop()
  }
}

function sumOf(nodes: readonly CitusNode[]): number {
  return nodes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)
}

async function walletsAt(
  bench: Bench,
  { operator }: ServiceElsewhere,
): Promise<Pick<MeasuredService, 'one' | 'many'>> {
  const one = await operator.newWallets(await operator.newPartner(), WALLETS)
  const many: WalletOf[] = []
  const makeOne = async (): Promise<WalletOf[]> => {
    return operator.newWallets(await operator.newPartner(), 1)
  }
  const count = bench.count(PARTNERS, 40)
  while (many.length < count) {
    const making = Array.from({ length: Math.min(CREATED_AT_ONCE, count - many.length) }, makeOne)
    many.push(...(await Promise.all(making)).flat())
  }
  return { one, many }
}
