import type { Adjustment } from '../catalog/mod.ts'
import { minorUnits } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { ordersWithOpenBatches, selectDeliveries, type DeliveryRow } from './order-rows.ts'

/** The progress of the batches of an order. */
export interface Delivery {
  readonly hasOpenBatches: boolean
  readonly isUnderWay: boolean
  /** True if our account at a supplier cannot pay one of them. */
  readonly isShort: boolean
  /** When a batch was last issued. */
  readonly lastIssuedMs: number | undefined
  readonly irrevocable: IrrevocablePart
  /** The price of these units, and of irrevocable units that may be under way. */
  readonly owedMinor: bigint
}

/** Units that are charged even if their order is cancelled. */
export interface IrrevocablePart {
  readonly costMinor: bigint
  /** Undefined if no price rule applied to the order. */
  readonly adjustment: Adjustment | undefined
}

interface OrdersToLoad {
  readonly whole: readonly number[]
  readonly settles: readonly number[]
  readonly deliveries: Map<number, Delivery>
}

const NO_DELIVERY = {
  isUnderWay: false,
  isShort: false,
  lastIssuedMs: undefined,
  irrevocable: { costMinor: 0n, adjustment: undefined },
  owedMinor: 0n,
}

/** Loads the progress of these orders: in full for `whole`, only the open batches for `settles`. */
export async function loadDeliveries(
  tx: Tx,
  partnerId: number,
  orders: OrdersToLoad,
): Promise<void> {
  const { whole, settles, deliveries } = orders
  if (settles.length > 0) {
    const open = await tx.rows(ordersWithOpenBatches(partnerId, settles))
    const openNos = new Set(open.map((row) => Number(row.order_no)))
    for (const orderNo of settles) {
      const hasOpenBatches = openNos.has(orderNo)
      deliveries.set(orderNo, { ...NO_DELIVERY, hasOpenBatches })
    }
  }
  if (whole.length === 0) return
  for (const row of await tx.rows(selectDeliveries(partnerId, whole))) {
    deliveries.set(Number(row.order_no), {
      hasOpenBatches: row.open_batches > 0n,
      isUnderWay: row.under_way > 0n,
      isShort: row.short_batches > 0n,
      lastIssuedMs: row.last_completed_at?.getTime(),
      irrevocable: irrevocableOf(row),
      owedMinor: row.owed_minor,
    })
  }
}

function irrevocableOf({
  kept_minor,
  kept_discount_minor,
  kept_fee_minor,
}: DeliveryRow): IrrevocablePart {
  const isAdjusted = kept_discount_minor !== 0n || kept_fee_minor !== 0n
  const [discountMinor, feeMinor] = [minorUnits(kept_discount_minor), minorUnits(kept_fee_minor)]
  return {
    costMinor: kept_minor,
    adjustment: isAdjusted ? { discountMinor, feeMinor } : undefined,
  }
}
