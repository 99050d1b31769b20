import { minorUnits, type MinorUnits } from '../core/mod.ts'
import type { AccountKind } from './chart.ts'

/** Sums of pending and posted transfers, as in TigerBeetle; whole minor units of one currency. */
export interface Account {
  readonly id: number
  readonly kind: AccountKind
  readonly currency: string
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
  /** The amount by which the funds of the partner may be below zero; 0 for all other accounts. */
  creditLimit: bigint
}

/** Returns the balance less holds: posted credits, less posted and pending debits. */
export function available(account: Account): MinorUnits {
  return minorUnits(account.creditsPosted - account.debitsPosted - account.debitsPending)
}

/** Returns the amount that may be spent: available funds plus the credit limit. */
export function spendable(account: Account): MinorUnits {
  return minorUnits(available(account) + account.creditLimit)
}

/** The loaded accounts of one book: by id, and those of the chart by kind and currency. */
export class Accounts {
  readonly #byId = new Map<number, Account>()
  readonly #chart = new Map<string, Account>()

  constructor(accounts: Iterable<Account> = []) {
    for (const account of accounts) this.set(account)
  }

  get size(): number {
    return this.#byId.size
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  find(id: number): Account | undefined {
    return this.#byId.get(id)
  }

  inChart(kind: AccountKind, currency: string): Account | undefined {
    return this.#chart.get(chartKey(kind, currency))
  }

  chart(): Iterable<Account> {
    return this.#chart.values()
  }

  /** Adds or replaces an account, as the most recently used one. */
  set(account: Account): void {
    this.#byId.delete(account.id)
    this.#byId.set(account.id, account)
    if (account.kind !== 'wallet') {
      this.#chart.set(chartKey(account.kind, account.currency), account)
    }
  }

  remove({ id, kind, currency }: Account): void {
    this.#byId.delete(id)
    if (kind !== 'wallet') this.#chart.delete(chartKey(kind, currency))
  }

  /** Adds or replaces these accounts. */
  absorb(accounts: Iterable<Account>): void {
    for (const account of accounts) this.set(account)
  }

  all(): Iterable<Account> {
    return this.#byId.values()
  }

  /** Evicts wallets until `count` accounts are left; returns their ids. The chart stays. */
  evictDownTo(count: number): number[] {
    const evicted: number[] = []
    for (const { id, kind } of this.#byId.values()) {
      if (this.size <= count) break
      if (kind !== 'wallet') continue
      this.#byId.delete(id)
      evicted.push(id)
    }
    return evicted
  }
}

function chartKey(kind: AccountKind, currency: string): string {
  return `${kind} ${currency}`
}
