import { codeOf, maybeRow, oneRow, transact, type Database, type Tx } from '../db/mod.ts'
import { BLIND_BYTES } from '../vault/mod.ts'
import { reportOf } from './import-report.ts'
import { findCodes, insertBlocks, insertCodes, insertNewCodes, type Blinds } from './import-rows.ts'
import type { FilePlace, ReadChunk, SealedBlock, SealedBlocks } from './import-work.ts'
import { keepLot } from './lot.ts'
import { insertShelves } from './shelf-rows.ts'
import {
  advance,
  findImportRow,
  insertReport,
  type ImportEnd,
  type ImportRun,
} from './stock-import-rows.ts'
import { insertFree } from './stock-rows.ts'
import { findBrought, shareProduct, wasBrought } from './upstream/brought-rows.ts'

/** What the chunks of one run have in common. */
export interface ChunkStore {
  readonly db: Database
  readonly run: ImportRun
  readonly lot: string
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
  /** Whether codes are expected that the product has had. */
  readonly isCareful: boolean
}

export interface StoredChunk {
  readonly imported: number
  readonly duplicates: number
}

/** Another run goes on with the import. */
export class TakenOver extends Error {}

/** The database does not have what was stored of the import before: it has lost commits. */
export class LostProgress extends Error {}

const UNIQUE_VIOLATION = '23505'

/**
 * Stores the codes of a chunk that the product has never had, neither in stock nor from upstream,
 * with how far the import got, in one transaction. It is tried as if all of them were new, which is
 * the rule and costs half, and else each is asked for. Stores nothing, and throws TakenOver where
 * another run goes on with it, LostProgress where the database lacks the chunks before.
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

/** Answers nothing, and writes nothing, where one of the codes was bought upstream. */
async function storeWithin(
  tx: Tx,
  store: ChunkStore,
  given: ChunkToStore,
): Promise<StoredChunk | undefined> {
  const { blinds, stock } = given.chunk
  if (blinds.length > 0) {
    const codes = { productId: store.run.productId, blinds }
    if ((await boughtAmong(tx, codes)).size > 0) return undefined
    tx.write(insertCodes(codes))
  }
  return finish(tx, { store, given }, { stock, known: new Set() })
}

async function storeNewWithin(
  tx: Tx,
  store: ChunkStore,
  given: ChunkToStore,
): Promise<StoredChunk> {
  const { chunk } = given
  const codes = { productId: store.run.productId, blinds: chunk.blinds }
  const { isNew, known } = await enterNew(tx, codes, await boughtAmong(tx, codes))
  const stock = known.size === 0 ? chunk.stock : await store.sealAgain(chunk.chunkNo, isNew)
  return finish(tx, { store, given }, { stock, known })
}

/**
 * Those of the codes that were bought upstream for the product, as text of their bytes. Until the
 * transaction ends, none that is bought becomes known: whichever of the two comes second sees what
 * the first has brought.
 */
async function boughtAmong(tx: Tx, codes: Blinds): Promise<ReadonlySet<string>> {
  tx.write(shareProduct(codes.productId))
  const { any } = await oneRow(tx, wasBrought(codes.productId))
  const rows = any ? await tx.rows(findBrought(codes)) : []
  return new Set(rows.map(({ blind }) => blind.toString('latin1')))
}

/**
 * Enters the codes that the product has never had and that are not `barred`, by text of their
 * bytes; answers which those are, by their places.
 */
export async function enterNew(
  tx: Tx,
  { productId, blinds }: Blinds,
  barred: ReadonlySet<string> = new Set(),
): Promise<{ isNew: Uint8Array; known: ReadonlySet<number> }> {
  const places = placesOf(blinds)
  const wanted = barred.size === 0 ? blinds : without(places, barred)
  const rows = await tx.rows(insertNewCodes({ productId, blinds: wanted }))
  const isNew = new Uint8Array(places.size)
  for (const { blind } of rows) {
    const at = places.get(blind.toString('latin1'))
    if (at !== undefined) isNew[at] = 1
  }
  return { isNew, known: new Set([...isNew.keys()].filter((at) => isNew[at] !== 1)) }
}

/** In the same order. */
function without(places: ReadonlyMap<string, number>, barred: ReadonlySet<string>): Buffer {
  const names = [...places.keys()].filter((name) => !barred.has(name))
  return Buffer.from(names.join(''), 'latin1')
}

/** What storing the chunk would do. */
async function compareWithin(tx: Tx, store: ChunkStore, given: ChunkToStore): Promise<StoredChunk> {
  const { blinds, stock } = given.chunk
  const codes = { productId: store.run.productId, blinds }
  const stocked = await tx.rows(findCodes(codes))
  const had = [
    ...stocked.map(({ blind }) => blind.toString('latin1')),
    ...(await boughtAmong(tx, codes)),
  ]
  const places = placesOf(blinds)
  const known = new Set(had.flatMap((name) => places.get(name) ?? []))
  return finish(tx, { store, given }, { stock, known })
}

/** Where each blind stands, by its bytes as text. */
function placesOf(blinds: Uint8Array): Map<string, number> {
  const text = Buffer.from(blinds.buffer, blinds.byteOffset, blinds.length).toString('latin1')
  const places = new Map<string, number>()
  for (let at = 0; at * BLIND_BYTES < text.length; at += 1) {
    places.set(text.slice(at * BLIND_BYTES, (at + 1) * BLIND_BYTES), at)
  }
  return places
}

/** `known` are the places of codes that the product has had. */
async function finish(
  tx: Tx,
  { store, given }: { store: ChunkStore; given: ChunkToStore },
  { stock, known }: { stock: SealedBlocks; known: ReadonlySet<number> },
): Promise<StoredChunk> {
  const { chunk, from, end, now } = given
  const { run, isDryRun } = store
  const imported = chunk.lines.length - known.size
  const duplicates = chunk.repeated.length + known.size
  if (imported > 0 && !isDryRun) {
    writeStock(tx, { ...store.run, lot: store.lot, now }, stock)
    await store.onStored(tx, imported)
  }
  const report = reportOf(chunk, known)
  if (report) tx.write(insertReport(run, report))
  const rejected = chunk.rejected.length
  const counts = { imported, duplicates, rejected }
  const advanced = await tx.rows(advance(run, { ...counts, from, place: chunk.place, end, now }))
  if (advanced.length === 0) throw await whyNotAdvanced(tx, run)
  return { imported, duplicates }
}

async function whyNotAdvanced(tx: Tx, run: ImportRun): Promise<Error> {
  const row = await maybeRow(tx, findImportRow(run))
  return row && row.epoch !== run.epoch ? new TakenOver() : new LostProgress()
}

export function writeStock(
  tx: Tx,
  given: { productId: number; lot: string; now: number },
  stock: SealedBlocks,
): void {
  const { productId, lot, now } = given
  const faces = stock.blocks.map((block) => block.faceValueMinor)
  keepLot(tx, { productId, lot }, now)
  tx.write(insertShelves(productId, faces))
  tx.write(insertBlocks(given, stock))
  tx.write(insertFree(productId, stock.blocks.map(wholeSlice)))
}

function wholeSlice({ blockId, quantity }: SealedBlock): {
  blockId: string
  first: number
  quantity: number
} {
  return { blockId, first: 0, quantity }
}
