import { recordAudit, type Actor } from '../audit/mod.ts'
import {
  dayText,
  findStoredCurrency,
  formatAmount,
  invalidField,
  minorUnits,
  requireListed,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Db, type Tx } from '../db/mod.ts'
import {
  budgetsOf,
  deleteBudget,
  deleteMember,
  deleteMembersWithoutBudget,
  lockTeamNames,
  membersOf,
  monthsOf,
  putBudget,
  putMember,
  type BudgetRow,
} from './team-rows.ts'

/** Returns the first day of the calendar month in UTC, as YYYY-MM-DD. */
export function monthOf(at: number): string {
  return `${dayText(at).slice(0, 'YYYY-MM'.length)}-01`
}

interface TeamBudget {
  readonly currency: Currency
  readonly monthlyMinor: MinorUnits
  /** The sum that its people have spent this month. */
  readonly usedMinor: MinorUnits
}

export interface Team {
  readonly team: string
  readonly userIds: readonly number[]
  readonly budgets: readonly TeamBudget[]
}

/** Returns the teams of a partner by name: those that have a budget. */
export async function listTeams(db: Db, partnerId: number, at: number): Promise<Team[]> {
  const [budgets, members, months] = await Promise.all([
    db.rows(budgetsOf(partnerId)),
    db.rows(membersOf(partnerId)),
    db.rows(monthsOf(partnerId, monthOf(at))),
  ])
  return [...new Set(budgets.map(({ team }) => team))].map((team) => ({
    team,
    userIds: members.flatMap((one) => (one.team === team ? one.user_id : [])),
    budgets: budgets
      .filter((one) => one.team === team)
      .map(({ currency, monthly }) => {
        const used = months.find((one) => one.team === team && one.currency === currency)
        return {
          currency: storedCurrency(currency),
          monthlyMinor: minorUnits(monthly),
          usedMinor: minorUnits(used?.amount ?? 0n),
        }
      }),
  }))
}

interface Change {
  readonly partnerId: number
  readonly actor: Actor
  readonly at: number
}

export interface NewBudget extends Change {
  readonly team: string
  readonly currency: string
  /** Null ends the budget, and the team with its last one. */
  readonly monthlyMinor: MinorUnits | null
}

/**
 * Sets the budget of a team, audited. Refuses invalid_request for an unknown currency, and for a
 * name that differs from another team's only in case.
 */
export async function setTeamBudget(tx: Tx, budget: NewBudget): Promise<void> {
  const { partnerId, team, monthlyMinor, actor, at } = budget
  const currency = findStoredCurrency(budget.currency)
  if (!currency) throw invalidField('currency', 'must be an ISO 4217 code')
  requireListed('currency', currency)
  // Without this lock, two transactions that set the first budget of a team would not see each
  // other.
  await tx.rows(lockTeamNames(partnerId))
  const rows = await tx.rows(sql<BudgetRow>`${budgetsOf(partnerId)} for update`)
  const similarTeam = rows.find((one) => one.team !== team && foldTeam(one.team) === foldTeam(team))
  if (similarTeam)
    throw invalidField('team', `differs from ${similarTeam.team} in capital letters only`)
  const { code } = currency
  const before = rows.find((one) => one.team === team && one.currency === code)
  const name = { partnerId, team, currency: code }
  tx.write(monthlyMinor === null ? deleteBudget(name) : putBudget(name, monthlyMinor))
  if (monthlyMinor === null) tx.write(deleteMembersWithoutBudget(name))
  const audited = (monthly: bigint | null | undefined) => ({
    team,
    currency: code,
    monthly: monthly ? formatAmount(minorUnits(monthly), currency) : null,
  })
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'team_budget.set',
    target: `partner:${partnerId}`,
    valueOut: 'none',
    before: audited(before?.monthly),
    after: audited(monthlyMinor),
    at,
  })
}

function foldTeam(team: string): string {
  return team.normalize('NFKC').toLowerCase()
}

export interface NewMember extends Change {
  readonly userId: number
  /** Undefined: the user is in no team. */
  readonly team: string | undefined
}

/** Sets the team of a user, audited. Refuses invalid_request for a team without a budget. */
export async function setTeamOfUser(tx: Tx, member: NewMember): Promise<void> {
  const { partnerId, userId, team, actor, at } = member
  // The lock orders this change before or after the end of a team's last budget, which removes its
  // members.
  const budgets = await tx.rows(sql<BudgetRow>`${budgetsOf(partnerId)} for share`)
  if (team !== undefined && !budgets.some((one) => one.team === team)) {
    throw invalidField('team', 'must be a team that has a budget')
  }
  const members = await tx.rows(membersOf(partnerId))
  const before = members.find((one) => one.user_id === userId)?.team ?? null
  const name = team === undefined ? undefined : { partnerId, team }
  tx.write(name ? putMember(name, userId) : deleteMember(partnerId, userId))
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'team.set',
    target: `user:${userId}`,
    valueOut: 'none',
    before: { team: before },
    after: { team: team ?? null },
    at,
  })
}
