import { dateAt } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { stockBlockContext } from '../../src/inventory/mod.ts'
import type { Sale } from '../../src/stand-ins/books.ts'
import { decodeCodes } from '../../src/supply/mod.ts'
import type { Fixture } from '../inventory/fixture.ts'
import { type Bench, type Case, textsOf, textsSold } from './bench.ts'

/** Returns the units of a sale, as a supplier tells them to a person. */
export function unitsOf(one: Case, sale: Sale) {
  const texts = textsSold({ sales: [sale] } as never, one)
  if (one.position === 'links') return texts.map((url) => ({ url }))
  return one.recipient
    ? texts.map((number) => ({ number }))
    : sale.codes.map(({ number, pin }) => ({ number, pin }))
}

/** Returns the texts of all codes that were put into stock of a product since an instant. */
export async function stockTexts(
  { db, vault }: Fixture,
  productId: number,
  since: number,
): Promise<string[]> {
  const rows = await db.rows(
    sql<{ block_id: string; sealed: Buffer }>`
      select block_id, sealed from stock_blocks
      where product_id = ${productId} and imported_at >= ${dateAt(since)}`,
  )
  return rows.flatMap(({ block_id: blockId, sealed }) =>
    textsOf(decodeCodes(vault.open('codes', stockBlockContext(productId, blockId), sealed))),
  )
}

/** Returns our rows of sales, by their references. */
export async function rowsOf({ db }: Fixture, sales: readonly Sale[]): Promise<unknown[]> {
  const references = sales.map(({ reference }) => reference)
  return db.rows(sql`
    select order_no, create_no, status, released, due_at, fault, closed_at, exchanges
    from supplier_creates where replace(reference::text, '-', '') = any(${references}::text[])`)
}

/** Returns what a supplier has charged for these orders, by our rows. */
export async function costOfOrders(
  { db }: Fixture,
  orderNumbers: readonly number[],
): Promise<string> {
  const [row] = await db.rows(
    sql<{ cost: string | null }>`
      select trim_scale(sum(cost))::text as cost from supplier_creates
      where order_no = any(${orderNumbers}::bigint[]) and status in ('DONE', 'STOCKED')`,
  )
  return row?.cost ?? '0'
}

/** Returns the names of the accounts at which purchases wait for a person. */
export async function unclearAccounts({ db }: Fixture): Promise<ReadonlySet<string>> {
  const rows = await db.rows(
    sql<{ name: string }>`
      select distinct name from supplier_accounts join supplier_creates using (account_id)
      where fault is not null`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** True if a purchase is due that no batch waits for. */
export async function isAnyDue({ db, clock }: Fixture): Promise<boolean> {
  const rows = await db.rows(
    sql`select from supplier_creates where due_at <= ${dateAt(clock.now())} limit 1`,
  )
  return rows.length > 0
}

interface PlacedOrder {
  readonly shop: { readonly one: Case; readonly bench: Pick<Bench, 'books'> }
  readonly isCancelled: boolean
}

/** Returns the texts of sales that are reported to a person instead of being stocked. */
export function reportedTexts(orders: readonly PlacedOrder[]): ReadonlySet<string> {
  const texts = new Set<string>()
  for (const { shop, isCancelled } of orders) {
    const { sales } = shop.bench.books
    for (const sale of sales) {
      const copies = sales.filter(({ reference }) => reference === sale.reference)
      const isForPerson = isCancelled && shop.one.productType !== 'GIFT_CARD'
      if (copies.length === 1 && !isForPerson) continue
      for (const text of textsSold({ sales: [sale] } as never, shop.one)) texts.add(text)
    }
  }
  return texts
}

/** Tables that are emptied after each history, because they would make later ones slower. */
const GROWING_TABLES = ['supplier_creates', 'code_index', 'orders', 'stock_blocks', 'stock_free']

export async function forgetPurchases({ db }: Fixture): Promise<void> {
  for (const table of GROWING_TABLES) {
    await db.rows(sql`delete from ${sql.quoted(table)}`)
    await db.rows(sql`vacuum ${sql.quoted(table)}`)
  }
}
