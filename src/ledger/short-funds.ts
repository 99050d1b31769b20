import { spendable, type Account, type Accounts } from './accounts.ts'

/**
 * Funds fell short, but the orders that can give money back were not loaded: the group is decided
 * again with them.
 */
export class FundsShort extends Error {
  readonly currencies: readonly string[]

  constructor(currencies: readonly string[]) {
    super(`funds are short in ${currencies.join(', ')}`)
    this.currencies = currencies
  }
}

/**
 * Funds below zero, or below what the credit limit allows, in one group of a book. Every decision
 * that lowers the spendable amount is recorded here, so that funds cannot fall short unnoticed. If
 * they fall short in a currency that is not in `followed`, the group is not written but decided
 * again.
 */
export class ShortFunds {
  readonly #accounts: Accounts
  readonly #shortCurrencies = new Set<string>()
  #followed: ReadonlySet<string> = new Set()

  constructor(accounts: Accounts) {
    this.#accounts = accounts
  }

  /** Called with each account that a decision has just lowered. */
  lowered(account: Account): void {
    if (account.kind === 'funds' && spendable(account) < 0n)
      this.#shortCurrencies.add(account.currency)
  }

  /** The currencies for which followers have loaded the orders that can give money back. */
  get followed(): ReadonlySet<string> {
    return this.#followed
  }

  /** Makes followers load these orders for the currencies that are short or will be. */
  follow(expected: Iterable<string>): void {
    this.#followed = new Set([...expected, ...this.currencies()])
  }

  /** Throws FundsShort if funds fell short in a currency that is not followed. */
  requireFollowed(): void {
    const unfollowed = [...this.#shortCurrencies].filter(
      (currency) => !this.#followed.has(currency),
    )
    if (unfollowed.length > 0) throw new FundsShort([...this.#followed, ...unfollowed])
  }

  currencies(): string[] {
    const short = [...this.#accounts.chart()].filter(
      (account) => account.kind === 'funds' && spendable(account) < 0n,
    )
    return short.map((account) => account.currency)
  }
}
