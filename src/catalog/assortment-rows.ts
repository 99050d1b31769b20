import { dateAt } from '../core/mod.ts'
import { equals, list, oneRow, sql } from '../db/mod.ts'
import type { AssortmentRulesRow, Db, Statement, Tx } from '../db/mod.ts'
import type { AssortmentRule, AssortmentTerms } from './assortment.ts'
import { COVER, coverOf, coverValues, hasCover, type RuleFilter } from './cover-columns.ts'
import type { NewRule } from './rule.ts'

const COLUMNS = sql`rule_no, ${COVER}, is_shown, effective_at, recorded_at, recorded_by`

/** Returns the latest rule of each owner and cover that is in force at `at`, ended ones too. */
export async function assortmentRulesInForce(db: Db, at: number): Promise<AssortmentRule[]> {
  return (await db.rows(selectInForce(at))).map(toRule)
}

/** Returns when the next rule after `at` comes into force, or Infinity. */
export async function nextAssortmentRuleAfter(db: Db, at: number): Promise<number> {
  const { next } = await oneRow(db, selectNext(at))
  return next?.getTime() ?? Infinity
}

/** Lists rules, the latest recorded first. */
export const listAssortmentRules = list({
  from: 'assortment_rules',
  columns: COLUMNS,
  where: ({ partnerId, productId }: RuleFilter) => [
    equals('partner_id', partnerId),
    equals('product_id', productId),
  ],
  order: 'rule_no desc',
  to: toRule,
})

type NewAssortmentRule = NewRule<AssortmentTerms>

/** Inserts a rule; undefined if one with the same owner, cover and effective time exists. */
export async function insertAssortmentRule(
  tx: Tx,
  rule: NewAssortmentRule,
): Promise<AssortmentRule | undefined> {
  const [row] = await tx.rows(insertRule(rule))
  return row && { ...rule, ruleNo: row.rule_no }
}

/** Returns the rule with this owner, cover and effective time. */
export async function sameAssortmentRule(
  db: Db,
  rule: NewAssortmentRule,
): Promise<AssortmentRule | undefined> {
  const [row] = await db.rows(selectSame(rule))
  return row && toRule(row)
}

function toRule(row: AssortmentRulesRow): AssortmentRule {
  return {
    ruleNo: row.rule_no,
    partnerId: row.partner_id ?? undefined,
    cover: coverOf(row),
    terms: row.is_shown === null ? undefined : { isShown: row.is_shown },
    effectiveAt: row.effective_at.getTime(),
    recordedAt: row.recorded_at.getTime(),
    recordedBy: row.recorded_by,
  }
}

function selectInForce(at: number): Statement<AssortmentRulesRow> {
  return sql`
    select distinct on (${COVER}) ${COLUMNS}
    from assortment_rules where effective_at <= ${dateAt(at)}
    order by ${COVER}, effective_at desc`
}

function selectNext(at: number): Statement<{ next: Date | null }> {
  return sql`
    select min(effective_at) as next from assortment_rules where effective_at > ${dateAt(at)}`
}

function selectSame(rule: NewAssortmentRule): Statement<AssortmentRulesRow> {
  return sql`
    select ${COLUMNS} from assortment_rules
    where ${hasCover(rule)} and effective_at = ${dateAt(rule.effectiveAt)}`
}

function insertRule(rule: NewAssortmentRule): Statement<{ rule_no: bigint }> {
  return sql`
    insert into assortment_rules (${COVER}, is_shown, effective_at, recorded_at, recorded_by)
    values (
      ${coverValues(rule)}, ${rule.terms?.isShown ?? null}, ${dateAt(rule.effectiveAt)},
      ${dateAt(rule.recordedAt)}, ${rule.recordedBy})
    on conflict do nothing
    returning rule_no`
}
