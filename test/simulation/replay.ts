import type { Act, Answer, ActOf } from '../oracle/acts.ts'
import { CODES, sum, wire, type Code } from '../oracle/facts.ts'
import { availableIn } from '../oracle/partner.ts'
import { Oracle } from '../oracle/oracle.ts'
import type { OracleLink } from '../oracle/link.ts'
import type { OracleOrder } from '../oracle/order.ts'
import { availableOf } from '../oracle/wallets.ts'
import type { Movement } from './movements.ts'
import { WALLETS } from './script.ts'

/** A model of one partner that does the acts of its book, in the order of the book. */
export class Replay {
  readonly #oracle = new Oracle(1)
  readonly #done: ReplayAct[] = []
  /** Ids of its orders, by their place. */
  readonly orderIds: string[] = []
  /** Ids of its links, by their place. */
  readonly linkIds: string[] = []

  constructor(done: readonly ReplayAct[] = []) {
    for (const act of done.length > 0 ? done : SETTING) this.take(act)
  }

  get done(): readonly ReplayAct[] {
    return this.#done
  }

  get partner() {
    return this.#oracle.partner(0)
  }

  take(act: ReplayAct): Answer {
    this.#done.push(act)
    if (act.act === 'pass') {
      const link = this.partner.links[act.link]
      if (link) link.claimBy = 0
      return { status: 200 }
    }
    const [answer] = this.#oracle.take(act)
    if (!answer) throw new Error(`${act.act} has no answer`)
    return answer
  }

  /** Returns the response that the model would give now. The model does not change. */
  would(act: Act): Answer {
    return answerAfter(this.#done, act)
  }

  place(act: ActOf<'place' | 'claim' | 'spend'>, orderId: string): Answer {
    const answer = this.take(act)
    if (answer.status === 201) this.orderIds.push(orderId)
    return answer
  }

  link(linkId: string | undefined): OracleLink | undefined {
    return this.partner.links[this.linkIds.indexOf(linkId ?? '')]
  }

  order(orderId: string | undefined): OracleOrder | undefined {
    return this.partner.orders[this.orderIds.indexOf(orderId ?? '')]
  }

  /** Workers deliver all that is missing of an order, which is then charged. */
  complete(orderId: string): void {
    const place = this.orderIds.indexOf(orderId)
    const order = this.order(orderId)
    for (const [at, { line, units, state }] of order?.batches.entries() ?? []) {
      if (state === 'issued') continue
      const of = { partner: 0, at: place * 100 + at } as const
      const { supply } = line.sold
      if (supply === 'stock')
        this.take({ act: 'restock', amount: line.amount, count: units, days: undefined })
      this.take({ act: 'lease', ...of })
      if (supply === 'bought') this.take({ act: 'answer', ...of, outcome: 'issued' })
    }
  }

  available(code: Code, account: Movement['account'] = 'funds'): number {
    const { partner } = this
    if (account === 'funds') return Number(availableIn(partner, code))
    const own = partner.links.filter(({ act }) => act.code === code)
    if (account === 'promised') return Number(sum(own, ({ open, held }) => open - held))
    const wallet = partner.wallets[account]
    return wallet ? Number(availableOf(partner, wallet)) : 0
  }

  /** Returns its present funds of each currency, in major units. */
  funds(): Partial<Record<Code, number>> {
    const amounts = CODES.map((code) => [code, wire(BigInt(this.available(code)), code)] as const)
    return Object.fromEntries(amounts)
  }
}

/** Returns the response of the model after some acts. An order that it lacks is not found. */
export function answerAfter(done: readonly ReplayAct[], act: Act): Answer {
  return new Replay(done).take(act)
}

/** An act, or a link whose claim-by date passes alone. */
export type ReplayAct = Act | { readonly act: 'pass'; readonly link: number }

/** Consumers have their wallets before a history begins. */
const SETTING: readonly Act[] = WALLETS.map((code, name) => {
  return { act: 'consumer', partner: 0, code, name, amount: 0, by: 0 }
})
