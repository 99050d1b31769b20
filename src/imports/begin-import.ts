import { uuidv7 } from 'uuidv7'
import { Refusal } from '../core/mod.ts'
import { maybeRow, transact, type Db, type StockImportsRow, type Tx } from '../db/mod.ts'
import type { StockContext } from '../inventory/mod.ts'
import type { CodeKeys } from '../vault/mod.ts'
import type { ImportFile } from './import-file.ts'
import {
  findImportRow,
  type ImportKey,
  type ImportRun,
  insertImport,
  takeOver,
} from './import-rows.ts'
import type { FilePlace } from './import-work.ts'
import { noSuchImport } from './list-imports.ts'

export interface NewImport {
  readonly productId: number
  readonly actor: string
  /** A UUID that the sender chose, to resume the import by. */
  readonly importId?: string | undefined
  /** The lot of its codes; the import's id if left out. */
  readonly lot?: string | undefined
  /** True to check and count, without storing codes. */
  readonly isDryRun?: boolean | undefined
  /** The size of the whole file. */
  readonly bytesTotal?: number | undefined
}

/** The counts of an import so far. */
export interface ImportCounts {
  readonly imported: number
  readonly duplicates: number
  readonly rejected: number
}

/** An import with a run of its own. */
export interface BegunImport {
  readonly isDone: false
  readonly run: ImportRun
  readonly lot: string
  readonly keys: CodeKeys
  readonly isDryRun: boolean
  readonly counts: ImportCounts
  /** The end of the part that earlier runs have stored. */
  readonly placeBefore: Pick<FilePlace, 'bytes' | 'lines'>
}

/** An import that was done before. */
export interface DoneImport {
  readonly isDone: true
  readonly lot: string
  readonly counts: ImportCounts
}

export const LOT_LENGTH_MAX = 64

/** Begins an import. Refuses state_conflict if the product has an import of this id. */
export async function beginImport(
  context: StockContext,
  { productId, actor, bytesTotal, ...newImport }: NewImport,
): Promise<BegunImport> {
  const importId = newImport.importId ?? uuidv7()
  const lot = newImport.lot ?? importId
  const isDryRun = newImport.isDryRun ?? false
  const now = context.clock.now()
  const row = { productId, importId, lot, isDryRun, actor, bytesTotal, now }
  let epoch = 0n
  const keys = await keysOfRun(context, async (tx) => {
    const inserted = await maybeRow(tx, insertImport(row))
    epoch = inserted?.epoch ?? 0n
    if (inserted) return !isDryRun
    throw new Refusal('state_conflict', 'the product has an import of this id: resume it')
  })
  return {
    isDone: false,
    run: { productId, importId, epoch },
    lot,
    keys,
    isDryRun,
    counts: { imported: 0, duplicates: 0, rejected: 0 },
    placeBefore: { bytes: 0, lines: 0 },
  }
}

/**
 * Takes an import over from its last run, once it is certain that the file begins with the part
 * that was read. If the last run advances meanwhile, more of the file is compared.
 *
 * Refuses, in this order:
 *   not_found        the product has no such import
 *   state_conflict   the import is a dry run, which stores nothing
 *   state_conflict   the file does not begin with the part that was read
 *   state_conflict   the import is done, but the file is longer
 */
export async function resumeRun(
  context: StockContext,
  key: ImportKey,
  file: ImportFile,
): Promise<BegunImport | DoneImport> {
  for (;;) {
    const row = await resumable(context.db, key)
    if (!(await file.skip(placeOf(row)))) {
      throw new Refusal(
        'state_conflict',
        'the file does not begin with the part that was read before',
      )
    }
    if (row.state === 'DONE') return doneImport(row, file)
    const resumed = await takeOverAt(context, key, row.bytes)
    if (resumed) return resumed
  }
}

async function resumable(db: Db, key: ImportKey): Promise<StockImportsRow> {
  const row = await maybeRow(db, findImportRow(key))
  if (!row) throw noSuchImport()
  if (row.is_dry_run) throw new Refusal('state_conflict', 'a dry run is begun anew, not resumed')
  return row
}

async function doneImport(row: StockImportsRow, file: ImportFile): Promise<DoneImport> {
  if (!(await file.hasMore())) return { isDone: true, lot: row.lot, counts: countsOf(row) }
  throw new Refusal('state_conflict', 'the import is done, but the file continues')
}

/** Returns undefined and changes nothing if the last run has advanced. */
async function takeOverAt(
  context: StockContext,
  key: ImportKey,
  bytes: bigint,
): Promise<BegunImport | undefined> {
  let row: StockImportsRow | undefined
  const keys = await keysOfRun(context, async (tx) => {
    row = await maybeRow(tx, takeOver(key, { bytes, now: context.clock.now() }))
    return row !== undefined
  })
  return row && { ...begunImport(row), keys }
}

/**
 * Returns the keys of a run. It has a new data key if `begin` reports that the run stores codes.
 */
async function keysOfRun(
  { db, vault }: StockContext,
  begin: (tx: Tx) => Promise<boolean>,
): Promise<CodeKeys> {
  const keyId = await transact(db, async (tx) =>
    (await begin(tx)) ? await vault.newLotKey(tx) : undefined,
  )
  if (keyId !== undefined) await vault.prepare([keyId])
  return vault.codeKeys(keyId)
}

function begunImport(row: StockImportsRow): Omit<BegunImport, 'keys'> {
  return {
    isDone: false,
    run: { productId: row.product_id, importId: row.import_id, epoch: row.epoch },
    lot: row.lot,
    isDryRun: row.is_dry_run,
    counts: countsOf(row),
    placeBefore: { bytes: Number(row.bytes), lines: row.last_line },
  }
}

function countsOf({ imported, duplicates, rejected }: StockImportsRow): ImportCounts {
  return { imported, duplicates, rejected }
}

function placeOf(row: StockImportsRow): FilePlace {
  const { imported, duplicates, rejected } = row
  const records = imported + duplicates + rejected
  return { bytes: Number(row.bytes), lines: row.last_line, records, hash: row.bytes_hash }
}
