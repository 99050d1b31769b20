import type { CopySource } from '../processes/copy-in.ts'
import { CopyIn, fulfilmentRate, Upload } from '../harness/bulk.ts'
import { compare, inWords, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Samples } from '../harness/interleave.ts'
import type { BenchPartner } from '../harness/operator.ts'

const WARM_UP_UNITS = 2_000
/** The tables to which an order adds rows, except `transfers`. */
const TABLES = ['orders', 'order_lines', 'fulfillments', 'issued_segments']

/** P6: one large order, of generated codes and of codes from stock. */
export const bulk: Figure = { name: 'bulk', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const partner = await bench.service.operator.newPartner()
  const generated = await measureGenerated(bench, partner)
  const fromStock = await measureFromStock(bench, partner)
  const units = inWords(bench.count(1_000_000, 20_000))
  const compared = { id: 'P6', goal: { atLeast: 0.6 }, unit: '/s' } as const
  return [
    compare({
      ...compared,
      title: `an order of ${units} generated codes / COPY of its rows`,
      ours: generated.ours,
      baseline: generated.rows,
    }),
    compare({
      ...compared,
      title: `an order of ${units} codes from stock / COPY of the rows it wrote`,
      ours: fromStock.ours,
      baseline: fromStock.rows,
    }),
    compare({
      ...compared,
      title: `an order of ${units} codes from stock / COPY of those and of its codes`,
      ours: fromStock.ours,
      baseline: fromStock.rowsAndCodes,
    }),
  ]
}

async function measureGenerated(
  bench: Bench,
  partner: BenchPartner,
): Promise<Samples<'ours' | 'rows'>> {
  const productId = await bench.service.operator.newProduct('generator')
  const units = bench.count(1_000_000, 20_000)
  const order = (quantity: number) =>
    fulfilmentRate(bench.service, partner, { productId, quantity })
  await order(WARM_UP_UNITS)
  await order(units)
  const rows = new CopyIn(bench.service, 'twin')
  await rows.prepare(rowsOf(TABLES, await lastOrder(bench, partner)))
  const samples = await interleave(
    { ours: () => order(units), rows: () => rows.run(units) },
    bench.rounds,
  )
  await rows.end()
  return samples
}

async function measureFromStock(
  bench: Bench,
  partner: BenchPartner,
): Promise<Samples<'ours' | 'rows' | 'rowsAndCodes'>> {
  const { service } = bench
  const productId = await service.operator.newProduct('vault')
  const units = bench.count(1_000_000, 20_000)
  const upload = new Upload(service)
  const order = (quantity: number) => fulfilmentRate(service, partner, { productId, quantity })
  await upload.import(productId, WARM_UP_UNITS)
  // All stock is imported before the first order, so that no work of the import is measured.
  for (let run = 0; run <= 2 * bench.rounds; run += 1) await upload.import(productId, units)
  await order(WARM_UP_UNITS)
  await order(units)
  const where = await lastOrder(bench, partner)
  const written = rowsOf([...TABLES, 'stock_reservations'], where)
  const blocks = {
    table: 'stock_blocks',
    where: `(product_id, block_id) in (
      select stock_product_id, stock_block_id from issued_segments where ${where})`,
  }
  const rows = new CopyIn(service, 'twin')
  const rowsAndCodes = new CopyIn(service, 'twin_with_codes')
  await rows.prepare(written)
  await rowsAndCodes.prepare([...written, blocks])
  const samples = await interleave(
    {
      ours: () => order(units),
      rows: () => rows.run(units),
      rowsAndCodes: () => rowsAndCodes.run(units),
    },
    bench.rounds,
  )
  await Promise.all([upload.end(), rows.end(), rowsAndCodes.end()])
  return samples
}

function rowsOf(tables: readonly string[], where: string): CopySource[] {
  const transfers = `(partner_id, coalesce(pending_no, transfer_no)) in (
    select partner_id, hold_no from orders where ${where})`
  return [...tables.map((table) => ({ table, where })), { table: 'transfers', where: transfers }]
}

/** Returns the SQL condition of the rows of the last order. */
async function lastOrder({ service }: Bench, { partnerId }: BenchPartner): Promise<string> {
  const { rows } = await service.db.query<{ last: string }>(
    'select last_order::text as last from books where partner_id = $1',
    [partnerId],
  )
  return `partner_id = ${partnerId} and order_no = ${rows[0]?.last ?? ''}`
}
