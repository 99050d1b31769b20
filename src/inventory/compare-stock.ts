import { numberOfUuid, uuidOfNumber, yieldToEventLoop } from '../core/mod.ts'
import { maybeRow, transactOnce, type Database, type Db } from '../db/mod.ts'
import type { Difference } from '../ledger/mod.ts'
import { StockCoverage } from './stock-coverage.ts'
import {
  type BlockIds,
  type BlockRow,
  blocksBetween,
  blocksFrom,
  type ReservationKey,
  type ReservationKeys,
  reservationsWithoutBatch,
  endOfNextReservations,
  segmentsIssued,
  productsWithStock,
  readOneSnapshot,
  rangesReserved,
  rangesLeft,
} from './stock-proof-rows.ts'

/** At most five million codes, so 10 MB of counts. */
const BLOCKS_PER_PASS = 10_000
/** The number of codes that the database reads in a tenth of a second. */
const CODES_PER_READ = 20_000
/** A few milliseconds of work between yields to the event loop. */
const BLOCKS_PER_TICK = 200

const FIRST_BLOCK_ID = '00000000-0000-0000-0000-000000000000'
const LAST_BLOCK_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const BEFORE_ALL_RESERVATIONS: ReservationKey = { partner_id: 0, order_no: 0n, batch_no: 0 }

interface StockScope {
  readonly productId: number
  readonly signal: AbortSignal | undefined
}

/**
 * Yields the contradictions of stock:
 *
 * - A code that is in no range (lost), or in several free, held or reserved ranges (overlap).
 * - A reservation of a batch that does not exist.
 * - An issued segment that its batch has not reserved, or whose codes another segment has, too.
 *
 * Differences of a block name partner 0, because stock belongs to no partner.
 *
 * Reads only, in bounded memory, 10,000 blocks of a product at a time. Stock changes meanwhile, so
 * a contradiction is read again in one snapshot, and yielded only if it is still there. Once
 * `signal` is aborted, throws its reason before the next statement.
 */
export async function* compareStock(
  db: Database,
  signal?: AbortSignal,
): AsyncGenerator<Difference> {
  for (const { product_id: productId } of await db.rows(productsWithStock())) {
    const scope = { productId, signal }
    yield* compareReservations(db, scope)
    for (let low: string | undefined = FIRST_BLOCK_ID; low !== undefined;) {
      signal?.throwIfAborted()
      const blocks: BlockRow[] = await db.rows(blocksFrom(productId, low, BLOCKS_PER_PASS))
      const isLastPass = blocks.length < BLOCKS_PER_PASS
      const last = isLastPass ? LAST_BLOCK_ID : (blocks.at(-1)?.block_id ?? LAST_BLOCK_ID)
      yield* compareBlocks(db, scope, blockIdsOf(blocks, { low, high: last }))
      low = last === LAST_BLOCK_ID ? undefined : idAfter(last)
    }
  }
}

/** Reads reservations together with their batches, in one statement. */
async function* compareReservations(db: Db, scope: StockScope): AsyncGenerator<Difference> {
  const { productId } = scope
  for await (const range of reservationKeys(db, scope)) {
    for (const row of await db.rows(reservationsWithoutBatch(productId, range))) {
      const account = `order ${row.order_no} batch ${row.batch_no}`
      const reservation = { field: 'reservation', stored: `product ${productId}` }
      const recomputed = 'no such batch'
      yield { partnerId: row.partner_id, currency: '', account, ...reservation, recomputed }
    }
  }
}

async function* compareBlocks(
  db: Database,
  scope: StockScope,
  ranges: readonly BlockIds[],
): AsyncGenerator<Difference> {
  const coverage = await readCoverage(db, scope, ranges)
  const suspicious = await suspiciousIn(coverage)
  if (suspicious.length === 0) return
  const again = ranges.filter((range) => suspicious.some((id) => isIn(range, id)))
  const ignored = coverage.blockIds().filter((id) => !again.some((range) => isIn(range, id)))
  const snapshots: StockCoverage[] = []
  await transactOnce(db, async (tx) => {
    tx.write(readOneSnapshot())
    snapshots.push(await readCoverage(tx, scope, again, new Set(ignored)))
  })
  for (const snapshot of snapshots) yield* snapshot.differences()
}

/** Yields to the event loop between groups of blocks: a pass has millions of codes. */
async function suspiciousIn(coverage: StockCoverage): Promise<string[]> {
  const suspicious: string[] = []
  for (const [at, blockId] of coverage.blockIds().entries()) {
    if (!coverage.isSound(blockId)) suspicious.push(blockId)
    if (at % BLOCKS_PER_TICK === 0) await yieldToEventLoop(CODES_PER_READ)
  }
  return suspicious
}

function isIn({ low, high }: BlockIds, blockId: string): boolean {
  return low <= blockId && blockId <= high
}

/**
 * `ignored` are blocks with ids between the ranges: reservations are read from the first range to
 * the last.
 */
async function readCoverage(
  db: Db,
  scope: StockScope,
  ranges: readonly BlockIds[],
  ignored: ReadonlySet<string> = new Set(),
): Promise<StockCoverage> {
  const { productId, signal } = scope
  const blocks: BlockRow[] = []
  for (const range of ranges) blocks.push(...(await db.rows(blocksBetween(productId, range))))
  const coverage = new StockCoverage(productId, blocks, ignored)
  for (const range of ranges) {
    signal?.throwIfAborted()
    for (const row of await db.rows(rangesLeft(productId, range))) coverage.addRange(row)
    for (const row of await db.rows(segmentsIssued(productId, range))) coverage.addSegment(row)
  }
  const all = { low: ranges[0]?.low ?? LAST_BLOCK_ID, high: ranges.at(-1)?.high ?? FIRST_BLOCK_ID }
  for await (const reservations of reservationKeys(db, scope)) {
    const rows = await db.rows(rangesReserved(productId, reservations, all))
    for (const row of rows) coverage.addRange(row)
  }
  return coverage
}

/** Yields all reservations of the product as ranges of their keys, in order. */
async function* reservationKeys(
  db: Db,
  { productId, signal }: StockScope,
): AsyncGenerator<ReservationKeys> {
  for (let after = BEFORE_ALL_RESERVATIONS; ;) {
    signal?.throwIfAborted()
    const last = await maybeRow(db, endOfNextReservations(productId, after))
    if (!last) return
    yield { after, last }
    after = last
  }
}

/** Cuts the ids from `low` to `high` into ranges whose blocks have about CODES_PER_READ codes. */
function blockIdsOf(blocks: readonly BlockRow[], { low, high }: BlockIds): BlockIds[] {
  const ranges: BlockIds[] = []
  let begin = low
  let codes = 0
  for (const { block_id: blockId, quantity } of blocks) {
    codes += quantity
    if (codes < CODES_PER_READ || blockId === high) continue
    ranges.push({ low: begin, high: blockId })
    begin = idAfter(blockId)
    codes = 0
  }
  ranges.push({ low: begin, high })
  return ranges
}

/** Returns the next 128-bit number as PostgreSQL orders and prints UUIDs. */
function idAfter(blockId: string): string {
  return uuidOfNumber(numberOfUuid(blockId) + 1n)
}
