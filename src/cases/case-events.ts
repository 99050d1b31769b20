import { wireAmount } from '../core/mod.ts'
import type { AnyEvent } from '../events/mod.ts'
import type { Case } from './case.ts'

/** A case before a write, if it was there, and after it. */
interface CaseChange {
  readonly before: Case | undefined
  readonly after: Case
}

/**
 * Returns the events of a write. A case that is done at once is both opened and resolved. The
 * subject of the events is the order, so that they are sent after the events of the order.
 */
export function caseEvents(
  orderId: string,
  { before, after }: CaseChange,
  atMs: number,
): AnyEvent[] {
  const { partnerId: audience, caseId, itemNo, kind, state, refund } = after
  const data = {
    caseId,
    orderId,
    itemNo,
    kind,
    state,
    currency: refund?.currency.code,
    amount: refund && wireAmount(refund.amountMinor, refund.currency),
  }
  const about = { audience, subject: orderId, atMs }
  const opened = { ...about, type: 'case.opened', data: { ...data, state: 'REQUESTED' } } as const
  const resolved = { ...about, type: 'case.resolved', data } as const
  return [...(before ? [] : [opened]), ...(state === 'REQUESTED' ? [] : [resolved])]
}
