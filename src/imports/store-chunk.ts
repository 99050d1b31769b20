import { Refusal } from '../core/mod.ts'
import { codeOf, maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import {
  findCodes,
  insertCodes,
  insertNewCodes,
  isKnown,
  keepLot,
  type KnownCodes,
  type LotName,
  NONE_KNOWN,
  placesOf,
  type SealedBlocks,
  shareCodeNamespace,
  toKnown,
  without,
  writeStock,
} from '../inventory/mod.ts'
import { outcomeOf, reportOf } from './import-report.ts'
import {
  advance,
  findImportRow,
  type ImportEnd,
  type ImportRun,
  insertReport,
} from './import-rows.ts'
import type { FilePlace, ReadChunk } from './import-work.ts'

/** What the chunks of one run have in common. */
export interface ChunkStore {
  readonly db: Database
  readonly run: ImportRun
  readonly lot: string
  /** Which the blinds of its codes name. */
  readonly codeNamespace: string | undefined
  readonly isDryRun: boolean
  /** Seals those codes of a chunk again that are flagged, by the order of their blinds. */
  sealAgain(chunkNo: number, isWanted: Uint8Array): Promise<SealedBlocks>
  /** Runs in the chunk's transaction once its codes are in stock; again where that is repeated. */
  onStored(tx: Tx, imported: number): Promise<void>
}

export interface ChunkToStore {
  readonly chunk: ReadChunk
  /** Where it begins in the file. */
  readonly from: Pick<FilePlace, 'bytes' | 'lines'>
  /** How the import ends with it. */
  readonly end: ImportEnd | undefined
  /** Milliseconds. */
  readonly now: number
  /** Whether codes are expected that the index knows. */
  readonly isCareful: boolean
}

export interface StoredChunk {
  readonly imported: number
  readonly duplicates: number
  readonly rejected: number
  /** Whether the index knew some of the codes. */
  readonly hasKnown: boolean
}

/** Another run goes on with the import. */
export class TakenOver extends Error {}

/** The database does not have what was stored of the import before: it has lost commits. */
export class LostProgress extends Error {}

const UNIQUE_VIOLATION = '23505'

/**
 * Stores those codes of a chunk that are new, with how far the import got, in one transaction. It
 * is tried as if all of them were new, which is the rule and costs half, and else each is asked
 * for. What the product has had counts as a duplicate; what another product has is rejected. Stores
 * nothing, and throws TakenOver where another run goes on with it, LostProgress where the database
 * lacks the chunks before.
 */
export async function storeChunk(store: ChunkStore, given: ChunkToStore): Promise<StoredChunk> {
  if (store.isDryRun) return transact(store.db, (tx) => compareWithin(tx, store, given))
  const hasCodes = given.chunk.lines.length > 0
  if (!hasCodes || !given.isCareful) {
    const stored = await transact(store.db, (tx) => storeWithin(tx, store, given)).catch(knownCode)
    if (stored) return stored
  }
  return transact(store.db, (tx) => storeNewWithin(tx, store, given))
}

function knownCode(error: unknown): undefined {
  if (codeOf(error) !== UNIQUE_VIOLATION) throw error
}

/** Fails where one of the codes is known. */
async function storeWithin(tx: Tx, store: ChunkStore, given: ChunkToStore): Promise<StoredChunk> {
  const { blinds, stock } = given.chunk
  if (blinds.length > 0) {
    await requireSameNamespace(tx, store)
    keepLot(tx, lotOf(store), given.now)
    tx.write(insertCodes({ ...lotOf(store), blinds }))
  }
  return finish(tx, { store, given }, { stock, known: NONE_KNOWN })
}

async function storeNewWithin(
  tx: Tx,
  store: ChunkStore,
  given: ChunkToStore,
): Promise<StoredChunk> {
  const { chunk, now } = given
  await requireSameNamespace(tx, store)
  const places = placesOf(chunk.blinds)
  const found = [...(await tx.rows(findCodes(chunk.blinds)))]
  const blinds = without(chunk.blinds, found)
  if (blinds.length > 0) {
    keepLot(tx, lotOf(store), now)
    const entered = await tx.rows(insertNewCodes({ ...lotOf(store), blinds }))
    // Somebody has entered them meanwhile, whose commit was waited for.
    const late = without(blinds, entered)
    if (late.length > 0) found.push(...(await tx.rows(findCodes(late))))
  }
  const known = toKnown(store.run.productId, places, found)
  const isNew = Uint8Array.from(places.values(), (at) => (isKnown(known, at) ? 0 : 1))
  const stock = found.length === 0 ? chunk.stock : await store.sealAgain(chunk.chunkNo, isNew)
  return finish(tx, { store, given }, { stock, known })
}

/** Hashes name the namespace, which may have been another one when the file began. */
async function requireSameNamespace(tx: Tx, { run, codeNamespace }: ChunkStore): Promise<void> {
  if ((await shareCodeNamespace(tx, run.productId)) === codeNamespace) return
  throw new Refusal(
    'state_conflict',
    'the codeNamespace of the product was changed meanwhile: send the file again',
  )
}

function lotOf({ run: { productId }, lot }: ChunkStore): LotName {
  return { productId, lot }
}

/** What storing the chunk would do. */
async function compareWithin(tx: Tx, store: ChunkStore, given: ChunkToStore): Promise<StoredChunk> {
  const { blinds, repeatedBlinds, stock } = given.chunk
  const found = await tx.rows(findCodes(blinds))
  const { own, elsewhere } = toKnown(store.run.productId, placesOf(blinds), found)
  const stored = repeatedBlinds.filter((at) => !elsewhere.has(at))
  const known = { own: new Set([...own, ...stored]), elsewhere }
  return finish(tx, { store, given }, { stock, known })
}

async function finish(
  tx: Tx,
  { store, given }: { store: ChunkStore; given: ChunkToStore },
  { stock, known }: { stock: SealedBlocks; known: KnownCodes },
): Promise<StoredChunk> {
  const { chunk, from, end, now } = given
  const { run, isDryRun } = store
  const outcome = outcomeOf(chunk, known)
  const imported = chunk.lines.length - known.own.size - known.elsewhere.size
  if (imported > 0 && !isDryRun) {
    writeStock(tx, { ...store.run, lot: store.lot, now }, stock)
    await store.onStored(tx, imported)
  }
  const report = reportOf(outcome)
  if (report) tx.write(insertReport(run, report))
  const [duplicates, rejected] = [outcome.duplicates.length, outcome.rejected.length]
  const counts = { imported, duplicates, rejected }
  const advanced = await tx.rows(advance(run, { ...counts, from, place: chunk.place, end, now }))
  if (advanced.length === 0) throw await whyNotAdvanced(tx, run)
  return { ...counts, hasKnown: known.own.size + known.elsewhere.size > 0 }
}

async function whyNotAdvanced(tx: Tx, run: ImportRun): Promise<Error> {
  const row = await maybeRow(tx, findImportRow(run))
  return row && row.epoch !== run.epoch ? new TakenOver() : new LostProgress()
}
