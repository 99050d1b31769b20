import type { Act, Answer } from '../../oracle/acts.ts'
import type { View } from '../../oracle/view.ts'
import type { World } from '../world.ts'
import { AMOUNTS, stockedAt } from '../catalog.ts'
import { FastPartner } from './fast-partner.ts'
import { faceOf, Shop } from './shop.ts'

/**
 * The pure deciders of the service, without a database: they read from memory, and their decisions
 * are written there. It draws nothing at random, so a history replays byte for byte.
 */
export class FastWorld implements World {
  readonly #shop = new Shop()
  readonly #partners: readonly FastPartner[]

  constructor(partners: number) {
    this.#partners = Array.from({ length: partners }, (_, no) => new FastPartner(this.#shop, no))
  }

  async take(act: Act): Promise<readonly Answer[]> {
    const acts = act.act === 'together' ? act.acts : [act]
    const [first] = acts
    if (first && 'partner' in first) {
      const own = acts.filter((one) => 'partner' in one)
      return (await this.#partners[first.partner]?.take(own)) ?? []
    }
    if (act.act === 'rule') this.#shop.setRule(act.rule)
    if (act.act === 'rate') this.#shop.setRate(act.pair, act.rate)
    if (act.act === 'time') this.#shop.advance(act.seconds)
    if (act.act === 'restock') {
      const faceMinor = faceOf(AMOUNTS[act.amount] ?? '', 'USD')
      const bucket = { productId: stockedAt(act.amount) + 1, faceMinor }
      this.#shop.stock.add(bucket, act.count, act.days)
    }
    return [{ status: 200 }]
  }

  view(partner: number): Promise<View> {
    const fastPartner = this.#partners[partner]
    if (!fastPartner) throw new Error(`no partner ${partner}`)
    return Promise.resolve(fastPartner.view())
  }
}
