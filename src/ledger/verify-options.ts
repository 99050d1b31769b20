import type { Db } from '../db/mod.ts'
import type { Checkpoint, StoredCheckpoint } from './checkpoint.ts'
import type { BookInSql, BookScreen } from './screen-rows.ts'
import type { TransferRange } from './verify-rows.ts'

/** A stored value that differs from the sum of its transfers; whole minor units, as text. */
export interface Difference extends BookDifference {
  readonly partnerId: number
}

export interface BookDifference {
  readonly currency: string
  readonly account: string
  readonly field: string
  readonly stored: string
  readonly recomputed: string
}

export interface Verification {
  readonly balanced: boolean
  readonly partners: number
  readonly accounts: number
  readonly transfers: number
  /** The first DIFFERENCES_LISTED_MAX of them. */
  readonly differences: Difference[]
}

/** Orders of a book that are compared with it. */
export interface OrderScope {
  /** Orders up to this number were verified before, and are final. */
  readonly afterOrder: bigint
  /** The transfers to verify. */
  readonly transfers: Iterable<TransferRange>
  readonly signal?: AbortSignal | undefined
}

export interface OrderComparison {
  readonly differences: readonly BookDifference[]
  /** All orders up to this number are final. */
  readonly lastFinalOrder: bigint
}

/** The progress of a verification. */
export interface VerifyProgress {
  readonly phase: 'books' | 'stock'
  readonly partners: number
  readonly partnersTotal: number
  readonly accounts: number
  readonly transfers: number
}

/** Reads and writes checkpoints. */
export interface Checkpoints {
  /** Books without a checkpoint are left out. */
  find(partnerIds: readonly number[]): Promise<ReadonlyMap<number, StoredCheckpoint>>
  save(reached: ReadonlyMap<number, Checkpoint>): Promise<void>
}

/**
 * The beginning of a book whose earlier transfers were removed: the balances before its first
 * remaining transfer.
 */
export interface Opening extends Pick<Checkpoint, 'totals'> {
  /** Transfers up to this number may be removed. */
  readonly lastTransfer: number
  /** The time of that transfer, in milliseconds since 1970. */
  readonly lastAtMs: number
  /** The digest of the last archived file, which links to the earlier ones; hexadecimal digits. */
  readonly archive: string
}

/** The opening of a book, as far as the database has it. */
export interface FoundOpening {
  /** Undefined if the book has no opening, or a faulty one. */
  readonly opening: Opening | undefined
  /** The number of the last removed transfer; 0 if none was removed. */
  readonly removed: number
  readonly faults: readonly BookDifference[]
}

/** Finds the openings of books whose earlier transfers were removed. */
export interface Openings {
  find(partnerId: number): Promise<FoundOpening>
}

/** The defaults bound the memory of a verification, and each statement to about a second. */
export interface VerifyOptions {
  /** Compares the orders of a book with it. */
  readonly compare: (db: Db, partnerId: number, scope: OrderScope) => Promise<OrderComparison>
  /**
   * Finds the books in which `compare` would find a difference, many by one statement. Undefined:
   * each book is verified by itself.
   */
  readonly screenOf: ((book: BookInSql) => BookScreen) | undefined
  /** Compares data that belongs to no book, such as stock. Called once, after all books. */
  readonly compareShared: (signal?: AbortSignal) => AsyncIterable<Difference>
  /** Books without a difference get a new checkpoint. */
  readonly checkpoints: Checkpoints | undefined
  /** Verifies only the transfers after the checkpoints; a book without one from its beginning. */
  readonly fromCheckpoint: boolean
  readonly openings: Openings
  readonly onProgress: (progress: VerifyProgress) => void
  readonly accountsPerPass: number
  readonly accountsPerRead: number
  readonly transfersPerRead: number
  /** The most transfers that one statement screens; a book with more is verified by itself. */
  readonly transfersPerScreen: number
  /** Ends the verification before its next statement, with the signal's reason. */
  readonly signal: AbortSignal | undefined
}

const DIFFERENCES_LISTED_MAX = 1_000

interface VerifyMark extends Pick<Verification, 'accounts' | 'transfers'> {
  readonly count: number
  readonly listed: number
}

/** Counts the comparisons and lists the differences. */
export class VerifyReport {
  phase: VerifyProgress['phase'] = 'books'
  partners = 0
  accounts = 0
  transfers = 0
  count = 0
  readonly differences: Difference[] = []
  readonly #partnersTotal: number
  readonly #onProgress: VerifyOptions['onProgress']

  constructor(partnersTotal: number, onProgress: VerifyOptions['onProgress']) {
    this.#partnersTotal = partnersTotal
    this.#onProgress = onProgress
  }

  add(difference: Difference): void {
    this.count += 1
    if (this.differences.length < DIFFERENCES_LISTED_MAX) this.differences.push(difference)
  }

  /** Returns what was reported so far, for `reset`. */
  mark(): VerifyMark {
    const { count, accounts, transfers } = this
    return { count, accounts, transfers, listed: this.differences.length }
  }

  /** Drops all that was reported since `mark`. */
  reset({ count, accounts, transfers, listed }: VerifyMark): void {
    Object.assign(this, { count, accounts, transfers })
    this.differences.length = listed
  }

  progress(): void {
    const { phase, partners, accounts, transfers } = this
    const partnersTotal = this.#partnersTotal
    this.#onProgress({ phase, partners, partnersTotal, accounts, transfers })
  }
}
