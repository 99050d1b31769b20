import type { Answer, Asked, View } from './acts.ts'
import { CODES, MOST, wire, type Code } from './facts.ts'
import { Purse } from './purse.ts'
import { Refused } from './refused.ts'

/** The money of a partner: its funds, and their movements. */
export class OracleMoney {
  readonly #purses = new Map<Code, Purse>()
  readonly #movements: (readonly [string, Code, number])[] = []
  readonly #book = new Map<string, bigint>()
  /** By act and reference: the payload, and the first response. */
  readonly #moved = new Map<string, { payload: string; answer: Answer }>()
  /** The rest of each deposit. */
  readonly deposits: { readonly code: Code; left: bigint }[] = []

  purse(code: Code): Purse {
    const known = this.#purses.get(code) ?? new Purse(code)
    this.#purses.set(code, known)
    return known
  }

  /** Puts an amount on the funds, or takes it from them if it is below zero. */
  move(kind: string, code: Code, amount: bigint): void {
    this.purse(code).posted += amount
    this.#movements.push([kind, code, wire(amount, code)])
  }

  /** Adds to the issued values, discounts, fees and refunds of the operator's book. */
  enter(name: string, code: Code, amount: bigint): void {
    const of = `${name} ${code}`
    this.#book.set(of, (this.#book.get(of) ?? 0n) + amount)
  }

  setCreditLimit({ code, amount }: Asked<'credit limit'>): Answer {
    this.purse(code).limit = BigInt(amount)
    return { status: 200 }
  }

  setSpendLimit({ by, period, code, amount }: Asked<'spend limit'>, now: number): Answer {
    this.purse(code).setSpendLimit(by, period, { limit: BigInt(amount), now })
    return { status: 200 }
  }

  fund(asked: Asked<'deposit' | 'reverse'>): Answer {
    const { act, code, amount, key, of } = asked
    const payload = JSON.stringify([code, amount, of])
    const earlier = this.#moved.get(`${act} ${key}`)
    if (earlier && earlier.payload !== payload) throw new Refused(409, ['reference'])
    if (earlier) return earlier.answer
    const purse = this.purse(code)
    const size = BigInt(amount)
    if (act === 'deposit') {
      if (purse.posted + size > MOST) throw new Refused(409, ['amount'])
      this.deposits.push({ code, left: size })
      this.move('deposit', code, size)
    } else this.#reverse(asked, purse)
    const answer = { status: 201, funds: wire(purse.available, code) }
    this.#moved.set(`${act} ${key}`, { payload, answer })
    return answer
  }

  #reverse({ code, amount, of }: Asked<'reverse' | 'deposit'>, purse: Purse): void {
    const size = BigInt(amount)
    const deposit = of === undefined ? undefined : this.deposits[of]
    if (of !== undefined && deposit?.code !== code) throw new Refused(400, ['depositId'])
    if (deposit && deposit.left < size) throw new Refused(409, ['depositId'])
    if (purse.available - size < -MOST) throw new Refused(409, ['amount'])
    if (deposit) deposit.left -= size
    this.move('reversal', code, -size)
  }

  /** Returns a function that restores the present funds. */
  mark(): () => void {
    const { length } = this.#movements
    const undoes = Array.from(this.#purses.values(), (purse) => purse.mark())
    return () => {
      this.#movements.length = length
      for (const undo of undoes) undo()
    }
  }

  view(): Pick<View, 'funds' | 'movements' | 'book'> {
    const funds = CODES.flatMap((code) => {
      const purse = this.#purses.get(code)
      return purse ? [[code, purse.view()] as const] : []
    })
    const book = [...this.#book].flatMap(([name, amount]) => {
      return amount === 0n ? [] : [[name, Number(amount)] as const]
    })
    return {
      funds: Object.fromEntries(funds),
      movements: [...this.#movements],
      book: Object.fromEntries(book),
    }
  }
}
