import { countCredit, personOf, requireCreditRules } from './credit-approval.ts'
import type { Actor } from '../audit/mod.ts'
import {
  formatAmount,
  normalizeEmail,
  readLine,
  Refusal,
  type Currency,
  type MinorUnits,
  requireCover,
} from '../core/mod.ts'
import { available, spendable, type Account, type Book, type Ledger } from '../ledger/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { sealEmail } from './sealed-email.ts'
import type { ConsumerState, NewConsumerRecord } from './state.ts'
import { submitWrite, type ConsumerWrite } from './write.ts'

const FULL_NAME_LENGTH_MAX = 200

export interface NewConsumer {
  readonly fullName: string
  readonly email: string
  readonly currency: Currency
  /** May be zero. */
  readonly initialFundsMinor: MinorUnits
  /** The credential that signed the request; its spend limits apply. */
  readonly clientId?: string | undefined
  /** The person who creates the consumer, for the audit log; undefined for a program. */
  readonly actor?: Actor | undefined
}

/** A consumer and its new wallet. */
export interface Consumer {
  readonly consumerId: number
  readonly walletId: string
  readonly fullName: string
  /** Trimmed and in lower case. */
  readonly email: string
  readonly walletBalanceMinor: MinorUnits
  readonly currency: Currency
}

/**
 * Creates a consumer with a STANDARD wallet and moves the initial funds into it from the partner's
 * funds, in one commit. If the partner has a consumer with this e-mail, that consumer gets a wallet
 * in the new currency, and the stored name is returned. A second call is refused: the pair of
 * e-mail and currency is unique.
 *
 * Refuses, in this order, and leaves no trace:
 *   invalid_request      fullName, then email
 *   wallet_exists        the consumer has a wallet in this currency; details name `email`
 *   permission_missing   a person needs the approval of another one for the initial funds
 *   insufficient_funds   the partner's funds do not cover the initial funds, or a spend limit would
 *                        be exceeded
 *   numbers_exhausted    the partner has no ids left for a consumer and a wallet
 */
export async function createConsumer(
  { ledger, vault }: { ledger: Ledger; vault: Vault },
  partnerId: number,
  input: NewConsumer,
): Promise<Consumer> {
  return submitWrite(ledger, partnerId, consumerWrite(vault, partnerId, input))
}

/** Returns the write of a new consumer. Refuses invalid_request for fullName, then email. */
export function consumerWrite(
  vault: Vault,
  partnerId: number,
  input: NewConsumer,
): ConsumerWrite<Consumer> {
  const fullName = readLine('fullName', input.fullName, FULL_NAME_LENGTH_MAX)
  const email = normalizeEmail(input.email)
  const { blind, sealed } = sealEmail(vault, partnerId, email)
  const sealedInput = { ...input, fullName, email, emailBlind: blind, emailSealed: sealed, vault }
  return {
    needs: { emailBlinds: [blind], people: personOf(input.actor) },
    decide: (book, state) => decide(book, state, sealedInput),
  }
}

type SealedConsumer = NewConsumer & Omit<NewConsumerRecord, 'consumerId'>

function decide(book: Book, state: ConsumerState, input: SealedConsumer): Consumer {
  const { email, emailBlind, emailSealed, vault, currency } = input
  const existing = state.consumerOf(emailBlind)
  if (existing && state.holds({ consumerId: existing.consumerId, currency: currency.code })) {
    throw walletExists(currency)
  }
  const { actor, currency: code, initialFundsMinor: amount } = input
  requireCreditRules(state, { actor, amount, currency: code })
  requireFunds(book, input)
  book.requireIds(existing ? 1 : 2)
  const fullName = existing?.fullName ?? input.fullName
  const consumerId = existing?.consumerId ?? book.nextId()
  const wallet = openFundedWallet(book, input)
  if (!existing) state.addConsumer({ consumerId, fullName, emailBlind, emailSealed, vault })
  const walletId = wallet.id
  state.addWallet({ walletId, consumerId, currency, campaignId: undefined, status: 'ENABLED' })
  countCredit(state, { actor, amount, currency: code }, book.now)
  auditOpened(book, state, { input, consumerId })
  return {
    consumerId,
    walletId: String(walletId),
    fullName,
    email,
    walletBalanceMinor: available(wallet),
    currency,
  }
}

function auditOpened(
  book: Book,
  state: ConsumerState,
  { input, consumerId }: { readonly input: NewConsumer; readonly consumerId: number },
): void {
  const { actor, currency, initialFundsMinor } = input
  if (!actor) return
  state.audits.push({
    partnerId: book.partnerId,
    actor,
    action: 'consumer.create',
    target: `consumer:${consumerId}`,
    // No money leaves the partner: it moves from the partner's funds to a wallet in the same book.
    valueOut: 'none',
    after: { credited: `${formatAmount(initialFundsMinor, currency)} ${currency.code}` },
    at: book.now,
  })
}

/** Called before any account is opened, so a refusal leaves the book unchanged. */
function requireFunds(book: Book, input: NewConsumer): void {
  // Zero needs no funds, even if a reversal took them below zero.
  if (input.initialFundsMinor === 0n) return
  const payment = paymentOf(book, input)
  requireCover({
    field: 'initialFunds',
    availableMinor: spendable(payment.debit),
    requiredMinor: payment.amount,
    currency: input.currency,
  })
  book.requireSpend(payment)
}

function openFundedWallet(book: Book, input: NewConsumer): Account {
  const wallet = book.openWallet(input.currency.code)
  if (input.initialFundsMinor > 0n) {
    book.post({ code: 'initial_funds', credit: wallet, ...paymentOf(book, input) })
  }
  return wallet
}

function paymentOf(book: Book, { currency, initialFundsMinor, clientId }: NewConsumer) {
  const debit = book.chart('funds', currency.code)
  return { debit, amount: initialFundsMinor, spend: { clientId, field: 'initialFunds' } }
}

function walletExists(currency: Currency): Refusal {
  const message = `already belongs to a consumer with a wallet in ${currency.code}`
  return new Refusal('wallet_exists', `email ${message}`, {
    details: [{ field: 'email', message }],
  })
}
