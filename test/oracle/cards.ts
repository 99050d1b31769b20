import type { AuthorizeAct, CardAct, ReverseAct, SettleAct } from '../worlds/card-acts.ts'
import { type Answer, answerTo, Refused } from './acts.ts'

interface Authorization {
  readonly shop: number
  readonly card: number
  readonly authorized: number
  readonly until: number
  /** Undefined before a capture. */
  captured: number | undefined
  refunded: number
  status: 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'EXPIRED' | 'REVERSED'
}

interface RecordedCall {
  readonly act: AuthorizeAct | SettleAct
  readonly answer: Answer
  readonly on: Authorization
  isReversed: boolean
}

const SEVEN_DAYS = 7 * 86_400

/** The issuer's book: the value of a card = balance + authorized + captured - refunded. */
export class OracleCards {
  readonly #issued: readonly number[]
  readonly authorizations: Authorization[] = []
  /** By reference; undefined for one that was reversed before it came. */
  readonly #calls = new Map<string, RecordedCall | undefined>()
  readonly #closed = { refund: new Set<number>(), block: new Set<number>() }
  #seconds = 0

  constructor(issued: readonly number[]) {
    this.#issued = issued
  }

  take(act: CardAct): Answer {
    return answerTo(() => {
      if (act.act === 'reverse') return this.#reverse(act)
      if (act.act === 'close') return this.#close(act)
      if ('key' in act) return this.#once(act)
      if (act.act === 'time') this.#seconds += act.seconds
      // An expired authorization gives its amount back once it is read.
      for (const one of act.act === 'time' ? [] : this.authorizations) {
        if (one.status === 'AUTHORIZED' && one.until <= this.#seconds) one.status = 'EXPIRED'
      }
      return { status: 200 }
    })
  }

  /** The balances of cards, and the captures less the refunds. */
  view(): { balance: number; authorized: number; spent: number }[] {
    return this.#issued.map((issued, card) => {
      const own = this.authorizations.filter((one) => one.card === card)
      const open = own.filter(({ status }) => status === 'AUTHORIZED')
      const authorized = open.reduce((sum, one) => sum + one.authorized, 0)
      const spent = own.reduce((sum, one) => sum + (one.captured ?? 0) - one.refunded, 0)
      return { balance: issued - authorized - spent, authorized, spent }
    })
  }

  #balance(card: number): number {
    return this.view()[card]?.balance ?? 0
  }

  #isClosed(card: number): boolean {
    return this.#closed.refund.has(card) || this.#closed.block.has(card)
  }

  /** A reference belongs to one call for ever, and to none that was reversed before or after it. */
  #once(act: AuthorizeAct | SettleAct): Answer {
    const name = nameOf(act)
    const earlier = this.#calls.get(name)
    if (!this.#calls.has(name)) {
      const one = act.act === 'authorize' ? this.#authorize(act) : this.#settle(act)
      const { status: is, authorized, captured = 0, refunded } = one
      const state = { is, authorized, captured, refunded, balance: this.#balance(one.card) }
      const status = act.act === 'authorize' ? 201 : 200
      const answer = { status, ...state, on: this.authorizations.indexOf(one) }
      this.#calls.set(name, { act, answer, on: one, isReversed: false })
      return answer
    }
    const isSame = JSON.stringify(earlier?.act) === JSON.stringify(act)
    if (!earlier || !isSame || earlier.isReversed) throw new Refused(409, ['reference'])
    return earlier.answer
  }

  #authorize({ shop, card, amount, isPartial, isOtherCurrency }: AuthorizeAct): Authorization {
    if (card >= this.#issued.length || this.#isClosed(card)) throw new Refused(404, ['code'])
    if (isOtherCurrency) throw new Refused(400, ['currency'])
    const balance = this.#balance(card)
    if (balance < amount && !(isPartial && balance > 0)) throw new Refused(402)
    const until = this.#seconds + SEVEN_DAYS
    const fields = { shop, card, authorized: Math.min(amount, balance), until }
    const one: Authorization = { ...fields, captured: undefined, refunded: 0, status: 'AUTHORIZED' }
    this.authorizations.push(one)
    return one
  }

  #settle({ act, shop, of, amount }: SettleAct): Authorization {
    const one = this.authorizations[of]
    if (one?.shop !== shop) throw new Refused(404)
    if (act === 'refund') return this.#refund(one, amount)
    if (one.status !== 'AUTHORIZED' || one.until <= this.#seconds) throw new Refused(409)
    if (act === 'void') return Object.assign(one, { status: 'VOIDED' } as const)
    const captured = amount ?? one.authorized
    if (captured > one.authorized) throw new Refused(400, ['amount'])
    return Object.assign(one, { captured, status: 'CAPTURED' } as const)
  }

  #refund(one: Authorization, amount: number): Authorization {
    if (one.captured === undefined) throw new Refused(404)
    if (one.status !== 'CAPTURED') throw new Refused(409)
    if (amount > one.captured - one.refunded) throw new Refused(400, ['amount'])
    if (this.#isClosed(one.card)) throw new Refused(409)
    one.refunded += amount
    return one
  }

  #reverse(act: ReverseAct): Answer {
    const call = this.#calls.get(nameOf(act))
    if (call && !call.isReversed) this.#undo(call)
    if (call) call.isReversed = true
    else this.#calls.set(nameOf(act), undefined)
    return { status: 200, outcome: call ? 'REVERSED' : 'NOT_RECEIVED' }
  }

  #undo({ act, on: one }: RecordedCall): void {
    if (act.act === 'void') throw new Refused(409)
    if (act.act === 'authorize') {
      if (one.status === 'CAPTURED') throw new Refused(409)
      if (one.status === 'AUTHORIZED') one.status = 'REVERSED'
    } else if (act.act === 'capture') {
      if (one.refunded > 0) throw new Refused(409)
      Object.assign(one, { captured: 0, status: 'REVERSED' })
    } else {
      // The balance of a card was paid back with the card, so nobody can take it again.
      if (this.#closed.refund.has(one.card)) throw new Refused(409)
      if (this.#balance(one.card) < act.amount) throw new Refused(402)
      one.refunded -= act.amount
    }
  }

  /** A card that was used in part is not paid back. */
  #close({ card, how }: Extract<CardAct, { act: 'close' }>): Answer {
    const isUsed = this.#balance(card) < (this.#issued[card] ?? 0)
    if (how === 'refund' && !this.#closed.refund.has(card) && isUsed) throw new Refused(409)
    this.#closed[how].add(card)
    return { status: 201, is: 'DONE' }
  }
}

function nameOf({ shop, key }: ReverseAct | AuthorizeAct | SettleAct): string {
  return `${shop} ${key}`
}
