import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createWalletSupplier,
  setWalletStatus,
  transactWallet,
  type TransactionType,
  type WalletStatus,
} from '../../src/consumers/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { Outage } from '../../src/db/mod.ts'
import type { Ledger } from '../../src/ledger/mod.ts'
import { verify } from '../../src/ledger/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { balanceOf, bookOf } from './account-credits.ts'
import { refusalOf } from '../support/refusal.ts'
import { aConsumer, currencyOf, fundsOf, openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

const RUNS = 20
const STEPS_MAX = 30
const BATCHES = 8
const FUNDS = { USD: 1_000_00n, JPY: 100_000n, KWD: 1_000_000n }
const CURRENCIES = ['USD', 'JPY', 'KWD'] as const

/** One step of a history. `wallet` and `batch` are positions in the lists of the fixture. */
type Step =
  | { readonly act: 'credit' | 'lostCredit'; readonly batch: number; readonly process: number }
  | { readonly act: TransactionType; readonly wallet: number; readonly units: number }
  | { readonly act: 'status'; readonly wallet: number; readonly status: WalletStatus }

const wallet = fc.nat(CURRENCIES.length - 1)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constantFrom('credit', 'lostCredit'),
        batch: fc.nat(BATCHES - 1),
        process: fc.nat(1),
      }),
    },
    fc.record({
      act: fc.constantFrom('CREDIT', 'DEBIT'),
      wallet,
      units: fc.integer({ min: 1, max: 30 }),
    }),
    fc.record({ act: fc.constant('status'), wallet, status: fc.constantFrom('ENABLED', 'FROZEN') }),
  ),
  { maxLength: STEPS_MAX, size: 'max' },
)

let fixture: Fixture
let ledgers: [Ledger, Ledger]

beforeAll(async () => {
  fixture = await openFixture()
  ledgers = [fixture.ledger, fixture.secondLedger()]
})
afterAll(() => fixture.close())

test('through lost responses, replays, frozen wallets and two processes, each batch is credited once', async () => {
  const results = new Set<string>()
  await fc.assert(
    fc.asyncProperty(steps, async (stepsTaken) => {
      const history = await History.begin()
      for (const step of stepsTaken) results.add(await history.take(step))
      await history.check()
    }),
    { numRuns: RUNS, seed: 20_260_101 },
  )
  expect(await verify(fixture.db)).toMatchObject({ balanced: true })
  expect(results).toEqual(new Set(['issued', 'unknown', 'refused', 'again', 'moved', 'status']))
})

interface ModelWallet {
  readonly walletId: string
  readonly currency: (typeof CURRENCIES)[number]
  status: WalletStatus
  balance: bigint
}

/** One partner with a wallet in each currency, and the sums that its history must lead to. */
class History {
  readonly #partnerId: number
  readonly #wallets: readonly ModelWallet[]
  readonly #funds = new Map<string, bigint>(Object.entries(FUNDS))
  readonly #issued = new Map<number, string>()
  #references = 0

  constructor(partnerId: number, wallets: readonly ModelWallet[]) {
    this.#partnerId = partnerId
    this.#wallets = wallets
  }

  static async begin(): Promise<History> {
    const partnerId = await fixture.partner(FUNDS)
    const wallets: ModelWallet[] = []
    for (const code of CURRENCIES) {
      const { walletId } = await aConsumer(fixture, partnerId, { currency: currencyOf(code) })
      wallets.push({ walletId, currency: code, status: 'ENABLED', balance: 0n })
    }
    return new History(partnerId, wallets)
  }

  async take(step: Step): Promise<string> {
    switch (step.act) {
      case 'credit':
      case 'lostCredit':
        return this.#credit(step)
      case 'status':
        return this.#setStatus(this.#wallet(step.wallet), step.status)
      case 'CREDIT':
      case 'DEBIT':
        return this.#transact(this.#wallet(step.wallet), step)
    }
  }

