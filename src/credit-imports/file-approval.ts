import type { Actor } from '../audit/mod.ts'
import { MS_PER_DAY, Refusal } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import {
  formatDraftId,
  hasDraft,
  lockPersonRules,
  makeDraft,
  settleDraft,
  type PersonRules,
} from '../orders/mod.ts'
import type { CreditImportKey, CreditTotal } from './credit-import.ts'
import type { LockedImport } from './credit-import-rows.ts'
import { creditsLeft } from './read-imports.ts'

const WAITS_MS = 7 * MS_PER_DAY

interface CheckedImport extends CreditImportKey {
  readonly actor: Actor
  readonly fileReference: string
  readonly portalUrl?: string | undefined
  readonly at: number
}

/**
 * Makes a draft of a file that a person uploaded, and mails the approvers, if another person must
 * approve it.
 */
export async function draftIfNeeded(tx: Tx, file: CheckedImport): Promise<void> {
  const { partnerId, importId, actor, fileReference, at, portalUrl } = file
  if (actor.kind !== 'partner_user') return
  const people = await rulesOf(tx, { partnerId, userId: Number(actor.id), at })
  const remaining = await creditsLeft(tx, { partnerId, importId })
  const limited = remaining.find(
    ({ currency, amountMinor: amount }) =>
      people.faultOf({ actor, currency, amount }) !== undefined,
  )
  if (!limited) return
  await makeDraft(tx, {
    partnerId,
    kind: 'CREDIT_FILE',
    draftId: importId,
    clientReference: fileReference,
    currency: limited.currency,
    chargedMinor: limited.amountMinor,
    itemCount: remaining.reduce((sum, { rows }) => sum + rows, 0),
    actor,
    at,
    portalUrl,
  })
}

/**
 * Refuses state_conflict if the partner has a draft with this id, because the file's draft would
 * have it too.
 */
export async function requireNoDraft(
  tx: Tx,
  { partnerId, importId }: CreditImportKey,
): Promise<void> {
  if (!(await hasDraft(tx, partnerId, importId))) return
  throw new Refusal('state_conflict', 'a draft of the partner has this id')
}

/** Ends the draft of a file that is started or cancelled. */
export async function settleFileDraft(
  tx: Tx,
  { partnerId, importId }: CreditImportKey,
  end: Omit<Parameters<typeof settleDraft>[1], 'partnerId' | 'id'>,
): Promise<void> {
  await settleDraft(tx, { partnerId, id: formatDraftId(importId), ...end })
}

function rulesOf(
  tx: Tx,
  { partnerId, userId, at }: { partnerId: number; userId: number; at: number },
): Promise<PersonRules> {
  return lockPersonRules(tx, { kind: 'credits', partnerId, userIds: [userId], at })
}

interface Start {
  readonly row: LockedImport
  readonly remaining: readonly CreditTotal[]
  readonly actor: Actor
  readonly now: number
}

/**
 * Decides on the locked row: the person who uploaded a file that needs two people cannot start it.
 * The remaining amounts of a stopped file were counted when it was first started.
 */
export async function requireOther(tx: Tx, { row, remaining, actor, now }: Start): Promise<void> {
  const { partner_id: partnerId, made_by: madeBy } = row
  // The amounts count for the person who uploaded the file, and for that person's team.
  const userId = madeBy ?? Number(actor.id)
  const people = await rulesOf(tx, { partnerId, userId, at: now })
  const isCounted = row.state === 'STOPPED'
  let isNeeded = false
  for (const { currency, amountMinor: amount } of remaining) {
    const credit = { actor: { id: String(userId) }, approvedBy: actor, currency, amount }
    const rule = people.rules.get(currency.code)
    const isLarge = rule !== undefined && amount >= rule.fromMinor
    isNeeded ||= isLarge || (!isCounted && people.budgetFaultOf(credit) !== undefined)
    if (!isCounted || isLarge) people.require(credit)
    if (!isCounted) people.count(credit)
  }
  people.save(tx)
  if (isNeeded && row.created_at.getTime() + WAITS_MS <= now) {
    throw new Refusal('state_conflict', 'it has waited for more than a week: upload it again')
  }
}
