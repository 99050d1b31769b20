import type { Act, Answer, View } from './acts.ts'
import { AMOUNTS, RATES } from './facts.ts'
import type { Batch, OracleOrder } from './order.ts'
import { OraclePartner } from './partner.ts'
import { PriceList } from './price-list.ts'
import { Refused } from './refused.ts'
import { doFile, doRows } from './rows.ts'

/** 2026-03-30T23:50:00Z: a day and a month soon end. */
export const BEGIN = 1_774_914_600_000

/**
 * A second opinion: says of each act what is answered, and what each partner may see afterwards.
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

  batch(order: OracleOrder, at: number): Batch {
    const found = order.batches[at % 100]
    if (!found) throw new Error(`no batch ${at}`)
    return found
  }

  /** Does what was pinned, and what follows from it. */
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
    if ('partner' in act) return this.#ofPartner(this.partner(act.partner), act)
    switch (act.act) {
      case 'rule':
        this.prices.setRule(act.rule)
        return DONE
      case 'rate': {
        const [from, to] = RATES[act.pair % RATES.length] ?? RATES[0] ?? []
        if (from && to) this.prices.setRate(from, to, act.rate)
        return DONE
      }
      case 'restock':
        this.#restock(act.amount, act.count)
        return DONE
      case 'time':
        this.now += act.seconds * 1_000
        return DONE
      case 'again':
      case 'together':
        throw new Error(`${act.act} is not nested`)
    }
  }

  #ofPartner(partner: OraclePartner, act: Extract<Act, { partner: number }>): Answer {
    switch (act.act) {
      case 'deposit':
      case 'reverse':
        return partner.money.fund(act)
      case 'credit limit':
        partner.money.purse(act.code).limit = BigInt(act.amount)
        return DONE
      case 'spend limit': {
        const { by, period, code, amount } = act
        const limit = { limit: BigInt(amount), now: this.now }
        partner.money.purse(code).setSpendLimit(by, period, limit)
        return DONE
      }
      case 'quote':
        return partner.quotes.quote(act)
      case 'place':
        return partner.place(act)
      case 'lease': {
        const order = this.#order(partner, act.at)
        return partner.lease(order, this.batch(order, act.at))
      }
      case 'answer': {
        const order = this.#order(partner, act.at)
        return partner.answer(order, this.batch(order, act.at), act.outcome)
      }
      case 'resume':
      case 'cancel':
        return partner[act.act](this.#order(partner, act.at * 100))
      case 'case':
        return partner.cases.open(act)
      case 'decide':
        return partner.cases.decide(act)
      case 'consumer':
        return partner.wallets.create(act)
      case 'credit':
      case 'debit':
        return partner.wallets.transact(act)
      case 'bulk':
        return doRows(act, partner.rows)
      case 'file':
        return doFile(act, partner.rows)
      case 'send':
        return partner.links.send(act)
      case 'claim':
        return partner.claim(act)
      case 'end link':
        return partner.links.at(act.link).end(act, this.now)
      case 'replace link':
        return partner.links.at(act.link).replace()
      case 'status':
        return partner.wallets.setStatus(act)
      case 'campaign':
        return partner.wallets.openCampaign(act)
      case 'campaign wallet':
        return partner.wallets.openCampaignWallet(act)
    }
  }

  #order({ orders }: OraclePartner, at: number): OracleOrder {
    const found = orders[Math.floor(at / 100)]
    if (!found) throw new Error(`no order ${at}`)
    return found
  }

  #restock(amount: number, count: number): void {
    this.#codes.set(amount, (this.#codes.get(amount) ?? 0) + count)
  }
}

const DONE: Answer = { status: 200 }

/** The places of the face values of codes that can be in stock. */
export const STOCKED = [AMOUNTS.indexOf('10'), AMOUNTS.indexOf('25')] as const
