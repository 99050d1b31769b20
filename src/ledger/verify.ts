import { oneRow, repeatReads, type Database, type Db } from '../db/mod.ts'
import { BookCheck } from './book-check.ts'
import type { Checkpoint } from './checkpoint.ts'
import { groupsOf, screen, type Group } from './screening.ts'
import {
  VerifyReport,
  type Difference,
  type Opening,
  type Verification,
  type VerifyOptions,
} from './verify-options.ts'
import { bookExtremes, nextBooks } from './verify-rows.ts'

const BOOKS_PER_READ = 1_000

const DEFAULTS: VerifyOptions = {
  compare: () => Promise.resolve({ differences: [], lastFinalOrder: 0n }),
  screenOf: undefined,
  compareShared: none,
  checkpoints: undefined,
  fromCheckpoint: false,
  openings: { find: () => Promise.resolve({ opening: undefined, removed: 0, faults: [] }) },
  onProgress: () => undefined,
  accountsPerPass: 1_200_000,
  accountsPerRead: 100_000,
  transfersPerRead: 100_000,
  transfersPerScreen: 20_000,
  signal: undefined,
}

async function* none(): AsyncGenerator<never> {}

/**
 * Recomputes every balance from the transfers, partner by partner, and compares all four totals of
 * every account with the stored ones. Checks that the transfers are numbered without gaps, that
 * each post or void has its hold, and that each currency of a book sums to zero. Also reports what
 * `compare` and `compareShared` find. Writes only checkpoints. Needs constant memory.
 *
 * Holds no snapshot and no lock between its statements. Accounts are read together with the number
 * of the last transfer, in one snapshot, 100,000 at a time. Then the transfers up to that number
 * are read, which never change. Each pass of 1,200,000 accounts reads all transfers of the book;
 * one more read checks their numbers and holds. Measured: a million accounts with three million
 * transfers, and 600,000 transfers of orders, took 16 to 19 seconds and up to 266 MiB of memory.
 * With passes of 100,000 accounts, stored as objects, it took 38 seconds and 423 MiB. A read whose
 * connection is lost is repeated.
 */
export async function verify(
  database: Database,
  settings: Partial<VerifyOptions> = {},
): Promise<Verification> {
  const options = { ...DEFAULTS, ...settings }
  const db = repeatReads(database)
  const { books, last } = await oneRow(db, bookExtremes())
  const report = new VerifyReport(Number(books), options.onProgress)
  for (let after = 0; after < (last ?? 0);) {
    options.signal?.throwIfAborted()
    const next = await db.rows(nextBooks(after, last ?? 0, BOOKS_PER_READ))
    for (const group of groupsOf(next, options.transfersPerScreen)) {
      await verifyGroup(db, group, options, report)
    }
    after = next.at(-1)?.partner_id ?? Infinity
  }
  report.phase = 'stock'
  report.progress()
  for await (const difference of options.compareShared(options.signal)) report.add(difference)
  const { partners, accounts, transfers, differences } = report
  return { balanced: report.count === 0, partners, accounts, transfers, differences }
}

/** Screens the small books. Verifies larger ones, and those with a difference, one by one. */
async function verifyGroup(
  db: Db,
  { books, small }: Group,
  options: VerifyOptions,
  report: VerifyReport,
): Promise<void> {
  options.signal?.throwIfAborted()
  const sound = await screen(db, small, options, report)
  if (sound.size > 0) await options.checkpoints?.save(sound)
  for (const { partner_id: partnerId } of books) {
    if (!sound.has(partnerId)) await verifyBook(db, partnerId, options, report)
    report.partners += 1
    report.progress()
  }
}

/** Verifies one book, and repeats that if transfers were removed meanwhile. */
async function verifyBook(
  db: Db,
  partnerId: number,
  options: VerifyOptions,
  report: VerifyReport,
): Promise<void> {
  const { checkpoints, openings } = options
  for (;;) {
    const before = report.mark()
    const current = await openings.find(partnerId)
    for (const fault of current.faults) report.add({ partnerId, ...fault })
    // Without its opening balances, nothing else in the book can be verified.
    const isLost = current.opening === undefined && current.faults.length > 0
    const reached = isLost
      ? undefined
      : await verifyFrom(db, { partnerId, opening: current.opening }, options, report)
    if (report.count === before.count) {
      if (reached) await checkpoints?.save(new Map([[partnerId, reached]]))
      return
    }
    const { opening } = await openings.find(partnerId)
    if (opening?.lastTransfer === current.opening?.lastTransfer) return
    report.reset(before)
  }
}

interface OpenedBook {
  readonly partnerId: number
  /** The opening of the book, if transfers were removed. */
  readonly opening: Opening | undefined
}

/**
 * Verifies a book from its checkpoint or its opening. If its accounts do not lead back to its
 * checkpoint, an earlier part of the book was changed. Then the whole book is verified to find the
 * change. The transfers before an opening are gone, so a difference in them is reported without its
 * place.
 */
async function verifyFrom(
  db: Db,
  { partnerId, opening }: OpenedBook,
  options: VerifyOptions,
  report: VerifyReport,
): Promise<Checkpoint | undefined> {
  const { checkpoints, fromCheckpoint } = options
  const beginning = opening && checkpointAt(opening)
  const stored = fromCheckpoint ? (await checkpoints?.find([partnerId]))?.get(partnerId) : undefined
  if (stored === 'altered') report.add(bookDifference(partnerId, 'checkpoint', 'another seal'))
  const isUsed =
    typeof stored === 'object' && stored.lastTransfer >= (beginning?.lastTransfer ?? 0n)
  const book = new BookCheck({ db, partnerId, ...options }, report)
  let reached = await book.check(isUsed ? stored : beginning)
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
