import type { Actor } from '../audit/mod.ts'
import { MS_PER_DAY, Refusal } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import {
  formatDraftId,
  hasDraft,
  lockApprovalRules,
  lockRuleDays,
  makeDraft,
  requireApproval,
  settleDraft,
  type ApprovalRule,
} from '../orders/mod.ts'
import type { CreditImportKey, CreditTotal } from './credit-import.ts'
import type { LockedImport } from './credit-import-rows.ts'
import { creditsLeft } from './read-imports.ts'

const WAITS_MS = 7 * MS_PER_DAY

interface CheckedImport extends CreditImportKey {
  readonly actor: Actor
  readonly fileReference: string
  readonly rows: number
  readonly portalUrl?: string | undefined
  readonly at: number
}

/** Makes the draft of a file that a person uploaded, if it needs another one: approvers hear so. */
export async function askForApproval(tx: Tx, file: CheckedImport): Promise<void> {
  const { partnerId, importId, actor, fileReference, rows, at, portalUrl } = file
  if (actor.kind !== 'partner_user') return
  const rules = await lockApprovalRules(tx, 'credits', partnerId)
  if (rules.size === 0) return
  const days = await lockDaysOf(tx, rules, { partnerId, actor, now: at })
  const needed = (await creditsLeft(tx, { partnerId, importId })).find(
    ({ currency: { code }, amountMinor }) => {
      const rule = rules.get(code)
      return rule !== undefined && days.with(actor, code, amountMinor) >= rule.fromMinor
    },
  )
  if (!needed) return
  await makeDraft(tx, {
    partnerId,
    kind: 'CREDIT_FILE',
    draftId: importId,
    clientReference: fileReference,
    currency: needed.currency,
    chargedMinor: needed.amountMinor,
    itemCount: rows,
    actor,
    at,
    portalUrl,
  })
}

/** Its draft would have the id. Refuses state_conflict if a draft of the partner has it. */
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

function lockDaysOf(
  tx: Tx,
  rules: ReadonlyMap<string, ApprovalRule>,
  { partnerId, actor, now: at }: Pick<Start, 'actor' | 'now'> & { readonly partnerId: number },
) {
  return lockRuleDays(tx, rules, { kind: 'credits', partnerId, userIds: [Number(actor.id)], at })
}

interface Start {
  readonly row: LockedImport
  readonly left: readonly CreditTotal[]
  readonly actor: Actor
  readonly now: number
}

/**
 * Decided on the locked row: whoever uploaded a file that needs two people does not start it. What
 * is left of one that was stopped was counted when it was started.
 */
export async function requireOther(tx: Tx, { row, left, actor, now }: Start): Promise<void> {
  const rules = await lockApprovalRules(tx, 'credits', row.partner_id)
  const isApproved = row.made_by !== null && row.made_by !== Number(actor.id)
  const days = await lockDaysOf(tx, rules, { partnerId: row.partner_id, actor, now })
  const isCounted = row.state === 'STOPPED'
  let isNeeded = false
  for (const { currency, amountMinor } of left) {
    const { code } = currency
    const rule = rules.get(code)
    const charge = isCounted ? amountMinor : days.with(actor, code, amountMinor)
    requireApproval(rule, { charge, isApproved })
    isNeeded ||= rule !== undefined && amountMinor >= rule.fromMinor
    if (!isApproved && !isCounted) days.count(actor, code, amountMinor)
  }
  days.save(tx)
  if (isNeeded && row.created_at.getTime() + WAITS_MS <= now) {
    throw new Refusal('state_conflict', 'it has waited for more than a week: upload it again')
  }
}
