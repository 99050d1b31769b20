import type { Answer, Asked } from './acts.ts'
import { QUOTE_SECONDS } from './facts.ts'
import type { LockedPrice } from './price-list.ts'
import { Refused } from './refused.ts'
import type { Shared } from './shared.ts'

interface Quote {
  readonly asked: Pick<Asked<'place'>, 'code' | 'lines'>
  readonly expiresAt: number
  readonly locks: ReadonlyMap<number, LockedPrice>
  isUsed: boolean
}

/** The quotes of a partner: each locks prices for a while, for one order. */
export class OracleQuotes {
  readonly #of: Shared
  readonly #quotes: (Quote | undefined)[] = []

  constructor(of: Shared) {
    this.#of = of
  }

  get count(): number {
    return this.#quotes.length
  }

  quote({ code, lines }: Asked<'quote'>): Answer {
    const { partner, world } = this.#of
    const { faults, locks } = world.prices.price({ partner, code, lines }, undefined)
    const asked = { code, lines }
    const expiresAt = world.now + QUOTE_SECONDS * 1_000
    this.#quotes.push(faults.length > 0 ? undefined : { asked, expiresAt, locks, isUsed: false })
    return { status: 200, faults }
  }

  quoted(at: number | undefined): Pick<Asked<'place'>, 'code' | 'lines'> | undefined {
    return at === undefined ? undefined : this.#quotes[at]?.asked
  }

  require({ quote: named, code, lines }: Asked<'place'>): Quote | undefined {
    if (named === undefined) return undefined
    const quote = this.#quotes[named]
    const isOfBody = JSON.stringify(quote?.asked) === JSON.stringify({ code, lines })
    if (!quote || quote.expiresAt <= this.#of.world.now || !isOfBody || quote.isUsed) {
      throw new Refused(400, ['quoteId'])
    }
    return quote
  }
}
