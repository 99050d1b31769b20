import { answerTo, known, Refused, type Act, type Answer } from './acts.ts'
import { ratio } from './facts.ts'
import { RATES } from '../worlds/catalog.ts'
import { isByProgram } from '../worlds/acts.ts'
import { OraclePartner } from './partner.ts'
import * as orders from './orders.ts'
import { PriceList } from './prices.ts'
import type { OracleLine } from './order.ts'
import { RULES, type PartnerAct } from './rules.ts'

/** 2026-03-30T23:50:00Z: a day and a month soon end. */
export const BEGIN = 1_774_914_600_000

const MS_PER_DAY = 86_400_000

/** A code: the place of its face value, and when it expires. */
export type StockedCode = Readonly<Record<'amount' | 'until', number>>

type CodeRequest = Pick<OracleLine, 'amount'> & Partial<Pick<OracleLine, 'days'>>

/**
 * A second opinion: returns the response to each act, and the view of each partner afterwards.
 * Written from the interface and the decisions alone; it imports nothing of the service.
 */
export class Oracle {
  now = BEGIN
  readonly prices = new PriceList()
  /** Codes in stock, soonest expiry first. */
  #codes: readonly StockedCode[] = []
  readonly partners: readonly OraclePartner[]

  constructor(partners: number) {
    this.partners = Array.from({ length: partners }, (_, no) => new OraclePartner(no, this))
  }

  readonly stock = {
    /** A code is sold until it expires. */
    valid: ({ amount, days = 0 }: CodeRequest) => {
      const least = this.now + days * MS_PER_DAY
      const own = this.#codes.filter((one) => one.amount === amount)
      return own.filter(({ until }) => until > this.now && until >= least)
    },
    take: (line: OracleLine, units: number) => {
      const sold = this.stock.valid(line).slice(0, units)
      this.#codes = this.#codes.filter((one) => !sold.includes(one))
      return sold
    },
    add: (codes: readonly StockedCode[]) => {
      this.#codes = [...this.#codes, ...codes].toSorted((one, other) => one.until - other.until)
    },
    isWaitedFor: (amount: number) =>
      this.partners
        .flatMap(({ orders: own }) => own.flatMap(({ batches }) => batches))
        .some(({ state, line }) => state === 'stock' && line.amount === amount && !line.days),
  }

  partner(no: number): OraclePartner {
    return known(this.partners[no])
  }

  /** Does an act and its consequences. Returns the responses. */
  take(act: Act): readonly Answer[] {
    const acts = act.act === 'together' ? act.acts : [act]
    const answers = acts.map((one) => answerTo(() => this.#do(one)))
    for (const partner of this.partners) orders.settleDelivered(partner)
    return answers
  }

  #do(act: Act): Answer {
    if ('partner' in act) {
      const partner = this.partner(act.partner)
      if (partner.isSuspended && isByProgram(act)) throw new Refused(401)
      const rule = RULES[act.act] as (partner: OraclePartner, act: PartnerAct) => Answer
      const answer = rule(partner, act)
      orders.follow(partner)
      return answer
    }
    if (act.act === 'rule')
      this.prices.rules.set(`${act.rule.partner} ${act.rule.product}`, act.rule)
    if (act.act === 'rate') {
      const [from, to] = RATES[act.pair % RATES.length] ?? []
      this.prices.rates.set(`${from} ${to}`, ratio(act.rate))
    }
    if (act.act === 'restock') {
      const { amount, days = Infinity } = act
      const code = { amount, until: this.now + days * MS_PER_DAY }
      this.stock.add(Array.from({ length: act.count }, () => ({ ...code })))
    }
    if (act.act === 'time') this.now += act.seconds * 1_000
    return { status: 200 }
  }
}
