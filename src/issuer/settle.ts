import { uuidv7 } from 'uuidv7'
import { invalidField, minorUnits, Refusal, readAmount, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import { authorizationOf, authorizationOfCapture } from './authorization-rows.ts'
import { toAuthorization, type Authorization } from './authorization.ts'
import { effectOf } from './authorize.ts'
import type { CallResult } from './call-result.ts'
import { CardChange, stateOfCard } from './card-change.ts'
import { lockCard, lockCardOf } from './card-rows.ts'
import { toCard, type Card } from './card.ts'
import { callOnce, type IssuerContext } from './keyed-call.ts'

type SettleContext = Pick<IssuerContext, 'db' | 'clock'>

interface Capture {
  readonly merchantId: number
  readonly reference: string
  readonly authorizationId: string
  /** In major units of the card's currency; absent: the whole amount. */
  readonly amount?: number | undefined
}

/**
 * Captures an authorization, or a part of it; the rest goes back to the card.
 *
 * Refuses, besides what `callOnce` refuses:
 *   not_found         the merchant has no such authorization
 *   state_conflict    it was captured, voided or reversed, or has expired
 *   invalid_request   the amount is more than was authorized
 */
export function capture(context: SettleContext, input: Capture): Promise<CallResult> {
  const { merchantId, reference, authorizationId, amount } = input
  const call = {
    merchantId,
    reference,
    kind: 'CAPTURE',
    request: [authorizationId, amount],
  } as const
  return callOnce(context, call, async (tx, nowMs) => {
    const { card, authorization } = await lockNamed(tx, input)
    const { authorizedMinor } = authorization
    const capturedMinor =
      amount === undefined ? authorizedMinor : readAmount('amount', amount, card)
    requireOpen(authorization, nowMs)
    if (capturedMinor > authorizedMinor) throw tooMuch('was authorized')
    const change = new CardChange(card, { nowMs, reference })
    change.move('CAPTURE', capturedMinor, authorization)
    change.move('RELEASE', authorizedMinor - capturedMinor, authorization)
    const captureId = uuidv7()
    const after = { ...authorization, status: 'CAPTURED', capturedMinor, captureId } as const
    change.save(tx, after)
    return effectOf(change, after, capturedMinor)
  })
}

interface AuthorizationCall {
  readonly merchantId: number
  readonly reference: string
  readonly authorizationId: string
}

/**
 * Gives the whole authorization back to the card.
 *
 * Refuses, besides what `callOnce` refuses:
 *   not_found        the merchant has no such authorization
 *   state_conflict   it was captured, voided or reversed, or has expired
 */
export function voidAuthorization(
  context: SettleContext,
  input: AuthorizationCall,
): Promise<CallResult> {
  const { merchantId, reference, authorizationId } = input
  const call = { merchantId, reference, kind: 'VOID', request: [authorizationId] } as const
  return callOnce(context, call, async (tx, nowMs) => {
    const { card, authorization } = await lockNamed(tx, input)
    requireOpen(authorization, nowMs)
    const change = new CardChange(card, { nowMs, reference })
    change.move('RELEASE', authorization.authorizedMinor, authorization)
    const after = { ...authorization, status: 'VOIDED' } as const
    change.save(tx, after)
    return effectOf(change, after, authorization.authorizedMinor)
  })
}

interface Refund {
  readonly merchantId: number
  readonly reference: string
  readonly captureId: string
  /** In major units of the card's currency. */
  readonly amount: number
}

/**
 * Gives a capture, or a part of it, back to the card.
 *
 * Refuses, besides what `callOnce` refuses:
 *   not_found         the merchant has no such capture
 *   state_conflict    it was reversed, or the card is closed
 *   invalid_request   the amount exceeds the rest of the capture
 */
export function refundCapture(context: SettleContext, input: Refund): Promise<CallResult> {
  const { merchantId, reference, captureId, amount } = input
  const call = { merchantId, reference, kind: 'REFUND', request: [captureId, amount] } as const
  return callOnce(context, call, async (tx, nowMs) => {
    const row = await maybeRow(tx, authorizationOfCapture(merchantId, captureId))
    if (!row) throw notFound('capture')
    const { card, authorization } = await lockWith(tx, toAuthorization(row))
    const refundedMinor = readAmount('amount', amount, card)
    if (authorization.status !== 'CAPTURED') throw ended(authorization, 'the capture')
    if (refundedMinor > authorization.capturedMinor - authorization.refundedMinor) {
      throw tooMuch('is left of the capture')
    }
    if ((await stateOfCard(tx, card)) !== 'ACTIVE') {
      throw new Refusal('state_conflict', 'the card is closed, and takes no refund')
    }
    const change = new CardChange(card, { nowMs, reference })
    change.move('REFUND', refundedMinor, authorization)
    const total = minorUnits(authorization.refundedMinor + refundedMinor)
    const after = { ...authorization, refundedMinor: total }
    change.save(tx, after)
    return effectOf(change, after, refundedMinor)
  })
}

export interface LockedAuthorization {
  readonly card: Card
  readonly authorization: Authorization
}

async function lockNamed(
  tx: Tx,
  { merchantId, authorizationId }: AuthorizationName,
): Promise<LockedAuthorization> {
  const row = await maybeRow(tx, lockCardOf(merchantId, authorizationId))
  if (!row) throw notFound('authorization')
  const authorization = await readAuthorization(tx, { merchantId, authorizationId })
  return { card: toCard(row), authorization }
}

/**
 * Refuses an authorization that has ended, or that has expired although its row still says
 * AUTHORIZED.
 */
function requireOpen(authorization: Authorization, nowMs: number): void {
  const isOpen = authorization.status === 'AUTHORIZED' && authorization.expiresMs > nowMs
  if (!isOpen) throw ended(authorization, 'the authorization')
}

/** Locks the card of an authorization, and then reads the authorization. */
export async function lockWith(tx: Tx, authorization: Authorization): Promise<LockedAuthorization> {
  const card = toCard(await oneRow(tx, lockCard(authorization.blind)))
  return { card, authorization: await readAuthorization(tx, authorization) }
}

type AuthorizationName = Pick<Authorization, 'merchantId' | 'authorizationId'>

async function readAuthorization(tx: Tx, { merchantId, authorizationId }: AuthorizationName) {
  return toAuthorization(await oneRow(tx, authorizationOf(merchantId, authorizationId)))
}

function ended({ status }: Authorization, what: string): Refusal {
  const now = status === 'AUTHORIZED' ? 'EXPIRED' : status
  return new Refusal('state_conflict', `${what} is ${now}`)
}

function tooMuch(what: string): Refusal {
  return invalidField('amount', `must not be more than ${what}`)
}
