import type { Act } from '../oracle/acts.ts'
import type { Movement } from './movements.ts'
import { successOf, type Write } from './record.ts'
import { keyOf } from '../worlds/http-acts.ts'

/** The acts that move funds or wallets under a reference, by the kind of movement. */
export const KINDS: Readonly<Record<string, readonly string[]>> = {
  deposit: ['deposit'],
  reversal: ['reverse'],
  wallet_credit: ['credit'],
  wallet_debit: ['debit'],
  link_send: ['send'],
}

/** Returns the name of a movement, as faults show it. */
export function nameOf({ id, kind, reference = '', orderId = '' }: Movement): string {
  return `${id} ${kind} ${reference}${orderId}`
}

/** Returns the act of a write for the model, which has one partner. */
export function actOf({ request: { act } }: Write): Act {
  if (act.act !== 'bulk') return { ...act, partner: 0 }
  return { ...act, partner: 0, rows: act.rows.map((row) => ({ ...row, partner: 0 })) }
}

/** Returns true if a write was made, and a movement belongs to it. */
export function isMovementOf(write: Write, { kind, reference }: Movement): boolean {
  const { act } = write.request
  const acts = KINDS[kind] ?? []
  if (successOf(write) === undefined) return false
  if (act.act === 'bulk') {
    return act.rows.some((row) => acts.includes(row.act) && keyOf(row.key) === reference)
  }
  return acts.includes(act.act) && 'key' in act && keyOf(act.key) === reference
}
