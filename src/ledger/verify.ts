import { oneRow, type Db } from '../db/mod.ts'
import {
  accountsAfter,
  allBooks,
  bookExtent,
  bookSums,
  countTransfers,
  movesOf,
  withoutHold,
  type AccountMoves,
  type AccountRange,
  type AccountTotals,
  type TransferRange,
} from './verify-rows.ts'

/** One account whose stored totals are not what its transfers say; whole minor units, as text. */
export interface Difference extends BookDifference {
  readonly partnerId: number
}

export interface BookDifference {
  readonly currency: string
  readonly account: string
  readonly field: string
  readonly stored: string
  readonly recomputed: string
}

export interface Verification {
  readonly balanced: boolean
  readonly partners: number
  readonly accounts: number
  readonly transfers: number
  /** The first DIFFERENCES_LISTED_MAX of them. */
  readonly differences: Difference[]
}

/** What one run reads at a time. The defaults bound its memory, and each statement to a second. */
interface VerifyOptions {
  /** What other modules know of a book, for those who own rows that it must agree with. */
  readonly compare: (
    db: Db,
    partnerId: number,
    signal?: AbortSignal,
  ) => Promise<readonly BookDifference[]>
  /** What belongs to no book, such as stock; compared once, after all books. */
  readonly compareShared: (signal?: AbortSignal) => AsyncIterable<Difference>
  readonly accountsPerPass: number
  readonly transfersPerRead: number
  /** Ends it before its next statement, with the signal's reason. */
  readonly signal: AbortSignal | undefined
}

const DEFAULTS: VerifyOptions = {
  compare: () => Promise.resolve([]),
  compareShared: none,
  accountsPerPass: 100_000,
  transfersPerRead: 100_000,
  signal: undefined,
}
const DIFFERENCES_LISTED_MAX = 1_000

async function* none(): AsyncGenerator<never> {}

/**
 * Recomputes every balance from the transfers, partner by partner, and compares: all four totals of
 * every account, the numbering of the transfers, that what posts or voids a hold has one, that
 * each currency of each book sums to zero, and whatever `compare` and `compareShared` do. Reads
 * only, in constant memory.
 *
 * Holds no snapshot and no lock while it reads, however long that takes: the accounts of a pass are
 * read together with the number of the last transfer that they know of, in one snapshot, and then
 * the transfers up to that number, which nobody changes any more.
 */
export async function verify(db: Db, given: Partial<VerifyOptions> = {}): Promise<Verification> {
  const options = { ...DEFAULTS, ...given }
  const report = new Report()
  for (const { partner_id: partnerId } of await db.rows(allBooks())) {
    report.partners += 1
    const book = new BookCheck({ db, partnerId, ...options }, report)
    options.signal?.throwIfAborted()
    await book.checkSums()
    await book.checkTransfers()
    await book.checkAccounts()
    await book.checkOthers()
  }
  for await (const difference of options.compareShared(options.signal)) report.add(difference)
  const { partners, accounts, transfers, differences } = report
  return { balanced: differences.length === 0, partners, accounts, transfers, differences }
}

/** What was looked at, and what was wrong with it. */
class Report {
  partners = 0
  accounts = 0
  transfers = 0
  readonly differences: Difference[] = []

  add(difference: Difference): void {
    if (this.differences.length < DIFFERENCES_LISTED_MAX) this.differences.push(difference)
  }
}

interface BookCheckOptions extends VerifyOptions {
  readonly db: Db
  readonly partnerId: number
}

const TOTALS = ['debits_pending', 'debits_posted', 'credits_pending', 'credits_posted'] as const

/** An account as it is stored, if it is, and what its transfers come to. */
interface Compared {
  readonly stored: AccountTotals | undefined
  readonly recomputed: Record<(typeof TOTALS)[number], bigint>
}

const INT8_MIN = -(2n ** 63n)
const INT8_MAX = 2n ** 63n - 1n

class BookCheck {
  readonly #options: BookCheckOptions
  readonly #report: Report

  constructor(options: BookCheckOptions, report: Report) {
    this.#options = options
    this.#report = report
  }

  /** What leaves one account arrives in another, so a book sums to zero. */
  async checkSums(): Promise<void> {
    const { db, partnerId } = this.#options
    for (const { currency, posted, pending } of await db.rows(bookSums(partnerId))) {
      this.#compare({ currency, account: 'book', field: 'sum', stored: posted, recomputed: '0' })
      const field = 'pending_sum'
      this.#compare({ currency, account: 'book', field, stored: pending, recomputed: '0' })
    }
  }

