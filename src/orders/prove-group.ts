import { sql, type Statement } from '../db/mod.ts'
import { proveSomeLinks } from '../links/mod.ts'
import { type BrokenInvariant, type Invariant, type RowProof } from '../ledger/mod.ts'
import {
  adjustmentMismatches,
  chargeMismatches,
  irrevocableMismatches,
  statusMismatches,
  transfersWithoutOrder,
  type OrderRange,
} from './compared-rows.ts'
import { walletHoldMismatches } from './compare-wallets.ts'
import type { OrderState } from './order-state.ts'

type Broken = Statement<BrokenInvariant>

/**
 * Returns the sentinel's comparison of a group's orders, links and wallets with the book. Uses the
 * statements of `compareOrders`, so that each comparison exists only once.
 */
export const ORDERS_PROOF: RowProof<OrderState> = {
  find: ({ partnerId }, state) => [
    ...proveEachOrder(partnerId, writtenOrders(state)),
    ...proveWalletHolds(partnerId, state),
    ...(state.links ? proveSomeLinks(partnerId, state.links) : []),
  ],
}

/** Checks that each hold belongs to an order, whatever kind of write has made it. */
export const HOLDS_PROOF: RowProof<undefined> = {
  find({ partnerId, transfers }) {
    const [first, last] = [transfers[0], transfers.at(-1)]
    if (!first || !last || !transfers.some(({ code }) => code.startsWith('order_'))) return []
    const ownerless = transfersWithoutOrder(partnerId, { first: first.number, last: last.number })
    return [
      sql`
        select 'hold_without_order' as invariant, 'transfer ' || ownerless.transfer_no as ids
        from (${ownerless}) as ownerless`,
    ]
  },
}

/** The numbers of the orders that the group has placed or changed. */
export function writtenOrders({ placed, changed }: OrderState): number[] {
  return [...new Set([...placed, ...changed])].map(({ orderNo }) => orderNo)
}

function proveEachOrder(partnerId: number, orderNos: readonly number[]): Broken[] {
  if (orderNos.length === 0) return []
  // Comparisons take a range of orders. This range has one order.
  const range = { after: sql<never>`written.order_no - 1`, last: sql<never>`written.order_no` }
  return COMPARISONS.map(
    ([invariant, mismatches]) => sql`
      select ${invariant}::text as invariant, 'order ' || written.order_no as ids
      from unnest(${orderNos}::bigint[]) as written (order_no)
      cross join lateral (${mismatches(partnerId, range)}) as mismatch`,
  )
}

type Mismatches = (
  partnerId: number,
  range: Record<keyof OrderRange, Statement<never>>,
) => Statement<unknown>

const COMPARISONS: readonly (readonly [invariant: Invariant, Mismatches])[] = [
  ['charge_without_hold', chargeMismatches],
  ['delivered_not_charged', irrevocableMismatches],
  ['discount_or_fee_not_posted', adjustmentMismatches],
  ['status_without_event', statusMismatches],
]

function proveWalletHolds(partnerId: number, { placed, changed }: OrderState): Broken[] {
  const walletIds = [...placed, ...changed].flatMap(({ walletId }) => walletId ?? [])
  if (walletIds.length === 0) return []
  return [
    sql`
      select 'wallet_hold_without_order' as invariant, mismatch.account as ids
      from (${walletHoldMismatches(partnerId, walletIds)}) as mismatch`,
  ]
}
