import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import {
  findCurrency,
  minorUnits,
  Refusal,
  type Clock,
  type Currency,
  type RefusalKind,
} from '../../src/core/mod.ts'
import {
  createConsumer,
  setWalletStatus,
  transactWallet,
  type Consumer,
  type NewWalletTransaction,
  type WalletStatus,
} from '../../src/consumers/mod.ts'
import { transact, type Database } from '../../src/db/mod.ts'
import { createLedger, partnerFunds, verify, type Ledger } from '../../src/ledger/mod.ts'
import { createPartner, deposit } from '../../src/partners/mod.ts'
import { openVault, type Vault } from '../../src/vault/mod.ts'
import { freshDatabase } from '../support/database.ts'
import { refusalOf } from '../support/refusal.ts'
import { TESTER } from '../support/tester.ts'

/** A clock that tests set forward. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

function testClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => Date.now() + aheadMs,
    monotonic: () => performance.now(),
    advance: (ms) => void (aheadMs += ms),
  }
}

/** A service without HTTP: a database of its own, a clock, and the ledger of one process. */
export interface Fixture {
  readonly db: Database
  readonly clock: TestClock
  readonly ledger: Ledger
  readonly vault: Vault
  /** Returns a pool for another process. */
  connectAgain(): Database
  /** Returns the ledger of a further process, on a pool of its own. */
  secondLedger(): Ledger
  /** Creates a partner with these funds in minor units; returns its id. */
  partner(funds?: Record<string, bigint>): Promise<number>
  /** Verifies the books before the database is dropped. */
  close(): Promise<void>
}

export async function openFixture(): Promise<Fixture> {
  const database = await freshDatabase()
  const { db } = database
  const clock = testClock()
  const ledger = createLedger({ db, clock, followers: [] })
  const vault = await openVault({ db, clock, masterKey: randomBytes(32) })
  return {
    db,
    clock,
    ledger,
    vault,
    connectAgain: () => database.connectAgain(),
    secondLedger: () => createLedger({ db: database.connectAgain(), clock, followers: [] }),
    async partner(funds = {}) {
      const acme = await transact(db, (tx) =>
        createPartner(tx, clock, { name: 'Acme Rewards', actor: TESTER }),
      )
      for (const [currency, amount] of Object.entries(funds)) {
        await deposit(ledger, {
          partnerId: acme.partnerId,
          currency,
          amountMinor: minorUnits(amount),
          reference: `first ${currency}`,
          actor: TESTER,
        })
      }
      return acme.partnerId
    },
    async close() {
      expect(await verify(db)).toMatchObject({ balanced: true, differences: [] })
      await database.drop()
    },
  }
}

export function currencyOf(code: string): Currency {
  const currency = findCurrency(code)
  if (!currency) throw new Error(`${code} is no currency`)
  return currency
}

export const USD = currencyOf('USD')
export const EUR = currencyOf('EUR')

export async function fundsOf(
  fixture: Fixture,
  partnerId: number,
): Promise<Record<string, bigint>> {
  const funds = await partnerFunds(fixture.db, partnerId)
  return Object.fromEntries(funds.map((one) => [one.currency, one.fundsMinor]))
}

export function aConsumer(
  fixture: Fixture,
  partnerId: number,
  changes: { email?: string; currency?: Currency; initialFunds?: bigint } = {},
): Promise<Consumer> {
  return createConsumer(fixture, partnerId, {
    fullName: 'Ann Lee',
    email: changes.email ?? 'ann@example.com',
    currency: changes.currency ?? USD,
    initialFundsMinor: minorUnits(changes.initialFunds ?? 0n),
  })
}

/** Freezes, unfreezes or closes a wallet. */
export async function setStatus(
  { ledger }: Fixture,
  wallet: { readonly partnerId: number; readonly walletId: string },
  status: WalletStatus,
): Promise<void> {
  const { partnerId, walletId } = wallet
  await setWalletStatus(ledger, partnerId, walletId, { status, reason: 'test', actor: TESTER })
}

type TransactionInput = Omit<NewWalletTransaction, 'transactionType'>

export function credit(ledger: Ledger, partnerId: number, input: TransactionInput) {
  return transactWallet(ledger, partnerId, { transactionType: 'CREDIT', ...input })
}

export function debit(ledger: Ledger, partnerId: number, input: TransactionInput) {
  return transactWallet(ledger, partnerId, { transactionType: 'DEBIT', ...input })
}

export async function kindOf(promise: Promise<unknown>): Promise<RefusalKind> {
  return (await refusalOf(promise)).kind
}

/** Returns the first field that the refusal names. */
export async function fieldOf(promise: Promise<unknown>): Promise<string | undefined> {
  return (await refusalOf(promise)).extras.details?.[0]?.field
}

/** Splits the outcomes of a race into results and kinds of refusals. */
export async function settle<Answer>(
  races: readonly Promise<Answer>[],
): Promise<{ answers: Answer[]; refusals: RefusalKind[] }> {
  const answers: Answer[] = []
  const refusals: RefusalKind[] = []
  for (const one of await Promise.allSettled(races)) {
    if (one.status === 'fulfilled') answers.push(one.value)
    else if (one.reason instanceof Refusal) refusals.push(one.reason.kind)
    else throw one.reason
  }
  return { answers, refusals }
}

export async function count(fixture: Fixture, table: string): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ count: string }>(
    `select count(*)::text as count from ${table}`,
  )
  return Number(rows[0]?.count)
}
