import type { Bench } from '../harness/figure.ts'
import type { Sample } from '../harness/interleave.ts'
import { clocksOf, Load, whole, type Run } from '../harness/load.ts'
import { startService } from '../harness/service.ts'
import type { LoadOrder } from '../processes/load.ts'
import type { WalletOf } from '../processes/requests.ts'

/** Credits at the bench's own service: to which wallets, how many in all, by how many at a time. */
export interface Credited {
  readonly wallets: readonly WalletOf[]
  readonly count: number
  readonly connections: number
}

/** Two services that share nothing, not even PostgreSQL: no two processes can do better here. */
export interface Apart {
  /** Half of it goes to the bench's service, and half to the other one. */
  measure(): Promise<Sample>
  /** Throws where the other one's ledger does not balance. */
  verify(): Promise<void>
  end(): Promise<void>
}

export async function startApart(bench: Bench, credited: Credited): Promise<Apart> {
  const other = await startService()
  const otherLoad = new Load()
  const partner = await other.operator.newPartner()
  const otherWallets = await other.operator.newWallets(partner, credited.wallets.length)
  const [count, connections] = [credited.count / 2, credited.connections / 2]
  const orderOf = (url: string, wallets: readonly WalletOf[]): LoadOrder => {
    return { url, plan: { kind: 'credits', wallets, count }, connections }
  }
  const own = orderOf(bench.service.url, credited.wallets)
  const others = orderOf(other.url, otherWallets)
  return {
    async measure() {
      const fires = await Promise.all([
        bench.load.prepare(own, clocksOf(bench.service)),
        otherLoad.prepare(others, clocksOf(other)),
      ])
      const [one, two] = await Promise.all([fires[0](), fires[1]()])
      return together(whole(one, own), whole(two, others))
    },
    verify: () => other.operator.verify(),
    async end() {
      await otherLoad.end()
      await other.end()
    },
  }
}

/** Both runs as one: an operation costs what it does on average. */
function together(one: Run, two: Run): Sample {
  const seconds = Math.max(one.seconds, two.seconds)
  const cpu = Object.entries(one.cpu).map(([name, micros]): [string, number] => {
    return [name, (micros + (two.cpu[name] ?? Number.NaN)) / 2]
  })
  return { value: (one.successes + two.successes) / seconds, cpu: Object.fromEntries(cpu) }
}
