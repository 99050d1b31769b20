import { randomUUID } from 'node:crypto'
import { MS_PER_DAY, MS_PER_SECOND, Refusal, repeat, type Repeated } from '../core/mod.ts'
import { codeOf, inSteps, maybeRow, transact, type Tx } from '../db/mod.ts'
import { getPartner } from '../partners/mod.ts'
import type { CreditContext, CreditImportKey } from './credit-import.ts'
import {
  deleteCreditImport,
  forgetRows,
  lockOld,
  nextPart,
  setEnded,
  type Ending,
} from './credit-import-rows.ts'
import { leaseImport, renewLease } from './import-lease-rows.ts'
import { creditPart } from './credit-part.ts'
import { openRows } from './stored-rows.ts'

export interface CreditWorkerOptions extends CreditContext {
  readonly leaseSeconds: number
}

type LeasedImport = CreditImportKey & { readonly fileReference: string }

/** Imports of several partners that a process credits at a time. */
const LOOPS = 2

/**
 * Credits the imports that are RUNNING, part by part, each under the lease of one worker. A worker
 * that dies loses its lease, and another one goes on with the first part that has no outcome.
 */
export function startCreditImports(
  options: CreditWorkerOptions,
  onFault: (error: unknown) => void,
): Repeated {
  let isStopped = false
  const work = (): Promise<void> => creditNext(options, () => isStopped)
  const loops = Array.from({ length: LOOPS }, () => repeat(work, MS_PER_SECOND, onFault))
  return {
    async stop() {
      isStopped = true
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

async function creditNext(options: CreditWorkerOptions, isStopped: () => boolean): Promise<void> {
  const { db, leaseSeconds } = options
  const owner = randomUUID()
  const [row] = await transact(db, (tx) => tx.rows(leaseImport(owner, leaseSeconds)))
  if (!row) return
  const leased = {
    partnerId: row.partner_id,
    importId: row.import_id,
    fileReference: row.file_reference,
  }
  while (!isStopped() && (await renew(options, leased, { owner, leaseSeconds }))) {
    if (!(await creditOne(options, leased))) return
  }
  // Another worker goes on at once.
  await renew(options, leased, { owner, leaseSeconds: 0 })
}

async function renew(
  { db, clock }: CreditWorkerOptions,
  leased: LeasedImport,
  lease: { readonly owner: string; readonly leaseSeconds: number },
): Promise<boolean> {
  const renewal = renewLease(leased, { ...lease, now: clock.now() })
  return (await transact(db, (tx) => tx.rows(renewal))).length > 0
}

/** Credits the next part. Returns false if the import has none, or cannot go on. */
async function creditOne(options: CreditWorkerOptions, leased: LeasedImport): Promise<boolean> {
  const { db, vault } = options
  const { status } = await getPartner(db, leased.partnerId)
  if (status !== 'ACTIVE') {
    return await end(options, leased, { state: 'STOPPED', failure: `the partner is ${status}` })
  }
  const next = await maybeRow(db, nextPart(leased))
  if (!next) return await end(options, leased, { state: 'DONE' })
  const { part_no: partNo, sealed } = next
  // Only of an import that was cancelled a moment ago.
  if (!sealed) return true
  const rows = await openRows(vault, leased, { partNo, sealed })
  try {
    await creditPart(options, { ...leased, partNo, rows })
  } catch (error) {
    if (hasOutcome(error)) return true
    if (!(error instanceof Refusal) || error.kind !== 'insufficient_funds') throw error
    const [first, last] = [rows[0]?.line, rows.at(-1)?.line]
    const failure = `lines ${first} to ${last} were not credited: ${error.message}`
    return await end(options, leased, { state: 'STOPPED', failure })
  }
  return true
}

/** A unique or a null violation: another worker was faster, or the import is not RUNNING. */
function hasOutcome(error: unknown): boolean {
  return ['23505', '23502'].includes(codeOf(error) ?? '')
}

async function end(
  { db, clock }: CreditWorkerOptions,
  leased: LeasedImport,
  ending: Ending,
): Promise<false> {
  await transact(db, async (tx) => {
    const ended = await tx.rows(setEnded(leased, ending, clock.now()))
    if (ended.length > 0 && ending.state === 'DONE') tx.write(forgetRows(leased))
  })
  return false
}

const STEPS = { rowsMax: 1, stepsMax: 100 }

/** Removes imports without progress for `importDays` that do not run, with rows and reports. */
export async function forgetOldCreditImports({
  db,
  clock,
  importDays,
}: Pick<CreditContext, 'db' | 'clock'> & { readonly importDays: number }): Promise<void> {
  const before = clock.now() - importDays * MS_PER_DAY
  await inSteps(STEPS, () => transact(db, (tx) => forgetOne(tx, before)))
}

async function forgetOne(tx: Tx, before: number): Promise<number> {
  const found = await maybeRow(tx, lockOld(before))
  if (!found) return 0
  const key = { partnerId: found.partner_id, importId: found.import_id }
  for (const statement of deleteCreditImport(key)) tx.write(statement)
  return 1
}
