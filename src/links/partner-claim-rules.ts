import { recordAudit, type Actor } from '../audit/mod.ts'
import { oneRow, type Db, type Tx } from '../db/mod.ts'
import { claimRulesOf, lockPartner, setClaimRules, setClaimsChecked } from '../partners/mod.ts'
import { auditableRules, checkRules, storedRules, toRules, type ClaimRules } from './claim-rules.ts'
import { hasRules } from './link-template-rows.ts'
import { deleteAllChecks } from './review-rows.ts'

/** Returns the rules of claims of all links of a partner; undefined if it has none. */
export async function getClaimRules(db: Db, partnerId: number): Promise<ClaimRules | undefined> {
  return toRules((await oneRow(db, claimRulesOf(partnerId))).claim_rules)
}

interface RulesChange {
  readonly rules: ClaimRules | undefined
  readonly actor: Actor
  readonly at: number
}

/**
 * Replaces the rules, audited. The new ones apply to all claims that are not decided yet. Refuses
 * invalid_request for a text that is not a country code.
 */
export async function putClaimRules(
  tx: Tx,
  partnerId: number,
  { rules, actor, at }: RulesChange,
): Promise<ClaimRules | undefined> {
  if (rules) checkRules(rules)
  await lockPartner(tx, partnerId)
  const before = await getClaimRules(tx, partnerId)
  await tx.rows(setClaimRules(partnerId, rules && storedRules(rules)))
  await recordChecked(tx, partnerId)
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'partner.claim_rules',
    target: `partner:${partnerId}`,
    valueOut: 'none',
    before: { claimRules: before ? auditableRules(before) : null },
    after: { claimRules: rules ? auditableRules(rules) : null },
    at,
  })
  return rules
}

/**
 * Records whether claims of the partner are checked. The partner is locked: its rules, and those of
 * its templates, cannot change meanwhile. With the last rule, the counts end, so orders that fail
 * later need not remove theirs.
 */
export async function recordChecked(tx: Tx, partnerId: number): Promise<void> {
  const { has_rules: byTemplates } = await oneRow(tx, hasRules(partnerId))
  const { claims_checked: isChecked } = await oneRow(tx, setClaimsChecked(partnerId, byTemplates))
  if (!isChecked) await tx.rows(deleteAllChecks(partnerId))
}
