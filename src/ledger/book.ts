import assert from 'node:assert/strict'
import {
  AMOUNT_MINOR_MAX,
  partnerScopedId,
  type Metadata,
  type MinorUnits,
  randomWhole,
} from '../core/mod.ts'
import { Accounts, available, type Account } from './accounts.ts'
import type { AccountKind, ReferenceScope, TransferCode, TransferState } from './chart.ts'
import { nextId, nextOrderNo, requireIds, type Counters } from './counters.ts'
import { ShortFunds } from './short-funds.ts'
import { SpendLimits, spendOf, type Spend } from './spend-limits.ts'
import { checkAccounts, limitPassed, requireAvailable, requireRoom } from './transfer-checks.ts'

export interface TransferKey {
  readonly scope: ReferenceScope
  readonly reference: string
}

/** One movement of value. It never changes: a correction is a new transfer. */
export interface Transfer {
  readonly number: number // without gaps within a book
  readonly state: TransferState
  readonly code: TransferCode // why the amount moves
  readonly debitAccount: number
  readonly creditAccount: number
  readonly amount: MinorUnits
  readonly debitAvailable: MinorUnits // after the transfer
  readonly creditAvailable: MinorUnits // after the transfer
  readonly pendingNo: number | undefined // the hold that it posts or voids
  readonly key: TransferKey | undefined // its idempotency key
  readonly memo: string | undefined
  readonly metadata: Metadata | undefined // with its keys in one order
}

export interface NewTransfer {
  readonly code: TransferCode
  readonly debit: Account
  readonly credit: Account
  readonly amount: MinorUnits
  readonly key?: TransferKey
  readonly memo?: string | undefined
  readonly metadata?: Metadata | undefined
  /** Set for money that the partner spends: it counts towards the spend limits. */
  readonly spend?: Pick<Spend, 'clientId' | 'field'>
}

/** A pending transfer, with all that is needed to post or void it. */
export interface Hold {
  readonly number: number
  readonly debit: Account
  readonly credit: Account
  readonly amount: MinorUnits
}

export interface BookRow extends Counters {
  readonly partnerId: number
  readonly lastInstant: number
  /** A random number, drawn by the last group that changed the book. */
  readonly version: number
  /** True if transfers may have been removed. A removal draws a version with an empty lineage. */
  readonly hasOpening: boolean
}

/**
 * One partner's accounts during one group: loaded, changed by pure decisions, then written as a
 * whole. Does no I/O.
 */
export class Book {
  readonly partnerId: number
  /** The time of all writes of the group, in milliseconds; never before an earlier group's. */
  now: number
  readonly #lastInstant: number
  readonly hasOpening: boolean
  readonly counters: Counters
  readonly transfers: Transfer[] = []
  readonly opened = new Set<Account>()
  readonly touched = new Set<Account>()
  /** The new status of wallets that the group changes, for its other kinds of writes. */
  readonly walletStatuses = new Map<number, string>()
  /**
   * The amounts that teams spend in the group, by currency and team, for all its kinds of writes.
   */
  readonly ofTeams = new Map<string, bigint>()
  /** The version that the group is decided on. */
  readonly version: number
  /** The version after the group. Random: after a restore, a counter would repeat versions. */
  readonly nextVersion = randomWhole()
  readonly accounts: Accounts
  readonly spendLimits: SpendLimits
  readonly short: ShortFunds

  constructor(
    row: BookRow,
    now: number,
    accounts = new Accounts(),
    spendLimits = new SpendLimits(),
  ) {
    this.partnerId = row.partnerId
    this.version = row.version
    this.hasOpening = row.hasOpening
    this.accounts = accounts
    this.short = new ShortFunds(accounts)
    this.spendLimits = spendLimits
    this.#lastInstant = row.lastInstant
    this.now = Math.max(now, row.lastInstant)
    const { lastId, lastTransfer, lastOrder, ordersOnHold } = row
    this.counters = { lastId, lastTransfer, lastOrder, ordersOnHold }
  }

