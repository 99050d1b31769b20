import { sql } from '../../src/db/mod.ts'
import { stockBlockContext } from '../../src/inventory/mod.ts'
import type { Sale } from '../../src/stand-ins/books.ts'
import { decodeCodes } from '../../src/supply/mod.ts'
import type { Fixture } from '../inventory/fixture.ts'
import { type Case, textsOf, textsSold } from './bench.ts'

/** The texts of a sale that a supplier tells a person. */
export function unitsOf(one: Case, sale: Sale) {
  const texts = textsSold({ sales: [sale] } as never, one)
  if (one.position === 'links') return texts.map((url) => ({ url }))
  return one.recipient
    ? texts.map((number) => ({ number }))
    : sale.codes.map(({ number, pin }) => ({ number, pin }))
}

/** The texts of all codes that were ever put into stock of a product. */
export async function stockTexts({ db, vault }: Fixture, productId: number): Promise<string[]> {
  const rows = await db.rows(
    sql<{ block_id: string; sealed: Buffer }>`
      select block_id, sealed from stock_blocks where product_id = ${productId}`,
  )
  return rows.flatMap(({ block_id: blockId, sealed }) =>
    textsOf(decodeCodes(vault.open('codes', stockBlockContext(productId, blockId), sealed))),
  )
}

/** Our rows of sales, by their references. */
export async function rowsOf({ db }: Fixture, sales: readonly Sale[]): Promise<unknown[]> {
  const references = sales.map(({ reference }) => reference)
  return db.rows(sql`
    select order_no, create_no, status, released, due_at, fault, closed_at, exchanges
    from supplier_creates where replace(reference::text, '-', '') = any(${references}::text[])`)
}
