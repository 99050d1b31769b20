import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, sampleOf } from '../harness/load.ts'
import { startService, type BenchService } from '../harness/service.ts'
import type { WalletOf } from '../processes/requests.ts'

const CONNECTIONS = 64
const WALLETS = 200

/** P16: credits with the request log, against a service without it. */
export const requestLog: Figure = { name: 'request-log', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const logging = bench.service
  const silent = await startService({ settings: { TESSERA_REQUEST_LOG_DAYS: '0' } })
  try {
    const wallets = new Map<BenchService, WalletOf[]>()
    for (const service of [logging, silent]) {
      const partner = await service.operator.newPartner()
      wallets.set(service, await service.operator.newWallets(partner, WALLETS))
    }
    const credits = async (service: BenchService): Promise<Sample> => {
      const count = bench.count(40_000, 4_000)
      const plan = { kind: 'credits', wallets: wallets.get(service) ?? [], count } as const
      const order = { url: service.url, plan, connections: CONNECTIONS }
      return sampleOf(await bench.load.runWhole(order, clocksOf(service)))
    }
    await credits(logging)
    await credits(silent)
    const samples = await interleave(
      { logged: () => credits(logging), silent: () => credits(silent) },
      bench.rounds,
    )
    await silent.operator.verify()
    return [
      compare({
        id: 'P16',
        title: 'credits with the request log / without it',
        goal: { atLeast: 0.97 },
        unit: '/s',
        ours: samples.logged,
        baseline: samples.silent,
      }),
    ]
  } finally {
    await silent.end()
  }
}
