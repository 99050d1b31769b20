import { expect } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { sql, type Database, type Statement } from '../../src/db/mod.ts'
import { decimal, type Sale } from '../../src/stand-ins/books.ts'
import { textsSold } from '../connectors/bench.ts'
import { unitsOf } from '../connectors/history-texts.ts'
import type { Json, SignedClient } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import type { Endpoint } from './endpoint.ts'
import type { PlacedOrder } from './purchase-orders.ts'
import { OPENING_FUNDS, chargedOf } from './purchase-scenarios.ts'
import type { PurchaseShop } from './purchase-shops.ts'

/**
 * Reads the books of the suppliers, as a person would, and reports what became of the purchases
 * that wait for a person.
 */
export async function reportUnclear(
  { operate }: Endpoint,
  shops: readonly PurchaseShop[],
): Promise<void> {
  for (const shop of shops) {
    const path = `/admin/v1/suppliers/${shop.supplier}/purchases`
    const unclear: Json[] = dataOf(await operate('GET', `${path}?unclear=true`))
    for (const { purchaseId, reference } of unclear) {
      const sales = salesOf(shop, String(reference))
      const close = (body: object) =>
        operate('POST', `${path}/${purchaseId}/close`, { ...body, reason: 'their books' })
      const [sale] = sales
      if (!sale) {
        await close({ outcome: 'notBought' })
        continue
      }
      const amount = decimal(sales.reduce((sum, { price }) => sum + price, 0n))
      const bought = { outcome: 'bought', cost: { amount: Number(amount), currency: 'EUR' } }
      // The units may be here already.
      const reply = await close(bought)
      if (reply.status === 400) await close({ ...bought, units: wireUnits(shop, sale) })
    }
  }
}

/** Ends the pending sales of a purchase as done; returns its sales that were not taken back. */
function salesOf({ standIn }: PurchaseShop, reference: string): Sale[] {
  const { books } = standIn
  const own = books.sales.filter(
    (sale) => withoutDashes(sale.reference) === withoutDashes(reference),
  )
  for (const sale of own) if (sale.status === 'processing') books.end(sale, 'done')
  return own.filter(({ status }) => status === 'done')
}

function withoutDashes(reference: string): string {
  return reference.replaceAll('-', '')
}

function wireUnits({ one }: PurchaseShop, sale: Sale): object[] {
  return unitsOf(one, sale).map((unit: Readonly<Record<string, string>>) => ({
    giftCardNumber: unit['number'],
    giftCardPin: unit['pin'],
    redemptionUrl: unit['url'],
  }))
}

/** Takes back the last sale that is done, if the supplier offers that. */
export function takeBack({ one, standIn, reversed }: PurchaseShop): void {
  if (!ADAPTERS[one.shop].manifest.isReversible) return
  const { books } = standIn
  const sale = books.sales.findLast(({ status }) => status === 'done') ?? expect.unreachable()
  reversed.push(...textsSold({ sales: [sale] } as never, one))
  books.end(sale, 'reversed')
}

/** Adds the codes of these orders that the partner can read to the codes that it has. */
export async function readDelivered(
  partner: SignedClient,
  orders: readonly PlacedOrder[],
): Promise<void> {
  for (const { shop, id } of orders) {
    const { status, body } = await partner.get(`/v2/orders/${id}/items`)
    const items: Json[] = status === 200 ? body.data : []
    shop.delivered.push(...items.map((item) => String(item.giftCardNumber || item.redemptionUrl)))
  }
}

/**
 * Expects of each supplier that each paid unit was delivered or is in stock, once; that nothing was
 * bought twice, unless a gateway repeated the request; and that costs and funds add up to the
 * smallest unit.
 */
export async function expectBalanced(
  db: Database,
  orders: readonly PlacedOrder[],
  isRepeated: boolean,
): Promise<void> {
  for (const { shop, orderNo } of orders) {
    const { supplier, one, standIn, delivered, reversed } = shop
    const { books } = standIn
    const first = new Map(books.sales.map((sale) => [sale.reference, sale.units]))
    const duplicateUnits =
      unitsOfAll(books.sales) - [...first.values()].reduce((sum, units) => sum + units, 0)
    if (isRepeated) shop.duplicateUnits = duplicateUnits
    const [row] = await db.rows(bookedOf(supplier, orderNo))
    const sold = textsSold(books, one)
    const cost = chargedOf(books)
    const actual = {
      unpaid: delivered.filter((text) => !sold.includes(text) && !reversed.includes(text)),
      twice: delivered.filter((text, at) => delivered.indexOf(text) !== at),
      lost: sold.filter((text) => !delivered.includes(text)).length,
      cost: row?.cost ?? '0',
      funds: books.funds.get('EUR'),
      duplicateUnits,
    }
    const expected = {
      unpaid: [],
      twice: [],
      // A person claims back the units that were bought twice under one reference.
      lost: (row?.stocked ?? 0) + shop.duplicateUnits,
      cost: decimal(cost),
      funds: OPENING_FUNDS - cost,
      duplicateUnits: shop.duplicateUnits,
    }
    expect({ supplier, ...actual }).toEqual({ supplier, ...expected })
  }
}

function unitsOfAll(sales: readonly Sale[]): number {
  return sales.reduce((sum, { units }) => sum + units, 0)
}

/** Returns the codes of the order's product that are in stock, and what was paid for the order. */
function bookedOf(
  supplier: string,
  orderNo: number,
): Statement<{ stocked: number; cost: string | null }> {
  return sql`
    select (
        select coalesce(sum(quantity), 0) from stock_free
        where product_id = any(array(
          select product_id from order_lines where order_no = ${orderNo})))::integer as stocked,
      trim_scale(sum(c.cost) filter (where c.status in ('DONE', 'STOCKED')))::text as cost
    from supplier_accounts a join supplier_creates c using (account_id)
    where a.adapter || ':' || a.name = ${supplier}`
}

/** Expects that the service shows what is left at each supplier. */
export async function expectFloats(
  { operate }: Endpoint,
  shops: readonly PurchaseShop[],
): Promise<void> {
  await eventually(async () => {
    const accounts: Json[] = dataOf(await operate('GET', '/admin/v1/suppliers?pageSize=100'))
    for (const { supplier, standIn } of shops) {
      const account = accounts.find((one) => one.supplier === supplier)
      const pot = account?.pots.find(({ currency }: Json) => currency === 'EUR')
      const left = decimal(standIn.books.funds.get('EUR') ?? 0n)
      expect({ supplier, left: pot?.funds }).toEqual({ supplier, left })
    }
  })
}
