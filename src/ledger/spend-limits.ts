import {
  formatAmount,
  isoTime,
  minorUnits,
  shortageOf,
  storedCurrency,
  type FieldFault,
  type MinorUnits,
  Refusal,
} from '../core/mod.ts'

/** The credential whose spending is limited; undefined: the limit is for the partner as a whole. */
type Spender = string | undefined

interface LimitName {
  readonly clientId: Spender
  readonly currency: string
}

/** A limit, and the amount spent since it was set or its period began, whichever is later. */
export interface PeriodLimit {
  readonly limitMinor: MinorUnits
  readonly spentMinor: MinorUnits
}

/** The limits of a currency per UTC day and per UTC month; undefined: no limit. */
export interface SpendLimit extends LimitName {
  readonly day: PeriodLimit | undefined
  readonly month: PeriodLimit | undefined
  /** The spent amounts are those of the day and the month of this instant. */
  readonly countedAt: number
}

/** Undefined leaves a limit as it is, null removes it. */
export interface SpendLimitChange extends LimitName {
  readonly perDayMinor?: MinorUnits | null | undefined
  readonly perMonthMinor?: MinorUnits | null | undefined
}

/** Money that a partner spends. `clientId` is undefined if no credential requested it. */
export interface Spend extends LimitName {
  readonly amount: MinorUnits
  /**
   * The field of the request that has the amount; undefined for an order, which has no such field.
   */
  readonly field?: string | undefined
}

export function spendOf(
  { clientId, field }: Pick<Spend, 'clientId' | 'field'>,
  { currency }: { readonly currency: string },
  amount: MinorUnits,
): Spend {
  return { clientId, currency, amount, field }
}

/**
 * The spend limits of one partner during one group, loaded with its book. Counts accepted spends. A
 * later cancellation or refund does not reduce the count.
 */
export class SpendLimits {
  /**
   * The limits that the group has changed, by name. A limit without `day` and `month` was removed.
   */
  readonly changed = new Map<string, SpendLimit>()
  readonly wasEmpty: boolean
  readonly #limits: Map<string, SpendLimit>

  constructor(limits: readonly SpendLimit[] = []) {
    this.wasEmpty = limits.length === 0
    this.#limits = new Map(limits.map((limit) => [keyOf(limit), limit]))
  }

  get isEmpty(): boolean {
    return this.#limits.size === 0
  }

  /** Refuses insufficient_funds if a limit would be exceeded; see `findFault`. */
  require(spend: Spend, now: number): void {
    const fault = this.findFault(spend, now)
    if (fault) throw new Refusal('insufficient_funds', fault.message, { details: [fault] })
  }

  /**
   * Returns the limit that would be exceeded, and what is left of it. The credential's limits come
   * before the partner's, the day before the month.
   */
  findFault(spend: Spend, now: number): FieldFault | undefined {
    for (const limit of this.#of(spend)) {
      const current = limitAt(limit, now)
      const fault = excessOf(current, DAY, spend) ?? excessOf(current, MONTH, spend)
      if (fault) return fault
    }
    return undefined
  }

