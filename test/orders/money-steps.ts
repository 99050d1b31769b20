import { randomUUID } from 'node:crypto'
import { systemActor } from '../../src/audit/mod.ts'
import { openCase } from '../../src/cases/mod.ts'
import { minorUnits, Refusal } from '../../src/core/mod.ts'
import type { Order } from '../../src/orders/mod.ts'
import type { FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import type { Code } from './money-fixture.ts'

/** Refunds a whole item of an order, or one minor unit of it. */
export interface RefundStep {
  readonly act: 'refund'
  readonly at: number
  readonly item: number
  /** True if only one minor unit is refunded. */
  readonly isPartial: boolean
}

/** One step of a history. Its numbers choose among the orders, items and codes that exist. */
export type Step =
  | { readonly act: 'deposit' | 'reverse'; readonly code: Code; readonly units: number }
  | { readonly act: 'place'; readonly code: Code; readonly lines: readonly (readonly number[])[] }
  | { readonly act: 'cancel' | 'retry'; readonly at: number }
  | RefundStep
  | { readonly act: 'credit' | 'debit'; readonly code: Code; readonly units: number }
  | { readonly act: 'restock'; readonly count: number }
  | { readonly act: 'work' | 'hurry' | 'deadline' }

/** Refunds an item, and returns the refunded amount in minor units. */
export async function refundItem(
  fixture: FulfillmentFixture,
  order: Order,
  { item, isPartial }: RefundStep,
): Promise<bigint> {
  const { refund } = await openCase(fixture, order, {
    kind: 'refund',
    reason: 'goodwill',
    actor: systemActor(randomUUID()),
    itemNo: (item % order.unitCount) + 1,
    amountMinor: isPartial ? minorUnits(1n) : undefined,
    acknowledged: true,
    isRequest: false,
  })
  return refund?.amountMinor ?? 0n
}

export function isFinal(status: string): boolean {
  return status === 'COMPLETED' || status === 'CANCELLED'
}

export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}