  /** They are numbered without gaps, and what ends a hold has one. */
  async checkTransfers(): Promise<void> {
    const { db, partnerId } = this.#options
    const extent = await oneRow(db, bookExtent(partnerId))
    let transfers = 0n
    for (const range of this.#ranges(extent.last_transfer)) {
      transfers += (await oneRow(db, countTransfers(partnerId, range))).transfers
      for (const row of await db.rows(withoutHold(partnerId, range))) {
        const account = `transfer ${row.transfer_no}`
        const stored = row.pending_no.toString()
        const recomputed = 'no such hold'
        this.#compare({ currency: '', account, field: 'pending_no', stored, recomputed })
      }
    }
    this.#report.transfers += Number(transfers + extent.transfers_outside)
    const book = { currency: '', account: 'book' }
    const stored = extent.last_transfer.toString()
    const recomputed = transfers.toString()
    this.#compare({ ...book, field: 'last_transfer', stored, recomputed })
    const outside = extent.transfers_outside.toString()
    this.#compare({ ...book, field: 'transfers_outside', stored: outside, recomputed: '0' })
  }

  async checkOthers(): Promise<void> {
    const { db, partnerId, compare, signal } = this.#options
    for (const difference of await compare(db, partnerId, signal)) this.#compare(difference)
  }

  /** In passes of so many accounts, each over all transfers. */
  async checkAccounts(): Promise<void> {
    const { db, partnerId, accountsPerPass } = this.#options
    for (let after = INT8_MIN; ;) {
      const rows = await db.rows(accountsAfter(partnerId, after, accountsPerPass))
      const accounts = rows.filter((row) => row.account_id !== null)
      const isLastPass = accounts.length < accountsPerPass
      const upTo = (isLastPass ? undefined : accounts.at(-1)?.account_id) ?? INT8_MAX
      const compared = new Map(accounts.map((row) => [row.account_id, comparedOf(row)]))
      const lastTransfer = rows[0]?.last_transfer ?? 0n
      await this.#recompute(compared, { after, upTo }, lastTransfer)
      for (const [id, one] of compared) this.#compareTotals(id, one)
      this.#report.accounts += accounts.length
      if (upTo === INT8_MAX) return
      after = upTo
    }
  }

  /** Adds what the transfers did to these accounts, and to those that are not stored. */
  async #recompute(
    compared: Map<bigint, Compared>,
    accounts: AccountRange,
    lastTransfer: bigint,
  ): Promise<void> {
    const { db, partnerId } = this.#options
    for (const range of this.#ranges(lastTransfer)) {
      for (const moves of await db.rows(movesOf(partnerId, range, accounts))) {
        const found = compared.get(moves.account_id) ?? comparedOf(undefined)
        compared.set(moves.account_id, found)
        addMoves(found, moves)
      }
    }
  }

  #compareTotals(id: bigint, { stored, recomputed }: Compared): void {
    const account = `${stored?.kind ?? 'unknown'} ${id}`
    for (const field of TOTALS) {
      this.#compare({
        currency: stored?.currency ?? '',
        account,
        field,
        stored: (stored?.[field] ?? 0n).toString(),
        recomputed: recomputed[field].toString(),
      })
    }
  }

  #compare(compared: BookDifference): void {
    if (compared.stored === compared.recomputed) return
    this.#report.add({ partnerId: this.#options.partnerId, ...compared })
  }

  *#ranges(lastTransfer: bigint): Generator<TransferRange> {
    const { transfersPerRead, signal } = this.#options
    const end = Number(lastTransfer)
    for (let first = 1; first <= end; first += transfersPerRead) {
      signal?.throwIfAborted()
      yield { first, last: Math.min(end, first + transfersPerRead - 1) }
    }
  }
}

function comparedOf(stored: AccountTotals | undefined): Compared {
  const recomputed = {
    debits_pending: 0n,
    debits_posted: 0n,
    credits_pending: 0n,
    credits_posted: 0n,
  }
  return { stored, recomputed }
}

function addMoves({ recomputed }: Compared, moves: AccountMoves): void {
  const side = moves.is_debit ? 'debits' : 'credits'
  recomputed[`${side}_pending`] += BigInt(moves.pending)
  recomputed[`${side}_posted`] += BigInt(moves.posted)
}
