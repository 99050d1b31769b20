/** The members of an account that the model reads. It has no totals of its own. */
export interface ModelAccount {
  readonly id: number
  readonly kind: string
}

interface Entry {
  readonly number: number
  readonly debit: number
  readonly credit: number
  readonly amount: bigint
  readonly isHold: boolean
  /** The amount of a resolved hold that was posted; undefined for other entries. */
  posted: bigint | undefined
}

interface Totals {
  debitsPending: bigint
  debitsPosted: bigint
  creditsPending: bigint
  creditsPosted: bigint
}

const BALANCE_MAX = 999_999_999_999_999n

/**
 * A book that only records entries, and adds all of them up for each balance. It is slow, and too
 * simple to have the bugs that the real book may have.
 */
export class BookModel {
  readonly #entries: Entry[] = []
  #last = 0

  post(debit: ModelAccount, credit: ModelAccount, amount: bigint): string {
    if (isSpendable(debit) && this.available(debit) < amount) return 'insufficient_funds'
    return this.#write(debit, credit, amount)
  }

  postUncovered(debit: ModelAccount, credit: ModelAccount, amount: bigint): string {
    if (this.available(debit) - amount < -BALANCE_MAX) return 'balance_limit'
    return this.#write(debit, credit, amount)
  }

  hold(debit: ModelAccount, credit: ModelAccount, amount: bigint): string {
    if (isSpendable(debit) && this.available(debit) < amount) return 'insufficient_funds'
    this.#record(debit, credit, { amount, isHold: true, posted: undefined })
    return 'recorded'
  }

  /** Posts `amount` of the hold with this number; an amount of 0 voids the hold. */
  resolve(number: number, amount: bigint): string {
    const hold = this.#entries.find((entry) => entry.number === number)
    if (!hold?.isHold || hold.posted !== undefined) throw new Error(`no open hold ${number}`)
    hold.posted = amount
    this.#last += 1
    return 'recorded'
  }

  available(account: ModelAccount): bigint {
    const { creditsPosted, debitsPosted, debitsPending } = this.totals(account)
    return creditsPosted - debitsPosted - debitsPending
  }

  totals({ id }: ModelAccount): Totals {
    const sums = { debitsPending: 0n, debitsPosted: 0n, creditsPending: 0n, creditsPosted: 0n }
    for (const { debit, credit, amount, isHold, posted } of this.#entries) {
      const postedAmount = isHold ? (posted ?? 0n) : amount
      const pending = isHold && posted === undefined ? amount : 0n
      if (debit === id) sums.debitsPosted += postedAmount
      if (debit === id) sums.debitsPending += pending
      if (credit === id) sums.creditsPosted += postedAmount
      if (credit === id) sums.creditsPending += pending
    }
    return sums
  }

  #write(debit: ModelAccount, credit: ModelAccount, amount: bigint): string {
    const { creditsPosted, debitsPosted } = this.totals(credit)
    if (isSpendable(credit) && creditsPosted - debitsPosted + amount > BALANCE_MAX) {
      return 'balance_limit'
    }
    this.#record(debit, credit, { amount, isHold: false, posted: undefined })
    return 'recorded'
  }

  #record(
    debit: ModelAccount,
    credit: ModelAccount,
    entry: Pick<Entry, 'amount' | 'isHold' | 'posted'>,
  ): void {
    this.#last += 1
    this.#entries.push({ ...entry, number: this.#last, debit: debit.id, credit: credit.id })
  }
}

function isSpendable({ kind }: ModelAccount): boolean {
  return kind === 'funds' || kind === 'wallet'
}
