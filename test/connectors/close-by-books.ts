import { type Closing, closeSupplierPurchase } from '../../src/connectors/close-purchase.ts'
import { listSupplierPurchases, purchaseIdOf } from '../../src/connectors/purchases.ts'
import { transact } from '../../src/db/mod.ts'
import { decimal } from '../../src/stand-ins/books.ts'
import type { Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'
import type { Bench, Case } from './bench.ts'
import { unitsOf } from './history-texts.ts'

/** A supplier in one position, and our account there. */
export interface Supplied {
  readonly one: Case
  readonly bench: Bench
}

export function accountOf({ bench }: Supplied): string {
  return String(bench.request(1).settings['account'])
}

/** Closes unclear purchases as a person does who reads the books of the supplier. */
export async function closeByBooks(
  { db, vault, clock }: Fixture,
  { one, bench }: Supplied,
): Promise<void> {
  const { books } = bench
  const name = { adapter: one.shop, name: accountOf({ one, bench }) }
  const filter = { isUnclear: true, page: 1, pageSize: 100 }
  const { rows } = await listSupplierPurchases(db, name, filter)
  for (const purchase of rows) {
    if ((purchase.unsureUntil ?? 0) > clock.now()) continue
    const reference = purchase.reference.replaceAll('-', '')
    const ours = books.sales.filter((sold) => sold.reference.replaceAll('-', '') === reference)
    // Nobody decides on a purchase while it is worked on.
    for (const sold of ours) if (sold.status === 'processing') books.end(sold, 'done')
    const sales = ours.filter(({ status }) => status === 'done')
    const [sale] = sales
    const price = decimal(sales.reduce((sum, sold) => sum + sold.price, 0n))
    const bought = {
      outcome: 'bought' as const,
      units: purchase.hasUnits || !sale ? undefined : unitsOf(one, sale),
      charged: { amount: price, currency: 'EUR' },
    }
    const closing: Closing = sale ? bought : { outcome: 'notBought' }
    const act = { actor: TESTER, reason: 'their books', at: clock.now() }
    const input = { name, purchaseId: purchaseIdOf(purchase), closing, act }
    await transact(db, (tx) => closeSupplierPurchase(tx, vault, input))
  }
}
