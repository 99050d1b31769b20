import { sql, type Statement } from '../db/mod.ts'
import type { BatchKey } from './port.ts'

/** Batches by their keys, as the table `keys` of a `from`. */
export function keyTable(keys: readonly BatchKey[]): Statement<never> {
  return sql`unnest(
    ${keys.map((key) => key.partnerId)}::integer[],
    ${keys.map((key) => key.orderNo)}::bigint[],
    ${keys.map((key) => key.batchNo)}::integer[]) as keys (partner_id, order_no, batch_no)`
}
