import type { Tx } from '../db/mod.ts'
import type { AssortmentRule } from './assortment.ts'
import { ASSORTMENT_RULES } from './assortment-rows.ts'
import { readCover, requireOwner, type CoverInput } from './cover.ts'
import { readEffectiveAt } from './effective-at.ts'
import { raiseVersion, readProducts } from './product-rows.ts'

/** A rule as the operator writes it. */
export interface AssortmentRuleInput extends CoverInput {
  /** Null ends the rule before it: less specific ones apply. */
  readonly isShown: boolean | null
  /** Undefined: at once. */
  readonly effectiveAt?: number | undefined
}

/**
 * Records a rule that shows or hides products from the effective time on, for one partner or for
 * all. It supersedes the rule with the same owner and cover. Refuses invalid_request: partnerId,
 * productId, brand, productType, currency, effectiveAt.
 */
export async function recordAssortmentRule(
  tx: Tx,
  { isShown, ...input }: AssortmentRuleInput,
  actor: string,
): Promise<AssortmentRule> {
  const now = await raiseVersion(tx)
  await requireOwner(tx, input)
  const cover = readCover(input, await readProducts(tx))
  const { partnerId } = input
  const effectiveAt = readEffectiveAt(input.effectiveAt, now)
  const terms = isShown === null ? undefined : { isShown }
  return ASSORTMENT_RULES.record(tx, {
    partnerId,
    cover,
    terms,
    effectiveAt,
    recordedAt: now,
    recordedBy: actor,
  })
}
