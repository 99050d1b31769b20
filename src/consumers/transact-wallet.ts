import { auditTransaction } from './audit-transaction.ts'
import {
  isByOperator,
  labelsOf,
  personOf,
  requireCreditRules,
  sentWith,
} from './credit-approval.ts'
import type { Actor } from '../audit/mod.ts'
import {
  checkText,
  insufficientFunds,
  insufficientWallet,
  invalidField,
  isSameMetadata,
  minorUnits,
  Refusal,
  readAmount,
} from '../core/mod.ts'
import type { Currency, Metadata, MinorUnits } from '../core/mod.ts'
import {
  archived,
  spendable,
  type Book,
  type KeyedTransfer,
  type Ledger,
  type Transfer,
  formatTransferId,
} from '../ledger/mod.ts'
import type { CampaignRecord, ConsumerState, WalletRecord } from './state.ts'
import type { DraftAct } from '../orders/mod.ts'
import { findWallet, needOf, walletUnknown } from './wallet-in-group.ts'
import { submitWrite, type ConsumerWrite } from './write.ts'

const REFERENCE_ID_LENGTH_MAX = 255
const DESCRIPTION_LENGTH_MAX = 1_000

export type TransactionType = 'CREDIT' | 'DEBIT'

export interface NewWalletTransaction {
  /** The text of the path. */
  readonly walletId: string
  /** In major units, as on the wire: only the wallet's currency says how many decimals it has. */
  readonly amount: number
  readonly transactionType: TransactionType
  /** The partner's idempotency key, compared character by character. */
  readonly referenceId: string
  readonly description?: string | undefined
  readonly metadata?: Metadata | undefined
  /** The credential that signed the request; its spend limits apply to a credit. */
  readonly clientId?: string | undefined
  /** The person who moves the money, for the audit log; undefined for a program. */
  readonly actor?: Actor | undefined
  /** The operator's reason. */
  readonly reason?: string | undefined
  /** Another person, who approved the transaction. */
  readonly approvedBy?: Actor | undefined
  /** The draft that asks for the credit. */
  readonly draft?: DraftAct | undefined
  /** True to refuse the transaction as if the partner had no funds, for a test credential. */
  readonly simulateNoFunds?: boolean | undefined
}

export interface WalletTransaction {
  readonly walletId: number
  readonly currency: Currency
  readonly previousBalanceMinor: MinorUnits
  readonly transactionAmountMinor: MinorUnits
  readonly newBalanceMinor: MinorUnits
  readonly transactionType: TransactionType
  readonly referenceId: string
  readonly description?: string | undefined
  readonly metadata?: Metadata | undefined
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly timestampMs: number
}

/**
 * Credits a wallet from the partner's funds of its currency, or debits it into them. Idempotent by
 * the partner's referenceId, without a limit in time: the same wallet, amount, type, description
 * and metadata return the first response, even if the wallet was closed since. A refused
 * transaction does not use up its referenceId.
 *
 * Refuses, in this order:
 *   invalid_request       referenceId, then description
 *   archived              the referenceId was used, by a transaction that was removed since
 *   wallet_unknown        the partner has no such wallet; reference_conflict if it used the
 *                         referenceId
 *   invalid_request       an amount that the currency of the wallet cannot have
 *   reference_conflict    the referenceId was used with another payload
 *   wallet_not_enabled    the wallet is FROZEN or CLOSED
 *   state_conflict        the draft of the credit is over: it was withdrawn, for example
 *   invalid_request       for a credit by a person: a label of another team
 *   permission_missing    for a credit by a person: it needs the approval of another one
 *   campaign_over         for a credit: its campaign has ended, or has less than the amount left of
 *                         its budget. A debit is always allowed.
 *   insufficient_funds    for a credit: the partner's funds are short, or a spend limit would be
 *                         exceeded
 *   wallet_insufficient   for a debit: the wallet's balance is short
 *   balance_limit         the growing balance would exceed AMOUNT_MINOR_MAX
 */
export async function transactWallet(
  ledger: Ledger,
  partnerId: number,
  input: NewWalletTransaction,
): Promise<WalletTransaction> {
  return submitWrite(ledger, partnerId, walletTransactionWrite(input))
}

/** Returns the write of a transaction. Refuses invalid_request for referenceId or description. */
export function walletTransactionWrite(
  input: NewWalletTransaction,
): ConsumerWrite<WalletTransaction> {
  if (input.referenceId === '') throw invalidField('referenceId', 'must not be empty')
  checkText('referenceId', input.referenceId, REFERENCE_ID_LENGTH_MAX)
  const { description = '' } = input
  checkText('description', description, DESCRIPTION_LENGTH_MAX)
  return {
    needs: {
      walletIds: needOf(input.walletId),
      references: [input.referenceId],
      people: personOf(input.actor),
      drafts: input.draft && [input.draft],
    },
    isLimited: isByOperator(input.actor),
    decide: (book, state) => decide(book, state, input),
  }
}

