import { oneRow, type Db } from '../db/mod.ts'
import { TotalsDigest, type Checkpoint } from './checkpoint.ts'
import {
  accountsAfter,
  bookExtent,
  bookSums,
  countTransfers,
  movesOf,
  withoutHold,
  type AccountMoves,
  type AccountRange,
  type AccountTotals,
  type BookExtent,
  type TransferRange,
} from './verify-rows.ts'
import type { BookDifference, VerifyOptions, VerifyReport } from './verify-options.ts'

const TOTALS = ['debits_pending', 'debits_posted', 'credits_pending', 'credits_posted'] as const
type Totals = Record<(typeof TOTALS)[number], bigint>

/** An account as it is stored, if it is, and what its transfers did to it. */
interface Compared {
  readonly stored: AccountTotals | undefined
  /** Transfers up to the one that was last when the check began. */
  readonly moved: Totals
  /** Those after it. */
  readonly movedSince: Totals
}

/** The transfers that a check reads: after `after`, up to `last`. */
interface Span {
  readonly after: bigint
  readonly last: bigint
}

const INT8_MIN = -(2n ** 63n)
const INT8_MAX = 2n ** 63n - 1n

/** Verifies one book, from its beginning or from a checkpoint. */
export class BookCheck {
  readonly #options: VerifyOptions & { readonly db: Db; readonly partnerId: number }
  readonly #report: VerifyReport

  constructor(
    options: VerifyOptions & { readonly db: Db; readonly partnerId: number },
    report: VerifyReport,
  ) {
    this.#options = options
    this.#report = report
  }

  /**
   * Reports every difference up to the transfer `upTo`, or to the last one; returns how far the
   * book has been verified. Returns `other_history`, and reports nothing, if the accounts do not
   * lead back to the totals of the checkpoint.
   */
  async check(from: Checkpoint | undefined, upTo?: bigint): Promise<Checkpoint | 'other_history'> {
    const { db, partnerId } = this.#options
    const extent = await oneRow(db, bookExtent(partnerId))
    const span = { after: from?.lastTransfer ?? 0n, last: upTo ?? extent.last_transfer }
    if (span.last < span.after) return 'other_history'
    const totals = await this.#checkAccounts(span, from?.totals)
    if (totals === undefined) return 'other_history'
    await this.#checkSums()
    await this.#checkTransfers(span, extent)
    const lastOrder = await this.#checkOrders(from?.lastOrder ?? 0n)
    return { lastTransfer: span.last, lastOrder, totals }
  }

