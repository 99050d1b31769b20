import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { AMOUNT_MINOR_MAX, minorUnits, Refusal } from '../../src/core/mod.ts'
import { available, type Account } from '../../src/ledger/accounts.ts'
import { Book, type Hold } from '../../src/ledger/book.ts'
import { BookModel, type ModelAccount } from './book-model.ts'
import { isLong } from '../support/length.ts'

/**
 * One step. Its numbers are positions in the lists of accounts and open holds, modulo their
 * lengths.
 */
interface Step {
  readonly act: 'post' | 'postUncovered' | 'hold' | 'postHold' | 'voidHold'
  readonly debit: number
  readonly credit: number
  readonly amount: bigint
  readonly hold: number
}

const RUNS = isLong ? 1_000 : 100
const STEPS_MAX = 120

const amounts = fc.oneof(
  fc.bigInt(1n, 20n),
  fc.bigInt(1n, 100_000n),
  fc.bigInt(AMOUNT_MINOR_MAX - 20n, AMOUNT_MINOR_MAX),
)

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    act: fc.constantFrom('post', 'postUncovered', 'hold', 'postHold', 'voidHold'),
    debit: fc.nat(20),
    credit: fc.nat(20),
    amount: amounts,
    hold: fc.nat(20),
  }),
  { maxLength: STEPS_MAX, size: 'max' },
)

/** Steps that reach each refusal, and take the account `issued` below zero. */
const refusals: Step[] = [
  { act: 'voidHold', debit: 0, credit: 0, amount: 1n, hold: 0 },
  { act: 'post', debit: 0, credit: 2, amount: 1n, hold: 0 },
  { act: 'post', debit: 1, credit: 0, amount: AMOUNT_MINOR_MAX, hold: 0 },
  { act: 'post', debit: 1, credit: 0, amount: 1n, hold: 0 },
  { act: 'post', debit: 2, credit: 3, amount: 1n, hold: 0 },
]

test('after any posts, holds and voids the book agrees with a plain model', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(steps, (drawnSteps) => {
      const simulation = new Simulation()
      for (const step of drawnSteps) seen.add(simulation.run(step))
      simulation.checkSums()
      if (simulation.isIssuedBelowZero()) seen.add('issued below zero')
    }),
    { numRuns: RUNS, examples: [[refusals]] },
  )
  // Only the example guarantees these outcomes, whatever is drawn.
  expect(seen).toEqual(
    new Set(['recorded', 'nothing', 'insufficient_funds', 'balance_limit', 'issued below zero']),
  )
})

/** Runs each step on the book and on the model, and compares their outcomes. */
class Simulation {
  readonly #book = new Book(
    {
      partnerId: 1,
      lastId: 0,
      lastTransfer: 0,
      lastOrder: 0,
      ordersOnHold: 0,
      lastInstant: 0,
      hasOpening: false,
      version: 0,
    },
    0,
  )
  readonly #model = new BookModel()
  readonly #accounts: Account[] = []
  readonly #holds: Hold[] = []

  constructor() {
    for (const currency of ['USD', 'JPY']) {
      for (const kind of ['funds', 'deposits', 'issued'] as const) {
        this.#accounts.push(this.#book.chart(kind, currency))
      }
      this.#accounts.push(this.#book.openWallet(currency), this.#book.openWallet(currency))
    }
  }

  run(step: Step): string {
    const before = this.#book.transfers.length
    const expected = this.#predict(step)
    const outcome = this.#outcomeOf(step)
    expect(outcome).toBe(expected)
    expect(this.#book.transfers.length).toBe(outcome === 'recorded' ? before + 1 : before)
    this.#compare()
    return outcome
  }

  /** True if account credits have taken more from `issued` than orders have paid into it. */
  isIssuedBelowZero(): boolean {
    return this.#accounts.some((account) => account.kind === 'issued' && available(account) < 0n)
  }

  checkSums(): void {
    for (const currency of ['USD', 'JPY']) {
      const own = this.#accounts.filter((account) => account.currency === currency)
      expect(own.reduce((sum, one) => sum + one.creditsPosted - one.debitsPosted, 0n)).toBe(0n)
      expect(own.reduce((sum, one) => sum + one.creditsPending - one.debitsPending, 0n)).toBe(0n)
    }
  }

  #outcomeOf(step: Step): string {
    try {
      return this.#act(step) ? 'recorded' : 'nothing'
    } catch (error) {
      if (error instanceof Refusal) return error.kind
      throw error
    }
  }

  #act({ act, hold: position, ...step }: Step): boolean {
    if (act === 'postHold' || act === 'voidHold') return this.#resolve(act, position, step.amount)
    const pair = this.#pair(step)
    if (!pair) return false
    const transfer = { ...pair, ...codeAndKeyOf(pair), amount: minorUnits(step.amount) }
    const recorded = this.#book[act](transfer)
    expect(recorded).toMatchObject(codeAndKeyOf(pair))
    if (act === 'hold') this.#holds.push({ ...transfer, number: recorded.number })
    return true
  }

  #resolve(act: 'postHold' | 'voidHold', position: number, requested: bigint): boolean {
    if (this.#holds.length === 0) return false
    const [hold] = this.#holds.splice(position % this.#holds.length, 1)
    if (!hold) return false
    if (act === 'voidHold') this.#book.voidHold(hold, 'order_release')
    else this.#book.postHold(hold, 'order_charge', minorUnits(partOf(hold.amount, requested)))
    return true
  }

  #predict({ act, hold: position, ...step }: Step): string {
    if (act === 'postHold' || act === 'voidHold') {
      const hold = this.#holds[position % this.#holds.length]
      if (!hold) return 'nothing'
      const isVoid = act === 'voidHold'
      return this.#model.resolve(hold.number, isVoid ? 0n : partOf(hold.amount, step.amount))
    }
    const pair = this.#pair(step)
    return pair ? this.#model[act](pair.debit, pair.credit, step.amount) : 'nothing'
  }

  /** Two different accounts of one currency, or undefined: for other pairs the book asserts. */
  #pair(step: { debit: number; credit: number }): { debit: Account; credit: Account } | undefined {
    const debit = this.#accounts[step.debit % this.#accounts.length]
    const credit = this.#accounts[step.credit % this.#accounts.length]
    if (!debit || !credit || debit === credit || debit.currency !== credit.currency)
      return undefined
    return { debit, credit }
  }

  #compare(): void {
    for (const account of this.#accounts) {
      const model = this.#model.totals(account)
      expect(account).toMatchObject(model)
      expect(available(account)).toBe(this.#model.available(account))
    }
    const last = this.#book.transfers.at(-1)
    if (!last) return
    expect(last.number).toBe(this.#book.transfers.length)
    expect(last.debitAvailable).toBe(this.#model.available(this.#byId(last.debitAccount)))
    expect(last.creditAvailable).toBe(this.#model.available(this.#byId(last.creditAccount)))
  }

  #byId(id: number): ModelAccount {
    return this.#book.account(id)
  }
}

/** Returns the code of a transfer, and the key of its batch if it is an account credit. */
function codeAndKeyOf({ debit, credit }: { debit: Account; credit: Account }) {
  if (debit.kind !== 'issued' || credit.kind !== 'wallet') return { code: 'order_hold' } as const
  const key = { scope: 'account_credit', reference: '1-1' } as const
  return { code: 'account_credit', key } as const
}

/** Returns a part of a hold, from nothing to all of it. */
function partOf(amount: bigint, requested: bigint): bigint {
  return requested % (amount + 1n)
}
