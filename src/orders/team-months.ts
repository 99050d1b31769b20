import type { Actor } from '../audit/mod.ts'
import { formatAmount, minorUnits, type Currency, type MinorUnits } from '../core/mod.ts'
import { sql, type Tx, type Writer } from '../db/mod.ts'
import {
  addToMonth,
  budgetsOf,
  lockMembers,
  lockMonth,
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

/** What the teams of people have let out this month, beside their budgets. */
export class TeamMonths {
  readonly #teams = new Map<number, string>()
  readonly #months = new Map<string, Month>()
  readonly #ofGroup: readonly TeamMonths[]

  /**
   * Orders and credits of one group have months of their own, and each sees what the other has
   * added.
   */
  constructor(group?: object) {
    const ofGroup = (group && OF_GROUPS.get(group)) ?? []
    ofGroup.push(this)
    if (group) OF_GROUPS.set(group, ofGroup)
    this.#ofGroup = ofGroup
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

  /** Returns why an amount is above what is left of a budget; undefined if it is not. */
  faultOf(by: Pick<Actor, 'id'>, currency: Currency, amount: MinorUnits): string | undefined {
    const found = this.#monthOf(by, currency)
    if (!found) return undefined
    const used = found.before + this.#addedTo(found)
    if (used + amount <= found.budget) return undefined
    const shown = (minor: bigint) => `${formatAmount(minorUnits(minor), currency)} ${currency.code}`
    const spent = shown(used)
    const month = found.month.slice(0, 'YYYY-MM'.length)
    return (
      `team ${found.team} has used ${spent} of its budget of ${shown(found.budget)} for ${month} ` +
      '(UTC); ask for an approval'
    )
  }

  /** Counts what is let out, approved or not. Does nothing without a budget in its currency. */
  count(by: Pick<Actor, 'id'>, currency: Currency, amount: MinorUnits): void {
    const found = this.#monthOf(by, currency)
    if (found) found.added += amount
  }

  save(tx: Writer): void {
    for (const { added: amount, month, ...name } of this.#months.values()) {
      if (amount > 0n) tx.write(addToMonth(name, { month, amount }))
    }
  }

  #addedTo({ team, currency }: BudgetName): bigint {
    const name = nameOf(team, currency)
    return this.#ofGroup.reduce((sum, one) => sum + (one.#months.get(name)?.added ?? 0n), 0n)
  }

  #monthOf(by: Pick<Actor, 'id'>, { code }: Currency): Month | undefined {
    const team = this.teamOf(by)
    return team === undefined ? undefined : this.#months.get(nameOf(team, code))
  }
}

/** By the book of a group, whose writes of all kinds are decided one by one. */
const OF_GROUPS = new WeakMap<object, TeamMonths[]>()

function nameOf(team: string, currency: string): string {
  return `${currency} ${team}`
}

interface People {
  readonly partnerId: number
  readonly userIds: Iterable<number>
  readonly at: number
  /** The book of a group of writes. */
  readonly group?: object | undefined
}

/** Locks the budgets of the teams of people, and this month of them, until the commit. */
export async function lockTeamMonths(
  tx: Tx,
  { partnerId, userIds, at, group }: People,
): Promise<TeamMonths> {
  const months = new TeamMonths(group)
  const month = monthOf(at)
  // Budgets before members, as whoever ends a budget locks them.
  const budgets = await tx.rows(sql<BudgetRow>`${budgetsOf(partnerId)} for share`)
  if (budgets.length === 0) return months
  const teams = new Set<string>()
  for (const { user_id: userId, team } of await tx.rows(lockMembers(partnerId, [...userIds]))) {
    months.loadMember(userId, team)
    teams.add(team)
  }
  // In one order: two groups at once do not wait for each other in a circle.
  for (const { team, currency, monthly: budget } of budgets) {
    if (!teams.has(team)) continue
    const name = { partnerId, team, currency }
    const [row] = await tx.rows(lockMonth(name, month))
    months.loadMonth({ ...name, month, budget, before: row?.amount ?? 0n })
  }
  return months
}
