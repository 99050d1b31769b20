/*
 * How a file of codes becomes stock. A run is one attempt to import a file; the import outlives it.
 *
 * 1. `beginImport` inserts the row of the import; `resumeRun` takes it over, if the file begins
 *    with the part that was read. Both draw an epoch, the fencing token of the run, and a data key.
 * 2. `ImportFile` cuts the file into parts of 256 KiB, so memory is bounded. `ChunkReader` turns
 *    each part into a chunk: it reads its records, checks them and seals the good codes in blocks.
 *    It runs in a thread and knows no database, so that requests of partners are not held up.
 * 3. `storeChunk` commits one chunk in one transaction: codes into the index, blocks, ranges for
 *    sale, the report of rejected lines, and the progress of the import. The statement names the
 *    epoch and the beginning of the chunk, so it fails after a newer run or a lost commit.
 *    Chunks are stored in order while the next ones are read, CHUNKS_UNDER_WAY_MAX in all.
 * 4. If the index knows some codes of a chunk, the chunk is sealed again without them.
 */

import type { StockContext } from '../inventory/mod.ts'
import { resumeRun, beginImport, type ImportCounts, type NewImport } from './begin-import.ts'
import { ImportFile, type ImportSource } from './import-file.ts'
import { listRejected } from './import-report.ts'
import type { ImportKey } from './import-rows.ts'
import { ImportInRun } from './import-run.ts'
import type { RejectedLine } from './import-work.ts'

export interface ImportResult {
  readonly importId: string
  readonly lot: string
  readonly imported: number
  /**
   * Codes that this product or an earlier line of the file already has. Codes of another product
   * are rejected instead.
   */
  readonly duplicates: number
  /** The first REJECTED_LISTED_MAX of the `rejectedCount` rejected lines. */
  readonly rejected: readonly RejectedLine[]
  readonly rejectedCount: number
}

/**
 * Imports codes of one product from a CSV file with a header. Each line is imported, a duplicate,
 * or rejected with a reason; blank lines are ignored. A dry run stores no code, and counts what a
 * real run would do. Importing the same file again imports nothing twice.
 *
 * Refuses, in this order:
 *   state_conflict    the product has an import of this id
 *   invalid_request   the header is not valid; nothing was imported
 *   invalid_request   a line is not CSV, or is beyond FILE_RECORDS_MAX; the lines before it are
 *                     imported, and the message counts them
 *   state_conflict    a newer run has taken the import over
 */
export async function importCodes(
  context: StockContext,
  newImport: Omit<NewImport, 'productId'>,
  source: ImportSource,
): Promise<ImportResult> {
  const { productId } = source.product
  const begunImport = await beginImport(context, { ...newImport, productId })
  return withFile(source, async (file) => {
    const counts = await new ImportInRun(context, begunImport, { file, source }).run()
    return resultOf(context, begunImport.run, { lot: begunImport.lot, counts })
  })
}

/**
 * Resumes an interrupted import from the same file, sent whole. Skips the stored part, and returns
 * what an uninterrupted run would have returned. If the import is done already, returns its result
 * again.
 *
 * Refuses not_found, then state_conflict if the file does not begin with the part that was read
 * (then nothing changes, and a run in progress continues), then what `importCodes` refuses.
 */
export async function resumeImport(
  context: StockContext,
  importId: string,
  source: ImportSource,
): Promise<ImportResult> {
  const key = { productId: source.product.productId, importId }
  return withFile(source, async (file) => {
    const begunImport = await resumeRun(context, key, file)
    const { lot } = begunImport
    if (begunImport.isDone) return resultOf(context, key, begunImport)
    const counts = await new ImportInRun(context, begunImport, { file, source }).run()
    return resultOf(context, key, { lot, counts })
  })
}

async function withFile<T>(source: ImportSource, work: (file: ImportFile) => Promise<T>) {
  const file = new ImportFile(source)
  try {
    return await work(file)
  } finally {
    await file.end()
  }
}

async function resultOf(
  { db }: StockContext,
  key: ImportKey,
  { lot, counts }: { lot: string; counts: ImportCounts },
): Promise<ImportResult> {
  const { imported, duplicates, rejected } = counts
  const list = rejected === 0 ? [] : await listRejected(db, key)
  const { importId } = key
  return { importId, lot, imported, duplicates, rejected: list, rejectedCount: rejected }
}
