import { Refusal, repeatInTime, type Clock, notFound, randomUUID } from '../core/mod.ts'
import { maybeRow, transact, type Database, type Db, type Tx } from '../db/mod.ts'
import { decodeCheckpoint, encodeCheckpoint, type StoredCheckpoint } from './checkpoint.ts'
import {
  endVerification,
  insertVerification,
  interruptExpired,
  renewVerification,
  runningVerification,
  saveCheckpoints,
  sealedCheckpoints,
  verificationById,
  type VerificationRow,
} from './verification-rows.ts'
import { verify } from './verify.ts'
import type { Checkpoints, VerifyOptions, VerifyProgress } from './verify-options.ts'

/**
 * The comparisons of a verification beside those of the books, and the source of the books'
 * openings.
 */
export type Comparisons = Partial<
  Pick<VerifyOptions, 'compare' | 'screenOf' | 'compareShared' | 'openings'>
>

export interface VerificationsOptions {
  readonly compared: Comparisons
  readonly db: Database
  readonly clock: Clock
  readonly seal: CheckpointSeal
  readonly onFault: (error: unknown) => void
}

/** Seals the checkpoint of a book, so that nobody who writes to the database can make one. */
export interface CheckpointSeal {
  seal(partnerId: number, bytes: Buffer): Buffer
  /** Returns undefined if the bytes were not sealed for this book. */
  open(partnerId: number, sealed: Buffer): Promise<Buffer | undefined>
}

/** A process that has not renewed its lease for this long counts as dead. */
const LEASE_MS = 15_000
const RENEWAL_MS = 1_000

/**
 * Verifications of the ledger as jobs. At most one verification runs at a time over all processes.
 * The process that began it renews its lease. The random id of the verification is the fencing
 * token.
 */
export class Verifications {
  readonly #options: VerificationsOptions
  readonly #stopped = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(options: VerificationsOptions) {
    this.#options = options
  }

  get compared(): Comparisons {
    return this.#options.compared
  }

  /** Inserts a verification that `run` then runs. Refuses state_conflict if one is running. */
  async begin(
    tx: Tx,
    { actor, fromCheckpoint }: { actor: string; fromCheckpoint: boolean },
  ): Promise<VerificationRow> {
    const nowMs = this.#options.clock.now()
    await tx.rows(interruptExpired(nowMs))
    const input = { verificationId: randomUUID(), actor, fromCheckpoint }
    const lease = { nowMs, leaseUntilMs: nowMs + LEASE_MS }
    const inserted = await maybeRow(tx, insertVerification(input, lease))
    if (inserted) return inserted
    const running = await maybeRow(tx, runningVerification())
    const which = running ? `verification ${running.verification_id}` : 'another verification'
    throw new Refusal('state_conflict', `${which} is running; one runs at a time`)
  }

  /** Runs a verification that was committed, in the background. */
  run(verification: VerificationRow): void {
    const work = this.#run(verification).catch((error: unknown) => this.#options.onFault(error))
    this.#running.add(work)
    void work.finally(() => this.#running.delete(work))
  }

  /** Interrupts the verifications of this process; resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error('the service stops'))
    await Promise.all(this.#running)
  }

  async #run({ verification_id: id, from_checkpoint }: VerificationRow): Promise<void> {
    const { db, clock, compared, onFault } = this.#options
    const leaseLoss = new AbortController()
    const signal = AbortSignal.any([this.#stopped.signal, leaseLoss.signal])
    let progress: VerifyProgress | undefined
    const renew = async (): Promise<void> => {
      if (!progress) return
      const until = clock.now() + LEASE_MS
      const renewed = await maybeRow(db, renewVerification(id, progress, until))
      if (!renewed) leaseLoss.abort(new Error(`verification ${id} lost its lease`))
    }
    const renewal = repeatInTime(renew, RENEWAL_MS, onFault)
    try {
      const { differences } = await verify(db, {
        ...compared,
        checkpoints: this.#checkpoints(),
        fromCheckpoint: from_checkpoint,
        onProgress: (reached) => (progress = reached),
        signal,
      })
      await renewal.stop()
      await renew()
      await this.#end(id, differences)
    } catch (error) {
      await renewal.stop()
      await this.#end(id, undefined)
      if (!this.#stopped.signal.aborted) throw error
    }
  }

  async #end(id: string, differences: Parameters<typeof endVerification>[1]): Promise<void> {
    const { db, clock } = this.#options
    await transact(db, async (tx) => {
      await tx.rows(endVerification(id, differences, clock.now()))
    })
  }

  #checkpoints(): Checkpoints {
    const { db, clock, seal } = this.#options
    return {
      find: (partnerIds) => findCheckpoints(db, seal, partnerIds),
      async save(reached) {
        const sealed = [...reached].map(([partnerId, checkpoint]) => {
          return { partnerId, sealed: seal.seal(partnerId, encodeCheckpoint(checkpoint)) }
        })
        await transact(db, async (tx) => {
          await tx.rows(saveCheckpoints(sealed, clock.now()))
        })
      },
    }
  }
}

/** Returns the checkpoints of these books, as far as there are any. */
export async function findCheckpoints(
  db: Db,
  seal: CheckpointSeal,
  partnerIds: readonly number[],
): Promise<ReadonlyMap<number, StoredCheckpoint>> {
  const checkpoints = new Map<number, StoredCheckpoint>()
  for (const { partner_id: partnerId, sealed } of await db.rows(sealedCheckpoints(partnerIds))) {
    const opened = await seal.open(partnerId, sealed)
    checkpoints.set(partnerId, opened ? decodeCheckpoint(opened) : 'altered')
  }
  return checkpoints
}

/** Returns the state; INTERRUPTED if the lease has expired. */
export function stateOf({ state, lease_until }: VerificationRow, nowMs: number): string {
  return state === 'RUNNING' && lease_until.getTime() < nowMs ? 'INTERRUPTED' : state
}

/** Refuses not_found. */
export async function findVerification(db: Db, verificationId: string): Promise<VerificationRow> {
  const row = await maybeRow(db, verificationById(verificationId))
  if (!row) throw notFound('verification')
  return row
}
