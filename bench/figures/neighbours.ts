import { clocksOf, whole } from '../harness/load.ts'
import { compare, inWords, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { placeOrder, untilCompleted } from '../harness/orders.ts'

const CONNECTIONS = 64
const WALLETS = 200
const PER_SECOND = 1_000
/** The credits end before the order does. */
const SHARE_OF_THE_ORDER = 0.6

/** P7: credits while a large order of the same partner is fulfilled. */
export const neighbours: Figure = { name: 'neighbours', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const partner = await service.operator.newPartner()
  const wallets = await service.operator.newWallets(partner, WALLETS)
  const productId = await service.operator.newProduct('generator')
  const quantity = bench.count(1_000_000, 60_000)
  const place = async (): Promise<void> => {
    await placeOrder(service, partner, { productId, quantity })
  }
  const credits = async (count: number, before: () => Promise<void>): Promise<Sample> => {
    const plan = { kind: 'credits', wallets, count } as const
    const order = { url: service.url, plan, connections: CONNECTIONS, perSecond: PER_SECOND }
    const fire = await load.prepare(order, clocksOf(service))
    await before()
    const { p99, cpu } = whole(await fire(), order)
    return { value: p99, cpu }
  }
  await credits(bench.count(5_000, 500), () => Promise.resolve())
  const began = performance.now()
  await place()
  await credits(PER_SECOND, () => Promise.resolve())
  await untilCompleted(service, partner.partnerId)
  const seconds = (performance.now() - began) / 1_000
  const count = Math.round(PER_SECOND * seconds * SHARE_OF_THE_ORDER)
  const samples = await interleave(
    {
      beside: async () => {
        const sample = await credits(count, place)
        if (!(await isOpen())) bench.note('the order ended before the credits did')
        await untilCompleted(service, partner.partnerId)
        return sample
      },
      alone: () => credits(count, () => Promise.resolve()),
    },
    bench.rounds,
  )
  return [
    compare({
      id: 'P7',
      title: `credit, p99, beside an order of ${inWords(quantity)} / without it`,
      goal: { atMost: 2 },
      unit: ' ms',
      ours: samples.beside,
      baseline: samples.alone,
    }),
  ]

  async function isOpen(): Promise<boolean> {
    const { rows } = await service.db.query(
      `select from orders where partner_id = $1 and status in ('PENDING', 'PROCESSING')`,
      [partner.partnerId],
    )
    return rows.length > 0
  }
}
