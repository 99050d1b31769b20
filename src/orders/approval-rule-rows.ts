import { sql, type Statement } from '../db/mod.ts'

export function putRule(partnerId: number, currency: string, from: bigint): Statement<never> {
  return sql`
    insert into order_rules (partner_id, currency, approve_from)
    values (${partnerId}, ${currency}, ${from})
    on conflict (partner_id, currency) do update set approve_from = excluded.approve_from`
}

export function deleteRule(partnerId: number, currency: string): Statement<never> {
  return sql`delete from order_rules where partner_id = ${partnerId} and currency = ${currency}`
}
