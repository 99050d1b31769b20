import type { AuditEntry } from '../../../src/audit/mod.ts'
import { formatAmount } from '../../../src/core/mod.ts'
import type { AnyEvent } from '../../../src/events/mod.ts'

type CaseText = readonly [caseId: number, text: string]

/** Returns a webhook of a case in the oracle's terms. Throws unless an order is its subject. */
export function eventOf(
  { type, data, ...about }: AnyEvent,
  partnerId: number,
  now: number,
): CaseText {
  const { audience, subject, atMs } = about
  if (
    audience !== partnerId ||
    subject !== (data as Record<string, unknown>)['orderId'] ||
    atMs !== now
  ) {
    throw new Error(`${type} is sent as ${JSON.stringify(about)}`)
  }
  const { caseId, state, currency, amount } = data as Record<string, string | number>
  return [Number(caseId), `${type} ${state} ${moneyText(amount, currency)}`]
}

/** Returns an audit entry of a case in the oracle's terms. */
export function auditOf({ action, target, before, after, valueOut, reason }: AuditEntry): CaseText {
  const { state, amount, currency } = after as Record<string, string>
  const was = (before as { state: string } | undefined)?.state ?? 'none'
  const outs = typeof valueOut === 'string' ? [] : (valueOut.amounts ?? [])
  const [out = 'none'] = outs.map(({ amountMinor, currency: of }) =>
    moneyText(formatAmount(amountMinor, of), of.code),
  )
  const text = `${action} ${was} ${state} ${moneyText(amount, currency)} out ${out} for ${reason}`
  return [Number(target.replace('case:', '')), text]
}

type Value = string | number | undefined

function moneyText(amount: Value, currency: Value): string {
  return amount === undefined ? 'none' : `${Number(amount)} ${String(currency)}`
}
