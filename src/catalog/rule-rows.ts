import { dateAt, invalidField } from '../core/mod.ts'
import { equals, list, maybeRow, oneRow, sql } from '../db/mod.ts'
import type { AssortmentRulesRow, Db, PriceRulesRow, Statement, Tx } from '../db/mod.ts'
import { COVER, coverOf, coverValues, hasCover, type RuleFilter } from './cover-columns.ts'
import { publishPrice } from './publish-change.ts'
import type { NewRule, Rule } from './rule.ts'

/** The columns that all tables of rules have. */
type RuleRow = Pick<AssortmentRulesRow, keyof AssortmentRulesRow & keyof PriceRulesRow>

interface RuleTable<Terms, Row extends RuleRow> {
  /**
   * The table, and its columns that hold the terms. Both are used as SQL, so they must not come
   * from input.
   */
  readonly name: string
  readonly columns: string
  /** The name of such a rule in messages. */
  readonly label: string
  /** The values of these columns. */
  values(rule: NewRule<Terms>): Statement<unknown>
  /** Undefined for a rule that only ends another. */
  termsOf(row: Row): Terms | undefined
}

/** Reads and inserts the rules of one kind. */
export class RuleRows<Terms, Row extends RuleRow> {
  readonly #table: RuleTable<Terms, Row>
  readonly #name: Statement<never>
  readonly #terms: Statement<never>
  readonly #columns: Statement<unknown>
  /** Lists rules, the latest recorded first. */
  readonly list

  constructor(table: RuleTable<Terms, Row>) {
    this.#table = table
    this.#name = sql.raw(table.name)
    this.#terms = sql.raw(table.columns)
    this.#columns = sql`rule_no, ${COVER}, ${this.#terms}, effective_at, recorded_at, recorded_by`
    this.list = list({
      from: table.name,
      columns: this.#columns,
      where: ({ partnerId, productId }: RuleFilter) => [
        equals('partner_id', partnerId),
        equals('product_id', productId),
      ],
      order: 'rule_no desc',
      sorts: { ruleNo: ['rule_no'], effectiveAt: ['effective_at', 'rule_no'] },
      to: (row: Row) => this.#toRule(row),
    })
  }

  /**
   * Returns the latest rule of each owner and cover that has taken effect by `at`, including rules
   * that only end another.
   */
  async inForce(db: Db, at: number): Promise<Rule<Terms>[]> {
    const latest = sql<Row>`
      select distinct on (${COVER}) ${this.#columns} from ${this.#name}
      where effective_at <= ${dateAt(at)}
      order by ${COVER}, effective_at desc`
    return (await db.rows(latest)).map((row) => this.#toRule(row))
  }

  /** Returns when the next rule after `at` comes into force, or Infinity. */
  async nextAfter(db: Db, at: number): Promise<number> {
    const first = sql<{ next: Date | null }>`
      select min(effective_at) as next from ${this.#name} where effective_at > ${dateAt(at)}`
    return (await oneRow(db, first)).next?.getTime() ?? Infinity
  }

  find(db: Db, ruleNo: bigint): Promise<Rule<Terms> | undefined> {
    return this.#ruleWhere(db, sql`rule_no = ${ruleNo}`)
  }

  /**
   * Records a rule, and publishes that prices change, so that partners read the products again.
   * Refuses invalid_request, naming `effectiveAt`, if a rule with the same owner and cover has that
   * time.
   */
  async record(tx: Tx, rule: NewRule<Terms>): Promise<Rule<Terms>> {
    const recorded = await this.#insert(tx, rule)
    if (recorded) {
      publishPrice(tx, { cause: 'price_rule', ...recorded })
      return recorded
    }
    const isTied = sql`${hasCover(rule)} and effective_at = ${dateAt(rule.effectiveAt)}`
    const tied = await this.#ruleWhere(tx, isTied)
    throw invalidField(
      'effectiveAt',
      `is that of ${this.#table.label} ${tied?.ruleNo}, which covers the same: choose another time`,
    )
  }

  /** Returns undefined if there is a rule with the same owner, cover and effective time. */
  async #insert(tx: Tx, rule: NewRule<Terms>): Promise<Rule<Terms> | undefined> {
    const inserted = sql<{ rule_no: bigint }>`
      insert into ${this.#name} (${COVER}, ${this.#terms}, effective_at, recorded_at, recorded_by)
      values (
        ${coverValues(rule)}, ${this.#table.values(rule)}, ${dateAt(rule.effectiveAt)},
        ${dateAt(rule.recordedAt)}, ${rule.recordedBy})
      on conflict do nothing
      returning rule_no`
    const row = await maybeRow(tx, inserted)
    return row && { ...rule, ruleNo: row.rule_no }
  }

  async #ruleWhere(db: Db, condition: Statement<unknown>): Promise<Rule<Terms> | undefined> {
    const row = await maybeRow(
      db,
      sql<Row>`select ${this.#columns} from ${this.#name} where ${condition}`,
    )
    return row && this.#toRule(row)
  }

  #toRule(row: Row): Rule<Terms> {
    return {
      ruleNo: row.rule_no,
      partnerId: row.partner_id ?? undefined,
      cover: coverOf(row),
      terms: this.#table.termsOf(row),
      effectiveAt: row.effective_at.getTime(),
      recordedAt: row.recorded_at.getTime(),
      recordedBy: row.recorded_by,
    }
  }
}
