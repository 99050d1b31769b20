import { sql, type Db, type Statement } from '../db/mod.ts'
import { archived, findArchivedKeys, formatTransferId, findTransfers } from '../ledger/mod.ts'

/** The scopes whose references partners or operators choose. */
const SCOPES = ['deposit', 'reversal', 'wallet_transaction'] as const

/**
 * Returns the numbers of the transfers with this reference, or of the order that has it. Refuses
 * archived if the reference belonged to a wallet transaction that was removed.
 */
export async function transfersOfReference(
  db: Db,
  partnerId: number,
  reference: string,
): Promise<number[]> {
  const [ofReferences, ofOrder] = await Promise.all([
    Promise.all(SCOPES.map((scope) => findTransfers(db, partnerId, scope, [reference]))),
    db.rows(transfersOfOrder(partnerId, reference)),
  ])
  const removed = await findArchivedKeys(db, partnerId, 'wallet_transaction', [reference])
  const removedNo = removed.get(reference)
  if (removedNo !== undefined) {
    const name = formatTransferId(partnerId, removedNo)
    throw archived(`reference was used by transaction ${name}, which is archived`)
  }
  return [
    ...ofReferences.flatMap((found) => [...found.values()].map(({ number }) => number)),
    ...ofOrder.map(({ transfer_no: number }) => Number(number)),
  ]
}

/** The holds of the order, its charge or releases, and the refunds of its items. */
function transfersOfOrder(
  partnerId: number,
  clientReference: string,
): Statement<{ transfer_no: bigint }> {
  return sql`
    with named as (
      select order_no, hold_no from orders
      where partner_id = ${partnerId} and client_reference = ${clientReference}
    ), holds as (
      select hold_no from named where hold_no is not null
      union
      select h.hold_no from named
      join order_holds h on h.partner_id = ${partnerId} and h.order_no = named.order_no)
    select hold_no as transfer_no from holds
    union all
    select t.transfer_no from holds
    join transfers t on t.partner_id = ${partnerId} and t.pending_no = holds.hold_no
    union all
    select c.transfer_no from named
    join cases c on c.partner_id = ${partnerId} and c.order_no = named.order_no
    where c.transfer_no is not null`
}
