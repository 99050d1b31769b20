import { vi } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { orderId } from '../../src/orders/mod.ts'
import { passBackoffs } from '../support/backoffs.ts'
import type { Fleet } from './chaos-fleet.ts'
import type { History } from './chaos-history.ts'
import { describeStuck, openOrders } from './chaos-stuck.ts'
import { CURRENCIES, isStocked, NEVER_DELIVERS, WILLING } from './chaos-fixture.ts'
import type { ChaosFixture } from './chaos-fixture.ts'
import { newImport, newMovement, type Write } from './chaos-writes.ts'

const PLENTY = 1_000_000
const BOUND = { timeout: 90_000, interval: 50 }

export interface Scene {
  readonly db: Database
  readonly fleet: Fleet
  readonly fixture: ChaosFixture
  readonly history: History
}

/**
 * Ends all faults, adds funds and stock, and makes suppliers deliver. Resolves once every order is
 * COMPLETED or CANCELLED with no work left, and the outcome of every write is known. Does not
 * change the suppliers of products, so waiting orders must have noticed earlier changes.
 */
export async function calmDown(scene: Scene): Promise<void> {
  const { fleet, fixture, history } = scene
  await fleet.calm()
  for (const seller of fixture.sellers) {
    for (const currency of CURRENCIES) {
      await history.settle(newMovement('deposit', seller, { currency, amount: PLENTY }))
    }
  }
  const open = history.writes.filter(({ isOpen }) => isOpen)
  for (const write of open.filter((one) => !isImport(one))) await history.settle(write)
  await replaceUnwillingSuppliers(scene)
  await stockUp(scene)
  await untilDone(scene)
  for (const product of fixture.products.filter(isStocked)) {
    await history.resell(product, product.home)
  }
  for (const write of open.filter(isImport)) await history.settle(write)
}

function isImport({ sent }: Write): boolean {
  return sent.kind === 'import'
}

/** Gives each product whose only supplier never delivers one that does. */
async function replaceUnwillingSuppliers({ db, history }: Scene): Promise<void> {
  const { rows } = await db.pool.query<{ product_id: number }>(
    `select product_id from products
     where supplier = 'sandbox' and supplier_settings ->> 'outcome' = any($1)
       and fallback_suppliers = '[]'`,
    [NEVER_DELIVERS],
  )
  for (const { product_id: productId } of rows) await history.resell({ productId }, [WILLING])
}

/** For each face value, imports as many codes as were ever ordered from stock. */
async function stockUp({ db, fixture, history }: Scene): Promise<void> {
  const { rows } = await db.pool.query<{ product_id: number; face: number; quantity: number }>(
    `select product_id, (face_value_minor / 100)::int as face, sum(quantity)::int as quantity
     from fulfillments b join products p using (product_id)
     where p.supplier = 'vault' or p.fallback_suppliers @> '[{"supplier": "vault"}]'
     group by product_id, face_value_minor`,
  )
  for (const { product_id: productId, face, quantity } of rows) {
    const product = fixture.products.find((one) => one.productId === productId)
    if (product) await history.settle(newImport(product, { face, quantity }))
  }
}

/** Waits until all orders end. Describes stuck orders in full, as the run leaves nothing else. */
async function untilDone(scene: Scene): Promise<void> {
  const { db } = scene
  const isDone = async (): Promise<void> => {
    await passBackoffs(db)
    await db.pool.query('update unfunded_accounts set is_due = true')
    await retryFailed(scene)
    const open = await openOrders(db)
    if (open > 0) throw new Error(`${open} orders are not done`)
  }
  await vi.waitFor(isDone, BOUND).catch(async (error: unknown) => {
    throw new Error(await describeStuck(db), { cause: error })
  })
}

interface OrderRow {
  readonly partner_id: number
  readonly order_no: bigint
  readonly created_at: Date
}

/** Retries, as the operator, the orders for which the worker has used all attempts. */
async function retryFailed({ db, history }: Scene): Promise<void> {
  const { rows } = await db.pool.query<OrderRow>(
    `select partner_id, order_no, created_at from orders
     where status not in ('COMPLETED', 'CANCELLED') and (partner_id, order_no) in (
       select partner_id, order_no from fulfillments where status = 'FAILED' and due_at is null)`,
  )
  for (const row of rows) {
    const [partnerId, orderNo] = [row.partner_id, Number(row.order_no)]
    await history.retry(orderId({ partnerId, orderNo, createdMs: row.created_at.getTime() }))
  }
}
