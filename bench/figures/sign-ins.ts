import { Child } from '../harness/child.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf } from '../harness/load.ts'
import type { FloodOrder, FloodResult } from '../processes/sign-in-flood.ts'

const CONNECTIONS = 64
const WALLETS = 200
const PER_SECOND = 1_000
const GUESSES_PER_SECOND = 200

/** P20: signed traffic while strangers guess passwords, each from an address of its own. */
export const signIns: Figure = { name: 'sign-ins', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const { operator, url } = service
  const partner = await operator.newPartner()
  const wallets = await operator.newWallets(partner, WALLETS)
  const flood = new Child('sign-in-flood')
  const credits = async (): Promise<Sample> => {
    const count = bench.count(10_000, 3_000)
    const plan = { kind: 'credits', wallets, count } as const
    const order = { url, plan, connections: CONNECTIONS, perSecond: PER_SECOND }
    const { p99, cpu } = await load.runWhole(order, clocksOf(service))
    return { value: p99, cpu }
  }
  const beside = async (): Promise<Sample> => {
    const order: FloodOrder = { url, perSecond: GUESSES_PER_SECOND }
    await flood.ask(order)
    const sample = await credits()
    bench.note(`guesses by status: ${JSON.stringify(await flood.ask<FloodResult>('end'))}`)
    return sample
  }
  await credits()
  const samples = await interleave({ beside, alone: credits }, bench.rounds)
  await flood.end()
  return [
    compare({
      id: 'P20',
      title: `credit, p99, beside ${GUESSES_PER_SECOND} sign-ins a second / without`,
      goal: { atMost: 1.5 },
      unit: ' ms',
      ours: samples.beside,
      baseline: samples.alone,
    }),
  ]
}
