import {
  MS_PER_HOUR,
  MS_PER_MINUTE,
  MS_PER_SECOND,
  pause,
  repeat,
  type RepeatedWork,
  errorMessage,
} from '../core/mod.ts'
import { analyzeGrownTables, maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import type { Reply, CatalogPage, Listing } from './adapter.ts'
import { ADAPTERS } from './adapters/mod.ts'
import { checkedListing } from './check-listing.ts'
import { type Connection, Connections, type ConnectionsOptions } from './connections.ts'
import {
  changeListings,
  countAbsent,
  forgetRead,
  insertListings,
  insertMissingMirrors,
  lockRun,
  markMirrored,
  markMirrorFault,
  type MirrorRun,
  recordPrices,
  storeRead,
  beginDueMirror,
  withdrawPrices,
} from './mirror-rows.ts'
import { CATALOG_PAGE } from './exchange.ts'
import { orderAllByCost } from './order-by-cost.ts'
import { oneLine } from './one-line.ts'

/** A discount that changes by more than this many percentage points waits for a person. */
const PRICE_POINTS_MAX = 2

const POLL_MS = 5 * MS_PER_SECOND
/** Suppliers ask for one reading a day. */
const DUE_AGAIN_MS = 24 * MS_PER_HOUR
/** After this time, a run that has not ended counts as lost, and one that failed is repeated. */
const RUN_MS_MAX = 30 * MS_PER_MINUTE
const LISTINGS_MAX = 500_000
const PAGES_MAX = 20_000
/** V8 frees the text of more rows only when it collects the whole heap. */
const ROWS_MAX = 100
const TRIES_MAX = 4
const TRY_AGAIN_MS = 2 * MS_PER_SECOND

export interface MirrorOptions extends ConnectionsOptions {
  onFault(error: unknown): void
  isStopped?(): boolean
  /** A shorter pause before a page is tried again, for tests. */
  readonly tryAgainMs?: number
}

/** Reads the catalogs of our accounts once a day; see `mirrorDue`. */
export function mirrorCatalogs(
  own: Omit<ConnectionsOptions, 'adapters'> & Pick<MirrorOptions, 'onFault'>,
): RepeatedWork {
  const options = { ...own, adapters: ADAPTERS }
  const connections = new Connections(options)
  let isStopped = false
  const mirroring = { ...options, isStopped: () => isStopped }
  const repeated = repeat(() => mirrorDue(mirroring, connections), POLL_MS, own.onFault)
  return {
    async stop() {
      isStopped = true
      await repeated.stop()
      connections.close()
    },
  }
}

/**
 * Reads the catalog of each account that is due, page by page, and then replaces the stored
 * listings in one transaction: nobody sees a part of a catalog. A catalog that cannot be read to
 * its end changes nothing.
 */
export async function mirrorDue(options: MirrorOptions, connections: Connections): Promise<void> {
  const { db, clock } = options
  await db.rows(insertMissingMirrors(clock.now()))
  for (;;) {
    if (options.isStopped?.() === true) return
    const now = clock.now()
    const againAt = now + RUN_MS_MAX
    const due = await maybeRow(db, beginDueMirror(now, againAt))
    if (!due) return
    const run = { accountId: due.account_id, runNo: due.run_no, againAt }
    const all = await connections.all()
    const connection = all.find(({ account }) => account.accountId === run.accountId)
    if (!connection) continue
    await mirrorOne(options, connection, run)
    await orderAllByCost(db)
  }
}

async function mirrorOne(
  options: MirrorOptions,
  connection: Connection,
  run: MirrorRun,
): Promise<void> {
  const { db, clock, onFault } = options
  try {
    const unread = await readAll(options, connection, run)
    // Otherwise a large catalog would be joined by plans made for an empty table.
    await analyzeGrownTables(db)
    const times = { at: clock.now(), dueAt: clock.now() + DUE_AGAIN_MS }
    await transact(db, (tx) => replaceListings(tx, run, { unread, ...times }))
  } catch (error) {
    if (!(error instanceof CatalogFault)) onFault(error)
    const fault = oneLine(errorMessage(error))
    await transact(db, (tx) => endFailed(tx, run, { fault, at: clock.now() }))
  }
}

/** Records why a run has failed, and removes what it has read, unless another run has begun. */
async function endFailed(
  tx: Tx,
  run: MirrorRun,
  { fault, at }: { readonly fault: string; readonly at: number },
): Promise<void> {
  if (!(await maybeRow(tx, lockRun(run)))) return
  await tx.rows(forgetRead(run.accountId))
  await tx.rows(markMirrorFault(run, { fault, at, dueAt: at + RUN_MS_MAX }))
}

/** The catalog cannot be read to its end, and the supplier is the cause. */
class CatalogFault extends Error {
  override readonly name = 'CatalogFault'
}

/**
 * Stores a whole catalog beside the present listings. Returns how many of its listings were left
 * out.
 */
async function readAll(
  options: MirrorOptions,
  connection: Connection,
  run: MirrorRun,
): Promise<number> {
  const { manifest } = connection.adapter
  const { clock } = options
  let cursor: string | undefined
  let [unread, stored] = [0, 0]
  for (let page = 0; page < PAGES_MAX; page += 1) {
    // A catalog that arrives slowly would keep all others from being read.
    if (clock.now() >= run.againAt) throw new CatalogFault('it takes longer than half an hour')
    const read = await readPage(options, connection, cursor)
    const listings = read.listings.flatMap((one) => checkedListing(one, manifest) ?? [])
    unread += read.listings.length - listings.length
    stored += listings.length
    if (stored > LISTINGS_MAX) throw new CatalogFault(`it has more than ${LISTINGS_MAX} listings`)
    await storeAll(options.db, run, listings)
    if (read.cursor === undefined) return unread
    if (read.cursor === cursor) break
    cursor = read.cursor
  }
  throw new CatalogFault('the catalog does not end')
}

async function storeAll(db: Database, run: MirrorRun, listings: readonly Listing[]): Promise<void> {
  for (let at = 0; at < listings.length; at += ROWS_MAX) {
    // A statement cannot write a row twice.
    const part = listings.slice(at, at + ROWS_MAX)
    const last = new Map(part.map((one) => [one.listing, one]))
    await db.rows(storeRead(run, [...last.values()]))
  }
}

/**
 * Returns a page of a catalog. Tries several times: a request that only reads may be sent again.
 */
async function readPage(
  { isStopped, tryAgainMs = TRY_AGAIN_MS }: MirrorOptions,
  { adapter, exchange }: Connection,
  cursor: string | undefined,
): Promise<CatalogPage> {
  let fault = ''
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    if (tries > 0) await pause(tryAgainMs).over
    await waitForAllowance(exchange, isStopped)
    if (isStopped?.() === true) throw new CatalogFault('the process ends')
    const response: Reply | string = await exchange
      .send(adapter.catalog(exchange.account(), cursor), CATALOG_PAGE)
      .catch((error: unknown) => errorMessage(error, 'no answer'))
    if (typeof response === 'string') fault = response
    else {
      const read = adapter.readCatalog(response, cursor)
      if (read) return read
      fault = `it answered ${response.status}`
    }
  }
  throw new CatalogFault(`the catalog cannot be read: ${fault}`)
}

