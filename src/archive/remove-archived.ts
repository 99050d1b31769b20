import { randomWhole } from '../core/mod.ts'
import {
  ArchiveFault,
  NO_FILE,
  readArchiveFile,
  readArchiveHeader,
  type ReadArchive,
} from './archive-file.ts'
import { archivePaths, folderOf } from './archive-places.ts'
import { runAlone } from './archive-transfers.ts'
import { recordAudit, type Actor } from '../audit/mod.ts'
import type { Clock } from '../core/mod.ts'
import { oneRow, sql, transact, type Db, type Statement } from '../db/mod.ts'
import {
  encodeOpening,
  endLineage,
  findOpening,
  partnersWithTransfers,
  removeTransfers,
  saveOpening,
  totalsAfter,
  type FoundOpening,
  type OpeningSeal,
} from '../ledger/mod.ts'
import {
  comparedWith,
  inFile,
  readAlone,
  requireRecord,
  type VerifyContext,
} from './verify-archive.ts'

export interface RemoveContext extends VerifyContext {
  readonly clock: Clock
  /** The actor of the audit entries. */
  readonly actor: Actor
  readonly openingSeal: OpeningSeal
}

export interface RemovalResult {
  readonly partners: number
  readonly transfers: number
}

const TRANSFERS_PER_STEP = 10_000

/** The removal of one partner's transfers. */
interface Plan {
  readonly partnerId: number
  /** The opening of the book before the removal. */
  readonly current: FoundOpening
  /** The last transfer to remove, its time, and the digest of the file that has it. */
  readonly last: number
  readonly lastAtMs: number
  readonly archive: string
}

/**
 * Removes the archived credits and debits of wallets from before an instant. Removes whole files
 * only. Each file is first compared with its seal, its record and the database. Then the
 * opening of the book is verified, sealed and recorded in one commit, and only then transfers are
 * removed, `perStep` numbers in a commit. The idempotency key of each transfer stays. A run that
 * was killed is continued by the next one.
 *
 * Throws, before it changes anything, if another run writes or removes, if a file is missing or
 * damaged, if a book has a difference, or if mails or events about these transfers wait to be sent.
 */
export function removeArchived(
  context: RemoveContext,
  beforeMs: number,
  perStep = TRANSFERS_PER_STEP,
): Promise<RemovalResult> {
  return runAlone(context.db, async () => {
    const plans: Plan[] = []
    for (const partnerId of await partnersWithTransfers(context.db)) {
      const plan = await planOf(context, partnerId, beforeMs)
      if (plan) plans.push(plan)
    }
    let transfers = 0
    for (const plan of plans) {
      await openBook(context, plan)
      transfers += await removeSteps(context, plan, perStep)
    }
    return { partners: plans.length, transfers }
  })
}

async function planOf(
  context: RemoveContext,
  partnerId: number,
  beforeMs: number,
): Promise<Plan | undefined> {
  const { db, directory, openingSeal } = context
  const current = await findOpening(db, openingSeal, partnerId)
  const [fault] = current.faults
  if (fault) throw new Error(`partner ${partnerId}: ${fault.field}: ${fault.stored}`)
  const { opening, removed } = current
  const files: ReadArchive[] = []
  for (const path of await archivePaths(folderOf(directory, partnerId))) {
    const { last, lastAt } = await readArchiveHeader(path).catch(inFile(path))
    const isOld = Date.parse(lastAt) < beforeMs || last <= (opening?.lastTransfer ?? 0)
    if (!isOld || last <= removed) continue
    const before = files.at(-1)
    files.push(await verifiedFile(context, path, before ? placeOf(before) : beginningOf(current)))
  }
  requireOpening(partnerId, current, files)
  const file = files.at(-1)
  if (!file) return undefined
  await requireNothingWaits(db, partnerId, file.header.last)
  const { last, lastAt } = file.header
  return { partnerId, current, last, lastAtMs: Date.parse(lastAt), archive: file.digest }
}

/** The end of a file, after which the next one begins. */
interface Place {
  readonly last: number
  readonly digest: string
}

function placeOf({ header, digest }: ReadArchive): Place {
  return { last: header.last, digest }
}

/**
 * Returns the place after which the first file begins. Returns undefined after a killed run,
 * because it may have stopped within a file.
 */
