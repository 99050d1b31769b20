import {
  AMOUNT_MINOR_MAX,
  formatAmount,
  invalidField,
  isFault,
  minorUnits,
  parsePercent,
  readAmount,
  Refusal,
  type Currency,
  type MinorUnits,
  type Percent,
  notFound,
} from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { covers, readCover, requireOwner, type Cover, type CoverInput } from './cover.ts'
import { readEffectiveAt } from './effective-at.ts'
import { unitPrice } from './price.ts'
import type { PriceRule, PriceTerms } from './price-rule.ts'
import { PRICE_RULES } from './price-rule-rows.ts'
import type { Product } from './product.ts'
import { raiseVersion, readProducts } from './product-rows.ts'

/** A rule as the operator writes it. The fee is a wire number of the product's currency. */
export interface PriceRuleInput extends CoverInput {
  readonly discountPercent?: number | undefined
  readonly feeAmount?: number | undefined
  /** Undefined: at once. */
  readonly effectiveAt?: number | undefined
}

/** From a surcharge of 100 % to a discount of less than 100 %. */
const DISCOUNT_BOUNDS = { min: -100, below: 100 }

/** An order may have a million units, whose fees together must be a valid amount. */
const FEE_MINOR_MAX = AMOUNT_MINOR_MAX / 1_000_000n

/**
 * Records a rule of the price list. It supersedes the rule with the same owner and cover, for
 * orders that are accepted from its effective time on.
 *
 * Refuses, in this order:
 *   invalid_request  partnerId, productId, brand, productType or currency (unknown, or two of them
 *                    that do not go together), discountPercent, feeAmount, effectiveAt (in the past
 *                    or more than a year ahead)
 *   invalid_request  discountPercent, if a unit of a covered product would cost nothing
 *   invalid_request  effectiveAt, if a rule with the same owner and cover has it
 */
export async function recordPriceRule(
  tx: Tx,
  input: PriceRuleInput,
  actor: string,
): Promise<PriceRule> {
  const now = await raiseVersion(tx)
  const products = await readProducts(tx)
  await requireOwner(tx, input)
  const { cover, terms } = readPriceRule(input, products)
  const effectiveAt = readEffectiveAt(input.effectiveAt, now)
  const { partnerId } = input
  return PRICE_RULES.record(tx, {
    partnerId,
    cover,
    terms,
    effectiveAt,
    recordedAt: now,
    recordedBy: actor,
  })
}

/**
 * Returns the cover and the terms of a rule. Refuses invalid_request for a field of either, and for
 * a discount with which a unit of a covered product would cost nothing.
 */
export function readPriceRule(input: PriceRuleInput, products: readonly Product[]) {
  const cover = readCover(input, products)
  const covered = products.filter((product) => covers(cover, product))
  const terms = readTerms(input, cover, covered)
  requirePositive(terms, covered)
  return { cover, terms, covered }
}

/**
 * Ends the rule of an owner and cover: from the effective time on, less specific rules apply.
 * Refuses not_found, state_conflict if the rule has no terms, then invalid_request for effectiveAt.
 */
export async function endPriceRule(
  tx: Tx,
  { ruleNo, effectiveAt }: { ruleNo: bigint; effectiveAt: number | undefined },
  actor: string,
): Promise<PriceRule> {
  const now = await raiseVersion(tx)
  const rule = await PRICE_RULES.find(tx, ruleNo)
  if (!rule) throw notFound('price rule')
  if (!rule.terms) throw new Refusal('state_conflict', `price rule ${ruleNo} only ends another`)
  const { partnerId, cover } = rule
  return PRICE_RULES.record(tx, {
    partnerId,
    cover,
    terms: undefined,
    effectiveAt: readEffectiveAt(effectiveAt, now),
    recordedAt: now,
    recordedBy: actor,
  })
}

function readTerms(
  { discountPercent, feeAmount }: PriceRuleInput,
  cover: Cover,
  covered: readonly Product[],
): PriceTerms {
  if (discountPercent === undefined && feeAmount === undefined) {
    throw invalidField('discountPercent', 'or feeAmount is required')
  }
  const discount = readDiscount(discountPercent ?? 0)
  if (feeAmount === undefined) return { discountPercent: discount, feeMinor: minorUnits(0n) }
  const currency = cover.productId === undefined ? cover.currency : covered[0]?.currency
  if (!currency) {
    throw invalidField('currency', 'is required with feeAmount, unless productId is given')
  }
  return { discountPercent: discount, feeMinor: readFee(feeAmount, currency) }
}

function readDiscount(value: number): Percent {
  const discount = parsePercent(value, DISCOUNT_BOUNDS)
  if (isFault(discount)) throw invalidField('discountPercent', discount.fault)
  return discount
}

function readFee(value: number, currency: Currency): MinorUnits {
  const fee = readAmount('feeAmount', value, { currency, zero: 'allowed' })
  if (fee > FEE_MINOR_MAX) {
    throw invalidField('feeAmount', `must be at most ${formatAmount(FEE_MINOR_MAX, currency)}`)
  }
  return fee
}

/** Refuses terms that would give away the smallest unit of a covered product. */
function requirePositive({ discountPercent, feeMinor }: PriceTerms, covered: readonly Product[]) {
  const adjustment = { discountPercent, unitFeeMinor: feeMinor }
  for (const { productId, currency, denomination } of covered) {
    const smallest =
      denomination.type === 'VARIABLE' ? [denomination.minMinor] : denomination.fixedMinor
    const free = smallest.find((amount) => unitPrice(amount, adjustment) <= 0n)
    if (free === undefined) continue
    const amount = `${formatAmount(free, currency)} ${currency.code}`
    throw invalidField('discountPercent', `would make product ${productId} of ${amount} free`)
  }
}
