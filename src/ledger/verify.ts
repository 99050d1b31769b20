import { repeatReads, type Database, type Db } from '../db/mod.ts'
import { BookCheck } from './book-check.ts'
import type { Checkpoint } from './checkpoint.ts'
import {
  VerifyReport,
  type Difference,
  type Opening,
  type Verification,
  type VerifyOptions,
} from './verify-options.ts'
import { allBooks } from './verify-rows.ts'

const DEFAULTS: VerifyOptions = {
  compare: () => Promise.resolve({ differences: [], lastFinalOrder: 0n }),
  compareShared: none,
  checkpoints: undefined,
  fromCheckpoint: false,
  openings: { find: () => Promise.resolve({ opening: undefined, removed: 0, faults: [] }) },
  onProgress: () => undefined,
  accountsPerPass: 1_200_000,
  accountsPerRead: 100_000,
  transfersPerRead: 100_000,
  signal: undefined,
}

async function* none(): AsyncGenerator<never> {}

/**
 * Recomputes every balance from the transfers, partner by partner, and compares: all four totals of
 * every account, the numbering of the transfers, the hold of each post and void, the sum of each
 * currency of each book, which is zero, and what `compare` and `compareShared` compare. Writes only
 * checkpoints. Needs constant memory.
 *
 * Holds no snapshot and no lock between its statements. Accounts are read together with the number
 * of the last transfer, in one snapshot, 100,000 at a time; then follow the transfers up to that
 * number, which never change. Each pass of 1,200,000 accounts reads all transfers of the book; one
 * more read checks their numbers and holds.
 * Measured: a million accounts with three million transfers, and 600,000 transfers of orders, took
 * 16 to 19 seconds and up to 266 MiB of memory; with 100,000 accounts a pass and as objects, 38
 * seconds and 423 MiB. A read whose connection is lost is repeated.
 */
export async function verify(
  database: Database,
  given: Partial<VerifyOptions> = {},
): Promise<Verification> {
  const options = { ...DEFAULTS, ...given }
  const db = repeatReads(database)
  const books = await db.rows(allBooks())
  const report = new VerifyReport(books.length, options.onProgress)
  for (const { partner_id: partnerId } of books) {
    await verifyBook(db, partnerId, options, report)
    report.partners += 1
    report.progress()
  }
  report.phase = 'stock'
  report.progress()
  for await (const difference of options.compareShared(options.signal)) report.add(difference)
  const { partners, accounts, transfers, differences } = report
  return { balanced: report.count === 0, partners, accounts, transfers, differences }
}

/** Verifies one book; once more if transfers were removed meanwhile. */
async function verifyBook(
  db: Db,
  partnerId: number,
  options: VerifyOptions,
  report: VerifyReport,
): Promise<void> {
  const { checkpoints, openings } = options
  for (;;) {
    const before = report.mark()
    const found = await openings.find(partnerId)
    for (const fault of found.faults) report.add({ partnerId, ...fault })
    // Without its opening balances, nothing else of the book can be said.
    const isLost = found.opening === undefined && found.faults.length > 0
    const reached = isLost
      ? undefined
      : await verifyFrom(db, { partnerId, opening: found.opening }, options, report)
    if (report.count === before.count) {
      if (reached) await checkpoints?.save(partnerId, reached)
      return
    }
    const { opening } = await openings.find(partnerId)
    if (opening?.lastTransfer === found.opening?.lastTransfer) return
    report.reset(before)
  }
}

interface OpenedBook {
  readonly partnerId: number
  /** Given if transfers were removed. */
  readonly opening: Opening | undefined
}

/**
 * Verifies a book from its checkpoint or its opening. If its accounts do not lead back to its
 * checkpoint, something before it was changed: the whole book is then verified, which finds what.
 * What was before an opening is gone, so there it only says so.
 */
async function verifyFrom(
  db: Db,
  { partnerId, opening }: OpenedBook,
  options: VerifyOptions,
  report: VerifyReport,
): Promise<Checkpoint | undefined> {
  const { checkpoints, fromCheckpoint } = options
  const beginning = opening && checkpointAt(opening)
  const found = fromCheckpoint ? await checkpoints?.find(partnerId) : undefined
  if (found === 'altered') report.add(bookDifference(partnerId, 'checkpoint', 'another seal'))
  const isUsed = typeof found === 'object' && found.lastTransfer >= (beginning?.lastTransfer ?? 0n)
  const book = new BookCheck({ db, partnerId, ...options }, report)
  let reached = await book.check(isUsed ? found : beginning)
  if (reached === 'other_history' && isUsed) {
    report.add(bookDifference(partnerId, 'checkpoint', 'another history'))
    reached = await book.check(beginning)
  }
  if (reached !== 'other_history') return reached
  report.add(bookDifference(partnerId, 'opening', 'another history'))
  return undefined
}

function checkpointAt({ lastTransfer, totals }: Opening): Checkpoint {
  return { lastTransfer: BigInt(lastTransfer), lastOrder: 0n, totals }
}

function bookDifference(
  partnerId: number,
  field: 'checkpoint' | 'opening',
  stored: string,
): Difference {
  const recomputed = field === 'checkpoint' ? 'what was proven' : 'what was archived'
  return { partnerId, currency: '', account: 'book', field, stored, recomputed }
}

/**
 * Verifies a book from its opening up to a transfer, and returns the digest of the totals of all
 * accounts after it. Throws if there is a difference.
 */
export async function totalsAfter(
  db: Db,
  partnerId: number,
  { opening, upTo }: { readonly opening: Opening | undefined; readonly upTo: number },
): Promise<string> {
  const report = new VerifyReport(1, DEFAULTS.onProgress)
  const book = new BookCheck({ ...DEFAULTS, db, partnerId }, report)
  const reached = await book.check(opening && checkpointAt(opening), BigInt(upTo))
  if (reached === 'other_history' || report.count > 0) {
    throw new Error(`the book of partner ${partnerId} has a difference: run tessera ledger verify`)
  }
  return reached.totals
}
