import { Readable } from 'node:stream'
import { uuidv7 } from 'uuidv7'
import { Refusal } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { CsvBroken, readCsv, type CsvRecord } from './csv-records.ts'
import { storeChunk, type ImportContext } from './import-chunk.ts'
import { readHeader, type Header } from './import-header.ts'
import { LineFault, readLine, type ImportedLine, type StockedProduct } from './import-line.ts'

export interface RejectedLine {
  /** The line of the file on which the record begins; the header is line 1. */
  readonly line: number
  readonly reason: string
}

export interface ImportAnswer {
  readonly imported: number
  /** Codes that the product has had before, or that stand in the file before. */
  readonly duplicates: number
  /** The first REJECTED_LISTED_MAX of the rejected lines, of which there are `rejectedCount`. */
  readonly rejected: readonly RejectedLine[]
  readonly rejectedCount: number
}

/** Runs in the transaction of each chunk, with how many codes that one brought. */
type OnChunk = (tx: Tx, imported: number) => Promise<void>

export const IMPORT_LINES_MAX = 1_000_000
export const REJECTED_LISTED_MAX = 1_000
const CHUNK_LINES = 2_000

/**
 * Imports codes of one product from a CSV file with a header row, in constant memory: chunk by
 * chunk, one being read while the one before is stored, each in a transaction of its own, in which
 * `onChunk` runs once its codes are in stock. Codes are sealed before they reach the database.
 * Every line is imported, a duplicate, or rejected with a reason; blank lines are passed over.
 *
 * Importing the same file again imports nothing twice. So where the import cannot go on, what was
 * read stays, and the corrected file is sent whole. Refuses, in this order:
 *   invalid_request   the header is not one; nothing was imported
 *   invalid_request   a line is not CSV, or lies beyond IMPORT_LINES_MAX; all lines before it were
 *                     taken, and the message says what became of them
 * A stream is not destroyed by a refusal: the answer may have to go out on its connection.
 */
export async function importCodes(
  context: ImportContext,
  product: StockedProduct,
  csv: AsyncIterable<Uint8Array>,
  onChunk: OnChunk = () => Promise.resolve(),
): Promise<ImportAnswer> {
  const run = new Import(context, product, onChunk)
  try {
    for await (const records of readCsv(keptOpen(csv))) {
      for (const record of records) await run.take(record)
    }
  } catch (error) {
    if (error instanceof CsvBroken) throw await run.refusal(error)
    await run.ended()
    throw error
  }
  return run.finish()
}

function keptOpen(csv: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (!(csv instanceof Readable)) return csv
  return { [Symbol.asyncIterator]: () => csv.iterator({ destroyOnReturn: false }) }
}

class Import {
  readonly #context: ImportContext
  readonly #product: StockedProduct
  readonly #onChunk: OnChunk
  /** Names the codes of this import together. */
  readonly #lot = uuidv7()
  #header: Header | undefined
  #lines: ImportedLine[] = []
  /** The chunk that is being stored while the next one is read. */
  #storing: Promise<void> = Promise.resolve()
  readonly #answer = {
    imported: 0,
    duplicates: 0,
    rejected: [] as RejectedLine[],
    rejectedCount: 0,
  }

  constructor(context: ImportContext, product: StockedProduct, onChunk: OnChunk) {
    this.#context = context
    this.#product = product
    this.#onChunk = onChunk
  }

  async take({ line, fields }: CsvRecord): Promise<void> {
    if (!this.#header) {
      this.#header = readHeader(fields)
      return
    }
    if (line > IMPORT_LINES_MAX + 1) {
      throw new CsvBroken(line, `is beyond the ${IMPORT_LINES_MAX} lines of one import`)
    }
    this.#read(this.#header, { line, fields })
    if (this.#lines.length >= CHUNK_LINES) await this.#store()
  }

  #read(header: Header, { line, fields }: CsvRecord): void {
    const now = this.#context.clock.now()
    try {
      this.#lines.push(readLine({ product: this.#product, header, now }, fields))
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      this.#answer.rejectedCount += 1
      if (this.#answer.rejected.length < REJECTED_LISTED_MAX) {
        this.#answer.rejected.push({ line, reason: error.message })
      }
    }
  }

  /** Chunks are stored one after the other; answers when this one's turn has come. */
  async #store(): Promise<void> {
    const lines = this.#lines
    this.#lines = []
    await this.#storing
    if (lines.length === 0) return
    this.#storing = this.#storeLines(lines)
    // Whoever waits for it hears of it.
    this.#storing.catch(() => undefined)
  }

  async #storeLines(lines: readonly ImportedLine[]): Promise<void> {
    const { productId } = this.#product
    const chunk = { productId, lot: this.#lot, lines, onStored: this.#onChunk }
    const imported = await storeChunk(this.#context, chunk)
    this.#answer.imported += imported
    this.#answer.duplicates += lines.length - imported
  }

  async #storeAll(): Promise<void> {
    await this.#store()
    await this.#storing
  }

  /** Answers when nothing is being stored any more, whatever has become of it. */
  async ended(): Promise<void> {
    await this.#storing.catch(() => undefined)
  }

  async finish(): Promise<ImportAnswer> {
    this.#header ??= readHeader([])
    await this.#storeAll()
    return this.#answer
  }

  async refusal({ line, message }: CsvBroken): Promise<Refusal> {
    await this.#storeAll()
    const { imported, duplicates, rejectedCount } = this.#answer
    const taken = `${imported} imported, ${duplicates} duplicates, ${rejectedCount} rejected`
    return new Refusal(
      'invalid_request',
      `line ${line} ${message}; before it: ${taken}. Send the corrected file whole.`,
      { details: [{ field: `line ${line}`, message }] },
    )
  }
}
