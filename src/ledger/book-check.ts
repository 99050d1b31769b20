import { oneRow, type Db } from '../db/mod.ts'
import { AccountTable, TOTALS, type ComparedAccount } from './account-table.ts'
import { TotalsDigest, type Checkpoint, type DigestedTotals } from './checkpoint.ts'
import {
  accountsAfter,
  bookExtent,
  bookSums,
  countTransfers,
  movesOf,
  withoutHold,
  type AccountRange,
  type BookExtent,
  type TransferRange,
} from './verify-rows.ts'
import type { BookDifference, VerifyOptions, VerifyReport } from './verify-options.ts'

/** The transfers that a check reads: after `after`, up to `last`. */
interface Span {
  readonly after: bigint
  readonly last: bigint
}

/** The accounts of a pass, and how they were read. */
interface Pass {
  readonly table: AccountTable
  /** The greatest id of an account. */
  readonly upTo: bigint
  /** One read for each statement, in order. */
  readonly reads: readonly AccountsRead[]
}

interface AccountsRead {
  /** The statement returned accounts with greater ids. */
  readonly after: bigint
  /** The last transfer of the book in the snapshot of the statement. */
  readonly lastTransfer: bigint
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
    const lastOrder = await this.#checkOrders(span, from?.lastOrder ?? 0n)
    return { lastTransfer: span.last, lastOrder, totals }
  }

  /** Checks that each currency of a book sums to zero. */
  async #checkSums(): Promise<void> {
    const { db, partnerId } = this.#options
    for (const { currency, posted, pending } of await db.rows(bookSums(partnerId))) {
      this.#compare({ currency, account: 'book', field: 'sum', stored: posted, recomputed: '0' })
      const field = 'pending_sum'
      this.#compare({ currency, account: 'book', field, stored: pending, recomputed: '0' })
    }
  }

  /** Checks that transfers are numbered without gaps, and that each post or void has its hold. */
  async #checkTransfers(span: Span, extent: BookExtent): Promise<void> {
    const { db, partnerId } = this.#options
    let lastCounted = span.after
    for (const range of this.#ranges(span.after, span.last)) {
      const { transfers } = await oneRow(db, countTransfers(partnerId, range))
      lastCounted += transfers
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
    this.#compare({ ...book, field: 'last_transfer', stored, recomputed: lastCounted.toString() })
    const outside = extent.transfers_outside.toString()
    this.#compare({ ...book, field: 'transfers_outside', stored: outside, recomputed: '0' })
  }

  async #checkOrders(span: Span, afterOrder: bigint): Promise<bigint> {
    const { db, partnerId, compare, signal } = this.#options
    const scope = { afterOrder, transfers: this.#ranges(span.after, span.last), signal }
    const { differences, lastFinalOrder } = await compare(db, partnerId, scope)
    for (const difference of differences) this.#compare(difference)
    return lastFinalOrder
  }

  /**
   * Compares all accounts in passes of `accountsPerPass`, each over all transfers. Returns the
   * digest of their totals after the last transfer of the span. Returns undefined if the totals
   * before the span do not have `digestBefore` or, without it, are not zero.
   */
  async #checkAccounts(span: Span, digestBefore?: string): Promise<string | undefined> {
    const [before, reached] = [new TotalsDigest(), new TotalsDigest()]
    let count = 0
    for (let after = INT8_MIN; after < INT8_MAX;) {
      const { table, upTo, reads } = await this.#readPass(after)
      let previous = span.last
      for (const read of reads) {
        // The totals of accounts that were read later also include the transfers between the reads.
        await this.#move(table, [previous, read.lastTransfer], { after: read.after, upTo })
        previous = read.lastTransfer
      }
      for (const account of table.accounts()) reached.add(totalsBefore(account))
      await this.#move(table, [span.after, span.last], { after, upTo })
      for (const account of table.accounts()) {
        before.add(totalsBefore(account))
        if (digestBefore === undefined) this.#compareTotals(account)
      }
      count += table.size
      after = upTo
    }
    if (digestBefore !== undefined && before.end() !== digestBefore) return undefined
    this.#report.accounts += count
    return reached.end()
  }

  /** Reads the next accounts by id, up to `accountsPerPass`. */
  async #readPass(afterPass: bigint): Promise<Pass> {
    const { db, partnerId, accountsPerPass, accountsPerRead, signal } = this.#options
    const table = new AccountTable()
    const reads: AccountsRead[] = []
    let after = afterPass
    while (after < INT8_MAX && table.size < accountsPerPass) {
      signal?.throwIfAborted()
      const most = Math.min(accountsPerRead, accountsPerPass - table.size)
      const rows = await db.rows(accountsAfter(partnerId, after, most))
      const accounts = rows.filter((row) => row.account_id !== null)
      table.add(accounts)
      reads.push({ after, lastTransfer: rows[0]?.last_transfer ?? 0n })
      const isLast = accounts.length < most
      after = (isLast ? undefined : accounts.at(-1)?.account_id) ?? INT8_MAX
    }
    return { table, upTo: after, reads }
  }

  /**
   * Adds the sums of the transfers of a span to the accounts of a range. An account that only
   * transfers name is added, too.
   */
  async #move(
    table: AccountTable,
    [after, last]: readonly [bigint, bigint],
    accounts: AccountRange,
  ): Promise<void> {
    const { db, partnerId } = this.#options
    for (const range of this.#ranges(after, last)) {
      for (const moves of await db.rows(movesOf(partnerId, range, accounts))) table.addMoves(moves)
      this.#report.progress()
    }
  }

  #compareTotals({ id, labels, stored, moved }: ComparedAccount): void {
    for (const field of TOTALS) {
      if (stored[field] === moved[field]) continue
      this.#compare({
        currency: labels?.currency ?? '',
        account: `${labels?.kind ?? 'unknown'} ${id}`,
        field,
        stored: stored[field].toString(),
        recomputed: moved[field].toString(),
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

/** Returns the totals of an account before the transfers that were added. */
function totalsBefore({ id, labels, stored, moved }: ComparedAccount): DigestedTotals {
  return {
    account_id: id,
    kind: labels?.kind ?? '',
    currency: labels?.currency ?? '',
    debits_pending: stored.debits_pending - moved.debits_pending,
    debits_posted: stored.debits_posted - moved.debits_posted,
    credits_pending: stored.credits_pending - moved.credits_pending,
    credits_posted: stored.credits_posted - moved.credits_posted,
  }
}
