import { Refusal } from '../core/mod.ts'
import { CHUNKS_UNDER_WAY_MAX, type StockContext } from '../inventory/mod.ts'
import type { BegunImport, ImportCounts } from './begin-import.ts'
import type { ImportFile, ImportSource } from './import-file.ts'
import { endRun, type ImportEnd } from './import-rows.ts'
import type { FilePlace, ImportFault, ReadChunk } from './import-work.ts'
import { type ChunkStore, LostProgress, storeChunk, TakenOver } from './store-chunk.ts'

/** One run of an import: stores chunks in order while the next ones are read. */
export class ImportInRun {
  readonly #context: StockContext
  readonly #begun: BegunImport
  readonly #file: ImportFile
  readonly #store: ChunkStore
  #counts: ImportCounts
  /** The position at which the next chunk begins. */
  #place: Pick<FilePlace, 'bytes' | 'lines'>
  #isKnownExpected = false
  /** Chunks that are being read or stored, in order. */
  readonly #chunks: Promise<void>[] = []
  #hasFailed = false
  #hasStored = false

  constructor(
    context: StockContext,
    begun: BegunImport,
    { file, source }: { file: ImportFile; source: ImportSource },
  ) {
    const { run, lot, isDryRun } = begun
    const { codeNamespace } = source.product
    const { db, clock } = context
    this.#context = context
    this.#begun = begun
    this.#file = file
    this.#counts = begun.counts
    this.#place = begun.placeBefore
    this.#store = {
      db,
      run,
      lot,
      codeNamespace,
      isDryRun,
      sealAgain: (chunkNo, isWanted) => file.reader.sealAgain(chunkNo, isWanted, clock.now()),
      onStored: async (tx) =>
        source.onChunk?.(tx, { importId: run.importId, lot, isFirst: !this.#hasStored }),
    }
  }

  /** Stores the file. Throws Refusal if it has a fault, or if another run takes the import over. */
  async run(): Promise<ImportCounts> {
    try {
      await this.#storeAll()
    } catch (error) {
      throw await this.#endFailed(error)
    }
    return this.#counts
  }

  async #storeAll(): Promise<void> {
    const { run, keys, isDryRun } = this.#begun
    let part = await this.#file.next()
    const { codeNamespace } = this.#store
    await this.#file.reader.begin({ productId: run.productId, codeNamespace, keys, isDryRun })
    for (; ; part = await this.#file.next()) {
      const { isLast } = part
      this.#beginStoring(this.#file.reader.read(part, this.#context.clock.now()), isLast)
      while (this.#isFull()) await this.#chunks.shift()
      if (isLast) break
    }
    await this.#chunks.at(-1)
  }

  /** Stores a chunk once it is read and all chunks before it are stored. */
  #beginStoring(read: Promise<ReadChunk>, isLast: boolean): void {
    const before = this.#chunks.at(-1)
    const store = async (): Promise<void> => {
      const [chunk] = await Promise.all([read, before])
      await this.#storeRead(chunk, isLast)
    }
    const stored = store()
    // Also rejects the promise that the run waits for.
    stored.catch(() => {
      this.#hasFailed = true
    })
    this.#chunks.push(stored)
  }

  /** True also after a failed chunk, so that the rest of the file is not awaited. */
  #isFull(): boolean {
    return this.#hasFailed || this.#chunks.length === CHUNKS_UNDER_WAY_MAX
  }

  async #storeRead(chunk: ReadChunk, isLast: boolean): Promise<void> {
    const { fault, place } = chunk
    const end = fault ? endBy(fault) : isLast ? DONE : undefined
    if (place.bytes > this.#place.bytes || end) await this.#storeChunk(chunk, end)
    if (fault) throw this.#refusal(fault)
  }

  async #storeChunk(chunk: ReadChunk, end: ImportEnd | undefined): Promise<void> {
    const isKnownExpected = this.#isKnownExpected
    const now = this.#context.clock.now()
    const stored = await storeChunk(this.#store, {
      chunk,
      from: this.#place,
      end,
      now,
      isKnownExpected,
    })
    if (stored.imported > 0) this.#hasStored = true
    // If a chunk has known codes, the file was probably sent before. Then the next chunk has known
    // codes, too.
    this.#isKnownExpected = stored.hasKnown
    this.#place = chunk.place
    const { imported, duplicates, rejected } = this.#counts
    this.#counts = {
      imported: imported + stored.imported,
      duplicates: duplicates + stored.duplicates,
      rejected: rejected + stored.rejected,
    }
  }

  /** Ends the run in the database, if that can be reached. Returns the error to throw. */
  async #endFailed(reason: unknown): Promise<unknown> {
    await Promise.allSettled(this.#chunks)
    if (reason instanceof TakenOver) {
      return new Refusal('state_conflict', 'another run has taken this import over')
    }
    const { db, clock } = this.#context
    const isFinal = reason instanceof Refusal
    const ended = endRun(this.#begun.run, isFinal ? reason.message : undefined, clock.now())
    // If this fails, the import is shown as INTERRUPTED after a while without progress.
    await Promise.allSettled([db.rows(ended)])
    return reason instanceof LostProgress ? this.#interrupted() : reason
  }

  #interrupted(): Refusal {
    const { importId } = this.#begun.run
    return new Refusal(
      'state_conflict',
      'the database has lost some of what it had stored of this import: send the same file again ' +
        `with ?resume=${importId}, or as a new import where there is none of this id`,
    )
  }

  #refusal(fault: ImportFault): Refusal {
    if (fault.kind === 'header') {
      return new Refusal('invalid_request', fault.message, { details: fault.details })
    }
    const { imported, duplicates, rejected } = this.#counts
    const counts = `${imported} imported, ${duplicates} duplicates, ${rejected} rejected`
    const { line, message } = fault
    return new Refusal(
      'invalid_request',
      `line ${line} ${message}; before it: ${counts}. Send the corrected file whole.`,
      { details: [{ field: `line ${line}`, message }] },
    )
  }
}

const DONE: ImportEnd = { state: 'DONE' }

function endBy(fault: ImportFault): ImportEnd {
  const { kind, message } = fault
  return { state: 'FAILED', failure: kind === 'line' ? `line ${fault.line} ${message}` : message }
}
