import { dateAt, dateOrNull } from '../core/mod.ts'
import { insertRow, sql, type MerchantCallsRow, type Statement } from '../db/mod.ts'

export type CallKind = 'AUTHORIZE' | 'CAPTURE' | 'VOID' | 'REFUND' | 'REVERSE'

/** A call by its key: the reference that its merchant chose. */
export interface CallKey {
  readonly merchantId: number
  readonly reference: string
}

export interface NewCall extends CallKey {
  readonly kind: CallKind
  /**
   * A fingerprint that is equal only for equal requests. Undefined if a reversal came before its
   * call.
   */
  readonly fingerprint: Buffer | undefined
  readonly createdMs: number
  readonly reversedMs: number | undefined
}

/**
 * Inserts a call and returns a row, unless its reference is used. Waits for another transaction
 * that is about to use it.
 */
export function insertCall(call: NewCall): Statement<{ readonly kind: string }> {
  const reversedAt = dateOrNull(call.reversedMs)
  const inserted = insertRow<MerchantCallsRow>('merchant_calls', {
    merchant_id: call.merchantId,
    reference: call.reference,
    kind: call.kind,
    fingerprint: call.fingerprint,
    created_at: dateAt(call.createdMs),
    reversed_at: reversedAt,
  })
  return sql`
    ${inserted}
    on conflict do nothing
    returning kind`
}

export function callByKey({ merchantId, reference }: CallKey): Statement<MerchantCallsRow> {
  return sql`
    select merchant_id, reference, call_no, kind, fingerprint, authorization_id, amount_minor,
      response, created_at, reversed_at
    from merchant_calls where merchant_id = ${merchantId} and reference = ${reference}`
}

export function lockCall(key: CallKey): Statement<MerchantCallsRow> {
  return sql`${callByKey(key)} for update`
}

export interface CallOutcome {
  readonly authorizationId: string
  readonly amountMinor: bigint
  readonly response: string
}

/** Records what a call has done, in the transaction that did it. */
export function finishCall(
  { merchantId, reference }: CallKey,
  { authorizationId, amountMinor, response }: CallOutcome,
): Statement<never> {
  return sql`
    update merchant_calls
    set authorization_id = ${authorizationId}, amount_minor = ${amountMinor},
      response = ${response}
    where merchant_id = ${merchantId} and reference = ${reference}`
}

export function markReversed({ merchantId, reference }: CallKey, nowMs: number): Statement<never> {
  return sql`
    update merchant_calls set reversed_at = ${dateAt(nowMs)}
    where merchant_id = ${merchantId} and reference = ${reference}`
}

/** Returns calls of a merchant, newest first, before a number if one is given. */
export function callsOfMerchant(
  merchantId: number,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Statement<MerchantCallsRow> {
  const isBefore = before === undefined ? sql`` : sql`and call_no < ${before}`
  return sql`
    select merchant_id, reference, call_no, kind, fingerprint, authorization_id, amount_minor,
      response, created_at, reversed_at
    from merchant_calls where merchant_id = ${merchantId} ${isBefore}
    order by call_no desc limit ${limit}`
}