/** The longest time that a mirror waits for a supplier that asks for a pause. */
const PAUSE_MS_MAX = MS_PER_MINUTE

async function waitForAllowance(
  exchange: Connection['exchange'],
  isStopped?: () => boolean,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < PAUSE_MS_MAX;) {
    // The page takes one request, and a token up to two.
    const ms = Math.min(exchange.msUntil(3), MS_PER_SECOND)
    if (ms <= 0 || isStopped?.() === true) return
    await pause(ms).over
    waitedMs += ms
  }
}

interface Replacement {
  readonly unread: number
  readonly at: number
  readonly dueAt: number
}

/**
 * Replaces the present listings by those that a run has read, unless another run has begun since.
 */
async function replaceListings(
  tx: Tx,
  run: MirrorRun,
  { unread, at, dueAt }: Replacement,
): Promise<void> {
  if (!(await maybeRow(tx, lockRun(run)))) return
  await tx.rows(withdrawPrices(run, at))
  await tx.rows(recordPrices(run, { points: String(PRICE_POINTS_MAX), at }))
  await tx.rows(changeListings(run, at))
  await tx.rows(countAbsent(run, at))
  await tx.rows(insertListings(run, at))
  await tx.rows(forgetRead(run.accountId))
  await tx.rows(markMirrored(run, { unread, at, dueAt }))
}
