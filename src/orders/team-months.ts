import type { Actor } from '../audit/mod.ts'
import {
  formatAmount,
  invalidField,
  minorUnits,
  type Currency,
  type Metadata,
  type MinorUnits,
} from '../core/mod.ts'
import { sql, type Tx, type Writer } from '../db/mod.ts'
import {
  addToMonth,
  budgetsOf,
  lockMembers,
  lockMonths,
  type BudgetName,
  type BudgetRow,
} from './team-rows.ts'
import { monthOf } from './teams.ts'

interface Month extends BudgetName {
  readonly month: string
  readonly budget: bigint
  readonly before: bigint
  added: bigint
}

/** The sums that the teams of people have spent this month, beside their budgets. */
export class TeamMonths {
  readonly #teams = new Map<number, string>()
  readonly #months = new Map<string, Month>()
  /** The sums that all kinds of writes of a group spend, by team. */
  readonly #group: Map<string, bigint>
  readonly #hasTeams: boolean

  constructor({ group = new Map(), hasTeams = false }: Partial<Group> = {}) {
    this.#group = group
    this.#hasTeams = hasTeams
  }

  loadMember(userId: number, team: string): void {
    this.#teams.set(userId, team)
  }

  loadMonth(month: Omit<Month, 'added'>): void {
    this.#months.set(nameOf(month.team, month.currency), { ...month, added: 0n })
  }

  teamOf({ id }: Pick<Actor, 'id'>): string | undefined {
    return this.#teams.get(Number(id))
  }

  /**
   * Refuses invalid_request for a label `team` that names another team than the person's. `path`
   * leads to the labels in the request.
   */
  requireLabel(by: Pick<Actor, 'id'>, { team }: Metadata, path = 'metadata'): void {
    if (!this.#hasTeams || team === undefined || team === this.teamOf(by)) return
    throw invalidField(`${path}.team`, "must be the user's team; it is written without being sent")
  }

  /**
   * Returns the metadata of an act that waits for an approval, without the label of the team, which
   * is written once the act is approved. Refuses as `requireLabel`.
   */
  withoutTeam(by: Pick<Actor, 'id'>, metadata: Metadata, path?: string): Metadata | undefined {
    this.requireLabel(by, metadata, path)
    if (!this.#hasTeams) return metadata
    const { team: _own, ...labels } = metadata
    return Object.keys(labels).length > 0 ? labels : undefined
  }

  /** Returns why an amount exceeds the rest of a budget; undefined if it does not. */
  faultOf(by: Pick<Actor, 'id'>, currency: Currency, amount: MinorUnits): string | undefined {
    const month = this.#monthOf(by, currency)
    if (!month) return undefined
    const used = month.before + (this.#group.get(nameOf(month.team, month.currency)) ?? 0n)
    if (used + amount <= month.budget) return undefined
    const text = (minor: bigint) => `${formatAmount(minorUnits(minor), currency)} ${currency.code}`
    const spent = text(used)
    const monthText = month.month.slice(0, 'YYYY-MM'.length)
    return (
      `team ${month.team} has used ${spent} of its budget of ${text(month.budget)} for ` +
      `${monthText} (UTC); ask for an approval`
    )
  }

  /** Counts an amount, approved or not. Does nothing without a budget in its currency. */
  count(by: Pick<Actor, 'id'>, currency: Currency, amount: MinorUnits): void {
    const month = this.#monthOf(by, currency)
    if (!month) return
    month.added += amount
    const name = nameOf(month.team, month.currency)
    this.#group.set(name, (this.#group.get(name) ?? 0n) + amount)
  }

  save(tx: Writer): void {
    for (const { added: amount, month, ...name } of this.#months.values()) {
      if (amount > 0n) tx.write(addToMonth(name, { month, amount }))
    }
  }

  #monthOf(by: Pick<Actor, 'id'>, { code }: Currency): Month | undefined {
    const team = this.teamOf(by)
    return team === undefined ? undefined : this.#months.get(nameOf(team, code))
  }
}

function nameOf(team: string, currency: string): string {
  return `${currency} ${team}`
}

interface People {
  readonly partnerId: number
  readonly userIds: Iterable<number>
  readonly at: number
  /** The sums by team that a group of writes of several kinds spends. */
  readonly group?: Map<string, bigint> | undefined
}

interface Group {
  readonly group: Map<string, bigint> | undefined
  readonly hasTeams: boolean
}

/** Locks the budgets of the teams of people, and the sums of this month, until the commit. */
export async function lockTeamMonths(
  tx: Tx,
  { partnerId, userIds, at, group }: People,
): Promise<TeamMonths> {
  // Locks budgets before members, in the same order as a change that ends a budget.
  const budgets = await tx.rows(sql<BudgetRow>`${budgetsOf(partnerId)} for share`)
  const months = new TeamMonths({ group, hasTeams: budgets.length > 0 })
  if (budgets.length === 0) return months
  const teams = new Set<string>()
  for (const { user_id: userId, team } of await tx.rows(lockMembers(partnerId, [...userIds]))) {
    months.loadMember(userId, team)
    teams.add(team)
  }
  const own = budgets.filter(({ team }) => teams.has(team))
  if (own.length === 0) return months
  const month = monthOf(at)
  const rows = await tx.rows(lockMonths({ partnerId, month }, own))
  for (const { team, currency, monthly: budget } of own) {
    const row = rows.find((one) => one.team === team && one.currency === currency)
    months.loadMonth({ partnerId, team, currency, month, budget, before: row?.amount ?? 0n })
  }
  return months
}