function beginningOf({ opening, removed }: FoundOpening): Place | undefined {
  if (!opening) return { last: 0, digest: NO_FILE }
  const { lastTransfer: last, archive: digest } = opening
  return last === removed ? { last, digest } : undefined
}

/**
 * Returns a file after checking that it is intact, recorded, equal to the database, and the next
 * one after `before`.
 */
async function verifiedFile(
  { db, seal }: RemoveContext,
  path: string,
  before: Place | undefined,
): Promise<ReadArchive> {
  try {
    const read = await readAlone(path, seal)
    const { first, previous } = read.header
    const next = (before?.last ?? first - 1) + 1
    if (first !== next) throw new ArchiveFault(`the file from transfer ${next} is missing`)
    if (before && before.digest !== previous) {
      throw new ArchiveFault('the file before it is another one')
    }
    await requireRecord(db, read)
    await readArchiveFile(path, seal, comparedWith(db))
    return read
  } catch (error) {
    return inFile(path)(error)
  }
}

/** Throws if a removal was interrupted, and the files with which it began are missing. */
function requireOpening(
  partnerId: number,
  { opening, removed }: FoundOpening,
  files: readonly ReadArchive[],
): void {
  if (!opening || removed === opening.lastTransfer) return
  const [first] = files
  const hasNext = first !== undefined && first.header.first <= removed + 1
  if (hasNext && files.some(({ digest }) => digest === opening.archive)) return
  const numbers = `transfers ${removed + 1} to ${opening.lastTransfer}`
  throw new Error(
    `partner ${partnerId}: the removal of ${numbers} has begun: their files are missing`,
  )
}

interface Waiting {
  readonly has_mails: boolean
  readonly has_events: boolean
}

async function requireNothingWaits(db: Db, partnerId: number, last: number): Promise<void> {
  const { has_mails: hasMails, has_events: hasEvents } = await oneRow(db, waiting(partnerId, last))
  if (!hasMails && !hasEvents) return
  const what = hasMails ? 'mails' : 'events'
  throw new Error(
    `partner ${partnerId}: ${what} about transfers up to ${last} wait: let a worker run first`,
  )
}

/** Mails and events are created after their transfer is committed, and read the transfer. */
function waiting(partnerId: number, last: number): Statement<Waiting> {
  return sql`
    select exists (
        select 1 from notifications
        where partner_id = ${partnerId} and transfer_no <= ${last} and status = 'PENDING')
      or exists (
        select 1 from mailing, partners
        where is_on and partners.partner_id = ${partnerId} and test_of is null
          and coalesce((
            select notified_transfer from notification_cursors
            where partner_id = ${partnerId}), 0) < ${last}) as has_mails,
      exists (
        select 1 from feeds
        where partner_id = ${partnerId} and is_followed and last_transfer < ${last}) as has_events`
}

/**
 * Verifies the book up to the last transfer to remove, and records that the book begins after that
 * transfer.
 */
async function openBook(context: RemoveContext, plan: Plan): Promise<void> {
  const { db, clock, actor, openingSeal } = context
  const { partnerId, current, last, lastAtMs, archive } = plan
  if (current.opening && current.opening.lastTransfer >= last) return
  const totals = await totalsAfter(db, partnerId, { opening: current.opening, upTo: last })
  const opening = { lastTransfer: last, lastAtMs, totals, archive }
  const sealed = openingSeal.seal(partnerId, encodeOpening(opening))
  await transact(db, (tx) => {
    tx.write(endLineage(partnerId, randomWhole()))
    tx.write(saveOpening(partnerId, opening, sealed))
    recordAudit(tx, {
      partnerId,
      actor,
      action: 'ledger.remove_archived',
      target: `partner:${partnerId}`,
      valueOut: 'none',
      ...(current.opening && { before: { lastTransfer: current.opening.lastTransfer } }),
      after: { lastTransfer: last, sha256: archive },
      at: clock.now(),
    })
    return Promise.resolve()
  })
}

/** Removes the transfers of a plan, and returns their number. */
async function removeSteps(
  { db }: RemoveContext,
  { partnerId, current, last }: Plan,
  perStep: number,
): Promise<number> {
  let transfers = 0
  for (let first = current.removed + 1; first <= last; first += perStep) {
    const range = { first, last: Math.min(last, first + perStep - 1) }
    const { removed } = await transact(db, (tx) => oneRow(tx, removeTransfers(partnerId, range)))
    transfers += Number(removed)
  }
  return transfers
}
