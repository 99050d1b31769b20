import { CopyIn, fulfilmentRate, Upload } from '../harness/bulk.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Samples } from '../harness/interleave.ts'
import type { BenchPartner } from '../harness/operator.ts'

const WARM_UP_UNITS = 2_000
/** All that an order leaves behind of each of its units. */
const TABLES = ['fulfillments', 'issued_pieces']

/** P6: one large order, of codes made for it and of codes from stock. */
export const bulk: Figure = { name: 'bulk', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const partner = await service.operator.newPartner()
  const upload = new Upload(service)
  const copyIn = new CopyIn(service)
  const made = await measureOrders(bench, partner, { supplier: 'generator', copyIn })
  const sold = await measureOrders(bench, partner, { supplier: 'vault', copyIn, upload })
  await Promise.all([upload.end(), copyIn.end()])
  const units = bench.count(1_000_000, 20_000).toLocaleString('en-US')
  return [
    compare({
      id: 'P6',
      title: `an order of ${units} made codes / COPY of its rows`,
      goal: { atLeast: 0.6 },
      unit: '/s',
      ours: made.ours,
      baseline: made.copied,
    }),
    compare({
      id: 'P6',
      title: `an order of ${units} codes from stock / COPY of its rows`,
      goal: { atLeast: 0.6 },
      unit: '/s',
      ours: sold.ours,
      baseline: sold.copied,
    }),
  ]
}

interface Ordered {
  readonly supplier: 'generator' | 'vault'
  readonly copyIn: CopyIn
  /** Fills the stock before each order. */
  readonly upload?: Upload
}

async function measureOrders(
  bench: Bench,
  partner: BenchPartner,
  { supplier, copyIn, upload }: Ordered,
): Promise<Samples<'ours' | 'copied'>> {
  const { service } = bench
  const productId = await service.operator.newProduct(supplier)
  const units = bench.count(1_000_000, 20_000)
  const order = async (quantity: number) => {
    await upload?.import(productId, quantity)
    return fulfilmentRate(service, partner, { productId, quantity })
  }
  await order(WARM_UP_UNITS)
  await order(units)
  const claims = supplier === 'vault' ? ['stock_claims'] : []
  const where = await lastOrder(bench, partner)
  await copyIn.prepare([...TABLES, ...claims].map((table) => ({ table, where })))
  return interleave({ ours: () => order(units), copied: () => copyIn.run(units) }, bench.rounds)
}

/** The rows of the order that was placed last. */
async function lastOrder({ service }: Bench, { partnerId }: BenchPartner): Promise<string> {
  const { rows } = await service.db.query<{ last: string }>(
    'select last_order::text as last from books where partner_id = $1',
    [partnerId],
  )
  return `partner_id = ${partnerId} and order_no = ${rows[0]?.last ?? ''}`
}
