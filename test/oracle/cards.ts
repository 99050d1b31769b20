import type { Answer } from './acts.ts'
import { Refused } from './refused.ts'

/** Acts of merchants on the codes that the operator issued. Amounts are in minor units. */
export type CardAct =
  | AuthorizeAct
  | SettleAct
  | (Call & { readonly act: 'reverse' })
  | { readonly act: 'close'; readonly card: number; readonly how: 'refund' | 'block' }
  | { readonly act: 'time'; readonly seconds: number }
  | { readonly act: 'sweep' }

interface Call {
  readonly shop: number
  /** The number of its reference. */
  readonly key: number
}

interface AuthorizeAct extends Call {
  readonly act: 'authorize'
  /** The place of a card; beyond the last one, an unknown code. */
  readonly card: number
  readonly amount: number
  readonly isPartial: boolean
  readonly isOtherCurrency: boolean
}

interface SettleAct extends Call {
  readonly act: 'capture' | 'void' | 'refund'
  /** The place of an authorization. */
  readonly of: number
  /** Undefined captures all of it. */
  readonly amount: number | undefined
}

interface Authorization {
  readonly shop: number
  readonly card: number
  readonly authorized: number
  readonly until: number
  captured: number
  refunded: number
  wasCaptured: boolean
  status: 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'EXPIRED' | 'REVERSED'
}

interface Called {
  readonly asked: AuthorizeAct | SettleAct
  readonly answer: Answer & { readonly on: number }
  isReversed: boolean
}

const SEVEN_DAYS = 7 * 86_400

/** The issuer's book: a card was issued = balance + authorized + captured - refunded. */
export class OracleCards {
  readonly #issued: readonly number[]
  readonly authorizations: Authorization[] = []
  readonly #calls = new Map<string, Called | 'reversed before'>()
  readonly #closed = new Map<number, Set<'refund' | 'block'>>()
  #seconds = 0

  constructor(issued: readonly number[]) {
    this.#issued = issued
  }

  take(act: CardAct): Answer {
    try {
      if (act.act === 'reverse') return this.#reverse(act)
      if (act.act === 'close') return this.#close(act)
      if ('key' in act) return this.#once(act)
      if (act.act === 'time') this.#seconds += act.seconds
      else this.#sweep()
      return { status: 200 }
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  /** The balances of cards, and the captures less the refunds. */
  view(): { balance: number; authorized: number; taken: number }[] {
    return this.#issued.map((issued, card) => {
      const own = this.authorizations.filter((one) => one.card === card)
      const open = own.filter(({ status }) => status === 'AUTHORIZED')
      const authorized = open.reduce((sum, one) => sum + one.authorized, 0)
      const taken = own.reduce((sum, one) => sum + one.captured - one.refunded, 0)
      return { balance: issued - authorized - taken, authorized, taken }
    })
  }

  #balance(card: number): number {
    return this.view()[card]?.balance ?? 0
  }

  /** A reference belongs to one call for ever, and to none that was reversed before or after it. */
  #once(asked: AuthorizeAct | SettleAct): Answer {
    const name = `${asked.shop} ${asked.key}`
    const earlier = this.#calls.get(name)
    if (earlier === undefined) {
      const one = asked.act === 'authorize' ? this.#authorize(asked) : this.#settle(asked)
      const { status: is, authorized, captured, refunded } = one
      const said = { is, authorized, captured, refunded, balance: this.#balance(one.card) }
      const status = asked.act === 'authorize' ? 201 : 200
      const answer = { status, ...said, on: this.authorizations.indexOf(one) }
      this.#calls.set(name, { asked, answer, isReversed: false })
      return answer
    }
    const isSame =
      earlier !== 'reversed before' && JSON.stringify(earlier.asked) === JSON.stringify(asked)
    if (!isSame || earlier.isReversed) throw new Refused(409, ['reference'])
    return earlier.answer
  }

  #authorize(asked: AuthorizeAct): Authorization {
    const { shop, card, amount, isPartial } = asked
    if (this.#issued[card] === undefined || this.#closed.has(card)) throw new Refused(404, ['code'])
    if (asked.isOtherCurrency) throw new Refused(400, ['currency'])
    const balance = this.#balance(card)
    if (balance < amount && !(isPartial && balance > 0)) throw new Refused(402)
    const until = this.#seconds + SEVEN_DAYS
    const of = { shop, card, authorized: Math.min(amount, balance), until }
    const none = { captured: 0, refunded: 0, wasCaptured: false, status: 'AUTHORIZED' } as const
    const made: Authorization = { ...of, ...none }
    this.authorizations.push(made)
    return made
  }

  #settle({ act, shop, of, amount }: SettleAct): Authorization {
    const one = this.authorizations[of]
    if (one?.shop !== shop) throw new Refused(404)
    if (act === 'refund') return this.#refund(one, amount ?? 1)
    if (one.status !== 'AUTHORIZED' || one.until <= this.#seconds) throw new Refused(409)
    if (act === 'void') return Object.assign(one, { status: 'VOIDED' } as const)
    const captured = amount ?? one.authorized
    if (captured > one.authorized) throw new Refused(400, ['amount'])
    return Object.assign(one, { captured, wasCaptured: true, status: 'CAPTURED' } as const)
  }

  #refund(one: Authorization, amount: number): Authorization {
    if (!one.wasCaptured) throw new Refused(404)
    if (one.status !== 'CAPTURED') throw new Refused(409)
    if (amount > one.captured - one.refunded) throw new Refused(400, ['amount'])
    if (this.#closed.has(one.card)) throw new Refused(409)
    one.refunded += amount
    return one
  }

  /** An expired authorization gives its amount back once it is read. */
  #sweep(): void {
    for (const one of this.authorizations) {
      if (one.status === 'AUTHORIZED' && one.until <= this.#seconds) one.status = 'EXPIRED'
    }
  }

  #reverse({ shop, key }: Call): Answer {
    const call = this.#calls.get(`${shop} ${key}`) ?? 'reversed before'
    this.#calls.set(`${shop} ${key}`, call)
    if (call === 'reversed before') return { status: 200, outcome: 'NOT_RECEIVED' }
    const one = this.authorizations[call.answer.on]
    if (!call.isReversed && one) this.#undo(call, one)
    call.isReversed = true
    return { status: 200, outcome: 'REVERSED' }
  }

  #undo({ asked: { act, amount } }: Called, one: Authorization): void {
    if (act === 'void') throw new Refused(409)
    if (act === 'authorize') {
      if (one.status === 'CAPTURED') throw new Refused(409)
      if (one.status === 'AUTHORIZED') one.status = 'REVERSED'
    } else if (act === 'capture') {
      if (one.refunded > 0) throw new Refused(409)
      Object.assign(one, { captured: 0, status: 'REVERSED' })
    } else {
      // The balance of a card was paid back with the card, so nobody can take it again.
      if (this.#closed.get(one.card)?.has('refund') === true) throw new Refused(409)
      if (this.#balance(one.card) < (amount ?? 1)) throw new Refused(402)
      one.refunded -= amount ?? 1
    }
  }

  /** A card that was used in part is not paid back. */
  #close({ card, how }: Extract<CardAct, { act: 'close' }>): Answer {
    const closed = this.#closed.get(card) ?? new Set()
    const isUsed = this.#balance(card) < (this.#issued[card] ?? 0)
    if (how === 'refund' && !closed.has(how) && isUsed) throw new Refused(409)
    this.#closed.set(card, closed.add(how))
    return { status: 201, is: 'DONE' }
  }
}
