import { recordAudit, type Actor } from '../audit/mod.ts'
import { insufficientFunds, minorUnits, MS_PER_DAY, Refusal, shortageOf } from '../core/mod.ts'
import { maybeRow, transact, type Tx } from '../db/mod.ts'
import { partnerFunds } from '../ledger/mod.ts'
import { lockApprovalRules, requireApproval } from '../orders/mod.ts'
import { getPartner } from '../partners/mod.ts'
import {
  noSuchCreditImport,
  type CreditContext,
  type CreditImportKey,
  type CreditTotal,
} from './credit-import.ts'
import {
  forgetRows,
  lockRow,
  setEnded,
  setRunning,
  type LockedImport,
} from './credit-import-rows.ts'
import { creditsLeft } from './read-imports.ts'

const WAITS_MS = 7 * MS_PER_DAY

/**
 * Lets workers credit an import that was checked, or that was stopped. What it is to credit counts
 * as let out by whoever starts it.
 *
 * Refuses, in this order:
 *   not_found            the partner has no such import
 *   state_conflict       it is a dry run, or neither CHECKED nor STOPPED, or its partner is
 *                        suspended
 *   permission_missing   a person of the partner starts a file of their own that needs another one
 *   state_conflict       one that needs another person was uploaded more than a week ago
 *   insufficient_funds   what is left of it is more than the partner can spend
 */
export async function startCredits(
  { db, clock }: Pick<CreditContext, 'db' | 'clock'>,
  key: CreditImportKey,
  actor: Actor,
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await lockImport(tx, key)
    if (row.is_dry_run) throw new Refusal('state_conflict', 'a dry run is never credited')
    if (row.state !== 'CHECKED' && row.state !== 'STOPPED') {
      throw new Refusal('state_conflict', `the import is ${row.state}`)
    }
    const { status } = await getPartner(tx, key.partnerId)
    if (status !== 'ACTIVE') throw new Refusal('state_conflict', `the partner is ${status}`)
    const left = await creditsLeft(tx, key)
    const now = clock.now()
    if (actor.kind === 'partner_user') await requireOther(tx, { row, left, actor, now })
    const funds = await partnerFunds(tx, key.partnerId)
    requireFunds(left, new Map(funds.map((one) => [one.currency, one.fundsMinor])))
    tx.write(setRunning(key, now))
    recordAudit(tx, {
      partnerId: key.partnerId,
      actor,
      action: 'credits.start',
      target: `credit_import:${key.importId}`,
      valueOut: left.length === 0 ? 'none' : { kind: 'credits', amounts: left },
      before: { state: row.state },
      after: { state: 'RUNNING', reference: row.file_reference },
      at: now,
    })
  })
}

interface Start {
  readonly row: LockedImport
  readonly left: readonly CreditTotal[]
  readonly actor: Actor
  readonly now: number
}

/** Decided on the locked row: whoever uploaded a file that needs two people does not start it. */
async function requireOther(tx: Tx, { row, left, actor, now }: Start): Promise<void> {
  const rules = await lockApprovalRules(tx, 'credits', row.partner_id)
  const isApproved = row.made_by !== null && row.made_by !== Number(actor.id)
  let isNeeded = false
  for (const { currency, amountMinor } of left) {
    const rule = rules.get(currency.code)
    requireApproval(rule, { charge: minorUnits(amountMinor), isApproved })
    isNeeded ||= rule !== undefined && amountMinor >= rule.fromMinor
  }
  if (isNeeded && row.created_at.getTime() + WAITS_MS <= now) {
    throw new Refusal('state_conflict', 'it has waited for more than a week: upload it again')
  }
}

async function lockImport(tx: Tx, key: CreditImportKey) {
  const row = await maybeRow(tx, lockRow(key))
  if (!row) throw noSuchCreditImport()
  return row
}

function requireFunds(left: readonly CreditTotal[], funds: ReadonlyMap<string, bigint>): void {
  const short = left
    .map((one) => ({ ...one, availableMinor: funds.get(one.currency.code) ?? 0n }))
    .find(({ amountMinor, availableMinor }) => availableMinor < amountMinor)
  if (!short) return
  const { currency, availableMinor, amountMinor: requiredMinor } = short
  throw insufficientFunds(
    shortageOf({ field: 'importId', availableMinor, requiredMinor, currency }),
  )
}

/**
 * Ends an import that is not done: nothing of it is credited afterwards. The part that is being
 * committed is credited first.
 *
 * Refuses not_found, then state_conflict for an import that has ended.
 */
export async function cancelCredits(
  { db, clock }: Pick<CreditContext, 'db' | 'clock'>,
  key: CreditImportKey,
  actor: Actor,
): Promise<void> {
  await transact(db, async (tx) => {
    const row = await lockImport(tx, key)
    const now = clock.now()
    const ended = await tx.rows(setEnded(key, { state: 'CANCELLED' }, now))
    if (ended.length === 0) throw new Refusal('state_conflict', `the import is ${row.state}`)
    tx.write(forgetRows(key))
    recordAudit(tx, {
      partnerId: key.partnerId,
      actor,
      action: 'credits.cancel',
      target: `credit_import:${key.importId}`,
      valueOut: 'none',
      before: { state: row.state },
      after: { state: 'CANCELLED' },
      at: now,
    })
  })
}
