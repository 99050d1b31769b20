import type { Answer, Asked, LinkView } from './acts.ts'
import { CODES } from './facts.ts'
import { OracleLink } from './link.ts'
import { known, Refused } from './refused.ts'
import type { Shared } from './shared.ts'

/** The links of a partner. */
export class OracleLinks {
  readonly #of: Shared
  readonly #links: OracleLink[] = []

  constructor(of: Shared) {
    this.#of = of
  }

  get count(): number {
    return this.#links.length
  }

  at(at: number): OracleLink {
    return known(this.#links[at])
  }

  /** Sends links; a key returns the first response. */
  send(asked: Asked<'send'>): Answer {
    const { key, once, amounts } = asked
    const sent = this.#links.map((one) => one.asked)
    const same = once === undefined ? undefined : sent.find((one) => one.once === once)
    if (same) {
      if (JSON.stringify(same) !== JSON.stringify(asked))
        throw new Refused(409, ['Idempotency-Key'])
      return { status: 201, links: amounts.length, replayed: true }
    }
    if (sent.some((one) => one.key === key)) throw new Refused(409, ['reference'])
    this.#links.push(...sendLinks(asked, this.#of))
    return { status: 201, links: amounts.length }
  }

  view(): LinkView[] {
    return this.#links.map((link) => link.view())
  }

  /** The amounts of the operator's book that are set aside for links, and held for their orders. */
  promised(): Record<string, number> {
    const sums = CODES.flatMap((code) => {
      const own = this.#links.filter(({ asked }) => asked.code === code)
      const sum = (of: 'open' | 'held') => own.reduce((all, one) => all + Number(one[of]), 0)
      const both = { [`promised ${code}`]: sum('open'), [`held of promised ${code}`]: sum('held') }
      return Object.entries(both).filter(([, minor]) => minor !== 0)
    })
    return Object.fromEntries(sums)
  }
}

/** The most orders of one link for which fees are set aside. */
const CLAIMS = 5n

/**
 * Sends all links of a request, or none: sets their amounts aside, with the largest possible fees.
 */
function sendLinks(asked: Asked<'send'>, of: Shared): OracleLink[] {
  const { code, amounts, products, by } = asked
  const offers = of.world.prices.cards(of.partner, code)
  const faults = (products ?? []).flatMap((product, at) =>
    offers.some((one) => one.product === product) ? [] : [`products[${at}]`],
  )
  const own = offers.filter(({ product }) => products?.includes(product) !== false)
  if (own.length === 0 && faults.length === 0) faults.push('currency')
  const isWorth = (amount: number) => own.some(({ least }) => BigInt(amount) >= least)
  if (faults.length === 0) {
    faults.push(
      ...amounts.flatMap((amount, at) => (isWorth(amount) ? [] : [`recipients[${at}].amount`])),
    )
  }
  if (faults.length > 0) throw new Refused(400, faults)
  const links = amounts.map((amount) => {
    const costs = own.map(({ fee, surcharge }) => CLAIMS * fee + surcharge(BigInt(amount)))
    const fees = costs.reduce((most, one) => (one > most ? one : most), 0n)
    return new OracleLink(asked, { amount: BigInt(amount), fees }, of)
  })
  const sum = links.reduce((all, { sent }) => all + sent, 0n)
  of.money.purse(code).spend(by, sum, of.world.now)
  of.money.move('link_send', code, -sum)
  return links
}