  /** Sets the time of the group, before it is decided, to the instant that prices its orders. */
  stamp(at: number): void {
    this.now = Math.max(at, this.#lastInstant)
  }

  /** Returns the book's row after the commit. */
  nextRow(): BookRow {
    const { partnerId, now, nextVersion: version, hasOpening, counters } = this
    return { partnerId, version, hasOpening, lastInstant: now, ...counters }
  }

  /** Adds an account that was read from the database, unless the book has it. */
  add(account: Account): void {
    if (!this.accounts.has(account.id)) this.accounts.set(account)
  }

  /** Returns a loaded account; asserts that it was loaded. */
  account(id: number): Account {
    const account = this.accounts.find(id)
    assert(account, `account ${id} is not in the book`)
    return account
  }

  /** Returns the partner's one account of a kind and currency; opens it if there is none. */
  chart(kind: Exclude<AccountKind, 'wallet'>, currency: string): Account {
    return this.accounts.inChart(kind, currency) ?? this.#open(kind, currency)
  }

  /** Sets the amount by which the funds of a currency may be below zero. */
  setCreditLimit(currency: string, limit: MinorUnits): Account {
    const funds = this.chart('funds', currency)
    funds.creditLimit = limit
    this.touched.add(funds)
    this.short.lowered(funds)
    return funds
  }

  openWallet(currency: string): Account {
    return this.#open('wallet', currency)
  }

  /** Returns true if no account was opened or changed. */
  isUnchanged(): boolean {
    return this.opened.size === 0 && this.touched.size === 0
  }

  /** Refuses numbers_exhausted unless the counter of ids has `count` numbers left. */
  requireIds(count: number): void {
    requireIds(this.counters, count)
  }

  /** Returns the next id of the partner's consumers, wallets, campaigns and accounts. */
  nextId(): number {
    return partnerScopedId(this.partnerId, nextId(this.counters))
  }

  nextOrderNo(): number {
    return nextOrderNo(this.counters)
  }

  /**
   * Moves `amount` from the debit to the credit account at once.
   *
   * Refuses, in this order:
   *   insufficient_funds   the debit account has less than `amount` to spend, or a spend limit
   *                        would be exceeded
   *   balance_limit        the credit account would hold more than AMOUNT_MINOR_MAX, or a total of
   *                        either would pass what can be stored
   */
  post(transfer: NewTransfer): Transfer {
    requireAvailable(transfer.debit, transfer.amount)
    this.requireSpend(transfer)
    const posted = this.#postUnchecked(transfer)
    this.#countSpend(transfer)
    return posted
  }

  /**
   * Posts a transfer whose debit account may go below zero: a deposit is reversed. Refuses what
   * `post` refuses, and balance_limit also if it would go below minus AMOUNT_MINOR_MAX.
   */
  postUncovered(transfer: NewTransfer): Transfer {
    if (available(transfer.debit) + AMOUNT_MINOR_MAX < transfer.amount) throw limitPassed()
    return this.#postUnchecked(transfer)
  }

  /**
   * Holds `amount` of the debit account for the credit account until it is posted or voided.
   * Refuses insufficient_funds as `post` does.
   */
  hold(transfer: NewTransfer): Transfer {
    requireAvailable(transfer.debit, transfer.amount)
    this.requireSpend(transfer)
    const hold = this.holdUncovered(transfer)
    this.#countSpend(transfer)
    return hold
  }

  /**
   * Holds an amount even if the account goes below zero, because the amount that an order owes
   * stays held.
   */
  holdUncovered(transfer: NewTransfer): Transfer {
    checkAccounts(transfer)
    transfer.debit.debitsPending += transfer.amount
    transfer.credit.creditsPending += transfer.amount
    return this.#record(transfer, 'pending', undefined)
  }

  /** Posts `amount` of a hold; the rest is available again. */
  postHold(hold: Hold, code: TransferCode, amount: MinorUnits = hold.amount): Transfer {
    assert(amount >= 0n && amount <= hold.amount, 'a hold is posted up to its amount')
    release(hold)
    const { number, debit, credit } = hold
    debit.debitsPosted += amount
    credit.creditsPosted += amount
    return this.#record({ code, debit, credit, amount }, 'post', number)
  }

  /** Voids a hold: its amount is available again. */
  voidHold(hold: Hold, code: TransferCode): Transfer {
    release(hold)
    const { number, debit, credit, amount } = hold
    return this.#record({ code, debit, credit, amount }, 'void', number)
  }

  /** Refuses insufficient_funds if a spend limit would be exceeded. */
  requireSpend({ debit, amount, spend }: Pick<NewTransfer, 'debit' | 'amount' | 'spend'>): void {
    if (spend) this.spendLimits.require(spendOf(spend, debit, amount), this.now)
  }

  #countSpend({ debit, amount, spend }: NewTransfer): void {
    if (spend) this.spendLimits.count(spendOf(spend, debit, amount), this.now)
  }

  #postUnchecked(transfer: NewTransfer): Transfer {
    checkAccounts(transfer)
    requireRoom(transfer)
    transfer.debit.debitsPosted += transfer.amount
    transfer.credit.creditsPosted += transfer.amount
    return this.#record(transfer, 'posted', undefined)
  }

  #record(entry: NewTransfer, state: TransferState, pendingNo: number | undefined): Transfer {
    this.touched.add(entry.debit)
    this.touched.add(entry.credit)
    if (pendingNo === undefined) this.short.lowered(entry.debit)
    this.counters.lastTransfer += 1
    const transfer: Transfer = {
      number: this.counters.lastTransfer,
      state,
      code: entry.code,
      debitAccount: entry.debit.id,
      creditAccount: entry.credit.id,
      amount: entry.amount,
      debitAvailable: available(entry.debit),
      creditAvailable: available(entry.credit),
      pendingNo,
      key: entry.key,
      memo: entry.memo,
      metadata: entry.metadata,
    }
    this.transfers.push(transfer)
    return transfer
  }

  #open(kind: AccountKind, currency: string): Account {
    const account: Account = {
      id: this.nextId(),
      kind,
      currency,
      debitsPending: 0n,
      debitsPosted: 0n,
      creditsPending: 0n,
      creditsPosted: 0n,
      creditLimit: 0n,
    }
    this.opened.add(account)
    this.add(account)
    return account
  }
}

function release(hold: Hold): void {
  assert(hold.debit.debitsPending >= hold.amount, 'a hold is pending where it was made')
  assert(hold.credit.creditsPending >= hold.amount, 'a hold is pending where it leads')
  hold.debit.debitsPending -= hold.amount
  hold.credit.creditsPending -= hold.amount
}
