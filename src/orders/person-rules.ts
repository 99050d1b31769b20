import type { Actor } from '../audit/mod.ts'
import {
  formatAmount,
  orderedMetadata,
  Refusal,
  type Currency,
  type Metadata,
  type MinorUnits,
} from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import {
  approvalFault,
  lockApprovalRules,
  type ApprovalRule,
  type RuleKind,
} from './approval-rules.ts'
import { lockRuleDays, RuleDays } from './rule-days.ts'
import { lockTeamMonths, TeamMonths } from './team-months.ts'

interface Spending {
  readonly actor: Pick<Actor, 'id'>
  /** The person who approved it, who must be another person. */
  readonly approvedBy?: Pick<Actor, 'id'> | undefined
  /** The most that may be spent under the approval; undefined: no limit. */
  readonly approvedUpTo?: MinorUnits | undefined
  readonly currency: Currency
  readonly amount: MinorUnits
}

/**
 * The rules of a partner for what its people spend (orders, links and credits), and the sums so
 * far.
 */
export class PersonRules {
  readonly rules: ReadonlyMap<string, ApprovalRule>
  readonly #days: RuleDays
  readonly #months: TeamMonths

  constructor({
    rules = new Map(),
    days = new RuleDays(),
    months = new TeamMonths(),
  }: Partial<Parts> = {}) {
    this.rules = rules
    this.#days = days
    this.#months = months
  }

  /** Returns why another person must approve the amount; undefined if nobody needs to. */
  faultOf({ actor, currency, amount }: Spending): string | undefined {
    const charge = this.#days.with(actor, currency.code, amount)
    return (
      approvalFault(this.rules.get(currency.code), charge) ??
      this.budgetFaultOf({ actor, currency, amount })
    )
  }

  /** Returns why the amount exceeds the rest of the budget of the person's team. */
  budgetFaultOf({ actor, currency, amount }: Spending): string | undefined {
    return this.#months.faultOf(actor, currency, amount)
  }

  /**
   * Refuses permission_missing for an amount that needs an approval and has none, and
   * state_conflict for more than what was approved.
   */
  require(spending: Spending): void {
    const fault = isApproved(spending) ? undefined : this.faultOf(spending)
    if (fault !== undefined) throw new Refusal('permission_missing', fault)
    const { approvedUpTo, currency, amount } = spending
    if (approvedUpTo === undefined || amount <= approvedUpTo) return
    const price = `${formatAmount(amount, currency)} ${currency.code}`
    throw new Refusal('state_conflict', `the price is ${price} by now; approve it again`)
  }

  /**
   * Counts an amount in the month of the team and, unless it was approved, in the day of the
   * person.
   */
  count(spending: Spending): void {
    const { actor, currency, amount } = spending
    if (!isApproved(spending)) this.#days.count(actor, currency.code, amount)
    this.#months.count(actor, currency, amount)
  }

  /**
   * Refuses invalid_request if a person sends a label `team` that names another team than their
   * own.
   */
  requireLabel(actor: Pick<Actor, 'id'>, metadata: Metadata | undefined, path?: string): void {
    if (metadata) this.#months.requireLabel(actor, metadata, path)
  }

  /** Returns the metadata with a label for the team of the person who acts, sorted by key. */
  withTeamLabel(actor: Pick<Actor, 'id'> | undefined, metadata?: Metadata): Metadata | undefined {
    const team = actor && this.#months.teamOf(actor)
    const labels = team === undefined ? metadata : { ...metadata, team }
    return labels && orderedMetadata(labels)
  }

  save(tx: Writer): void {
    this.#days.save(tx)
    this.#months.save(tx)
  }
}

function isApproved({ actor, approvedBy }: Spending): boolean {
  return approvedBy !== undefined && approvedBy.id !== actor.id
}

interface Parts {
  readonly rules: ReadonlyMap<string, ApprovalRule>
  readonly days: RuleDays
  readonly months: TeamMonths
}

interface People {
  readonly kind: RuleKind
  readonly partnerId: number
  readonly userIds: readonly number[]
  readonly at: number
  /** The sums by team that a group of writes of several kinds spends. */
  readonly group?: Map<string, bigint>
}

/** Locks the rules about people, and the sums that they have spent, until the transaction ends. */
export async function lockPersonRules(tx: Tx, people: People): Promise<PersonRules> {
  // Locks months before days: orders and credits of a group share the months, and have days of
  // their own.
  const [rules, months] = await Promise.all([
    lockApprovalRules(tx, people.kind, people.partnerId),
    lockTeamMonths(tx, people),
  ])
  return new PersonRules({ rules, months, days: await lockRuleDays(tx, rules, people) })
}