  /** Each currency of a book sums to zero. */
  async #checkSums(): Promise<void> {
    const { db, partnerId } = this.#options
    for (const { currency, posted, pending } of await db.rows(bookSums(partnerId))) {
      this.#compare({ currency, account: 'book', field: 'sum', stored: posted, recomputed: '0' })
      const field = 'pending_sum'
      this.#compare({ currency, account: 'book', field, stored: pending, recomputed: '0' })
    }
  }

  /** Transfers are numbered without gaps, and each post or void has its hold. */
  async #checkTransfers(span: Span, extent: BookExtent): Promise<void> {
    const { db, partnerId } = this.#options
    let found = span.after
    for (const range of this.#ranges(span.after, span.last)) {
      const { transfers } = await oneRow(db, countTransfers(partnerId, range))
      found += transfers
      this.#report.transfers += Number(transfers)
      for (const row of await db.rows(withoutHold(partnerId, range))) {
        const account = `transfer ${row.transfer_no}`
        const stored = row.pending_no.toString()
        const recomputed = 'no such hold'
        this.#compare({ currency: '', account, field: 'pending_no', stored, recomputed })
      }
    }
    this.#report.transfers += Number(extent.transfers_outside)
    const book = { currency: '', account: 'book' }
    const stored = span.last.toString()
    this.#compare({ ...book, field: 'last_transfer', stored, recomputed: found.toString() })
    const outside = extent.transfers_outside.toString()
    this.#compare({ ...book, field: 'transfers_outside', stored: outside, recomputed: '0' })
  }

  async #checkOrders(afterOrder: bigint): Promise<bigint> {
    const { db, partnerId, compare, signal } = this.#options
    const { differences, lastFinalOrder } = await compare(db, partnerId, { afterOrder, signal })
    for (const difference of differences) this.#compare(difference)
    return lastFinalOrder
  }

  /**
   * Compares all accounts in passes of `accountsPerPass`, each over all transfers. Returns the
   * digest of their totals after the last transfer of the span. The totals before the span must be
   * zero or, if `digestBefore` is given, have that digest: otherwise returns undefined.
   */
  async #checkAccounts(span: Span, digestBefore?: string): Promise<string | undefined> {
    const { db, partnerId, accountsPerPass } = this.#options
    const [before, reached] = [new TotalsDigest(), new TotalsDigest()]
    let count = 0
    for (let after = INT8_MIN, isLastPass = false; !isLastPass;) {
      const rows = await db.rows(accountsAfter(partnerId, after, accountsPerPass))
      const accounts = rows.filter((row) => row.account_id !== null)
      isLastPass = accounts.length < accountsPerPass
      const upTo = (isLastPass ? undefined : accounts.at(-1)?.account_id) ?? INT8_MAX
      const compared = new Map(accounts.map((row) => [row.account_id, comparedOf(row)]))
      const lastTransfer = rows[0]?.last_transfer ?? 0n
      await this.#addMoves(compared, { after, upTo }, { ...span, lastTransfer })
      for (const [id, one] of [...compared].toSorted(byId)) {
        const now = storedTotals(one)
        const then = less(now, one.movedSince)
        reached.add({ ...one.stored, account_id: id, ...then })
        before.add({ ...one.stored, account_id: id, ...less(then, one.moved) })
        if (digestBefore === undefined) this.#compareTotals(id, one)
      }
      count += accounts.length
      after = upTo
    }
    if (digestBefore !== undefined && before.end() !== digestBefore) return undefined
    this.#report.accounts += count
    return reached.end()
  }

  /** Adds what the transfers did to these accounts, and to accounts that are not stored. */
  async #addMoves(
    compared: Map<bigint, Compared>,
    accounts: AccountRange,
    { after, last, lastTransfer }: Span & { readonly lastTransfer: bigint },
  ): Promise<void> {
    const { db, partnerId } = this.#options
    const add = async (side: 'moved' | 'movedSince', ranges: Iterable<TransferRange>) => {
      for (const range of ranges) {
        for (const moves of await db.rows(movesOf(partnerId, range, accounts))) {
          const found = compared.get(moves.account_id) ?? comparedOf(undefined)
          compared.set(moves.account_id, found)
          addMoves(found[side], moves)
        }
        this.#report.progress()
      }
    }
    await add('moved', this.#ranges(after, last))
    await add('movedSince', this.#ranges(last, lastTransfer))
  }

  #compareTotals(id: bigint, compared: Compared): void {
    const { stored, moved, movedSince } = compared
    for (const field of TOTALS) {
      this.#compare({
        currency: stored?.currency ?? '',
        account: `${stored?.kind ?? 'unknown'} ${id}`,
        field,
        stored: storedTotals(compared)[field].toString(),
        recomputed: (moved[field] + movedSince[field]).toString(),
      })
    }
  }

  #compare(compared: BookDifference): void {
    if (compared.stored === compared.recomputed) return
    this.#report.add({ partnerId: this.#options.partnerId, ...compared })
  }

  *#ranges(after: bigint, last: bigint): Generator<TransferRange> {
    const { transfersPerRead, signal } = this.#options
    const end = Number(last)
    for (let first = Number(after) + 1; first <= end; first += transfersPerRead) {
      signal?.throwIfAborted()
      yield { first, last: Math.min(end, first + transfersPerRead - 1) }
    }
  }
}

function byId([one]: readonly [bigint, unknown], [other]: readonly [bigint, unknown]): number {
  return one < other ? -1 : 1
}

function comparedOf(stored: AccountTotals | undefined): Compared {
  return { stored, moved: zero(), movedSince: zero() }
}

function zero(): Totals {
  return { debits_pending: 0n, debits_posted: 0n, credits_pending: 0n, credits_posted: 0n }
}

function storedTotals({ stored }: Compared): Totals {
  return stored ?? zero()
}

function less(one: Totals, other: Totals): Totals {
  return {
    debits_pending: one.debits_pending - other.debits_pending,
    debits_posted: one.debits_posted - other.debits_posted,
    credits_pending: one.credits_pending - other.credits_pending,
    credits_posted: one.credits_posted - other.credits_posted,
  }
}

function addMoves(totals: Totals, moves: AccountMoves): void {
  const side = moves.is_debit ? 'debits' : 'credits'
  totals[`${side}_pending`] += BigInt(moves.pending)
  totals[`${side}_posted`] += BigInt(moves.posted)
}
