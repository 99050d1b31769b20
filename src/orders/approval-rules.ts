import { recordAudit, type Actor } from '../audit/mod.ts'
import {
  findStoredCurrency,
  formatAmount,
  invalidField,
  minorUnits,
  Refusal,
  requireListed,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Db, type OrderRulesRow, type Statement, type Tx } from '../db/mod.ts'
import { deleteRule, putRule } from './approval-rule-rows.ts'

/** From which charge on an order of a person needs the approval of another one of the partner. */
export interface ApprovalRule {
  readonly currency: Currency
  readonly fromMinor: MinorUnits
}

export async function listApprovalRules(db: Db, partnerId: number): Promise<ApprovalRule[]> {
  return (await db.rows(rulesOf(partnerId))).map(toRule)
}

/** By currency. None of them changes until the transaction ends. */
export async function lockApprovalRules(
  tx: Tx,
  partnerId: number,
): Promise<ReadonlyMap<string, ApprovalRule>> {
  const rows = await tx.rows(sql<OrderRulesRow>`${rulesOf(partnerId)} for share`)
  return new Map(rows.map((row) => [row.currency, toRule(row)]))
}

function rulesOf(partnerId: number): Statement<OrderRulesRow> {
  return sql`
    select partner_id, currency, approve_from from order_rules
    where partner_id = ${partnerId} order by currency`
}

function toRule(row: OrderRulesRow): ApprovalRule {
  return { currency: storedCurrency(row.currency), fromMinor: minorUnits(row.approve_from) }
}

/** Refuses permission_missing for a charge that needs an approval, and has none. */
export function requireApproval(
  rule: ApprovalRule | undefined,
  { charge, isApproved }: { readonly charge: MinorUnits; readonly isApproved: boolean },
): void {
  if (isApproved || !rule || charge < rule.fromMinor) return
  const from = `${formatAmount(rule.fromMinor, rule.currency)} ${rule.currency.code}`
  throw new Refusal('permission_missing', `orders from ${from} on need an approval; ask for it`)
}

export interface NewRule {
  readonly partnerId: number
  readonly currency: string
  /** Null ends the rule. */
  readonly fromMinor: MinorUnits | null
  readonly actor: Actor
  readonly at: number
}

/** Sets the rule of a currency, audited. Refuses invalid_request for an unknown currency. */
export async function setApprovalRule(tx: Tx, rule: NewRule): Promise<void> {
  const { partnerId, fromMinor, actor, at } = rule
  const currency = findStoredCurrency(rule.currency)
  if (!currency) throw invalidField('currency', 'must be an ISO 4217 code')
  requireListed('currency', currency)
  const before = (await lockApprovalRules(tx, partnerId)).get(currency.code)
  const { code } = currency
  tx.write(fromMinor === null ? deleteRule(partnerId, code) : putRule(partnerId, code, fromMinor))
  const shown = (from: bigint | undefined | null) => ({
    currency: code,
    approveFrom:
      from === undefined || from === null ? null : formatAmount(minorUnits(from), currency),
  })
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'order_rule.set',
    target: `partner:${partnerId}`,
    valueOut: 'none',
    before: shown(before?.fromMinor),
    after: shown(fromMinor),
    at,
  })
}
