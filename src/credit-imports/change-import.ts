import { recordAudit, type Actor, type AuditEntry } from '../audit/mod.ts'
import { Refusal, requireCover } from '../core/mod.ts'
import { maybeRow, transact, type Tx } from '../db/mod.ts'
import { partnerFunds } from '../ledger/mod.ts'
import { draftKey, hasDraft, type Decision, type Draft } from '../orders/mod.ts'
import { getPartner } from '../partners/mod.ts'
import {
  noSuchCreditImport,
  type CreditContext,
  type CreditImportKey,
  type CreditTotal,
} from './credit-import.ts'
import { forgetRows, lockRow, setEnded, setRunning } from './credit-import-rows.ts'
import { draftIfNeeded, requireOther, settleFileDraft } from './file-approval.ts'
import { creditsLeft } from './read-imports.ts'

/**
 * Lets workers credit an import that was checked, or that was stopped. The amounts that remain
 * count as value that the actor gives away.
 *
 * Refuses, in this order:
 *   not_found            the partner has no such import
 *   state_conflict       it is a dry run, or neither CHECKED nor STOPPED, or its partner is
 *                        suspended
 *   permission_missing   a person of the partner starts their own file, but another person must
 *   state_conflict       a file that needs another person was uploaded more than a week ago
 *   insufficient_funds   the amounts that remain exceed what the partner can spend
 */
export async function startCredits(
  { db, clock }: Pick<CreditContext, 'db' | 'clock'>,
  key: CreditImportKey,
  actor: Actor,
  approval: Pick<Decision, 'reason' | 'portalUrl'> = {},
): Promise<void> {
  try {
    await transact(db, (tx) => start(tx, key, { ...approval, actor, now: clock.now() }))
  } catch (error) {
    // A file that needed no approval when it was checked may be above a budget now.
    if (error instanceof Refusal && error.kind === 'permission_missing') {
      await transact(db, (tx) => draftLater(tx, key, { ...approval, actor, now: clock.now() }))
    }
    throw error
  }
}

interface Start extends Pick<Decision, 'reason' | 'portalUrl'> {
  readonly actor: Actor
  readonly now: number
}

async function start(tx: Tx, key: CreditImportKey, { actor, now, ...approval }: Start) {
  const row = await lockImport(tx, key)
  if (row.is_dry_run) throw new Refusal('state_conflict', 'a dry run is never credited')
  if (row.state !== 'CHECKED' && row.state !== 'STOPPED') {
    throw new Refusal('state_conflict', `the import is ${row.state}`)
  }
  const { status } = await getPartner(tx, key.partnerId)
  if (status !== 'ACTIVE') throw new Refusal('state_conflict', `the partner is ${status}`)
  const remaining = await creditsLeft(tx, key)
  if (actor.kind === 'partner_user') await requireOther(tx, { row, remaining, actor, now })
  const funds = await partnerFunds(tx, key.partnerId)
  requireFunds(remaining, new Map(funds.map((one) => [one.currency, one.fundsMinor])))
  tx.write(setRunning(key, now))
  await settleFileDraft(tx, key, { ...approval, actor, at: now, isDone: true })
  recordAudit(tx, {
    partnerId: key.partnerId,
    actor,
    action: 'credits.start',
    target: `credit_import:${key.importId}`,
    valueOut: remaining.length === 0 ? 'none' : { kind: 'credits', amounts: remaining },
    before: { state: row.state },
    after: { state: 'RUNNING', reference: row.file_reference },
    at: now,
  })
}

/** Makes a draft of a file that its uploader may not start, unless the file has had one. */
async function draftLater(tx: Tx, key: CreditImportKey, { actor, now, portalUrl }: Start) {
  const row = await lockImport(tx, key)
  if (row.state !== 'CHECKED' || row.made_by !== Number(actor.id)) return
  if (await hasDraft(tx, key.partnerId, key.importId)) return
  const { file_reference: fileReference } = row
  await draftIfNeeded(tx, { ...key, actor, fileReference, at: now, portalUrl })
}

async function lockImport(tx: Tx, key: CreditImportKey) {
  const row = await maybeRow(tx, lockRow(key))
  if (!row) throw noSuchCreditImport()
  return row
}

function requireFunds(totals: readonly CreditTotal[], funds: ReadonlyMap<string, bigint>): void {
  for (const { currency, amountMinor: requiredMinor } of totals) {
    const availableMinor = funds.get(currency.code) ?? 0n
    requireCover({ field: 'importId', availableMinor, requiredMinor, currency })
  }
}

/**
 * Cancels an import that is not done. A part that is being committed is still credited, but no
 * later part.
 *
 * Refuses not_found, then state_conflict for an import that has ended.
 */
export async function cancelCredits(
  { db, clock }: Pick<CreditContext, 'db' | 'clock'>,
  key: CreditImportKey,
  actor: Actor,
): Promise<void> {
  await transact(db, (tx) => cancelImport(tx, key, { actor, at: clock.now() }))
}

/** Cancels an import. Refuses not_found, then state_conflict for an import that has ended. */
async function cancelImport(
  tx: Tx,
  key: CreditImportKey,
  { actor, at, reason }: Pick<AuditEntry, 'actor' | 'at' | 'reason'>,
): Promise<void> {
  const row = await lockImport(tx, key)
  const ended = await tx.rows(setEnded(key, { state: 'CANCELLED' }, at))
  if (ended.length === 0) throw new Refusal('state_conflict', `the import is ${row.state}`)
  tx.write(forgetRows(key))
  await settleFileDraft(tx, key, { actor, at, isDone: false })
  recordAudit(tx, {
    partnerId: key.partnerId,
    actor,
    action: 'credits.cancel',
    target: `credit_import:${key.importId}`,
    valueOut: 'none',
    before: { state: row.state },
    after: { state: 'CANCELLED' },
    reason,
    at,
  })
}

/**
 * Rejects or withdraws the draft of a file, and cancels the file. Returns the draft. Refuses what
 * `cancelCredits` and `end` refuse. Locks the import before the draft, as `startCredits` does.
 */
export async function endFileDraft(
  tx: Tx,
  decision: Decision,
  end: (tx: Tx, decision: Decision) => Promise<Draft>,
): Promise<Draft> {
  const key = { partnerId: decision.partnerId, importId: draftKey(decision.id) }
  await lockImport(tx, key)
  const draft = await end(tx, decision)
  await cancelImport(tx, key, decision)
  return draft
}
