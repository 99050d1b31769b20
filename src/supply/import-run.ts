import { Refusal } from '../core/mod.ts'
import type { BegunImport } from './begin-import.ts'
import type { FilePiece } from './file-pieces.ts'
import { storeChunk, TakenOver, type ChunkStore } from './import-chunk.ts'
import type { ImportContext, ImportSource } from './import-source.ts'
import { readHere, readInThread, type ImportReading } from './import-threads.ts'
import type { ImportFault, ImportWork, ReadChunk } from './import-work.ts'
import { endRun, type ImportEnd } from './stock-import-rows.ts'

/** A file that ends with its first piece, and that within so many bytes, is not worth a thread. */
const SMALL_FILE_BYTES = 65_536

/** One run of an import: stores what the thread reads, one chunk while the next one is read. */
export class ImportInRun {
  readonly #context: ImportContext
  readonly #begun: BegunImport
  readonly #work: ImportWork
  #reading: ImportReading | undefined
  readonly #store: ChunkStore
  readonly counts: { imported: number; duplicates: number; rejected: number }
  /** Where the next chunk begins. */
  #bytes: number
  #isCareful = false
  #storing: Promise<void> = Promise.resolve()

  constructor(context: ImportContext, begun: BegunImport, { product, onChunk }: ImportSource) {
    const { run, lot, keys, isDryRun, readBefore } = begun
    const { clock } = context
    this.#context = context
    this.#begun = begun
    this.counts = { ...begun.counts }
    this.#bytes = readBefore?.bytes ?? 0
    this.#work = { product, keys, isDryRun, readBefore }
    this.#store = {
      db: context.db,
      run,
      lot,
      isDryRun,
      sealAgain: async (chunkNo, isWanted) => {
        if (!this.#reading) throw new Error('nothing was read')
        return this.#reading.sealAgain(chunkNo, isWanted, clock.now())
      },
      onStored: async (tx, imported) => onChunk?.(tx, { importId: run.importId, lot, imported }),
    }
  }

  /** Answers when the next piece may come; throws Refusal where the file has a fault. */
  async take({ bytes, isLast }: FilePiece): Promise<void> {
    const isSmall = isLast && bytes.length <= SMALL_FILE_BYTES
    this.#reading ??= isSmall ? readHere(this.#work) : readInThread(this.#work)
    const chunk = await this.#reading.read(bytes, { isLast, now: this.#context.clock.now() })
    await this.#storing
    const { fault } = chunk
    if (!fault) {
      this.#storing = this.#storeRead(chunk, isLast ? { state: 'DONE' } : undefined)
      // Whoever waits for it hears of it.
      this.#storing.catch(() => undefined)
      return
    }
    if (fault.kind !== 'other_file') {
      await this.#storeRead(chunk, { state: 'FAILED', failure: failureOf(fault) })
    }
    throw this.#refusal(fault)
  }

  /** Answers when all that was taken is stored. */
  async stored(): Promise<void> {
    await this.#storing
  }

  async #storeRead(chunk: ReadChunk, end: ImportEnd | undefined): Promise<void> {
    const isFurther = chunk.place.bytes > this.#bytes
    if (this.#begun.isDone) {
      if (isFurther) throw new Refusal('state_conflict', 'the import is done, and the file goes on')
      return
    }
    if (!isFurther && !end) return
    const isCareful = this.#isCareful
    const now = this.#context.clock.now()
    const stored = await storeChunk(this.#store, { chunk, end, now, isCareful })
    // Codes that the product has had come together: in a file that was sent before.
    this.#isCareful = stored.duplicates > chunk.repeated.length
    this.#bytes = chunk.place.bytes
    this.counts.imported += stored.imported
    this.counts.duplicates += stored.duplicates
    this.counts.rejected += chunk.rejected.length
  }

  /** Ends the run in the database too, as far as that is there; answers what is to be thrown. */
  async failed(reason: unknown): Promise<unknown> {
    await Promise.allSettled([this.#storing])
    if (reason instanceof TakenOver) {
      return new Refusal('state_conflict', 'somebody else goes on with this import')
    }
    const { db, clock } = this.#context
    const isFinal = reason instanceof Refusal && reason.kind !== 'state_conflict'
    const ended = endRun(this.#begun.run, isFinal ? reason.message : undefined, clock.now())
    // Whoever reads of the import later sees that it has stood still.
    await Promise.allSettled([db.rows(ended)])
    return reason
  }

  end(): void {
    this.#reading?.end()
  }

  #refusal(fault: ImportFault): Refusal {
    if (fault.kind === 'other_file') {
      return new Refusal(
        'state_conflict',
        'the file does not begin with what was read of it before',
      )
    }
    if (fault.kind === 'header') {
      return new Refusal('invalid_request', fault.message, { details: fault.details })
    }
    const { imported, duplicates, rejected } = this.counts
    const taken = `${imported} imported, ${duplicates} duplicates, ${rejected} rejected`
    const { line, message } = fault
    return new Refusal(
      'invalid_request',
      `line ${line} ${message}; before it: ${taken}. Send the corrected file whole.`,
      { details: [{ field: `line ${line}`, message }] },
    )
  }
}

function failureOf(fault: Exclude<ImportFault, { kind: 'other_file' }>): string {
  return fault.kind === 'line' ? `line ${fault.line} ${fault.message}` : fault.message
}
