import { recordAudit, type Actor } from '../audit/mod.ts'
import {
  findStoredCurrency,
  formatAmount,
  invalidField,
  minorUnits,
  requireListed,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Db, type OrderRulesRow, type Statement, type Tx } from '../db/mod.ts'
import {
  deleteRule,
  putRule,
  RULE_KINDS,
  RULE_TABLES,
  type RuleKind,
} from './approval-rule-rows.ts'

export type { RuleKind }

/**
 * If the charge or sum of a person's act is at least this, another person of the partner must
 * approve it.
 */
export interface ApprovalRule {
  readonly kind: RuleKind
  readonly currency: Currency
  readonly fromMinor: MinorUnits
}

export async function listApprovalRules(db: Db, partnerId: number): Promise<ApprovalRule[]> {
  const rules = await Promise.all(
    RULE_KINDS.map(async (kind) => {
      const rows = await db.rows(rulesOf(kind, partnerId))
      return rows.map((row) => toRule(kind, row))
    }),
  )
  return rules.flat()
}

/**
 * Returns the rules by currency, locked: existing ones do not change until the transaction ends.
 */
export async function lockApprovalRules(
  tx: Tx,
  kind: RuleKind,
  partnerId: number,
): Promise<ReadonlyMap<string, ApprovalRule>> {
  const rows = await tx.rows(sql<OrderRulesRow>`${rulesOf(kind, partnerId)} for share`)
  return new Map(rows.map((row) => [row.currency, toRule(kind, row)]))
}

function rulesOf(kind: RuleKind, partnerId: number): Statement<OrderRulesRow> {
  return sql`
    select partner_id, currency, approve_from from ${RULE_TABLES[kind]}
    where partner_id = ${partnerId} order by currency`
}

function toRule(kind: RuleKind, row: OrderRulesRow): ApprovalRule {
  return { kind, currency: storedCurrency(row.currency), fromMinor: minorUnits(row.approve_from) }
}

const APPROVAL_FAULTS = {
  orders: 'orders and links of a person from % a day on need an approval; ask for it',
  credits: 'credits of a person from % a day on need an approval; ask for it',
} as const satisfies Record<RuleKind, string>

/**
 * Returns why an act needs an approval; undefined if it needs none. `charge` is the sum that the
 * person has spent today, including this act.
 */
export function approvalFault(
  rule: ApprovalRule | undefined,
  charge: MinorUnits,
): string | undefined {
  if (!rule || charge < rule.fromMinor) return undefined
  const from = `${formatAmount(rule.fromMinor, rule.currency)} ${rule.currency.code}`
  return APPROVAL_FAULTS[rule.kind].replace('%', from)
}

export interface NewRule {
  readonly kind: RuleKind
  readonly partnerId: number
  readonly currency: string
  /** Null ends the rule. */
  readonly fromMinor: MinorUnits | null
  readonly actor: Actor
  readonly at: number
}

/** Sets the rule of a currency, audited. Refuses invalid_request for an unknown currency. */
export async function setApprovalRule(tx: Tx, rule: NewRule): Promise<void> {
  const { kind, partnerId, fromMinor, actor, at } = rule
  const currency = findStoredCurrency(rule.currency)
  if (!currency) throw invalidField('currency', 'must be an ISO 4217 code')
  requireListed('currency', currency)
  const { code } = currency
  // Takes an exclusive lock: if two writers first took the shared lock of readers, they would
  // deadlock.
  const rows = await tx.rows(sql<OrderRulesRow>`${rulesOf(kind, partnerId)} for update`)
  const before = rows.find((row) => row.currency === code)
  const name = { kind, partnerId, currency: code }
  tx.write(fromMinor === null ? deleteRule(name) : putRule(name, fromMinor))
  const audited = (from: bigint | undefined | null) => ({
    currency: code,
    approveFrom:
      from === undefined || from === null ? null : formatAmount(minorUnits(from), currency),
  })
  recordAudit(tx, {
    partnerId,
    actor,
    action: kind === 'orders' ? 'order_rule.set' : 'credit_rule.set',
    target: `partner:${partnerId}`,
    valueOut: 'none',
    before: audited(before?.approve_from),
    after: audited(fromMinor),
    at,
  })
}