  async check(): Promise<void> {
    for (const { walletId, balance } of this.#wallets) {
      expect(await balanceOf(fixture, this.#partnerId, walletId)).toBe(balance)
    }
    expect(await fundsOf(fixture, this.#partnerId)).toEqual(Object.fromEntries(this.#funds))
    const book = await bookOf(fixture, this.#partnerId)
    for (const code of CURRENCIES) {
      const spent = [...this.#issued.keys()].map((batch) => this.#batch(batch))
      const credited = spent.filter((request) => request.currency === code).map(amountOf)
      expect(book[`issued ${code}`] ?? 0n).toBe(-credited.reduce((sum, one) => sum + one, 0n))
    }
  }

  #wallet(at: number): ModelWallet {
    const modelWallet = this.#wallets[at]
    if (!modelWallet) throw new Error(`no wallet ${at}`)
    return modelWallet
  }

  /** Batches differ in wallet, amount and quantity, and are the same every time. */
  #batch(batchNo: number): IssueRequest {
    const { walletId, currency } = this.#wallet(batchNo % CURRENCIES.length)
    return {
      partnerId: this.#partnerId,
      orderNo: 1 + (batchNo >> 1),
      batchNo: 1 + (batchNo & 1),
      productId: 1,
      currency,
      faceValueMinor: minorUnits(BigInt(3 + batchNo)),
      quantity: 1 + (batchNo % 3),
      recipient: { walletId },
      settings: {},
    }
  }

  async #credit({ act, batch, process }: Extract<Step, { batch: number }>): Promise<string> {
    const [ledger, credited] = [ledgers[process] ?? ledgers[0], this.#wallet(batch % 3)]
    const supplierLedger = act === 'lostCredit' ? lossy(ledger) : ledger
    const request = this.#batch(batch)
    const [outcome] = await createWalletSupplier({ ...fixture, ledger: supplierLedger }).issue([
      request,
    ])
    const earlier = this.#issued.get(batch)
    if (!earlier && credited.status !== 'ENABLED') {
      expect(outcome?.outcome).toBe('refused')
      return 'refused'
    }
    if (!earlier) {
      credited.balance += amountOf(request)
      this.#issued.set(batch, 'unread')
    }
    if (act === 'lostCredit') {
      expect(outcome?.outcome).toBe('unknown')
      return 'unknown'
    }
    const receipts = JSON.stringify(outcome)
    if (earlier && earlier !== 'unread') expect(receipts).toBe(earlier)
    expect(outcome?.outcome).toBe('issued')
    this.#issued.set(batch, receipts)
    return earlier ? 'again' : 'issued'
  }

  async #setStatus(changed: ModelWallet, status: WalletStatus): Promise<string> {
    const change = { status, reason: 'test', actor: TESTER }
    await setWalletStatus(fixture.ledger, this.#partnerId, changed.walletId, change)
    changed.status = status
    return 'status'
  }

  async #transact(
    target: ModelWallet,
    { act, units }: { act: TransactionType; units: number },
  ): Promise<string> {
    this.#references += 1
    const input = { walletId: target.walletId, amount: units, transactionType: act }
    const amount = BigInt(units) * 10n ** BigInt(currencyOf(target.currency).exponent)
    const signed = act === 'CREDIT' ? amount : -amount
    const funds = this.#funds.get(target.currency) ?? 0n
    const isAccepted =
      target.status === 'ENABLED' && target.balance + signed >= 0n && funds - signed >= 0n
    const transaction = transactWallet(fixture.ledger, this.#partnerId, {
      ...input,
      referenceId: `r${this.#references}`,
    })
    if (!isAccepted) {
      await refusalOf(transaction)
      return 'refused'
    }
    await transaction
    target.balance += signed
    this.#funds.set(target.currency, funds - signed)
    return 'moved'
  }
}

function amountOf({ faceValueMinor, quantity }: IssueRequest): bigint {
  return faceValueMinor * BigInt(quantity)
}

/** Returns a ledger that commits each write, and loses its response. */
function lossy(ledger: Ledger): Ledger {
  const submit: Ledger['submit'] = async (kind, partnerId, input) => {
    const answer = await ledger.submit(kind, partnerId, input)
    throw new Outage(`lost ${typeof answer}`)
  }
  return { ...ledger, submit }
}
