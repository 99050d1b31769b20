import type { Actor } from '../audit/mod.ts'
import { dayText, minorUnits, type MinorUnits } from '../core/mod.ts'
import type { Db, Tx, Writer } from '../db/mod.ts'
import type { ApprovalRule, RuleKind } from './approval-rules.ts'
import { addToDay, daysOf, lockDays, type RuleDay } from './rule-day-rows.ts'

interface Day extends RuleDay {
  readonly before: bigint
  added: bigint
}

/**
 * The sums that people have spent today without an approval, in currencies that have a rule. They
 * count, so that splitting an amount does not evade the rule.
 */
export class RuleDays {
  readonly #days = new Map<string, Day>()

  load(day: RuleDay, before: bigint): void {
    this.#days.set(nameOf(day.userId, day.currency), { ...day, before, added: 0n })
  }

  /** Returns the sum that a person would have spent today, including `amount`. */
  with({ id }: Pick<Actor, 'id'>, currency: string, amount: MinorUnits): MinorUnits {
    const day = this.#days.get(nameOf(Number(id), currency))
    return day ? minorUnits(day.before + day.added + amount) : amount
  }

  /** Counts an amount. Does nothing without a rule for its currency. */
  count({ id }: Pick<Actor, 'id'>, currency: string, amount: MinorUnits): void {
    const day = this.#days.get(nameOf(Number(id), currency))
    if (day) day.added += amount
  }

  save(tx: Writer): void {
    for (const { added, ...day } of this.#days.values()) {
      if (added > 0n) tx.write(addToDay(day, added))
    }
  }
}

function nameOf(userId: number, currency: string): string {
  return `${userId} ${currency}`
}

/** Returns a function that gives the sum that a person has spent today under a rule. */
export async function ruleDayOf(
  db: Db,
  { partnerId, actor, at }: { partnerId: number; actor: Actor; at: number },
): Promise<(rule: ApprovalRule) => MinorUnits> {
  const rows = await db.rows(daysOf({ partnerId, userId: Number(actor.id), day: dayText(at) }))
  return ({ kind, currency: { code } }) => {
    const day = rows.find((row) => row.kind === kind && row.currency === code)
    return minorUnits(day?.amount ?? 0n)
  }
}

interface People {
  readonly kind: RuleKind
  readonly partnerId: number
  readonly userIds: Iterable<number>
  readonly at: number
}

/** Locks the days of people until the transaction ends, in the currencies that have a rule. */
export async function lockRuleDays(
  tx: Tx,
  rules: ReadonlyMap<string, ApprovalRule>,
  { kind, partnerId, userIds, at }: People,
): Promise<RuleDays> {
  const days = new RuleDays()
  if (rules.size === 0) return days
  const name = { kind, partnerId, day: dayText(at) }
  const ids = [...new Set(userIds)]
  for (const row of await tx.rows(lockDays(name, ids, [...rules.keys()]))) {
    days.load({ ...name, userId: row.user_id, currency: row.currency }, row.amount)
  }
  return days
}
