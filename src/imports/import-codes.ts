import { beginAgain, beginImport, type ImportCounts, type NewImport } from './begin-import.ts'
import { ImportFile } from './import-file.ts'
import { listRejected } from './import-report.ts'
import type { ImportKey } from './import-rows.ts'
import { ImportInRun } from './import-run.ts'
import type { ImportContext, ImportSource } from './import-source.ts'
import type { RejectedLine } from './import-work.ts'

export interface ImportAnswer {
  readonly importId: string
  readonly lot: string
  readonly imported: number
  /**
   * Codes that the product has had before, or that stand in the file before; those of another
   * product are rejected.
   */
  readonly duplicates: number
  /** The first REJECTED_LISTED_MAX of the rejected lines, of which there are `rejectedCount`. */
  readonly rejected: readonly RejectedLine[]
  readonly rejectedCount: number
}

/**
 * Imports codes of one product from a CSV file with a header row, in constant memory: a thread
 * reads, checks and seals what 256 KiB of the file complete while what was read before is stored,
 * in a transaction of its own, in which `onChunk` runs and the import remembers how far it got.
 * Every line is imported, a duplicate, or rejected with a reason; blank lines are passed over.
 * A dry run stores no code, and counts what it would do.
 *
 * Importing the same file again imports nothing twice. Refuses, in this order:
 *   state_conflict    the product has an import of this id
 *   invalid_request   the header is not one; nothing was imported
 *   invalid_request   a line is not CSV, or lies beyond IMPORT_RECORDS_MAX; all lines before it
 *                     were taken, and the message says what became of them
 *   state_conflict    somebody else goes on with the import
 * A stream is not destroyed by a refusal: the answer may have to go out on its connection.
 */
export async function importCodes(
  context: ImportContext,
  given: Omit<NewImport, 'productId'>,
  source: ImportSource,
): Promise<ImportAnswer> {
  const { productId } = source.product
  const begun = await beginImport(context, { ...given, productId })
  return withFile(source, async (file) => {
    const counts = await new ImportInRun(context, begun, { file, source }).run()
    return answerOf(context, begun.run, { lot: begun.lot, counts })
  })
}

/**
 * Goes on with an import whose run broke off, from the same file, sent whole: what was stored is
 * passed over, so that the answer is that of a run which never broke off. One that is done answers
 * as it did. Refuses as `importCodes`, before it not_found, and state_conflict for a file that does
 * not begin with what was read: then nothing is changed, and a run that goes on is not disturbed.
 */
export async function resumeImport(
  context: ImportContext,
  importId: string,
  source: ImportSource,
): Promise<ImportAnswer> {
  const key = { productId: source.product.productId, importId }
  return withFile(source, async (file) => {
    const begun = await beginAgain(context, key, file)
    const { lot } = begun
    if (begun.isDone) return answerOf(context, key, begun)
    const counts = await new ImportInRun(context, begun, { file, source }).run()
    return answerOf(context, key, { lot, counts })
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

async function answerOf(
  { db }: ImportContext,
  key: ImportKey,
  { lot, counts }: { lot: string; counts: ImportCounts },
): Promise<ImportAnswer> {
  const { imported, duplicates, rejected } = counts
  const list = rejected === 0 ? [] : await listRejected(db, key)
  const { importId } = key
  return { importId, lot, imported, duplicates, rejected: list, rejectedCount: rejected }
}
