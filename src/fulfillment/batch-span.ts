import { tracesOfOrders } from '../orders/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { Attributes, SpanStart } from '../telemetry/mod.ts'
import { type LeasedBatch, type LeasedRow, toLeased } from './batch.ts'

/** Returns the span of work on batches, in the trace of the first order; linked to the others. */
export function batchSpan(
  name: string,
  batches: readonly LeasedBatch[],
  attributes: Attributes,
): SpanStart {
  return {
    name,
    attributes: { ...attributes, 'tessera.batches': batches.length },
    continues: () => [...new Set(batches.flatMap(({ request }) => request.traceparent ?? []))],
  }
}

interface LeaseTraces {
  readonly partnerId: number
  readonly isTracing: boolean
}

/** Reads the trace contexts of the orders, if the process records spans. */
export async function tracedBatches(
  tx: Tx,
  rows: readonly LeasedRow[],
  { partnerId, isTracing }: LeaseTraces,
): Promise<LeasedBatch[]> {
  const orderNos = [...new Set(rows.map((row) => row.order_no))]
  const traceRows = isTracing ? await tx.rows(tracesOfOrders(partnerId, orderNos)) : []
  const traces = new Map(traceRows.map((row) => [row.order_no, row.traceparent]))
  return rows.map((row) => toLeased(partnerId, row, traces.get(row.order_no)))
}

/** Orders that a fault concerns, for the log. */
export interface FaultedOrders {
  readonly partnerId: number | undefined
  readonly orderNos: readonly number[]
}

const ORDERS_LOGGED_MAX = 10

export function ordersOf(batches: readonly LeasedBatch[]): FaultedOrders {
  const orderNos = [...new Set(batches.map(({ request }) => request.orderNo))]
  return {
    partnerId: batches[0]?.request.partnerId,
    orderNos: orderNos.slice(0, ORDERS_LOGGED_MAX),
  }
}
