import type { Act, Answer, View } from './acts.ts'
import { RATES } from './facts.ts'
import { OraclePartner } from './partner.ts'
import { PriceList } from './price-list.ts'
import { Refused } from './refused.ts'
import { doAs } from './rules.ts'

/** 2026-03-30T23:50:00Z: a day and a month soon end. */
export const BEGIN = 1_774_914_600_000

/**
 * A second opinion: returns the response to each act, and the view of each partner afterwards.
 * Written from the interface and the decisions alone; it imports nothing of the service.
 */
export class Oracle {
  now = BEGIN
  readonly prices = new PriceList()
  readonly #codes = new Map<number, number>()
  readonly partners: readonly OraclePartner[]

  constructor(partners: number) {
    this.partners = Array.from({ length: partners }, (_, no) => new OraclePartner(no, this))
  }

  readonly stock = {
    has: (amount: number, units: number) => (this.#codes.get(amount) ?? 0) >= units,
    take: (amount: number, units: number) => this.#restock(amount, -units),
    giveBack: (amount: number, units: number) => this.#restock(amount, units),
    isWaitedFor: (amount: number) =>
      this.partners.some(({ orders }) =>
        orders.some(({ batches }) =>
          batches.some(({ state, line }) => state === 'stock' && line.amount === amount),
        ),
      ),
  }

  /** Codes in stock, by face value. */
  get codes(): ReadonlyMap<number, number> {
    return this.#codes
  }

  partner(no: number): OraclePartner {
    const found = this.partners[no]
    if (!found) throw new Error(`no partner ${no}`)
    return found
  }

  /** Does a pinned act and its consequences. */
  take(act: Act): readonly Answer[] {
    const acts = act.act === 'together' ? act.acts : [act]
    const answers = acts.map((one) => this.#answer(one))
    for (const partner of this.partners) while (partner.settleDelivered());
    return answers
  }

  view(): readonly View[] {
    return this.partners.map((partner) => partner.view())
  }

  #answer(act: Act): Answer {
    try {
      const answer = this.#do(act)
      if ('partner' in act) this.partner(act.partner).follow()
      return answer
    } catch (error) {
      if (error instanceof Refused) return error.answer
      throw error
    }
  }

  #do(act: Act): Answer {
    if ('partner' in act) return doAs(this.partner(act.partner), act)
    const { prices } = this
    switch (act.act) {
      case 'rule':
        prices.setRule(act.rule)
        break
      case 'rate': {
        const [from, to] = RATES[act.pair % RATES.length] ?? RATES[0] ?? []
        if (from && to) prices.setRate(from, to, act.rate)
        break
      }
      case 'restock':
        this.#restock(act.amount, act.count)
        break
      case 'time':
        this.now += act.seconds * 1_000
        break
      case 'again':
      case 'together':
        throw new Error(`${act.act} is not nested`)
    }
    return { status: 200 }
  }

  #restock(amount: number, count: number): void {
    this.#codes.set(amount, (this.#codes.get(amount) ?? 0) + count)
  }
}
