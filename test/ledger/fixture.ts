import { expect } from 'vitest'
import { minorUnits, systemClock, type Clock } from '../../src/core/mod.ts'
import { oneRow, sql, transact, type Database } from '../../src/db/mod.ts'
import {
  createLedger,
  openBook,
  verify,
  type AnyWriteKind,
  type Book,
  type GroupStats,
  type Ledger,
  type Transfer,
  type VerifyOptions,
  type WriteKind,
} from '../../src/ledger/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

export interface LedgerFixture extends FreshDatabase {
  /** Two partners, each with an empty book. */
  readonly partnerId: number
  readonly otherId: number
}

export async function startLedgerFixture(): Promise<LedgerFixture> {
  const fresh = await freshDatabase()
  const partnerId = await newPartner(fresh.db)
  return { ...fresh, partnerId, otherId: await newPartner(fresh.db) }
}

/** The part of a screen for orders, which finds no difference: only the ledger is compared. */
export const screenOf: VerifyOptions['screenOf'] = () => ({
  differing: [],
  lastFinalOrder: sql`0::bigint`,
})

/** Drops the database of a test, and expects that its books were balanced. */
export async function endLedgerFixture(fixture: LedgerFixture): Promise<void> {
  const { differences } = await verify(fixture.db)
  await fixture.drop()
  expect(differences).toEqual([])
}

export function newPartner(db: Database): Promise<number> {
  return transact(db, async (tx) => {
    const { partner_id: partnerId } = await oneRow<{ partner_id: number }>(
      tx,
      sql`insert into partners (name, created_at) values ('partner', now()) returning partner_id`,
    )
    await openBook(tx, partnerId, 0)
    return partnerId
  })
}

export interface LedgerParts {
  readonly clock?: Clock
  readonly followers?: readonly AnyWriteKind[]
  readonly groups?: GroupStats[]
}

/** The ledger of a process; `groups` collects the statistics of its groups. */
export function newLedger(db: Database, parts: LedgerParts = {}): Ledger {
  const { clock = systemClock, followers = [], groups } = parts
  return createLedger({ db, clock, followers, onGroup: (stats) => void groups?.push(stats) })
}

/** `put` adds an amount to the funds, `spend` subtracts it from them. */
export interface Move {
  readonly act: 'put' | 'spend'
  readonly amount: bigint
  readonly reference?: string
}

export function put(amount: bigint, reference?: string): Move {
  return { act: 'put', amount, ...(reference !== undefined && { reference }) }
}

export function spend(amount: bigint): Move {
  return { act: 'spend', amount }
}

/** The simplest kind of write: moves USD in and out of the funds, and returns the transfer. */
export const moves: WriteKind<Move, undefined, Transfer> = {
  name: 'moves',
  load: () => Promise.resolve(undefined),
  decide: (book, _state, move) => makeMove(book, move),
  save: () => undefined,
}

export function makeMove(book: Book, { act, amount, reference }: Move): Transfer {
  const funds = book.chart('funds', 'USD')
  const other = book.chart(act === 'put' ? 'deposits' : 'issued', 'USD')
  return book.post({
    code: act === 'put' ? 'deposit' : 'order_charge',
    debit: act === 'put' ? other : funds,
    credit: act === 'put' ? funds : other,
    amount: minorUnits(amount),
    ...(reference !== undefined && { key: { scope: 'deposit' as const, reference } }),
  })
}

export interface StoredTransfer {
  readonly number: number
  readonly debit: string
  readonly credit: string
  readonly amount: bigint
  readonly debitAvailable: bigint
  readonly creditAvailable: bigint
  readonly at: number
}

interface TransferRow {
  no: string
  debit: string
  credit: string
  amount: bigint
  debit_available: bigint
  credit_available: bigint
  created_at: Date
}

/** Returns all transfers of the partner, ordered by number, with the kinds of their accounts. */
export async function storedTransfers(db: Database, partnerId: number): Promise<StoredTransfer[]> {
  const rows = await db.rows<TransferRow>(sql`
    select transfer_no::text as no, debit.kind as debit, credit.kind as credit, amount,
           debit_available, credit_available, created_at
    from transfers
    join accounts as debit
      on debit.partner_id = transfers.partner_id and debit.account_id = debit_account
    join accounts as credit
      on credit.partner_id = transfers.partner_id and credit.account_id = credit_account
    where transfers.partner_id = ${partnerId}
    order by transfer_no`)
  return rows.map((row) => ({
    number: Number(row.no),
    debit: row.debit,
    credit: row.credit,
    amount: row.amount,
    debitAvailable: row.debit_available,
    creditAvailable: row.credit_available,
    at: row.created_at.getTime(),
  }))
}

/**
 * Expects transfers without holds to have numbers without a gap, and balances that follow from each
 * other: the balance of each account, plus or minus the amount, is its next balance.
 */
export function expectOneChain(transfers: readonly StoredTransfer[]): void {
  const balances = new Map<string, bigint>()
  transfers.forEach((transfer, index) => {
    expect(transfer.number).toBe(index + 1)
    expect(transfer.debitAvailable).toBe((balances.get(transfer.debit) ?? 0n) - transfer.amount)
    expect(transfer.creditAvailable).toBe((balances.get(transfer.credit) ?? 0n) + transfer.amount)
    balances.set(transfer.debit, transfer.debitAvailable)
    balances.set(transfer.credit, transfer.creditAvailable)
  })
}
