import { uuidv7 } from 'uuidv7'
import {
  insufficientFunds,
  invalidField,
  MS_PER_DAY,
  Refusal,
  ZERO,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import { spellOwnCode } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Authorization } from './authorization.ts'
import { resultOf, type CallResult } from './call-result.ts'
import { CardChange, stateOfCard } from './card-change.ts'
import { cardByBlind, lockCard } from './card-rows.ts'
import { toCard, type Card } from './card.ts'
import { callOnce, type CallEffect, type IssuerContext } from './keyed-call.ts'
import { blindOfCard } from './open-cards.ts'

export interface NewAuthorization {
  readonly merchantId: number
  readonly reference: string
  /** The code of the card, as a person typed it. */
  readonly code: string
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  /** True to authorize the whole balance if it is less than the amount. */
  readonly allowPartial: boolean
}

/**
 * Sets an amount of a card aside for a merchant, until it is captured, voided or expires.
 *
 * Refuses, besides what `callOnce` refuses:
 *   not_found            no such card, or it may not be redeemed: the response is the same
 *   invalid_request      the currency is not that of the card
 *   insufficient_funds   the card has less than the amount; with `allowPartial`, it has nothing
 */
export async function authorize(
  context: IssuerContext,
  input: NewAuthorization,
): Promise<CallResult> {
  const { merchantId, reference, currency, amountMinor, allowPartial } = input
  const blind = blindOf(context.vault, input.code)
  const request = [blind, currency.code, String(amountMinor), allowPartial]
  const call = { merchantId, reference, kind: 'AUTHORIZE', request } as const
  return await callOnce(context, call, async (tx, nowMs) => {
    const row = await maybeRow(tx, lockCard(blind))
    const card = await requireActive(tx, row && toCard(row))
    const authorizedMinor = amountToAuthorize(card, input)
    const authorization: Authorization = {
      authorizationId: uuidv7(),
      merchantId,
      blind,
      authorizedMinor,
      capturedMinor: ZERO,
      refundedMinor: ZERO,
      status: 'AUTHORIZED',
      captureId: undefined,
      createdMs: nowMs,
      expiresMs: nowMs + context.authorizationDays * MS_PER_DAY,
    }
    const change = new CardChange(card, { nowMs, reference })
    change.move('AUTHORIZE', authorizedMinor, authorization)
    change.save(tx, authorization)
    return effectOf(change, authorization, authorizedMinor)
  })
}

export function effectOf(
  { card }: CardChange,
  authorization: Authorization,
  amountMinor: bigint,
): CallEffect {
  return { result: resultOf(card, authorization), amountMinor }
}

function amountToAuthorize(
  { currency, balanceMinor }: Card,
  { currency: requested, amountMinor, allowPartial }: NewAuthorization,
): MinorUnits {
  if (requested.code !== currency.code) {
    throw invalidField('currency', `must be ${currency.code}, that of the card`)
  }
  if (balanceMinor >= amountMinor) return amountMinor
  if (allowPartial && balanceMinor > 0n) return balanceMinor
  const lack = { field: 'amount', availableMinor: balanceMinor, requiredMinor: amountMinor }
  throw insufficientFunds({ ...lack, currency })
}

/**
 * Returns the card of a code. Refuses not_found, with the same message, if there is no such card or
 * it may not be redeemed.
 */
export async function findActiveCard(
  { db, vault }: Pick<IssuerContext, 'db' | 'vault'>,
  code: string,
): Promise<Card> {
  const row = await maybeRow(db, cardByBlind(blindOf(vault, code)))
  return requireActive(db, row && toCard(row))
}

/** Returns the card of a code, even if it may not be redeemed; undefined if there is none. */
export async function findCardOfCode(
  { db, vault }: Pick<IssuerContext, 'db' | 'vault'>,
  code: string,
): Promise<Card | undefined> {
  const spelled = spellOwnCode(code)
  const row = spelled && (await maybeRow(db, cardByBlind(blindOfCard(vault, spelled))))
  return row ? toCard(row) : undefined
}

async function requireActive(db: Db, card: Card | undefined): Promise<Card> {
  if (!card || (await stateOfCard(db, card)) !== 'ACTIVE') throw noSuchCard()
  return card
}

/**
 * Returns the keyed hash of a code. Refuses not_found, without a query, for a text that does not
 * have the form of a code of the operator.
 */
function blindOf(vault: Vault, code: string): string {
  const spelled = spellOwnCode(code)
  if (spelled === undefined) throw noSuchCard()
  return blindOfCard(vault, spelled)
}

function noSuchCard(): Refusal {
  return new Refusal('not_found', 'no such card', {
    details: [{ field: 'code', message: 'is not that of a card that can be redeemed' }],
  })
}
