import {
  dateAt,
  findStoredCurrency,
  minorUnits,
  percentText,
  readPercentText,
} from '../core/mod.ts'
import { equals, list, oneRow, sql } from '../db/mod.ts'
import type { Db, PriceRulesRow, Statement, Tx } from '../db/mod.ts'
import type { PriceRule } from './price-rule.ts'
import type { ProductType } from './product.ts'

const COLUMNS = sql.raw(
  `rule_no, partner_id, product_id, brand, product_type, currency, discount_percent, fee_minor,
   effective_at, recorded_at, recorded_by`,
)

/**
 * Returns the latest rule of each owner and cover that has taken effect by `at`, including rules
 * that only end another.
 */
export async function priceRulesInForce(db: Db, at: number): Promise<PriceRule[]> {
  return (await db.rows(selectInForce(at))).map(toRule)
}

/** Returns when the next rule after `at` comes into force, or Infinity. */
export async function nextPriceRuleAfter(db: Db, at: number): Promise<number> {
  const { next } = await oneRow(db, selectNext(at))
  return next?.getTime() ?? Infinity
}

export interface PriceRuleFilter {
  readonly partnerId?: number | undefined
  readonly productId?: number | undefined
}

/** Lists rules, the latest recorded first. */
export const listPriceRules = list({
  from: 'price_rules',
  columns: COLUMNS,
  where: ({ partnerId, productId }: PriceRuleFilter) => [
    equals('partner_id', partnerId),
    equals('product_id', productId),
  ],
  order: 'rule_no desc',
  to: toRule,
})

export async function findPriceRule(db: Db, ruleNo: bigint): Promise<PriceRule | undefined> {
  const [row] = await db.rows(selectRule(ruleNo))
  return row && toRule(row)
}

type NewPriceRule = Omit<PriceRule, 'ruleNo'>

/** Inserts a rule; undefined if one with the same owner, cover and effective time exists. */
export async function insertPriceRule(tx: Tx, rule: NewPriceRule): Promise<PriceRule | undefined> {
  const [row] = await tx.rows(insertRule(rule))
  return row && { ...rule, ruleNo: row.rule_no }
}

/** Returns the rule with this owner, cover and effective time. */
export async function sameRule(db: Db, rule: NewPriceRule): Promise<PriceRule | undefined> {
  const [row] = await db.rows(selectSame(rule))
  return row && toRule(row)
}

function toRule(row: PriceRulesRow): PriceRule {
  const { discount_percent: discount, fee_minor: fee } = row
  return {
    ruleNo: row.rule_no,
    partnerId: row.partner_id ?? undefined,
    cover: {
      productId: row.product_id ?? undefined,
      brand: row.brand ?? undefined,
      // The table checks it.
      productType: (row.product_type as ProductType | null) ?? undefined,
      currency: row.currency === null ? undefined : findStoredCurrency(row.currency),
    },
    terms:
      discount === null && fee === null
        ? undefined
        : { discountPercent: readPercentText(discount ?? '0'), feeMinor: minorUnits(fee ?? 0n) },
    effectiveAt: row.effective_at.getTime(),
    recordedAt: row.recorded_at.getTime(),
    recordedBy: row.recorded_by,
  }
}

function selectInForce(at: number): Statement<PriceRulesRow> {
  return sql`
    select distinct on (partner_id, product_id, brand, product_type, currency) ${COLUMNS}
    from price_rules where effective_at <= ${dateAt(at)}
    order by partner_id, product_id, brand, product_type, currency, effective_at desc`
}

function selectNext(at: number): Statement<{ next: Date | null }> {
  return sql`select min(effective_at) as next from price_rules where effective_at > ${dateAt(at)}`
}

function selectRule(ruleNo: bigint): Statement<PriceRulesRow> {
  return sql`select ${COLUMNS} from price_rules where rule_no = ${ruleNo}`
}

function selectSame({ partnerId, cover, effectiveAt }: NewPriceRule): Statement<PriceRulesRow> {
  return sql`
    select ${COLUMNS} from price_rules
    where partner_id is not distinct from ${partnerId ?? null}
      and product_id is not distinct from ${cover.productId ?? null}
      and brand is not distinct from ${cover.brand ?? null}
      and product_type is not distinct from ${cover.productType ?? null}
      and currency is not distinct from ${cover.currency?.code ?? null}
      and effective_at = ${dateAt(effectiveAt)}`
}

function insertRule(rule: NewPriceRule): Statement<{ rule_no: bigint }> {
  const { cover, terms } = rule
  return sql`
    insert into price_rules (
      partner_id, product_id, brand, product_type, currency, discount_percent, fee_minor,
      effective_at, recorded_at, recorded_by)
    values (
      ${rule.partnerId ?? null}, ${cover.productId ?? null}, ${cover.brand ?? null},
      ${cover.productType ?? null}, ${cover.currency?.code ?? null},
      ${terms ? percentText(terms.discountPercent) : null}::numeric,
      ${feeOf(rule)}, ${dateAt(rule.effectiveAt)},
      ${dateAt(rule.recordedAt)}, ${rule.recordedBy})
    on conflict do nothing
    returning rule_no`
}

/** A fee needs a currency: that of the rule, or that of its product. */
function feeOf({ cover, terms }: NewPriceRule): bigint | null {
  const hasCurrency = cover.productId !== undefined || cover.currency !== undefined
  return terms && hasCurrency ? terms.feeMinor : null
}
