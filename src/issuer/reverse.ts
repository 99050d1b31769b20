import { checkLine, Refusal, minorUnits, ZERO, requireCover } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type MerchantCallsRow, type Tx } from '../db/mod.ts'
import { authorizationOf } from './authorization-rows.ts'
import { toAuthorization, type Authorization } from './authorization.ts'
import { insertCall, lockCall, markReversed, type CallKey, type CallKind } from './call-rows.ts'
import { CardChange, stateOfCard } from './card-change.ts'
import { REFERENCE_LENGTH_MAX, type IssuerContext } from './keyed-call.ts'
import { lockWith } from './settle.ts'

/** NOT_RECEIVED: the call had not arrived. If it arrives later, it is refused. */
export const REVERSAL_OUTCOMES = ['REVERSED', 'NOT_RECEIVED'] as const
export type ReversalOutcome = (typeof REVERSAL_OUTCOMES)[number]

/**
 * Undoes a call whose response the merchant lost. If the call has not arrived yet, it is refused
 * when it arrives. A repeated reversal changes nothing.
 *
 * Refuses:
 *   invalid_request      a reference that cannot be stored
 *   state_conflict       the call is a void, or later calls depend on it, or it is a refund and the
 *                        card's value has since been paid back to the partner
 *   insufficient_funds   the call is a refund, and the card has since been spent
 */
export function reverse(
  { db, clock }: Pick<IssuerContext, 'db' | 'clock'>,
  key: CallKey,
): Promise<ReversalOutcome> {
  const { merchantId, reference } = key
  checkLine('reference', reference, REFERENCE_LENGTH_MAX)
  const nowMs = clock.now()
  const times = { createdMs: nowMs, reversedMs: nowMs }
  const reversal = {
    merchantId,
    reference,
    kind: 'REVERSE',
    fingerprint: undefined,
    ...times,
  } as const
  return transact(db, async (tx) => {
    if (await maybeRow(tx, insertCall(reversal))) return 'NOT_RECEIVED'
    const call = await oneRow(tx, lockCall(key))
    if (call.kind === 'REVERSE') return 'NOT_RECEIVED'
    if (call.reversed_at === null) await undo(tx, call, nowMs)
    return 'REVERSED'
  })
}

async function undo(tx: Tx, call: MerchantCallsRow, nowMs: number): Promise<void> {
  const { merchant_id: merchantId, reference, authorization_id: authorizationId } = call
  if (authorizationId === null) throw new Error('a call that was committed has an authorization')
  const named = await oneRow(tx, authorizationOf(merchantId, authorizationId))
  const { card, authorization } = await lockWith(tx, toAuthorization(named))
  const change = new CardChange(card, { nowMs, reference })
  // The partner got the whole value of the card back, which included this refund.
  if (call.kind === 'REFUND' && (await stateOfCard(tx, card)) === 'PAID_BACK') {
    throw new Refusal('state_conflict', 'the card was refunded or replaced: it has nothing left')
  }
  const amountMinor = call.amount_minor ?? 0n
  change.save(tx, UNDO[call.kind as CallKind](change, authorization, amountMinor))
  tx.write(markReversed({ merchantId, reference }, nowMs))
}

type Undo = (change: CardChange, authorization: Authorization, amountMinor: bigint) => Authorization

const UNDO: Readonly<Record<CallKind, Undo>> = {
  AUTHORIZE(change, authorization) {
    if (authorization.status === 'CAPTURED') {
      throw new Refusal('state_conflict', 'the authorization is CAPTURED: reverse the capture')
    }
    if (authorization.status !== 'AUTHORIZED') return authorization
    change.move('RELEASE', authorization.authorizedMinor, authorization)
    return { ...authorization, status: 'REVERSED' }
  },
  CAPTURE(change, authorization) {
    if (authorization.refundedMinor > 0n) {
      throw new Refusal('state_conflict', 'a part of the capture was refunded: refund the rest')
    }
    change.move('REVERSE_CAPTURE', authorization.capturedMinor, authorization)
    return { ...authorization, capturedMinor: ZERO, status: 'REVERSED' }
  },
  REFUND(change, authorization, amountMinor) {
    const { balanceMinor: availableMinor, currency } = change.card
    requireCover({ field: 'reference', availableMinor, requiredMinor: amountMinor, currency })
    change.move('REVERSE_REFUND', amountMinor, authorization)
    const refundedMinor = minorUnits(authorization.refundedMinor - amountMinor)
    return { ...authorization, refundedMinor }
  },
  VOID: () => {
    throw new Refusal('state_conflict', 'a void is not reversed: authorize again')
  },
  REVERSE: () => {
    throw new Error('a reversal that came first has nothing to undo')
  },
}