  count(spend: Spend, now: number): void {
    for (const limit of this.#of(spend)) {
      const { day, month, ...current } = limitAt(limit, now)
      this.#put({
        ...current,
        day: addSpent(day, spend.amount),
        month: addSpent(month, spend.amount),
      })
    }
  }

  /** Returns the limit before and after. A changed limit keeps its count, a new one starts at 0. */
  change(
    { clientId, currency, perDayMinor, perMonthMinor }: SpendLimitChange,
    now: number,
  ): Record<'before' | 'after', SpendLimit> {
    const unlimited = { clientId, currency, day: undefined, month: undefined, countedAt: now }
    const before = limitAt(this.#limits.get(keyOf(unlimited)) ?? unlimited, now)
    const day = changeLimit(before.day, perDayMinor)
    const month = changeLimit(before.month, perMonthMinor)
    const after = { ...before, day, month }
    if (day ?? month) this.#put(after)
    else this.#remove(after)
    return { before, after }
  }

  /** Returns a function that undoes all counts and changes from now on. */
  savepoint(): () => void {
    const before = [new Map(this.#limits), new Map(this.changed)] as const
    return () => {
      refill(this.#limits, before[0])
      refill(this.changed, before[1])
    }
  }

  #of({ clientId, currency }: LimitName): SpendLimit[] {
    if (this.isEmpty) return []
    const names = clientId === undefined ? [undefined] : [clientId, undefined]
    const limits = names.map((name) => this.#limits.get(keyOf({ clientId: name, currency })))
    return limits.filter((limit) => limit !== undefined)
  }

  #put(limit: SpendLimit): void {
    this.#limits.set(keyOf(limit), limit)
    this.changed.set(keyOf(limit), limit)
  }

  #remove(limit: SpendLimit): void {
    this.#limits.delete(keyOf(limit))
    this.changed.set(keyOf(limit), limit)
  }
}

/** Returns the limit as of `now`: amounts spent in an earlier period no longer count. */
export function limitAt(limit: SpendLimit, now: number): SpendLimit {
  const countedAt = Math.max(now, limit.countedAt)
  return {
    ...limit,
    day: periodAt(limit, DAY, countedAt),
    month: periodAt(limit, MONTH, countedAt),
    countedAt,
  }
}

interface Period {
  readonly name: 'day' | 'month'
  readonly adjective: string
  readonly since: string
  /** The number of leading characters of an ISO 8601 time in UTC that name the period. */
  readonly length: number
}

const DAY: Period = {
  name: 'day',
  adjective: 'daily',
  since: 'today (UTC)',
  length: 'YYYY-MM-DD'.length,
}
const MONTH: Period = {
  name: 'month',
  adjective: 'monthly',
  since: 'this month (UTC)',
  length: 'YYYY-MM'.length,
}

function periodAt(limit: SpendLimit, { name, length }: Period, now: number) {
  const isSame = isoTime(limit.countedAt).slice(0, length) === isoTime(now).slice(0, length)
  const period = limit[name]
  return isSame ? period : period && { ...period, spentMinor: NOTHING }
}

const NOTHING = minorUnits(0n)

function addSpent(period: PeriodLimit | undefined, amount: MinorUnits): PeriodLimit | undefined {
  return period && { ...period, spentMinor: minorUnits(period.spentMinor + amount) }
}

function changeLimit(
  before: PeriodLimit | undefined,
  limitMinor: MinorUnits | null | undefined,
): PeriodLimit | undefined {
  if (limitMinor === undefined) return before
  return limitMinor === null ? undefined : { limitMinor, spentMinor: before?.spentMinor ?? NOTHING }
}

function excessOf(
  limit: SpendLimit,
  period: Period,
  { amount, field = 'currency' }: Spend,
): FieldFault | undefined {
  const { limitMinor, spentMinor } = limit[period.name] ?? {}
  if (limitMinor === undefined || spentMinor === undefined) return undefined
  if (spentMinor + amount <= limitMinor) return undefined
  const currency = storedCurrency(limit.currency)
  const [most, spent, required] = [limitMinor, spentMinor, amount].map((minor) =>
    formatAmount(minor, currency),
  )
  const whose = limit.clientId === undefined ? 'the partner' : `client ${limit.clientId}`
  const message =
    `the ${period.adjective} spend limit of ${most} ${currency.code} of ${whose} would be ` +
    `exceeded: ${spent} spent ${period.since}, ${required} required`
  const availableMinor = limitMinor - spentMinor
  return shortageOf({ field, availableMinor, requiredMinor: amount, currency, message })
}

function refill<Key, Value>(map: Map<Key, Value>, entries: ReadonlyMap<Key, Value>): void {
  map.clear()
  for (const [key, value] of entries) map.set(key, value)
}

function keyOf({ clientId, currency }: LimitName): string {
  return `${clientId ?? ''} ${currency}`
}
