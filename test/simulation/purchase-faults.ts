import { vi } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { scaled, type StandIn } from '../../src/stand-ins/mod.ts'
import { passLookUps, type Suppliers } from './suppliers.ts'

const BOUND = { timeout: 60_000, interval: 200 }
/** Codes of stand-ins; those that are imported or generated have dashes. */
const BOUGHT = /^\d{20}$/

type Sale = StandIn['books']['sales'][number]

/** Our row of a purchase. */
interface Purchase {
  readonly adapter: string
  readonly reference: string
  readonly status: string
  readonly released: boolean
  readonly quantity: number
  readonly cost: string | null
  readonly currency: string | null
}

/**
 * Compares our purchases with the books of the suppliers: each sale is one purchase of ours at the
 * same cost, and each of its codes belongs to an order, or is in stock because its order was
 * cancelled. `holders` has the holder of each code.
 */
export async function faultsOfPurchases(
  db: Database,
  suppliers: Suppliers,
  holders: ReadonlyMap<string, string>,
): Promise<string[]> {
  return untilNone(async () => {
    const purchases = await readPurchases(db)
    const sales = suppliers.shops.flatMap(({ standIn }) => standIn.books.sales)
    const sold = new Set(sales.flatMap(({ codes }) => codes.map(({ number }) => number)))
    const references = new Set(sales.map(({ reference }) => reference))
    return [
      ...sales.flatMap((sale) => faultsOfSale(sale, purchases, holders)),
      ...purchases
        .filter(({ status, reference }) => isPaid(status) && !references.has(reference))
        .map(({ adapter, reference }) => `${adapter} has not sold ${reference}`),
      ...[...holders]
        .filter(([code]) => BOUGHT.test(code) && !sold.has(code))
        .map(([code, holder]) => `${holder} has ${code}, which nobody sold`),
    ]
  })
}

function isPaid(status: string): boolean {
  return status === 'DONE' || status === 'STOCKED'
}

/** Returns the faults that are left after a while: workers may still be at work. */
async function untilNone(faultsNow: () => Promise<string[]>): Promise<string[]> {
  let faults: string[] = []
  const areNone = async (): Promise<void> => {
    faults = await faultsNow()
    if (faults.length > 0) throw new Error(faults.join('; '))
  }
  await vi.waitFor(areNone, BOUND).catch(() => undefined)
  return faults
}

function faultsOfSale(
  sale: Sale,
  purchases: readonly Purchase[],
  holders: ReadonlyMap<string, string>,
): string[] {
  const { reference, price, currency, units, status, codes } = sale
  const own = purchases.find((one) => one.reference === reference)
  if (!own) return [`sale ${reference} is of no purchase`]
  // A purchase of a cancelled order is followed until it is taken back or in stock.
  if (own.released && ['PLACING', 'PLACED', 'DONE'].includes(own.status)) return []
  if (isPaid(own.status) !== (status === 'done')) {
    return [`sale ${reference} is ${status}, and ours ${own.status}`]
  }
  if (status !== 'done') return []
  const cost = own.cost === null ? undefined : scaled(own.cost)
  const isSame = cost === price && own.currency === currency && own.quantity === units
  const lost = own.status === 'DONE' ? codes.filter(({ number }) => !holders.has(number)) : []
  return [
    ...(isSame ? [] : [`${reference} cost ${price} ${currency}, and ours ${own.cost}`]),
    ...lost.map(({ number }) => `${number} of ${reference} was paid, and nobody has it`),
  ]
}

async function readPurchases({ pool }: Database): Promise<Purchase[]> {
  const { rows } = await pool.query<Purchase>(
    `select adapter, replace(reference::text, '-', '') as reference, status, released, quantity,
       trim_scale(cost)::text as cost, cost_currency as currency
     from supplier_creates join supplier_accounts using (account_id)`,
  )
  return rows
}

/**
 * At the end of all histories: purchases of cancelled orders are taken back or in stock, and our
 * floats are what the suppliers say.
 */
export async function faultsOfFloats(db: Database, { shops }: Suppliers): Promise<string[]> {
  return untilNone(async () => {
    await passLookUps(db)
    await db.pool.query('update supplier_accounts set asked_at = null')
    const { rows } = await db.pool.query(
      `select adapter, currency, trim_scale(funds)::text as funds
       from supplier_pots join supplier_accounts using (account_id)`,
    )
    const open = (await readPurchases(db)).filter(
      ({ status, released }) => status.startsWith('PLAC') || (released && status === 'DONE'),
    )
    const floats = shops.flatMap(({ offer: { adapter, currency }, standIn: { books } }) => {
      const pot = rows.find((row) => row.adapter === adapter && row.currency === currency)
      const left = books.funds.get(currency)
      return pot && scaled(pot.funds) === left ? [] : [`${adapter} has ${left}, ours ${pot?.funds}`]
    })
    return [...open.map((one) => `${one.adapter} ${one.reference} is ${one.status}`), ...floats]
  })
}
