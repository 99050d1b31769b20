import { groupBy } from '../core/mod.ts'
import { transact, type Tx } from '../db/mod.ts'
import { type BatchNo, type BoundRow, lockBound, rebindBatches } from '../fulfillment/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import { ADAPTER, type AccountTakenOver, type TakeOverContext } from './accounts.ts'
import { FORMER_SUPPLIER, settingsOf } from './former-settings.ts'
import { movedOf } from './move-purchase.ts'
import {
  type CreatesRow,
  deletePurchases,
  type FormerPurchaseRow,
  insertMoved,
  lockPurchases,
  type MovedRow,
  nextBatches,
  selectCreates,
} from './purchase-rows.ts'

/** Batches that one transaction takes over. */
const BATCHES_AT_ONCE = 200
const BEFORE_ALL: BatchKey = { partnerId: 0, orderNo: 0, batchNo: 0 }

export async function takeOverPurchases(
  context: TakeOverContext,
  accounts: readonly AccountTakenOver[],
): Promise<void> {
  let after = BEFORE_ALL
  for (;;) {
    const rows = await context.db.rows(nextBatches(after, BATCHES_AT_ONCE))
    const keys = rows.map(toKey)
    const last = keys.at(-1)
    if (!last) return
    await takeOverBatches(context, accounts, keys)
    after = last
  }
}

function toKey(row: {
  readonly partner_id: number
  readonly order_no: bigint
  readonly batch_no: number
}): BatchKey {
  return { partnerId: row.partner_id, orderNo: Number(row.order_no), batchNo: row.batch_no }
}

/**
 * Takes over batches with their purchases, in one transaction per partner. A worker that has leased
 * such a batch loses the lease and finds no purchase to write to, also if it runs the previous
 * version.
 */
export async function takeOverBatches(
  context: TakeOverContext,
  accounts: readonly AccountTakenOver[],
  keys: readonly BatchKey[],
): Promise<void> {
  for (const [partnerId, batches] of groupBy(keys, (key) => key.partnerId)) {
    await transact(context.db, (tx) => takeOver(tx, context, { partnerId, batches, accounts }))
  }
}

interface PartnerBatches {
  readonly partnerId: number
  readonly batches: readonly BatchNo[]
  readonly accounts: readonly AccountTakenOver[]
}

async function takeOver(
  tx: Tx,
  { clock }: TakeOverContext,
  { partnerId, batches, accounts }: PartnerBatches,
): Promise<void> {
  const bound = await tx.rows(lockBound(partnerId, batches))
  const former = await tx.rows(lockPurchases(partnerId, batches))
  const creates = await tx.rows(selectCreates(partnerId, batches))
  const movable = batches.filter((batch) => isMovable(batch, { bound, former, creates }))
  const moved = movable.flatMap((batch) => {
    const row = bound.find((one) => isOf(one, batch))
    const before = creates.find((one) => isOf(one, batch))?.last_no ?? 0
    return moveAll(
      former.filter((one) => isOf(one, batch)),
      { row, before, accounts },
    )
  })
  const rebound = movable.flatMap((batch) => {
    const row = bound.find((one) => isOf(one, batch))
    if (row?.supplier !== FORMER_SUPPLIER) return []
    const settings = settingsOf(row.supplier_settings ?? {}, accounts)
    return [{ ...batch, supplier: ADAPTER, settings }]
  })
  if (moved.length > 0) {
    tx.write(insertMoved(partnerId, moved, clock.now()))
    tx.write(deletePurchases(partnerId, movable))
  }
  if (rebound.length > 0) tx.write(rebindBatches(partnerId, rebound))
}

interface LockedRows {
  readonly bound: readonly BoundRow[]
  readonly former: readonly FormerPurchaseRow[]
  readonly creates: readonly CreatesRow[]
}

/**
 * False while an adapter buys for the batch. The last create of a batch decides its next step, so
 * the former purchase must not be added after a create that is open or done.
 */
function isMovable(batch: BatchNo, { bound, former, creates }: LockedRows): boolean {
  const isEnded = bound.find((one) => isOf(one, batch))?.status === 'COMPLETED'
  const isReleased = former.some((one) => isOf(one, batch) && one.released)
  const isLive = creates.some((one) => isOf(one, batch) && one.is_live)
  return isEnded || isReleased || !isLive
}

function moveAll(
  purchases: readonly FormerPurchaseRow[],
  {
    row,
    before,
    accounts,
  }: {
    readonly row: BoundRow | undefined
    readonly before: number
    readonly accounts: readonly AccountTakenOver[]
  },
): MovedRow[] {
  const batch = {
    isOurs: row === undefined || row.supplier === FORMER_SUPPLIER,
    isDone: row === undefined || row.status === 'COMPLETED',
  }
  return purchases.map((purchase, at) => {
    const account = accounts.find(({ upstreamId }) => upstreamId === purchase.upstream_id)
    if (!account && purchase.upstream_id !== null) throw new Error('an account is not taken over')
    const accountId = account?.accountId ?? null
    return movedOf(purchase, { createNo: before + at + 1, accountId, batch })
  })
}

function isOf(
  row: { readonly order_no: bigint; readonly batch_no: number },
  { orderNo, batchNo }: BatchNo,
): boolean {
  return row.order_no === BigInt(orderNo) && row.batch_no === batchNo
}
