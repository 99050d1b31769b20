import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { parseOrderId } from '../../../src/core/mod.ts'
import { sql } from '../../../src/db/mod.ts'
import { referenceOf } from '../../../src/upstream/mod.ts'
import type { RunningService } from '../../support/service.ts'

/** What is said of a purchase that nobody has made. */
export interface MadeUp {
  readonly upstream: string
  readonly orderId: string
  /** What the last look found wrong; nothing where it is left out. */
  readonly fault?: string
  readonly productId?: number
}

/** A purchase for the first batch of an order, as if it was PLACED; answers its reference. */
export async function makeUpPurchase(
  { db }: Pick<RunningService, 'db'>,
  { upstream, orderId, fault, productId = 1 }: MadeUp,
): Promise<string> {
  const { partnerId, orderNo } = parseOrderId(orderId) ?? expect.unreachable()
  const reference = randomUUID()
  await db.rows(sql`
    insert into upstream_purchases (
      partner_id, order_no, batch_no, purchase_no, upstream_id, reference, idempotency_key,
      their_product_id, wallet_currency, product_id, currency, face_value_minor, quantity, status,
      upstream_order_id, begun_at, fault, faulted_at, faults)
    select ${partnerId}, ${orderNo}, 1, 1, upstream_id, ${reference}::uuid, ${reference}::uuid, 7,
           'USD', ${productId}::integer, 'USD', 1000, 1, 'PLACED', 'o-1', now(),
           ${fault ?? null}::text,
           case when ${fault ?? null}::text is not null then now() end,
           case when ${fault ?? null}::text is not null then 1 else 0 end
    from upstreams where name = ${upstream}`)
  return referenceOf({ partnerId, orderNo, batchNo: 1, reference })
}
