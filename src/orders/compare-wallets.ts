import { sql, type Statement } from '../db/mod.ts'
import { proofWith, type BookDifference, type BookProof, type InSql } from '../ledger/mod.ts'
import { NOT_FINAL, ORDER_PRICE } from './order-rows.ts'

/**
 * Returns a comparison that runs `proof` and then compares the partner's wallets: each must hold
 * exactly the cost of its orders that are not final.
 */
export function proveWallets(proof: BookProof): BookProof {
  return proofWith(proof, (partnerId) => [walletHoldMismatches(partnerId)])
}

/**
 * Compares all wallets, or the given ones. Finds wallets with holds in one pass over the accounts.
 */
export function walletHoldMismatches(
  partnerId: InSql<number>,
  walletIds?: readonly number[],
): Statement<BookDifference> {
  const isCompared = (id: string) =>
    walletIds ? sql`and ${sql.raw(id)} = any(${walletIds}::bigint[])` : sql``
  return sql`
    select currency, 'wallet ' || wallet_id as account, 'held_for_orders' as field,
      sum(held)::text as stored, sum(ordered)::text as recomputed
    from (
      select account_id as wallet_id, currency, debits_pending as held, 0::bigint as ordered
      from accounts
      where partner_id = ${partnerId} and kind = 'wallet' and debits_pending <> 0
        ${isCompared('account_id')}
      union all
      select wallet_id, currency, 0,
             case status when 'ON_HOLD' then coalesce(kept_minor, 0) else ${ORDER_PRICE} end
      from orders where partner_id = ${partnerId} and ${NOT_FINAL} and wallet_id is not null
        ${isCompared('wallet_id')}
    ) as side
    group by wallet_id, currency having sum(held) <> sum(ordered)
    order by wallet_id`
}
