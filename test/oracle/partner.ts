import { Refused, type Answer, type ActOf } from './acts.ts'
import type { Case } from './cases.ts'
import { AMOUNT_MAX, sum, wire, type Code } from './facts.ts'
import type { OracleLink } from './link.ts'
import type { Oracle } from './oracle.ts'
import type { OracleOrder } from './order.ts'
import type { Quote } from './prices.ts'
import type { Campaign, Wallet } from './wallets.ts'

/** The funds of a partner in one currency. What is held of them is a sum of its orders. */
export interface Funds {
  /** All credits less all debits. */
  posted: bigint
  limit: bigint
  limits: readonly {
    readonly by: number | undefined
    readonly period: 'day' | 'month'
    readonly most: bigint
    /** The number of amounts that were spent before it was set. */
    readonly since: number
  }[]
  /** A spent amount counts for limits, whatever happens to it later. */
  spent: readonly { readonly by: number; readonly amount: bigint; readonly at: number }[]
}

const none = (): Funds => ({ posted: 0n, limit: 0n, limits: [], spent: [] })

/** The state of a partner. Undo restores former lists, so a list is replaced, never changed. */
export class OraclePartner {
  readonly no: number
  readonly world: Oracle
  readonly funds: Readonly<Record<Code, Funds>> = { JPY: none(), USD: none(), KWD: none() }
  movements: readonly (readonly [kind: string, code: Code, minor: bigint])[] = []
  /** The rest of each deposit. */
  readonly deposits: { readonly code: Code; left: bigint }[] = []
  readonly quotes: (Quote | undefined)[] = []
  readonly orders: OracleOrder[] = []
  readonly links: OracleLink[] = []
  readonly cases: Case[] = []
  /** The names of the consumers, by place. */
  readonly consumers: number[] = []
  readonly campaigns: Campaign[] = []
  readonly wallets: Wallet[] = []
  isSuspended = false
  /** By key: the payload, and the first response. */
  keys: ReadonlyMap<string, { readonly payload: string; readonly answer: Answer }> = new Map()

  constructor(no: number, world: Oracle) {
    this.no = no
    this.world = world
  }

  /** Returns a function that restores money, wallets and keys. */
  mark(): () => void {
    const { movements, keys } = this
    const all = [...Object.values(this.funds), ...this.wallets, ...this.campaigns]
    const before = all.map((one) => ({ ...one }))
    return () => {
      Object.assign(this, { movements, keys })
      for (const [at, one] of all.entries()) Object.assign(one, before[at])
    }
  }

  /** A key returns its first response. With another payload it is refused. */
  once(key: string, payload: unknown, refused: Refused, act: () => Answer): Answer {
    const text = JSON.stringify(payload)
    const earlier = this.keys.get(key)
    if (earlier && earlier.payload !== text) throw refused
    const answer = earlier?.answer ?? act()
    this.keys = new Map(this.keys).set(key, { payload: text, answer })
    return answer
  }

  /** Does the same for an Idempotency-Key, if there is one. A replayed response is marked. */
  onceByHeader(
    [name, once]: readonly [string, number | undefined],
    payload: unknown,
    act: () => Answer,
  ): Answer {
    if (once === undefined) return act()
    const isKnown = this.keys.has(`${name} ${once}`)
    const refused = new Refused(409, ['Idempotency-Key'])
    const answer = this.once(`${name} ${once}`, payload, refused, act)
    return isKnown ? { ...answer, replayed: true } : answer
  }
}

export function heldIn({ orders }: OraclePartner, code: Code): bigint {
  return sum(orders, (one) => (one.isPaidByFunds && one.code === code ? one.held : 0n))
}

export function availableIn(partner: OraclePartner, code: Code): bigint {
  return partner.funds[code].posted - heldIn(partner, code)
}

export function spendableIn(partner: OraclePartner, code: Code): bigint {
  return availableIn(partner, code) + partner.funds[code].limit
}

