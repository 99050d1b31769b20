import { sql, type Statement } from '../db/mod.ts'

export interface TeamName {
  readonly partnerId: number
  readonly team: string
}

export interface BudgetName extends TeamName {
  readonly currency: string
}

/**
 * Locks the names of a partner's teams until the transaction ends. Takes an advisory lock: a new
 * team has no row, and the partner's row cannot be used, because orders lock it after the budgets.
 */
export function lockTeamNames(partnerId: number): Statement<object> {
  const name = `teams of partner ${partnerId}`
  return sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

export function putBudget(
  { partnerId, team, currency }: BudgetName,
  monthly: bigint,
): Statement<never> {
  return sql`
    insert into team_budgets (partner_id, team, currency, monthly)
    values (${partnerId}, ${team}, ${currency}, ${monthly})
    on conflict (partner_id, team, currency) do update set monthly = excluded.monthly`
}

export function deleteBudget({ partnerId, team, currency }: BudgetName): Statement<never> {
  return sql`
    delete from team_budgets
    where partner_id = ${partnerId} and team = ${team} and currency = ${currency}`
}

/**
 * Removes the users of a team whose last budget has ended, because the team then no longer exists.
 */
export function deleteMembersWithoutBudget({ partnerId, team }: TeamName): Statement<never> {
  return sql`
    delete from team_members
    where partner_id = ${partnerId} and team = ${team} and not exists (
      select from team_budgets where partner_id = ${partnerId} and team = ${team})`
}

export interface BudgetRow {
  team: string
  currency: string
  monthly: bigint
}

export function budgetsOf(partnerId: number): Statement<BudgetRow> {
  return sql`
    select team, currency, monthly from team_budgets
    where partner_id = ${partnerId} order by team, currency`
}

interface MemberRow {
  user_id: number
  team: string
}

export function membersOf(partnerId: number): Statement<MemberRow> {
  return sql`
    select user_id, team from team_members
    where partner_id = ${partnerId} order by user_id`
}

export function putMember({ partnerId, team }: TeamName, userId: number): Statement<never> {
  return sql`
    insert into team_members (partner_id, user_id, team) values (${partnerId}, ${userId}, ${team})
    on conflict (partner_id, user_id) do update set team = excluded.team`
}

export function deleteMember(partnerId: number, userId: number): Statement<never> {
  return sql`delete from team_members where partner_id = ${partnerId} and user_id = ${userId}`
}

/**
 * Locks the teams of users, so that none changes until the commit. A separate statement locks the
 * budgets first, because a join would miss a user who changes teams while it waits for a lock.
 */
export function lockMembers(partnerId: number, userIds: readonly number[]): Statement<MemberRow> {
  return sql`
    select user_id, team from team_members
    where partner_id = ${partnerId} and user_id = any(${userIds}::integer[])
    order by user_id for share`
}

interface MonthRow {
  team: string
  currency: string
  amount: bigint
}

/** Returns the sums that teams have spent in a month, named by its first day. */
export function monthsOf(partnerId: number, month: string): Statement<MonthRow> {
  return sql`
    select team, currency, amount from team_months
    where partner_id = ${partnerId} and month = ${month}::date`
}

/** Locks a month of teams, in a fixed order, and returns their sums. */
export function lockMonths(
  { partnerId, month }: { readonly partnerId: number; readonly month: string },
  budgets: readonly Omit<BudgetName, 'partnerId'>[],
): Statement<MonthRow> {
  const [teams, currencies] = [budgets.map(({ team }) => team), budgets.map((one) => one.currency)]
  return sql`
    insert into team_months as existing (partner_id, team, month, currency, amount)
    select ${partnerId}, team, ${month}::date, currency, 0
    from unnest(${teams}::text[], ${currencies}::text[]) as budget (team, currency)
    order by team collate "C", currency collate "C"
    on conflict (partner_id, team, month, currency) do update set amount = existing.amount
    returning team, currency, amount`
}

export function addToMonth(
  { partnerId, team, currency }: BudgetName,
  { month, amount }: { readonly month: string; readonly amount: bigint },
): Statement<never> {
  return sql`
    update team_months set amount = amount + ${amount}
    where partner_id = ${partnerId} and team = ${team} and month = ${month}::date
      and currency = ${currency}`
}