function decide(book: Book, state: ConsumerState, input: NewWalletTransaction): WalletTransaction {
  const archivedNo = state.archivedReferences.get(input.referenceId)
  if (archivedNo !== undefined) throw usedByArchived(book.partnerId, archivedNo)
  const wallet = findWallet(state, input.walletId)
  const earlier = state.transactions.get(input.referenceId)
  if (!wallet) throw earlier ? referenceConflict() : walletUnknown()
  const amount = readAmount('amount', input.amount, wallet)
  if (earlier) {
    if (!isSame(earlier, { wallet, amount, input })) throw referenceConflict()
    return toTransaction(earlier, wallet)
  }
  const { status, currency } = wallet
  if (status !== 'ENABLED') throw new Refusal('wallet_not_enabled', `the wallet is ${status}`)
  if (input.actor && input.transactionType === 'CREDIT') {
    requireCreditRules(state, { ...input, amount, currency })
  }
  if (input.simulateNoFunds === true) throw withoutFunds(amount, wallet)
  const labels = labelsOf(state, input)
  const move = { wallet, amount, input, campaign: state.campaignOf(wallet), labels }
  const posted = input.transactionType === 'CREDIT' ? credit(book, move) : debit(book, move)
  if (move.campaign) state.changedCampaigns.add(move.campaign)
  const transfer = keyedTransfer(posted, input, book.now)
  state.transactions.set(input.referenceId, transfer)
  auditTransaction(book, state, move)
  return toTransaction(transfer, wallet)
}

function withoutFunds(amount: MinorUnits, { currency }: WalletRecord): Refusal {
  return insufficientFunds({ field: 'amount', availableMinor: 0n, requiredMinor: amount, currency })
}

/** A transaction that is not a replay. */
interface Move {
  readonly wallet: WalletRecord
  readonly amount: MinorUnits
  readonly input: NewWalletTransaction
  readonly campaign: CampaignRecord | undefined
  readonly labels: Metadata | undefined
}

function credit(book: Book, { wallet, amount, input, campaign, labels }: Move): Transfer {
  if (campaign) requireCampaignOpen(campaign, amount, book.now)
  const posted = book.post({
    code: 'wallet_credit',
    debit: book.chart('funds', wallet.currency.code),
    credit: book.account(wallet.walletId),
    amount,
    key: keyOf(input),
    memo: input.description,
    metadata: labels,
    spend: { clientId: input.clientId, field: 'amount' },
  })
  if (campaign) campaign.creditedMinor += amount
  return posted
}

function debit(book: Book, { wallet, amount, input, campaign, labels }: Move): Transfer {
  const account = book.account(wallet.walletId)
  const availableMinor = spendable(account)
  if (availableMinor < amount) {
    const { currency } = wallet
    throw insufficientWallet({ field: 'amount', availableMinor, requiredMinor: amount, currency })
  }
  const posted = book.post({
    code: 'wallet_debit',
    debit: account,
    credit: book.chart('funds', wallet.currency.code),
    amount,
    key: keyOf(input),
    memo: input.description,
    metadata: labels,
  })
  if (campaign) campaign.creditedMinor -= amount
  return posted
}

function keyOf({ referenceId }: NewWalletTransaction) {
  return { scope: 'wallet_transaction', reference: referenceId } as const
}

/** Returns the transfer as a replay finds it. */
function keyedTransfer(posted: Transfer, input: NewWalletTransaction, now: number): KeyedTransfer {
  return {
    reference: input.referenceId,
    number: posted.number,
    code: posted.code,
    debitAccount: posted.debitAccount,
    creditAccount: posted.creditAccount,
    amount: posted.amount,
    debitAvailable: posted.debitAvailable,
    creditAvailable: posted.creditAvailable,
    memo: posted.memo,
    metadata: posted.metadata,
    createdAt: now,
  }
}

function requireCampaignOpen(campaign: CampaignRecord, amount: MinorUnits, now: number): void {
  const { endsAt, budgetMinor, creditedMinor } = campaign
  if (endsAt !== undefined && endsAt <= now) {
    throw new Refusal('campaign_over', 'the campaign has ended')
  }
  if (budgetMinor !== undefined && creditedMinor + amount > budgetMinor) {
    throw new Refusal('campaign_over', 'the amount is above what is left of the campaign budget')
  }
}

/** True if the request has the wallet, type, amount and texts of this transfer. */
function isSame(
  transfer: KeyedTransfer,
  { wallet, amount, input }: Pick<Move, 'wallet' | 'amount' | 'input'>,
): boolean {
  return (
    walletOf(transfer) === wallet.walletId &&
    typeOf(transfer) === input.transactionType &&
    transfer.amount === amount &&
    transfer.memo === input.description &&
    isSameMetadata(transfer.metadata, sentWith(transfer, input))
  )
}

function typeOf({ code }: KeyedTransfer): TransactionType {
  return code === 'wallet_credit' ? 'CREDIT' : 'DEBIT'
}

function walletOf(transfer: KeyedTransfer): number {
  return typeOf(transfer) === 'CREDIT' ? transfer.creditAccount : transfer.debitAccount
}

/** Returns the response, the same for the first request and each replay. */
function toTransaction(transfer: KeyedTransfer, wallet: WalletRecord): WalletTransaction {
  const isCredit = typeOf(transfer) === 'CREDIT'
  const newBalance = isCredit ? transfer.creditAvailable : transfer.debitAvailable
  return {
    walletId: wallet.walletId,
    currency: wallet.currency,
    previousBalanceMinor: minorUnits(
      isCredit ? newBalance - transfer.amount : newBalance + transfer.amount,
    ),
    transactionAmountMinor: transfer.amount,
    newBalanceMinor: minorUnits(newBalance),
    transactionType: typeOf(transfer),
    referenceId: transfer.reference,
    description: transfer.memo,
    metadata: transfer.metadata,
    timestampMs: transfer.createdAt,
  }
}

function usedByArchived(partnerId: number, number: number): Refusal {
  const name = formatTransferId(partnerId, number)
  return archived(`referenceId was used by transaction ${name}, which is archived; nothing moved`)
}

function referenceConflict(): Refusal {
  const message = 'was already used with another payload'
  const details = [{ field: 'referenceId', message }]
  return new Refusal('reference_conflict', `referenceId ${message}`, { details })
}
