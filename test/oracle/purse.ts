import { MOST, wire, type Code } from './facts.ts'
import { Refused } from './refused.ts'

/** The funds of a partner in one currency. All else is sums of them. */
export class Purse {
  readonly code: Code
  /** All credits less all debits; holds do not change it. */
  posted = 0n
  held = 0n
  limit = 0n
  readonly spendings: Spending[] = []

  constructor(code: Code) {
    this.code = code
  }

  get available(): bigint {
    return this.posted - this.held
  }

  get spendable(): bigint {
    return this.available + this.limit
  }

  requireRoom(amount: bigint): void {
    if (this.posted + amount > MOST) throw new Refused(409, ['amount'])
  }

  /**
   * Refuses an amount that exceeds the funds or a limit of the partner or of the credential. A
   * spent amount counts for limits, whatever happens to it later.
   */
  spend(by: number, amount: bigint, now: number): void {
    if (this.spendable < amount) throw new Refused(402)
    const limits = this.spendings.filter((one) => one.by === undefined || one.by === by)
    for (const one of limits) {
      if (one.spentAt(now) + amount > one.limit) throw new Refused(402, [], 'currency')
    }
    for (const one of limits) one.count(amount, now)
  }

  setSpendLimit(
    by: number | undefined,
    period: 'day' | 'month',
    { limit, now }: { limit: bigint; now: number },
  ): void {
    const at = this.spendings.findIndex((one) => one.by === by && one.period === period)
    const known = this.spendings[at]
    // A limit of 0 of a history removes it.
    if (limit === 0n) {
      if (known) this.spendings.splice(at, 1)
    } else if (known) known.limit = limit
    else this.spendings.push(new Spending({ by, period, limit, now }))
  }

  mark(): () => void {
    const { posted } = this
    const undoes = this.spendings.map((one) => one.mark())
    return () => {
      this.posted = posted
      for (const undo of undoes) undo()
    }
  }

  view(): { available: number; held: number } {
    return { available: wire(this.available, this.code), held: wire(this.held, this.code) }
  }
}

/** A spend limit, and the amount that was spent since it was set, in the present day or month. */
class Spending {
  readonly by: number | undefined
  readonly period: 'day' | 'month'
  limit: bigint
  #spent = 0n
  #name: string

  constructor(of: { by: number | undefined; period: 'day' | 'month'; limit: bigint; now: number }) {
    this.by = of.by
    this.period = of.period
    this.limit = of.limit
    this.#name = this.#nameAt(of.now)
  }

  spentAt(now: number): bigint {
    return this.#nameAt(now) === this.#name ? this.#spent : 0n
  }

  count(amount: bigint, now: number): void {
    this.#spent = this.spentAt(now) + amount
    this.#name = this.#nameAt(now)
  }

  mark(): () => void {
    const before = [this.#spent, this.#name] as const
    return () => void ([this.#spent, this.#name] = before)
  }

  #nameAt(now: number): string {
    return new Date(now).toISOString().slice(0, this.period === 'day' ? 10 : 7)
  }
}
