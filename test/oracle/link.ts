import type { Answer, Asked, LinkView } from './acts.ts'
import { MOST, wire } from './facts.ts'
import type { OracleMoney } from './money.ts'
import type { OracleOrder } from './order.ts'
import { Refused } from './refused.ts'
import type { Shared } from './shared.ts'

/** Value that a person claims: sent = claimed + returned + open, at any time. */
export class OracleLink {
  readonly asked: Asked<'send'>
  readonly amount: bigint
  readonly sent: bigint
  claimBy: number
  readonly #money: OracleMoney
  readonly #events = ['sent']
  held = 0n
  #chosen = 0n
  #claimed = 0n
  #returned = 0n
  #claims = 0
  #ended: string | undefined

  constructor(
    asked: Asked<'send'>,
    { amount, fees }: Record<'amount' | 'fees', bigint>,
    of: Shared,
  ) {
    this.asked = asked
    this.amount = amount
    this.sent = amount + fees
    this.claimBy = of.world.now + asked.seconds * 1_000
    this.#money = of.money
  }

  get returned(): bigint {
    return this.#returned
  }

  get open(): bigint {
    return this.sent - this.#claimed - this.#returned
  }

  get #left(): bigint {
    return this.#ended === undefined ? this.amount - this.#chosen : 0n
  }

  get #status(): string {
    if (this.#ended !== undefined) return this.#ended
    if (this.#chosen === this.amount) return 'CLAIMED'
    return this.#chosen > 0n ? 'PARTLY_CLAIMED' : 'OPEN'
  }

  /** Refuses an order that it cannot pay. The rest of the link must keep its value. */
  requirePayable(order: OracleOrder, isOld: boolean, now: number): void {
    if (isOld || this.#ended !== undefined || this.claimBy <= now) throw new Refused(409)
    const { products } = this.asked
    if (order.lines.some((line) => products?.includes(line.product) === false)) {
      throw new Refused(409)
    }
    const rest = this.#left - order.total
    if (rest < 0n || this.open - this.held - rest < order.price) throw new Refused(402)
  }

  claim({ total }: OracleOrder): void {
    this.#chosen += total
    this.#claims += 1
  }

  /** One of its orders was charged, or failed; then its amount goes back to the person. */
  settle({ status, total, charged }: OracleOrder): void {
    if (status === 'COMPLETED') this.#claimed += charged ?? 0n
    else this.#chosen -= total
    this.#giveBack()
    this.#events.push(status === 'COMPLETED' ? 'claimed' : 'failed')
  }

  end({ how, isOld }: Asked<'end link'>, now: number): Answer {
    const as = { cancel: 'CANCELLED', return: 'RETURNED', expire: 'EXPIRED' }[how]
    if (this.#ended === as) return { status: 200, is: as }
    if (how === 'return' && isOld) throw new Refused(409)
    if (this.#left === 0n) throw new Refused(409)
    if (how === 'expire' && this.claimBy > now) return { status: 200, is: this.#status }
    this.#ended = as
    this.#giveBack()
    this.#events.push(as.toLowerCase())
    return { status: 200, is: as }
  }

  replace(): Answer {
    if (this.#ended !== undefined || this.#claims > 0) throw new Refused(409)
    return { status: 200 }
  }

  /** Gives back the rest that nobody can claim any more, if the funds can take it. */
  #giveBack(): void {
    if (this.#left === 0n && this.held === 0n) this.#ended ??= 'CLAIMED'
    const kept = this.#ended === undefined ? this.#left + this.sent - this.amount : 0n
    const back = this.open - this.held - kept
    const { code } = this.asked
    if (back <= 0n || this.#money.purse(code).posted + back > MOST) return
    this.#returned += back
    this.#money.move('link_return', code, back)
  }

  view(): LinkView {
    const { code } = this.asked
    const all = { sent: this.sent, claimed: this.#claimed, returned: this.#returned }
    const amounts = { ...all, left: this.#left, held: this.held }
    const shown = Object.entries(amounts).map(([name, minor]) => [name, wire(minor, code)])
    return { code, status: this.#status, events: [...this.#events], ...Object.fromEntries(shown) }
  }
}
