import { Readable } from 'node:stream'
import { beginAgain, beginImport, type BegunImport, type NewImport } from './begin-import.ts'
import { piecesOf } from './file-pieces.ts'
import { listRejected } from './import-report.ts'
import { ImportInRun } from './import-run.ts'
import type { ImportContext, ImportSource } from './import-source.ts'
import type { RejectedLine } from './import-work.ts'

export interface ImportAnswer {
  readonly importId: string
  readonly lot: string
  readonly imported: number
  /** Codes that the product has had before, or that stand in the file before. */
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
 *   invalid_request   a line is not CSV, or lies beyond IMPORT_LINES_MAX; all lines before it were
 *                     taken, and the message says what became of them
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
  return run(context, begun, source)
}

/**
 * Goes on with an import whose run broke off, from the same file, sent whole: what was stored is
 * passed over, so that the answer is that of a run which never broke off. One that is done answers
 * as it did. Refuses as `importCodes`, before it not_found, and state_conflict for a file that does
 * not begin with what was read.
 */
export async function resumeImport(
  context: ImportContext,
  importId: string,
  source: ImportSource,
): Promise<ImportAnswer> {
  const key = { productId: source.product.productId, importId }
  return run(context, await beginAgain(context, key), source)
}

async function run(
  context: ImportContext,
  begun: BegunImport,
  source: ImportSource,
): Promise<ImportAnswer> {
  const inRun = new ImportInRun(context, begun, source)
  try {
    for await (const piece of piecesOf(keptOpen(source.csv))) await inRun.take(piece)
    await inRun.stored()
  } catch (error) {
    throw await inRun.failed(error)
  } finally {
    inRun.end()
  }
  const { importId } = begun.run
  const { imported, duplicates, rejected } = inRun.counts
  const list = rejected === 0 ? [] : await listRejected(context.db, begun.run)
  const { lot } = begun
  return { importId, lot, imported, duplicates, rejected: list, rejectedCount: rejected }
}

function keptOpen(csv: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (!(csv instanceof Readable)) return csv
  return { [Symbol.asyncIterator]: () => csv.iterator({ destroyOnReturn: false }) }
}
