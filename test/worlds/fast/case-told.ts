import type { AuditEntry } from '../../../src/audit/mod.ts'
import { formatAmount } from '../../../src/core/mod.ts'
import type { AnyEvent } from '../../../src/events/mod.ts'

type Told = readonly [caseId: number, text: string]

/** The webhooks of a case, in the terms of the oracle. They are about an order of the partner. */
export function eventOf({ type, data, ...about }: AnyEvent, partnerId: number, now: number): Told {
  const { audience, subject, atMs } = about
  if (
    audience !== partnerId ||
    subject !== (data as Record<string, unknown>)['orderId'] ||
    atMs !== now
  ) {
    throw new Error(`${type} is sent as ${JSON.stringify(about)}`)
  }
  const { caseId, state, currency, amount } = data as Record<string, string | number>
  return [Number(caseId), `${type} ${state} ${inAll(amount, currency)}`]
}

/** The audit entries of a case. */
export function auditOf({ action, target, before, after, valueOut, reason }: AuditEntry): Told {
  const { state, amount, currency } = after as Record<string, string>
  const was = (before as { state: string } | undefined)?.state ?? 'none'
  const outs = typeof valueOut === 'string' ? [] : (valueOut.amounts ?? [])
  const [out = 'none'] = outs.map(({ amountMinor, currency: of }) =>
    inAll(formatAmount(amountMinor, of), of.code),
  )
  const text = `${action} ${was} ${state} ${inAll(amount, currency)} out ${out} for ${reason}`
  return [Number(target.replace('case:', '')), text]
}

type Value = string | number | undefined

function inAll(amount: Value, currency: Value): string {
  return amount === undefined ? 'none' : `${Number(amount)} ${String(currency)}`
}
