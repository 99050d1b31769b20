import { Child } from '../harness/child.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, sampleOf } from '../harness/load.ts'
import { completedRate } from '../harness/orders.ts'
import type { ConsolesOrder } from '../processes/console-readers.ts'

const CONNECTIONS = 64
const WALLETS = 200
const CONSOLES = 20

/**
 * P19: credits and orders with 20 open consoles, against none. Each console reads the stream of
 * changes, and its page again after news.
 */
export const consoles: Figure = { name: 'consoles', measure }

type Both = Readonly<Record<'open' | 'closed', readonly Sample[]>>

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const readers = new Child('console-readers')
  const { url, operator } = service
  const { authorization } = operator
  const order: ConsolesOrder = { url, authorization, consoles: CONSOLES }
  const withConsoles = async (run: () => Promise<Sample>): Promise<Sample> => {
    await readers.ask(order)
    const sample = await run()
    await readers.ask('close')
    return sample
  }
  const both = async (run: () => Promise<Sample>): Promise<Both> => {
    await run()
    return interleave({ open: () => withConsoles(run), closed: run }, bench.rounds)
  }
  const credits = await both(await creditsOf(bench))
  const orders = await both(await ordersOf(bench))
  await readers.end()
  return [...rowsOf('credits', credits), ...rowsOf('orders of one unit, completed', orders)]
}

async function creditsOf({ service, load, count }: Bench): Promise<() => Promise<Sample>> {
  const partner = await service.operator.newPartner()
  const wallets = await service.operator.newWallets(partner, WALLETS)
  return async () => {
    const plan = { kind: 'credits', wallets, count: count(40_000, 4_000) } as const
    const order = { url: service.url, plan, connections: CONNECTIONS }
    return sampleOf(await load.runWhole(order, clocksOf(service)))
  }
}

async function ordersOf(bench: Bench): Promise<() => Promise<Sample>> {
  const { partnerId, signer } = await bench.service.operator.newPartner()
  const productId = await bench.service.operator.newProduct('generator')
  return () => {
    const count = bench.count(20_000, 2_000)
    const plan = { kind: 'orders', signer, productId, amount: 1, count } as const
    return completedRate(bench, partnerId, { plan, clocks: clocksOf(bench.service) })
  }
}

function rowsOf(what: string, { open, closed }: Both): Row[] {
  return [
    compare({
      id: 'P19',
      title: `${what}, with ${CONSOLES} open consoles / without`,
      goal: { atLeast: 0.97 },
      unit: '/s',
      ours: open,
      baseline: closed,
    }),
    compare({
      id: 'P19',
      title: 'CPU time of the service',
      unit: ' µs',
      ours: open.map(cpuOfService),
      baseline: closed.map(cpuOfService),
    }),
  ]
}

function cpuOfService({ cpu }: Sample): Sample {
  return { value: cpu?.['service'] ?? Number.NaN }
}
