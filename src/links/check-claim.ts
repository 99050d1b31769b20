import { MS_PER_DAY, MS_PER_HOUR, type Clock } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Db } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { ClaimRules } from './claim-rules.ts'
import { lockTemplateForChange, toTemplate } from './link-template-rows.ts'
import { toLink } from './link-rows.ts'
import type { Link, ReviewReason } from './link.ts'
import { countChecks, writeCheck, linksInReview, type CountedClaims } from './review-rows.ts'

interface CheckOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Pick<Vault, 'blindIndex'>
}

/** A claim that is about to be made. */
interface Claiming {
  readonly link: Link
  readonly claimNo: number
  /** The network of the client, and its country if a proxy says it. */
  readonly network: string
  readonly country: string | undefined
  /** What it takes of the link. */
  readonly amountMinor: bigint
}

/** The rule that a claim breaks, and until when somebody may release it. */
interface BrokenRule {
  readonly reason: ReviewReason
  readonly untilMs: number
}

/**
 * Returns which rule of its template a claim breaks; undefined if none. One that breaks none is
 * counted, once. The row of the template is locked, so that claims of two links at once count each
 * other, and a rule that is changed holds from then on. Sends nothing for a link without template.
 */
export async function checkClaim(
  { db, clock, vault }: CheckOptions,
  { link, claimNo, network, country, amountMinor }: Claiming,
): Promise<BrokenRule | undefined> {
  const { partnerId, linkNo, templateId } = link
  if (templateId === undefined || link.review?.releasedMs !== undefined) return undefined
  const now = clock.now()
  const named = `claim-network:${partnerId}:${network}`
  const check = {
    partnerId,
    linkNo,
    claimNo,
    templateId,
    networkBlind: vault.blindIndex('consumer_index', named),
    addressBlind: link.emailBlind,
    phoneBlind: link.phoneBlind,
    amountMinor,
    currency: link.currency.code,
    checkedMs: now,
  }
  return transact(db, async (tx) => {
    const row = await maybeRow(tx, lockTemplateForChange(partnerId, templateId))
    if (!row) return undefined
    const { claimRules: rules, updatedMs: rulesMs } = toTemplate(row)
    if (!rules) return undefined
    const counted = await oneRow(tx, countChecks(check, { sinceMs: now - MS_PER_DAY, rulesMs }))
    if (counted.is_known) return undefined
    const reason = brokenRule(rules, counted, { ...check, country })
    if (reason) return { reason, untilMs: now + rules.reviewHours * MS_PER_HOUR }
    tx.write(writeCheck(check))
    return undefined
  })
}

interface Checked {
  readonly country: string | undefined
  readonly addressBlind: Buffer | undefined
  readonly phoneBlind: Buffer | undefined
  readonly amountMinor: bigint
  readonly currency: string
}

function brokenRule(
  { countries, networkPerDay, addressPerDay, amountPerDay }: ClaimRules,
  { of_network: ofNetwork, of_address: ofAddress, amount_minor: before }: CountedClaims,
  { country, addressBlind, phoneBlind, amountMinor, currency }: Checked,
): ReviewReason | undefined {
  if (countries && (country === undefined || !countries.includes(country))) return 'COUNTRY'
  if (networkPerDay !== undefined && ofNetwork >= networkPerDay) return 'NETWORK'
  const hasAddress = addressBlind !== undefined || phoneBlind !== undefined
  if (addressPerDay !== undefined && hasAddress && ofAddress >= addressPerDay) return 'ADDRESS'
  const most = amountPerDay?.find((one) => one.currency === currency)
  return most && before + amountMinor > most.amountMinor ? 'AMOUNT' : undefined
}

/** Returns links that wait for a person, those that end first, first. */
export async function listReviews(db: Db, limit: number): Promise<Link[]> {
  return (await db.rows(linksInReview(limit))).map(toLink)
}
