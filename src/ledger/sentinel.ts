import { codeOf, sql, type Database, type Statement, type Writer } from '../db/mod.ts'
import { spendable, type Account } from './accounts.ts'
import type { Book, Transfer } from './book.ts'
import type { AnyWriteKind, States, WriteKind } from './write-kind.ts'
import { WatchedBook, type Totals } from './watched-book.ts'

/** The conditions that must hold after each group. Each has a metric, which is 0 at first. */
export const INVARIANTS = [
  'sum_not_zero',
  'balance_without_transfer',
  'available_below_promised',
  'hold_without_order',
  'charge_without_hold',
  'delivered_not_charged',
  'discount_or_fee_not_posted',
  'status_without_event',
  'wallet_hold_without_order',
  'promise_of_link',
  'code_with_two_holders',
] as const
export type Invariant = (typeof INVARIANTS)[number]

/** The rows that break an invariant. Only their ids, because they are logged. */
export interface BrokenInvariant {
  readonly invariant: Invariant
  readonly ids: string
}

/** Finds broken invariants in the rows that a kind has written. */
export interface RowProof<State> {
  /** Returns statements that must return no rows. */
  find(book: Book, state: State): readonly Statement<BrokenInvariant>[]
}

/** Without a kind, the proof is run for every group. */
type AnyProof = readonly [kind: AnyWriteKind | undefined, proof: RowProof<unknown>]

/** Checks in each group what `ledger verify` checks later. Absent unless it is switched on. */
export interface Sentinel {
  /** Makes the book of a group, which records the former balances of its accounts. */
  readonly openBook: (...args: ConstructorParameters<typeof Book>) => Book
  /** For a group that changes only balances: fails it if its book breaks an invariant. */
  checkBook(book: Book): void
  /** Fails the group if an invariant is broken. Follows the statements that save it. */
  check(tx: Writer, group: { readonly book: Book; readonly states: States }): void
  /** Reports a group of one write that failed because of `check`. */
  report(partnerId: number, error: unknown): void
}

/** The group was decided wrongly. This is a bug of ours, so its writes fail like an assertion. */
class SentinelFault extends Error {
  readonly broken: BrokenInvariant

  constructor(broken: BrokenInvariant) {
    super(`${broken.invariant} ${broken.ids}`)
    this.broken = broken
  }
}

export function proofOf<Input, State, Result>(
  kind: WriteKind<Input, State, Result>,
  proof: RowProof<State>,
): AnyProof {
  return [kind, proof]
}

export interface SentinelOptions {
  readonly db: Pick<Database, 'isDistributed'>
  /** The checks of rows. Not sent to a distributed database, which cannot plan them. */
  readonly proofs: readonly AnyProof[]
  onFault(fault: BrokenInvariant & { readonly partnerId: number }): void
}

export function createSentinel({ db, proofs, onFault }: SentinelOptions): Sentinel {
  return {
    openBook: (...args) => new WatchedBook(...args),
    checkBook,
    check(tx, { book, states }) {
      checkBook(book)
      if (db.isDistributed) return
      const statements = proofs.flatMap(([kind, proof]) =>
        kind === undefined || states.has(kind) ? proof.find(book, kind && states.get(kind)) : [],
      )
      if (statements.length > 0) tx.write(failIfAny(statements))
    },
    report(partnerId, error) {
      const broken = error instanceof SentinelFault ? error.broken : brokenInRows(error)
      if (broken) onFault({ partnerId, ...broken })
    },
  }
}

function checkBook(book: Book): void {
  const [broken] = book instanceof WatchedBook ? brokenInBook(book) : []
  if (broken) throw new SentinelFault(broken)
}

const INVALID_TEXT = '22P02'
const MARK = 'sentinel'

/**
 * Makes the transaction fail if a statement returns rows. A statement cannot raise an error of its
 * own, so it casts the name of the invariant to a number.
 */
function failIfAny(statements: readonly Statement<unknown>[]): Statement<never> {
  const all = statements.map((one) => sql`(${one})`)
  const union = all.reduce((before, one) => sql`${before} union all ${one}`)
  return sql`
    select min(${MARK}::text || ':' || invariant || ':' || ids)::smallint from (${union}) as broken`
}

function brokenInRows(error: unknown): BrokenInvariant | undefined {
  if (codeOf(error) !== INVALID_TEXT || !(error instanceof Error)) return undefined
  const match = new RegExp(`"${MARK}:([a-z_]+):([^"]*)"`).exec(error.message)
  const invariant = INVARIANTS.find((one) => one === match?.[1])
  return invariant && { invariant, ids: match?.[2] ?? '' }
}

function* brokenInBook(book: WatchedBook): Generator<BrokenInvariant> {
  const changes = changesByTransfers(book)
  const sums = new Map<string, Totals>()
  for (const [account, before] of book.before) {
    const changed = changeOf(account, before)
    const expected = changes.get(account.id) ?? NOTHING
    if (changed.some((one, nth) => one !== expected[nth])) {
      yield { invariant: 'balance_without_transfer', ids: `account ${account.id}` }
    }
    sums.set(account.currency, plus(sums.get(account.currency) ?? NOTHING, changed))
    if (isBelow(book, account, before)) {
      yield { invariant: 'available_below_promised', ids: `account ${account.id}` }
    }
  }
  for (const [currency, [debitsPending, debitsPosted, creditsPending, creditsPosted]] of sums) {
    if (debitsPending !== creditsPending || debitsPosted !== creditsPosted) {
      yield { invariant: 'sum_not_zero', ids: `currency ${currency}` }
    }
  }
}

const NOTHING: Totals = [0n, 0n, 0n, 0n]

function plus(one: Totals, other: Totals): Totals {
  return [one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]]
}

function changeOf(account: Account, before: Totals): Totals {
  return [
    account.debitsPending - before[0],
    account.debitsPosted - before[1],
    account.creditsPending - before[2],
    account.creditsPosted - before[3],
  ]
}

/** Returns, by account, how the transfers of the group have changed its totals. */
function changesByTransfers(book: WatchedBook): Map<number, Totals> {
  const changes = new Map<number, Totals>()
  const add = (id: number, change: Totals): void => {
    changes.set(id, plus(changes.get(id) ?? NOTHING, change))
  }
  for (const transfer of book.transfers) {
    const [pending, posted] = sidesOf(book, transfer)
    add(transfer.debitAccount, [pending, posted, 0n, 0n])
    add(transfer.creditAccount, [0n, 0n, pending, posted])
  }
  return changes
}

function sidesOf(book: WatchedBook, transfer: Transfer): [pending: bigint, posted: bigint] {
  const { state, amount, pendingNo } = transfer
  const heldAmount = pendingNo === undefined ? 0n : (book.holdAmounts.get(pendingNo) ?? 0n)
  switch (state) {
    case 'posted':
      return [0n, amount]
    case 'pending':
      return [amount, 0n]
    case 'post':
      return [0n - heldAmount, amount]
    case 'void':
      return [0n - heldAmount, 0n]
  }
}

/**
 * True if the spendable amount of an account is below zero without permission. A kind of write may
 * take funds below zero, for a reversal or the debt of an order.
 */
function isBelow(book: WatchedBook, account: Account, before: Totals): boolean {
  const { kind, creditLimit } = account
  if (kind !== 'funds' && kind !== 'wallet' && kind !== 'promised') return false
  if (spendable(account) >= 0n) return false
  if (kind !== 'funds') return true
  const spendableBefore = before[3] - before[1] - before[0] + creditLimit
  return spendable(account) < spendableBefore && !book.uncovered.has(account)
}
