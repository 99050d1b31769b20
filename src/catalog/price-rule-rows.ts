import { dateAt, minorUnits, percentText, readPercentText } from '../core/mod.ts'
import { equals, list, oneRow, sql } from '../db/mod.ts'
import type { Db, PriceRulesRow, Statement, Tx } from '../db/mod.ts'
import { COVER, coverOf, coverValues, hasCover, type RuleFilter } from './cover-columns.ts'
import type { PriceRule, PriceTerms } from './price-rule.ts'
import type { NewRule } from './rule.ts'

const COLUMNS = sql`
  rule_no, ${COVER}, discount_percent, fee_minor, effective_at, recorded_at, recorded_by`

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

/** Lists rules, the latest recorded first. */
export const listPriceRules = list({
  from: 'price_rules',
  columns: COLUMNS,
  where: ({ partnerId, productId }: RuleFilter) => [
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

type NewPriceRule = NewRule<PriceTerms>

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
    cover: coverOf(row),
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
    select distinct on (${COVER}) ${COLUMNS}
    from price_rules where effective_at <= ${dateAt(at)}
    order by ${COVER}, effective_at desc`
}

function selectNext(at: number): Statement<{ next: Date | null }> {
  return sql`select min(effective_at) as next from price_rules where effective_at > ${dateAt(at)}`
}

function selectRule(ruleNo: bigint): Statement<PriceRulesRow> {
  return sql`select ${COLUMNS} from price_rules where rule_no = ${ruleNo}`
}

function selectSame(rule: NewPriceRule): Statement<PriceRulesRow> {
  return sql`
    select ${COLUMNS} from price_rules
    where ${hasCover(rule)} and effective_at = ${dateAt(rule.effectiveAt)}`
}

function insertRule(rule: NewPriceRule): Statement<{ rule_no: bigint }> {
  const { terms } = rule
  return sql`
    insert into price_rules (
      ${COVER}, discount_percent, fee_minor, effective_at, recorded_at, recorded_by)
    values (
      ${coverValues(rule)},
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