/** Puts an amount on the funds, or takes it from them if it is below zero. */
export function move(partner: OraclePartner, kind: string, code: Code, amount: bigint): void {
  partner.funds[code].posted += amount
  partner.movements = [...partner.movements, [kind, code, amount]]
}

/** Refuses an amount that would raise a balance above the largest one. */
export function requireRoom(balance: bigint, amount: bigint): void {
  if (balance + amount > AMOUNT_MAX) throw new Refused(409, ['amount'])
}

/** Returns the rest of a limit. */
export function leftOf({ spent }: Funds, limit: Funds['limits'][number], now: number): bigint {
  const { by, period, most, since } = limit
  const nameOf = (at: number) => new Date(at).toISOString().slice(0, period === 'day' ? 10 : 7)
  const own = spent.slice(since).filter((one) => (by ?? one.by) === one.by)
  const counted = own.filter((one) => nameOf(one.at) === nameOf(now))
  return most - sum(counted, (one) => one.amount)
}

/** A spending of funds: `into` is the balance that it raises, `field` the field of the amount. */
type Spending = { code: Code; by: number; into?: bigint; field?: string }

/** Refuses an amount that exceeds the funds, a limit, or the room of the balance that it raises. */
export function spend(
  partner: OraclePartner,
  { code, by, into = 0n, field = 'currency' }: Spending,
  amount: bigint,
): void {
  const { [code]: funds } = partner.funds
  if (spendableIn(partner, code) < amount) throw new Refused(402, [], ['amount'])
  for (const limit of funds.limits) {
    if ((limit.by ?? by) !== by) continue
    if (leftOf(funds, limit, partner.world.now) < amount) throw new Refused(402, [], [field])
  }
  requireRoom(into, amount)
  funds.spent = [...funds.spent, { by, amount, at: partner.world.now }]
}

export function setCreditLimit(partner: OraclePartner, act: ActOf<'credit limit'>): Answer {
  partner.funds[act.code].limit = BigInt(act.amount)
  return { status: 200 }
}

export function suspend(partner: OraclePartner, { isSuspended }: ActOf<'suspend'>): Answer {
  partner.isSuspended = isSuspended
  return { status: 200 }
}

export function setSpendLimit(partner: OraclePartner, act: ActOf<'spend limit'>): Answer {
  const { by, period, amount } = act
  const funds = partner.funds[act.code]
  const before = funds.limits.find((one) => one.by === by && one.period === period)
  const others = funds.limits.filter((one) => one !== before)
  const own = { by, period, most: BigInt(amount), since: before?.since ?? funds.spent.length }
  // In histories, a limit of 0 removes it.
  funds.limits = amount === 0 ? others : [...others, own]
  return { status: 200 }
}

export function fund(partner: OraclePartner, request: ActOf<'deposit' | 'reverse'>): Answer {
  const { act, code, amount, key, of: deposit } = request
  const refused = new Refused(409, ['reference'])
  return partner.once(`${act} ${key}`, [code, amount, deposit], refused, () => {
    if (act === 'reverse') reverse(partner, request)
    else {
      requireRoom(partner.funds[code].posted, BigInt(amount))
      partner.deposits.push({ code, left: BigInt(amount) })
      move(partner, 'deposit', code, BigInt(amount))
    }
    return { status: 201, funds: wire(availableIn(partner, code), code) }
  })
}

function reverse(partner: OraclePartner, request: ActOf<'deposit' | 'reverse'>): void {
  const { code } = request
  const size = BigInt(request.amount)
  const deposit = request.of === undefined ? undefined : partner.deposits[request.of]
  if (request.of !== undefined && deposit?.code !== code) throw new Refused(400, ['depositId'])
  if (deposit && deposit.left < size) throw new Refused(409, ['depositId'])
  if (availableIn(partner, code) - size < -AMOUNT_MAX) throw new Refused(409, ['amount'])
  if (deposit) deposit.left -= size
  move(partner, 'reversal', code, -size)
}
