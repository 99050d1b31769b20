import {
  MS_PER_SECOND,
  pause,
  Refusal,
  repeat,
  type RepeatedWork,
  randomUUID,
} from '../core/mod.ts'
import { codeOf, maybeRow, transact } from '../db/mod.ts'
import { getPartner } from '../partners/mod.ts'
import type { CreditContext, CreditImportKey } from './credit-import.ts'
import { forgetRows, nextPart, setEnded, type Ending } from './credit-import-rows.ts'
import { leaseImport, renewLease } from './import-lease-rows.ts'
import { creditPart } from './credit-part.ts'
import { Pace, type PaceOptions } from './pace.ts'
import { openRows, type StoredRow } from './stored-rows.ts'

export interface CreditWorkerOptions extends CreditContext, PaceOptions {
  readonly leaseSeconds: number
}

type LeasedImport = CreditImportKey & {
  readonly fileReference: string
  readonly createsConsumers: boolean
}

/** How many imports, of any partners, a process credits at a time. */
const LOOPS = 2
/** The longest pause between renewals of a lease, each of which also records the progress. */
const RENEWAL_MS_MAX = MS_PER_SECOND
const RENEWALS_OF_LEASE = 3
/** The interval of the check whether clients still write: a rest ends when they stop. */
const REST_POLL_MS = 20
/** After this time, a loop leaves its file at the next rest, for the file that waits longest. */
const FILE_MS_MAX = 10 * MS_PER_SECOND

/**
 * Credits the imports that are RUNNING, part by part, each under the lease of one worker. A worker
 * that dies loses its lease. Another worker continues with the first part that has no outcome.
 */
export function startCreditImports(
  options: CreditWorkerOptions,
  onFault: (error: unknown) => void,
): RepeatedWork {
  let isStopped = false
  const pace = new Pace(options)
  const work = (): Promise<void> => creditNext(options, { pace, isStopped: () => isStopped })
  const loops = Array.from({ length: LOOPS }, () => repeat(work, MS_PER_SECOND, onFault))
  return {
    async stop() {
      isStopped = true
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

interface Run {
  /** Shared by all loops of the process. */
  readonly pace: Pace
  isStopped(): boolean
}

async function creditNext(options: CreditWorkerOptions, { pace, isStopped }: Run): Promise<void> {
  const { db, clock, leaseSeconds } = options
  const lease = { owner: randomUUID(), leaseSeconds }
  const [row] = await transact(db, (tx) => tx.rows(leaseImport(lease.owner, leaseSeconds)))
  if (!row) return
  const leased = {
    partnerId: row.partner_id,
    importId: row.import_id,
    fileReference: row.file_reference,
    createsConsumers: row.creates_consumers,
  }
  const renewalMs = Math.min(RENEWAL_MS_MAX, (leaseSeconds * MS_PER_SECOND) / RENEWALS_OF_LEASE)
  const leasedAt = clock.monotonic()
  let renewedAt = Number.NEGATIVE_INFINITY
  let ahead: NextPart | undefined
  while (!isStopped()) {
    if (clock.monotonic() - renewedAt >= renewalMs) {
      if (!(await renew(options, leased, lease))) return
      renewedAt = clock.monotonic()
    }
    if (pace.isResting()) {
      if (clock.monotonic() - leasedAt >= FILE_MS_MAX) break
      await pause(REST_POLL_MS).over
      continue
    }
    const next = ahead
    const result = await pace.work(() => creditOne(options, leased, next))
    if (result === 'ended') return
    // Another worker was faster, or the file was cancelled: the next renewal tells which.
    if (result === 'superseded') renewedAt = Number.NEGATIVE_INFINITY
    ahead = typeof result === 'object' ? result : undefined
  }
  // Releases the lease, so that another worker continues at once; the oldest lease is next.
  await renew(options, leased, { ...lease, leaseSeconds: 0 })
}

async function renew(
  { db, clock }: CreditWorkerOptions,
  leased: LeasedImport,
  lease: { readonly owner: string; readonly leaseSeconds: number },
): Promise<boolean> {
  const renewal = renewLease(leased, { ...lease, now: clock.now() })
  return (await transact(db, (tx) => tx.rows(renewal))).length > 0
}

/** The first part without an outcome; undefined if each part has one. */
interface NextPart {
  readonly partnerStatus: string
  readonly part: { readonly partNo: number; readonly rows?: readonly StoredRow[] } | undefined
}

/** Reads and opens the first part after `after` that has no outcome. */
async function readNext(
  { db, vault }: CreditWorkerOptions,
  leased: LeasedImport,
  after: number,
): Promise<NextPart> {
  const [{ status: partnerStatus }, next] = await Promise.all([
    getPartner(db, leased.partnerId),
    maybeRow(db, nextPart(leased, after)),
  ])
  if (!next) return { partnerStatus, part: undefined }
  const { part_no: partNo, sealed } = next
  if (!sealed) return { partnerStatus, part: { partNo } }
  const rows = await openRows(vault, leased, { partNo, sealed })
  return { partnerStatus, part: { partNo, rows } }
}

/**
 * Credits the part that was read ahead, or else the first one without an outcome. Reads the next
 * part while PostgreSQL writes this one, and returns it. A part whose rows may create consumers is
 * not read ahead, because a consumer may be erased meanwhile.
 */
async function creditOne(
  options: CreditWorkerOptions,
  leased: LeasedImport,
  ahead: NextPart | undefined,
): Promise<NextPart | 'ended' | 'superseded' | 'credited'> {
  const { partnerStatus, part } = ahead?.part ? ahead : await readNext(options, leased, BEFORE_ALL)
  if (partnerStatus !== 'ACTIVE') {
    const failure = `the partner is ${partnerStatus}`
    return await end(options, leased, { state: 'STOPPED', failure })
  }
  if (!part) return await end(options, leased, { state: 'DONE' })
  const { partNo, rows } = part
  // The rows are gone only if the import was cancelled a moment ago.
  if (!rows) return 'superseded'
  const reading = leased.createsConsumers
    ? undefined
    : readNext(options, leased, partNo).catch(() => undefined)
  try {
    await creditPart(options, { ...leased, partNo, rows })
  } catch (error) {
    await reading
    if (hasOutcome(error)) return 'superseded'
    if (!(error instanceof Refusal) || error.kind !== 'insufficient_funds') throw error
    const [first, last] = [rows[0]?.line, rows.at(-1)?.line]
    const failure = `lines ${first} to ${last} were not credited: ${error.message}`
    return await end(options, leased, { state: 'STOPPED', failure })
  }
  return (await reading) ?? 'credited'
}

const BEFORE_ALL = -1

/**
 * True for a unique violation, because another worker was faster, and for a null violation; see
 * `insertOutcome`.
 */
function hasOutcome(error: unknown): boolean {
  return ['23505', '23502'].includes(codeOf(error) ?? '')
}

async function end(
  { db, clock }: CreditWorkerOptions,
  leased: LeasedImport,
  ending: Ending,
): Promise<'ended'> {
  await transact(db, async (tx) => {
    const ended = await tx.rows(setEnded(leased, ending, clock.now()))
    if (ended.length > 0 && ending.state === 'DONE') tx.write(forgetRows(leased))
  })
  return 'ended'
}
