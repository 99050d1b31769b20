import { uuidv7 } from 'uuidv7'
import { Refusal } from '../core/mod.ts'
import { maybeRow, transact, type StockImportsRow, type Tx } from '../db/mod.ts'
import type { CodeKeys } from '../vault/mod.ts'
import type { ImportContext } from './import-source.ts'
import type { FilePlace } from './import-work.ts'
import {
  findImportRow,
  insertImport,
  takeOver,
  type ImportKey,
  type ImportRun,
} from './stock-import-rows.ts'
import { noSuchImport } from './stock-imports.ts'

export interface NewImport {
  readonly productId: number
  readonly actor: string
  /** A UUID that the sender chose; the import may be resumed under it. */
  readonly importId?: string | undefined
  /** What its codes are called together; the import's id where it is left out. */
  readonly lot?: string | undefined
  /** Whether to check and count only. */
  readonly isDryRun?: boolean | undefined
  /** Of the whole file. */
  readonly bytesTotal?: number | undefined
}

/** An import that a run was begun for. */
export interface BegunImport {
  readonly run: ImportRun
  readonly lot: string
  readonly keys: CodeKeys
  readonly isDryRun: boolean
  /** It has been done before: its file can be compared, and nothing is stored. */
  readonly isDone: boolean
  readonly counts: {
    readonly imported: number
    readonly duplicates: number
    readonly rejected: number
  }
  /** What was read of its file; undefined where that is nothing. */
  readonly readBefore: FilePlace | undefined
}

export const LOT_LENGTH_MAX = 64

/**
 * Begins an import with a data key of its own. Refuses state_conflict where the product has an
 * import of this name.
 */
export async function beginImport(
  context: ImportContext,
  { productId, actor, bytesTotal, ...given }: NewImport,
): Promise<BegunImport> {
  const importId = given.importId ?? uuidv7()
  const lot = given.lot ?? importId
  const isDryRun = given.isDryRun ?? false
  const now = context.clock.now()
  const row = { productId, importId, lot, isDryRun, actor, bytesTotal, now }
  const keys = await keysOfRun(context, async (tx) => {
    if ((await tx.rows(insertImport(row))).length > 0) return !isDryRun
    throw new Refusal('state_conflict', 'the product has an import of this id: resume it')
  })
  return {
    run: { productId, importId, epoch: 1 },
    lot,
    keys,
    isDryRun,
    isDone: false,
    counts: { imported: 0, duplicates: 0, rejected: 0 },
    readBefore: undefined,
  }
}

/**
 * Goes on with an import where the last run stopped, and ends that run where it still goes. Refuses
 * not_found, and state_conflict for a dry run, which stores nothing that could be gone on with.
 */
export async function beginAgain(context: ImportContext, key: ImportKey): Promise<BegunImport> {
  let row: StockImportsRow | undefined
  const keys = await keysOfRun(context, async (tx) => {
    row = await maybeRow(tx, findImportRow(key))
    if (!row) throw noSuchImport()
    if (row.is_dry_run) throw new Refusal('state_conflict', 'a dry run is begun anew, not resumed')
    const [taken] = await tx.rows(takeOver(key, context.clock.now()))
    row = taken ?? (await maybeRow(tx, findImportRow(key)))
    return taken !== undefined
  })
  if (!row) throw noSuchImport()
  return { ...begun(row), keys }
}

/** Codes of a run are sealed with a key of its own, where `begin` says that it stores some. */
async function keysOfRun(
  { db, vault }: ImportContext,
  begin: (tx: Tx) => Promise<boolean>,
): Promise<CodeKeys> {
  const keyId = await transact(db, async (tx) =>
    (await begin(tx)) ? await vault.newLotKey(tx) : undefined,
  )
  if (keyId !== undefined) await vault.prepare([keyId])
  return vault.codeKeys(keyId)
}

function begun(row: StockImportsRow): Omit<BegunImport, 'keys'> {
  const { imported, duplicates, rejected } = row
  const bytes = Number(row.bytes)
  return {
    run: { productId: row.product_id, importId: row.import_id, epoch: row.epoch },
    lot: row.lot,
    isDryRun: row.is_dry_run,
    isDone: row.state === 'DONE',
    counts: { imported, duplicates, rejected },
    readBefore: bytes === 0 ? undefined : { bytes, lines: row.last_line, hash: row.bytes_hash },
  }
}
