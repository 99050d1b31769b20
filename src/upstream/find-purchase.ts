import { sql, type Db, type Statement } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import { referenceOf } from './reference.ts'

/** A purchase, and the batch that it was made for. */
export interface FoundPurchase extends BatchKey {
  /** Our reference of the order at the upstream. */
  readonly reference: string
  readonly upstream: string | undefined
  readonly upstreamOrderId: string | undefined
}

/** Returns the purchase with this random reference; undefined if there is none. */
export async function findPurchase(db: Db, uuid: string): Promise<FoundPurchase | undefined> {
  const [row] = await db.rows(purchaseBy(sql`reference = ${uuid}`))
  return row && toFound(row)
}

/** Returns the purchases that an upstream has under this id of its order. */
export async function findPurchasesOfTheirs(db: Db, theirs: string): Promise<FoundPurchase[]> {
  return (await db.rows(purchaseBy(sql`upstream_order_id = ${theirs}`))).map(toFound)
}

/** Returns the purchases that were made for an order of ours, up to PURCHASES_MAX. */
export async function findPurchasesOfOrder(
  db: Db,
  { partnerId, orderNo }: { readonly partnerId: number; readonly orderNo: number },
): Promise<FoundPurchase[]> {
  const ofOrder = sql`partner_id = ${partnerId} and order_no = ${orderNo}`
  return (await db.rows(purchaseBy(ofOrder))).map(toFound)
}

/** An order has one purchase for each of its batches at an upstream. */
const PURCHASES_MAX = 100

interface FoundRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  reference: string
  upstream: string | null
  upstream_order_id: string | null
}

function toFound(row: FoundRow): FoundPurchase {
  const key = {
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    batchNo: row.batch_no,
  }
  return {
    ...key,
    reference: referenceOf({ ...key, reference: row.reference }),
    upstream: row.upstream ?? undefined,
    upstreamOrderId: row.upstream_order_id ?? undefined,
  }
}

function purchaseBy(condition: Statement<unknown>): Statement<FoundRow> {
  return sql`
    select partner_id, order_no, batch_no, reference, upstream_order_id,
           (select name from upstreams
            where upstreams.upstream_id = upstream_purchases.upstream_id) as upstream
    from upstream_purchases where ${condition}
    order by partner_id, order_no, batch_no, purchase_no limit ${PURCHASES_MAX}`
}
