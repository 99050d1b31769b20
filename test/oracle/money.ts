import type { Answer, Asked } from './acts.ts'
import { MOST, sum, wire, type Code } from './facts.ts'
import type { OraclePartner } from './partner.ts'
import { Refused } from './refused.ts'

/** The funds of a partner in one currency. What is held of them is a sum of its orders. */
export interface Funds {
  /** All credits less all debits. */
  posted: bigint
  limit: bigint
  limits: readonly {
    readonly by: number | undefined
    readonly period: 'day' | 'month'
    readonly most: bigint
    /** How many amounts were spent before it was set. */
    readonly since: number
  }[]
  /** A spent amount counts for limits, whatever happens to it later. */
  spent: readonly { readonly by: number; readonly amount: bigint; readonly at: number }[]
}

export function heldIn({ orders }: OraclePartner, code: Code): bigint {
  return sum(orders, (one) => (one.isPaidByFunds && one.code === code ? one.held : 0n))
}

export function availableIn(of: OraclePartner, code: Code): bigint {
  return of.funds[code].posted - heldIn(of, code)
}

export function spendableIn(of: OraclePartner, code: Code): bigint {
  return availableIn(of, code) + of.funds[code].limit
}

/** Puts an amount on the funds, or takes it from them if it is below zero. */
export function move(of: OraclePartner, kind: string, code: Code, amount: bigint): void {
  of.funds[code].posted += amount
  of.movements = [...of.movements, [kind, code, amount]]
}

export function requireRoom({ funds }: OraclePartner, code: Code, amount: bigint): void {
  if (funds[code].posted + amount > MOST) throw new Refused(409, ['amount'])
}

/** Refuses an amount that exceeds the funds or a limit of the partner or of the credential. */
export function spend(
  of: OraclePartner,
  { code, by }: { readonly code: Code; readonly by: number },
  amount: bigint,
): void {
  const { [code]: funds } = of.funds
  const { now } = of.world
  if (spendableIn(of, code) < amount) throw new Refused(402, [], ['amount'])
  for (const { by: only, period, most, since } of funds.limits) {
    if (only !== undefined && only !== by) continue
    const nameOf = (at: number) => new Date(at).toISOString().slice(0, period === 'day' ? 10 : 7)
    const own = funds.spent.slice(since).filter((one) => (only ?? one.by) === one.by)
    const counted = own.filter((one) => nameOf(one.at) === nameOf(now))
    if (sum(counted, (one) => one.amount) + amount > most) throw new Refused(402, [], ['currency'])
  }
  funds.spent = [...funds.spent, { by, amount, at: now }]
}

export function setCreditLimit(of: OraclePartner, act: Asked<'credit limit'>): Answer {
  of.funds[act.code].limit = BigInt(act.amount)
  return { status: 200 }
}

export function setSpendLimit(of: OraclePartner, act: Asked<'spend limit'>): Answer {
  const { by, period, amount } = act
  const funds = of.funds[act.code]
  const before = funds.limits.find((one) => one.by === by && one.period === period)
  const others = funds.limits.filter((one) => one !== before)
  const own = { by, period, most: BigInt(amount), since: before?.since ?? funds.spent.length }
  // A limit of 0 of a history removes it.
  funds.limits = amount === 0 ? others : [...others, own]
  return { status: 200 }
}

export function fund(of: OraclePartner, asked: Asked<'deposit' | 'reverse'>): Answer {
  const { act, code, amount, key, of: deposit } = asked
  const refused = new Refused(409, ['reference'])
  return of.once(`${act} ${key}`, [code, amount, deposit], refused, () => {
    if (act === 'reverse') reverse(of, asked)
    else {
      requireRoom(of, code, BigInt(amount))
      of.deposits.push({ code, left: BigInt(amount) })
      move(of, 'deposit', code, BigInt(amount))
    }
    return { status: 201, funds: wire(availableIn(of, code), code) }
  })
}

function reverse(of: OraclePartner, asked: Asked<'deposit' | 'reverse'>): void {
  const { code } = asked
  const size = BigInt(asked.amount)
  const deposit = asked.of === undefined ? undefined : of.deposits[asked.of]
  if (asked.of !== undefined && deposit?.code !== code) throw new Refused(400, ['depositId'])
  if (deposit && deposit.left < size) throw new Refused(409, ['depositId'])
  if (availableIn(of, code) - size < -MOST) throw new Refused(409, ['amount'])
  if (deposit) deposit.left -= size
  move(of, 'reversal', code, -size)
}
