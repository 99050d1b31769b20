import { sql, type Statement } from '../db/mod.ts'

export const RULE_KINDS = ['orders', 'credits'] as const
/** The acts that a rule applies to: orders by people, or credits by people to wallets. */
export type RuleKind = (typeof RULE_KINDS)[number]

export const RULE_TABLES = {
  orders: sql.raw('order_rules'),
  credits: sql.raw('credit_rules'),
} as const satisfies Record<RuleKind, Statement<never>>

interface RuleName {
  readonly kind: RuleKind
  readonly partnerId: number
  readonly currency: string
}

export function putRule({ kind, partnerId, currency }: RuleName, from: bigint): Statement<never> {
  return sql`
    insert into ${RULE_TABLES[kind]} (partner_id, currency, approve_from)
    values (${partnerId}, ${currency}, ${from})
    on conflict (partner_id, currency) do update set approve_from = excluded.approve_from`
}

export function deleteRule({ kind, partnerId, currency }: RuleName): Statement<never> {
  return sql`
    delete from ${RULE_TABLES[kind]}
    where partner_id = ${partnerId} and currency = ${currency}`
}
