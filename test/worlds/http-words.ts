import type { Answer } from '../oracle/acts.ts'
import { textOf, type Code } from '../oracle/facts.ts'
import type { Json } from '../support/client.ts'

/** What moved the funds; the others are holds. */
export const MOVEMENTS = new Set([
  'deposit',
  'reversal',
  'order_charge',
  'wallet_credit',
  'wallet_debit',
  'initial_funds',
  'case_refund',
])

/** What a refusal says over HTTP: its status, and the fields that a 400 or 409 names. */
export function refused(status: number, { error }: Json): Answer {
  const fields = (error.details ?? []).map(({ field }: Json) => field)
  return fields.length > 0 && status !== 402 && status !== 500 ? { status, fields } : { status }
}

export function major(minor: number, code: Code): number {
  return Number(textOf(BigInt(minor), code))
}
