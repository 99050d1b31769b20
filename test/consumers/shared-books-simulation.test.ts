import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { setWalletStatus } from '../../src/consumers/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import type { Ledger } from '../../src/ledger/mod.ts'
import { deposit } from '../../src/partners/mod.ts'
import { refusalOf } from '../support/refusal.ts'
import { aProcess } from './process.ts'
import { aConsumer, credit, debit, fundsOf, openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

const PROCESSES = 3
/** The cache of the first process has two chart accounts and two or three wallets, which change. */
const ACCOUNTS_MAX = 5
const RUNS = 15
const STEPS_MAX = 50

interface Step {
  readonly act: 'credit' | 'debit' | 'freeze' | 'enable' | 'open' | 'deposit' | 'burst'
  readonly process: number
  readonly wallet: number
  readonly dollars: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('credit', 'debit', 'burst') },
    { weight: 1, arbitrary: fc.constantFrom('freeze', 'enable', 'open', 'deposit') },
  ),
  process: fc.nat(PROCESSES - 1),
  wallet: fc.nat(10),
  dollars: fc.integer({ min: 1, max: 12 }),
})
/**
 * Runs of steps at one process, then at another: a book becomes shared, and then unshared again.
 */
const runs = fc.array(
  fc
    .tuple(fc.nat(PROCESSES - 1), fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }))
    .map(([process, steps]) => steps.map((one, at) => (at % 5 === 4 ? one : { ...one, process }))),
  { minLength: 1, maxLength: 6, size: 'max' },
)

/** Causes each refusal, at another process than the one that wrote last. */
const refusals: Step[] = [
  { act: 'credit', process: 0, wallet: 0, dollars: 5 },
  { act: 'debit', process: 1, wallet: 0, dollars: 6 },
  { act: 'credit', process: 2, wallet: 0, dollars: 12 },
  { act: 'credit', process: 1, wallet: 0, dollars: 4 },
  { act: 'freeze', process: 0, wallet: 0, dollars: 1 },
  { act: 'debit', process: 1, wallet: 0, dollars: 1 },
]

test('the responses of several processes are those of one book', async () => {
  const fixture = await openFixture()
  const ledgers = Array.from(
    { length: PROCESSES },
    (_, at) => aProcess(fixture, undefined, at === 0 ? { accountsMax: ACCOUNTS_MAX } : {}).ledger,
  )
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(runs, async (stepsTaken) => {
      const simulation = await Simulation.open(fixture, ledgers)
      for (const one of stepsTaken.flat().slice(0, STEPS_MAX))
        outcomes.add(await simulation.take(one))
      await simulation.check()
    }),
    { numRuns: RUNS, examples: [[[refusals]]] },
  )
  await fixture.close()
  // The example `refusals` has all these outcomes, so they do not depend on the drawn steps.
  expect(outcomes).toEqual(
    new Set(['made', 'wallet_not_enabled', 'insufficient_funds', 'wallet_insufficient']),
  )
})

interface Wallet {
  readonly walletId: string
  balance: bigint
  isFrozen: boolean
}

/** Three processes on one book, and its expected content. */
class Simulation {
  readonly #fixture: Fixture
  readonly #ledgers: readonly Ledger[]
  readonly #partnerId: number
  readonly #wallets: Wallet[] = []
  #funds = 20_00n
  #references = 0

  private constructor(fixture: Fixture, ledgers: readonly Ledger[], partnerId: number) {
    this.#fixture = fixture
    this.#ledgers = ledgers
    this.#partnerId = partnerId
  }

  static async open(fixture: Fixture, ledgers: readonly Ledger[]): Promise<Simulation> {
    const partnerId = await fixture.partner({ USD: 20_00n })
    const simulation = new Simulation(fixture, ledgers, partnerId)
    await simulation.#open(ledgers[0] ?? fixture.ledger)
    return simulation
  }

  /** Takes a step, checks the response, and returns the outcome. */
  async take({ act, process, wallet: position, dollars }: Step): Promise<string> {
    const ledger = this.#ledgers[process] ?? this.#fixture.ledger
    const wallet = this.#wallets[position % this.#wallets.length]
    if (!wallet) throw new Error('there is a wallet')
    if (act === 'open') await this.#open(ledger)
    else if (act === 'deposit') await this.#deposit(ledger, dollars)
    else if (act === 'burst') await this.#burst(dollars)
    else if (act === 'credit' || act === 'debit') return this.#move(ledger, act, wallet, dollars)
    else await this.#setStatus(ledger, wallet, act === 'freeze')
    return 'made'
  }

  async check(): Promise<void> {
    expect(await fundsOf(this.#fixture, this.#partnerId)).toEqual({ USD: this.#funds })
  }

  async #open(ledger: Ledger): Promise<void> {
    const email = `${this.#wallets.length}@example.com`
    const { walletId } = await aConsumer({ ...this.#fixture, ledger }, this.#partnerId, { email })
    this.#wallets.push({ walletId, balance: 0n, isFrozen: false })
  }

  async #deposit(ledger: Ledger, dollars: number): Promise<void> {
    const amountMinor = minorUnits(BigInt(dollars) * 100n)
    const to = { partnerId: this.#partnerId, currency: 'USD', actor: TESTER }
    await deposit(ledger, { ...to, amountMinor, reference: this.#reference() })
    this.#funds += amountMinor
  }

  async #setStatus(ledger: Ledger, wallet: Wallet, isFrozen: boolean): Promise<void> {
    const status = isFrozen ? 'FROZEN' : 'ENABLED'
    const change = { status, reason: 'test', actor: TESTER } as const
    await setWalletStatus(ledger, this.#partnerId, wallet.walletId, change)
    wallet.isFrozen = isFrozen
  }

  async #move(
    ledger: Ledger,
    act: 'credit' | 'debit',
    wallet: Wallet,
    dollars: number,
  ): Promise<string> {
    const amount = BigInt(dollars) * 100n * (act === 'credit' ? 1n : -1n)
    const input = { walletId: wallet.walletId, amount: dollars, referenceId: this.#reference() }
    const answer = (act === 'credit' ? credit : debit)(ledger, this.#partnerId, input)
    const refused = refusedFor(wallet, amount, this.#funds)
    if (refused !== undefined) {
      expect((await refusalOf(answer)).kind).toBe(refused)
      return refused
    }
    wallet.balance += amount
    this.#funds -= amount
    expect((await answer).newBalanceMinor).toBe(wallet.balance)
    return 'made'
  }

  /** Credits a cent to every wallet that can take one, from all processes at once. */
  async #burst(times: number): Promise<void> {
    const open = this.#wallets.filter(({ isFrozen }) => !isFrozen)
    const all = Array.from({ length: times }, () => open).flat()
    if (this.#funds < BigInt(all.length)) return
    const burst = all.map(({ walletId }, at) => {
      const ledger = this.#ledgers[at % PROCESSES] ?? this.#fixture.ledger
      const input = { walletId, amount: 0.01, referenceId: this.#reference() }
      return credit(ledger, this.#partnerId, input)
    })
    for (const wallet of all) wallet.balance += 1n
    this.#funds -= BigInt(all.length)
    await Promise.all(burst)
  }

  #reference(): string {
    this.#references += 1
    return `reference ${this.#references}`
  }
}

function refusedFor({ isFrozen, balance }: Wallet, amount: bigint, funds: bigint) {
  if (isFrozen) return 'wallet_not_enabled'
  if (amount > funds) return 'insufficient_funds'
  return balance + amount < 0n ? 'wallet_insufficient' : undefined
}
