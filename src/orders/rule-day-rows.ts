import { sql, type Statement } from '../db/mod.ts'
import type { RuleKind } from './approval-rule-rows.ts'

export interface RuleDay {
  readonly kind: RuleKind
  readonly partnerId: number
  readonly userId: number
  /** YYYY-MM-DD in UTC. */
  readonly day: string
  readonly currency: string
}

/** Locks a day of people in all these currencies, in a fixed order, and returns their sums. */
export function lockDays(
  { kind, partnerId, day }: Pick<RuleDay, 'kind' | 'partnerId' | 'day'>,
  userIds: readonly number[],
  currencies: readonly string[],
): Statement<{ user_id: number; currency: string; amount: bigint }> {
  return sql`
    insert into rule_days as existing (partner_id, kind, user_id, day, currency, amount)
    select ${partnerId}, ${kind}, user_id, ${day}::date, currency, 0
    from unnest(${userIds}::integer[]) as person (user_id)
    cross join unnest(${currencies}::text[]) as rule (currency)
    order by user_id, currency collate "C"
    on conflict (partner_id, kind, user_id, day, currency) do update set amount = existing.amount
    returning user_id, currency, amount`
}

/** Returns the sums that a person has spent on a day, by kind and currency. */
export function daysOf({
  partnerId,
  userId,
  day,
}: Pick<RuleDay, 'partnerId' | 'userId' | 'day'>): Statement<RuleDayRow> {
  return sql`
    select kind, currency, amount from rule_days
    where partner_id = ${partnerId} and kind in ('orders', 'credits') and user_id = ${userId}
      and day = ${day}::date`
}

interface RuleDayRow {
  kind: string
  currency: string
  amount: bigint
}

export function addToDay(one: RuleDay, amount: bigint): Statement<never> {
  return sql`
    update rule_days set amount = amount + ${amount}
    where partner_id = ${one.partnerId} and kind = ${one.kind} and user_id = ${one.userId}
      and day = ${one.day}::date and currency = ${one.currency}`
}

export function removeOldRuleDays(before: string): Statement<never> {
  return sql`delete from rule_days where day < ${before}::date`
}
