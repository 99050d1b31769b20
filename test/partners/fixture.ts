import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { minorUnits, type Clock } from '../../src/core/mod.ts'
import { transact, type Database } from '../../src/db/mod.ts'
import { createLedger, verify, type Ledger } from '../../src/ledger/mod.ts'
import { createPartner, type NewDeposit, type Partner } from '../../src/partners/mod.ts'
import { openVault, type Vault } from '../../src/vault/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

export const START = Date.UTC(2026, 0, 15, 12)
export const OPERATOR = { kind: 'environment_token', name: 'operator@example.test' } as const

/** A clock that moves only when a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

function testClock(): TestClock {
  let passed = 0
  return {
    now: () => START + passed,
    monotonic: () => passed,
    advance: (ms) => void (passed += ms),
  }
}

/** A new database with one partner, and the context of the module. */
export interface Fixture extends FreshDatabase {
  readonly clock: TestClock
  readonly vault: Vault
  readonly ledger: Ledger
  readonly partner: Partner
}

export async function startFixture(): Promise<Fixture> {
  const fresh = await freshDatabase()
  const clock = testClock()
  const vault = await openVault({ db: fresh.db, masterKey: randomBytes(32), clock })
  const ledger = newLedger(fresh.db, clock)
  const partner = await transact(fresh.db, (tx) =>
    createPartner(tx, clock, { name: 'Colosseum Gifts', actor: OPERATOR }),
  )
  return { ...fresh, clock, vault, ledger, partner }
}

/** Creates a ledger with a book cache of its own, as each process has it. */
export function newLedger(db: Database, clock: Clock): Ledger {
  return createLedger({ db, clock, followers: [] })
}

/** Verifies the ledger, and drops the database: every test ends with it. */
export async function endFixture(fixture: Fixture): Promise<void> {
  const { differences } = await verify(fixture.db)
  await fixture.drop()
  expect(differences).toEqual([])
}

export function aDeposit(partnerId: number, change: Partial<NewDeposit> = {}): NewDeposit {
  return {
    partnerId,
    currency: 'USD',
    amountMinor: minorUnits(10_000n),
    reference: 'wire 1',
    actor: OPERATOR,
    ...change,
  }
}
