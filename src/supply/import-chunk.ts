import { codeOf, transact, type Database, type Tx } from '../db/mod.ts'
import { BLIND_BYTES } from '../vault/mod.ts'
import { reportOf } from './import-report.ts'
import { findCodes, insertBlocks, insertCodes, insertNewCodes } from './import-rows.ts'
import type { ReadChunk, SealedBlock, SealedBlocks, SealedChunk } from './import-work.ts'
import { keepLot } from './lot.ts'
import { insertShelves } from './shelf-rows.ts'
import { advance, insertReport, type ImportEnd, type ImportRun } from './stock-import-rows.ts'
import { insertFree } from './stock-rows.ts'

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

const UNIQUE_VIOLATION = '23505'

/**
 * Stores the codes of a chunk that the product has never had, with how far the import got, in one
 * transaction. It is tried as if all of them were new, which is the rule and costs half, and else
 * each is asked for. Throws TakenOver, and stores nothing, where another run goes on with it.
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

async function storeWithin(tx: Tx, store: ChunkStore, given: ChunkToStore): Promise<StoredChunk> {
  const { blinds, stock } = given.chunk
  if (blinds.length > 0) tx.write(insertCodes({ productId: store.run.productId, blinds }))
  return finish(tx, { store, given }, { stock, known: new Set() })
}

async function storeNewWithin(
  tx: Tx,
  store: ChunkStore,
  given: ChunkToStore,
): Promise<StoredChunk> {
  const { chunk } = given
  const { isNew, known } = await enterNew(tx, store.run.productId, chunk)
  const stock = known.size === 0 ? chunk.stock : await store.sealAgain(chunk.chunkNo, isNew)
  return finish(tx, { store, given }, { stock, known })
}

/** Enters the codes that the product has never had; answers which those are, by their places. */
export async function enterNew(
  tx: Tx,
  productId: number,
  { blinds }: Pick<SealedChunk, 'blinds'>,
): Promise<{ isNew: Uint8Array; known: ReadonlySet<number> }> {
  const rows = await tx.rows(insertNewCodes({ productId, blinds }))
  const places = placesOf(blinds)
  const isNew = new Uint8Array(places.size)
  for (const { blind } of rows) {
    const at = places.get(blind.toString('latin1'))
    if (at !== undefined) isNew[at] = 1
  }
  return { isNew, known: new Set([...isNew.keys()].filter((at) => isNew[at] !== 1)) }
}

/** What storing the chunk would do. */
async function compareWithin(tx: Tx, store: ChunkStore, given: ChunkToStore): Promise<StoredChunk> {
  const { blinds, stock } = given.chunk
  const rows = await tx.rows(findCodes({ productId: store.run.productId, blinds }))
  const places = placesOf(blinds)
  const known = new Set(rows.flatMap(({ blind }) => places.get(blind.toString('latin1')) ?? []))
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
  const { chunk, end, now } = given
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
  const advanced = await tx.rows(advance(run, { ...counts, place: chunk.place, end, now }))
  if (advanced.length === 0) throw new TakenOver()
  return { imported, duplicates }
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
