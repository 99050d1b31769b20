import { PARTNER_ID_MAX } from '../core/mod.ts'
import { hasCheckDigits, withCheckDigits } from './check-digits.ts'

/** The partner and the currency that a reference names. */
export interface PayIn {
  readonly partnerId: number
  readonly currency: string
}

/**
 * Returns the reference that a partner writes on its payments in a currency: a creditor reference
 * (ISO 11649) such as `RF86USD42`. It never changes, and is not a secret: a payment can only add
 * funds.
 */
export function payInReference({ partnerId, currency }: PayIn): string {
  return withCheckDigits('RF', `${currency}${partnerId}`)
}

const WRITTEN = /RF\d\d[A-Z]{3}[1-9]\d*/g
const SEPARATORS = /[\s./+-]/g
const BODY_AT = 4
const NUMBER_AT = 7

/**
 * Finds the reference in the text of a payment, even if separators split it. Undefined if there is
 * none, or more than one. Digits after the reference may belong to something else, so every length
 * of it with valid check digits counts as a reference.
 */
export function payInOf(text: string): PayIn | undefined {
  const plain = text.replaceAll(SEPARATORS, '').toUpperCase()
  const references = new Set(
    [...plain.matchAll(WRITTEN)].flatMap(([longest]) => shorter(longest).filter(hasCheckDigits)),
  )
  const [reference = ''] = references
  if (references.size !== 1) return undefined
  return {
    partnerId: Number(reference.slice(NUMBER_AT)),
    currency: reference.slice(BODY_AT, NUMBER_AT),
  }
}

/** Returns the beginnings of a text that are long enough to contain a partner id. */
function shorter(longest: string): string[] {
  const digits = longest.slice(NUMBER_AT)
  const counts = Array.from({ length: String(PARTNER_ID_MAX).length }, (_, at) => at + 1)
  return counts
    .filter((count) => count <= digits.length && Number(digits.slice(0, count)) <= PARTNER_ID_MAX)
    .map((count) => longest.slice(0, NUMBER_AT + count))
}
