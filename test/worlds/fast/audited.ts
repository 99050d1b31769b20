import { systemActor, type AuditEntry } from '../../../src/audit/mod.ts'
import { formatOrderId } from '../../../src/core/mod.ts'
import type { Order } from '../../../src/orders/mod.ts'
import { DECIMALS, type Code } from '../../oracle/facts.ts'

/** A person of a partner. */
export const PARTNER = systemActor('partner')
/** The reason of all acts of the operator. */
export const REASON = 'test'

/** An order of a group that must have an audit entry. */
export interface AuditedOrder {
  readonly order: Order
  /** A person placed it; an operator cancelled it, or had its supplier asked again. */
  readonly was: 'place' | 'cancel' | 'retry'
  /** The status before it was cancelled. */
  readonly before?: string | undefined
}

/** Throws unless each of these orders has its audit entry, and nothing else has one. */
export function requireAudited(
  audits: readonly AuditEntry[],
  audited: readonly AuditedOrder[],
): void {
  const [actual, expected] = [audits, audited.map(entryOf)].map((entries) =>
    entries
      .map(({ action, target, valueOut, reason, before, after, at }) =>
        JSON.stringify([action, target, valueOut, reason, before, after, at]),
      )
      .toSorted()
      .join(),
  )
  if (actual !== expected) throw new Error(`the audit has ${actual}, and ${expected} is right`)
}

function entryOf({ order, was, before }: AuditedOrder): Omit<AuditEntry, 'actor'> {
  const { partnerId, clientReference, currency, unitCount, createdMs } = order
  const of = { partnerId, target: `order:${formatOrderId(order)}`, valueOut: 'none' } as const
  if (was === 'place') {
    const { discountMinor = 0n, feeMinor = 0n } = order.adjustment ?? {}
    const price = textOf(order.totalMinor - discountMinor + feeMinor, currency.code as Code)
    const after = { clientReference, charged: `${price} ${currency.code}`, items: unitCount }
    return { ...of, action: 'order.place', after, at: createdMs }
  }
  const by = { ...of, action: `order.${was}`, reason: REASON, at: order.statusSinceMs }
  return was === 'retry'
    ? by
    : { ...by, before: { status: before }, after: { status: 'CANCELLED' } }
}

/** The decimal text of an amount that is not negative. */
function textOf(minor: bigint, code: Code): string {
  const digits = String(minor).padStart(DECIMALS[code] + 1, '0')
  const whole = digits.length - DECIMALS[code]
  return DECIMALS[code] === 0 ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`
}
