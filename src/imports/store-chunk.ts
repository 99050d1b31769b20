import { Refusal } from '../core/mod.ts'
import { codeOf, maybeRow, transact, type Database, type Tx } from '../db/mod.ts'
import {
  findCodes,
  insertCodes,
  insertNewCodes,
  isKnown,
  ensureLot,
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

/** The parameters that all chunks of one run share. */
export interface ChunkStore {
  readonly db: Database
  readonly run: ImportRun
  readonly lot: string
  /** The namespace in which the blind indexes of its codes are computed. */
  readonly codeNamespace: string | undefined
  readonly isDryRun: boolean
  /** Seals the flagged codes of a chunk again; one flag for each of its blinds. */
  sealAgain(chunkNo: number, isWanted: Uint8Array): Promise<SealedBlocks>
  /**
   * Runs in the chunk's transaction, after its codes are in stock. Runs again if the transaction is
   * retried.
   */
  onStored(tx: Tx): Promise<void>
}

export interface ChunkToStore {
  readonly chunk: ReadChunk
  /** Where the chunk begins in the file. */
  readonly from: Pick<FilePlace, 'bytes' | 'lines'>
  /** Set if the import ends with this chunk. */
  readonly end: ImportEnd | undefined
  /** Milliseconds. */
  readonly now: number
  /** True if the index is expected to know some of the codes. */
  readonly isKnownExpected: boolean
}

export interface StoredChunk {
  readonly imported: number
  readonly duplicates: number
  readonly rejected: number
  /** True if the index knew some of the codes. */
  readonly hasKnown: boolean
}

/** Another run has taken the import over. */
export class TakenOver extends Error {}

/** The database has lost the commits of earlier chunks. */
export class LostProgress extends Error {}

const UNIQUE_VIOLATION = '23505'

/**
 * Stores the new codes of a chunk and the progress of the import in one transaction. Codes that the
 * product has, or had, are duplicates; codes of another product are rejected. First tries to insert
 * all codes as new, which costs half as much as looking up each code. Throws TakenOver or
 * LostProgress, and stores nothing then.
 */
export async function storeChunk(store: ChunkStore, chunk: ChunkToStore): Promise<StoredChunk> {
  if (store.isDryRun) return transact(store.db, (tx) => compareWithin(tx, store, chunk))
  const hasCodes = chunk.chunk.lines.length > 0
  if (!hasCodes || !chunk.isKnownExpected) {
    const stored = await transact(store.db, (tx) => storeWithin(tx, store, chunk)).catch(knownCode)
    if (stored) return stored
  }
  return transact(store.db, (tx) => storeNewWithin(tx, store, chunk))
}

function knownCode(error: unknown): undefined {
  if (codeOf(error) !== UNIQUE_VIOLATION) throw error
}

/** Fails with a unique violation if the index knows one of the codes. */
async function storeWithin(tx: Tx, store: ChunkStore, chunk: ChunkToStore): Promise<StoredChunk> {
  const { blinds, stock } = chunk.chunk
  if (blinds.length > 0) {
    await requireSameNamespace(tx, store)
    ensureLot(tx, lotOf(store), chunk.now)
    tx.write(insertCodes({ ...lotOf(store), blinds }))
  }
  return finish(tx, { store, input: chunk }, { stock, storedCodes: NONE_KNOWN })
}

async function storeNewWithin(
  tx: Tx,
  store: ChunkStore,
  input: ChunkToStore,
): Promise<StoredChunk> {
  const { chunk, now } = input
  await requireSameNamespace(tx, store)
  const places = placesOf(chunk.blinds)
  const knownRows = [...(await tx.rows(findCodes(chunk.blinds)))]
  const blinds = without(chunk.blinds, knownRows)
  if (blinds.length > 0) {
    ensureLot(tx, lotOf(store), now)
    const insertedRows = await tx.rows(insertNewCodes({ ...lotOf(store), blinds }))
    // Another transaction has inserted these codes meanwhile: the insert waited for its commit.
    const late = without(blinds, insertedRows)
    if (late.length > 0) knownRows.push(...(await tx.rows(findCodes(late))))
  }
  const storedCodes = toKnown(store.run.productId, places, knownRows)
  const isNew = Uint8Array.from(places.values(), (at) => (isKnown(storedCodes, at) ? 0 : 1))
  const stock = knownRows.length === 0 ? chunk.stock : await store.sealAgain(chunk.chunkNo, isNew)
  return finish(tx, { store, input }, { stock, storedCodes })
}

/** Refuses state_conflict if the namespace was changed since the run began: blinds depend on it. */
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

/** Counts what storing the chunk would do. */
async function compareWithin(tx: Tx, store: ChunkStore, chunk: ChunkToStore): Promise<StoredChunk> {
  const { blinds, repeatedBlinds, stock } = chunk.chunk
  const knownRows = await tx.rows(findCodes(blinds))
  const { ofProduct, elsewhere } = toKnown(store.run.productId, placesOf(blinds), knownRows)
  const stored = repeatedBlinds.filter((at) => !elsewhere.has(at))
  const storedCodes = { ofProduct: new Set([...ofProduct, ...stored]), elsewhere }
  return finish(tx, { store, input: chunk }, { stock, storedCodes })
}

async function finish(
  tx: Tx,
  { store, input }: { store: ChunkStore; input: ChunkToStore },
  { stock, storedCodes }: { stock: SealedBlocks; storedCodes: KnownCodes },
): Promise<StoredChunk> {
  const { chunk, from, end, now } = input
  const { run, isDryRun } = store
  const outcome = outcomeOf(chunk, storedCodes)
  const imported = chunk.lines.length - storedCodes.ofProduct.size - storedCodes.elsewhere.size
  if (imported > 0 && !isDryRun) {
    writeStock(tx, { ...store.run, lot: store.lot, now }, stock)
    await store.onStored(tx)
  }
  const report = reportOf(outcome)
  if (report) tx.write(insertReport(run, report))
  const [duplicates, rejected] = [outcome.duplicates.length, outcome.rejected.length]
  const counts = { imported, duplicates, rejected }
  const rows = await tx.rows(advance(run, { ...counts, from, place: chunk.place, end, now }))
  if (rows.length === 0) throw await whyNotAdvanced(tx, run)
  return { ...counts, hasKnown: storedCodes.ofProduct.size + storedCodes.elsewhere.size > 0 }
}

async function whyNotAdvanced(tx: Tx, run: ImportRun): Promise<Error> {
  const row = await maybeRow(tx, findImportRow(run))
  return row && row.epoch !== run.epoch ? new TakenOver() : new LostProgress()
}
