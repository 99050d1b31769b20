import { type Answer, type ActOf, known, Refused } from './acts.ts'
import { MOST, rounded, sum, times } from './facts.ts'
import { move, type OraclePartner, spend } from './partner.ts'
import type { OracleOrder, Terms } from './order.ts'

/** Value that a person claims: sent = claimed + returned + open, at any time. */
export class OracleLink {
  readonly of: OraclePartner
  readonly act: ActOf<'send'>
  readonly amount: bigint
  /** The amount, and the largest possible fees of its orders. */
  readonly sent: bigint
  claimBy: number
  readonly events = ['sent']
  returned = 0n
  ended: string | undefined
  /** Nothing of it can be chosen until it is released; after `until`, it is given back. */
  review: { readonly until: number; isReleased: boolean } | undefined

  constructor(of: OraclePartner, act: ActOf<'send'>, [amount, fees]: readonly [bigint, bigint]) {
    this.of = of
    this.act = act
    this.amount = amount
    this.sent = amount + fees
    this.claimBy = of.world.now + act.seconds * 1_000
  }

  get orders(): OracleOrder[] {
    return this.of.orders.filter(({ payer }) => payer?.link === this)
  }

  get held(): bigint {
    return sum(this.orders, ({ held }) => held)
  }

  /** The face values of its cards. An order that failed gives its amount back to the person. */
  get chosen(): bigint {
    return sum(this.orders, ({ status, total }) => (status === 'CANCELLED' ? 0n : total))
  }

  get claimed(): bigint {
    return sum(this.orders, ({ status, charged }) => (status === 'COMPLETED' ? charged : 0n))
  }

  get open(): bigint {
    return this.sent - this.claimed - this.returned
  }

  get left(): bigint {
    return this.ended === undefined ? this.amount - this.chosen : 0n
  }

  get waits(): boolean {
    return this.ended === undefined && this.review?.isReleased === false
  }

  get isOverdue(): boolean {
    return this.waits && (this.review?.until ?? Infinity) <= this.of.world.now
  }

  get status(): string {
    if (this.ended !== undefined) return this.ended
    if (this.left === 0n) return 'CLAIMED'
    return this.chosen > 0n ? 'PARTLY_CLAIMED' : 'OPEN'
  }
}

/** Sends all links of a request, or none. */
export function send(of: OraclePartner, act: ActOf<'send'>): Answer {
  const { code, amounts, products, key, once } = act
  return of.onceByHeader(['send', once], act, () => {
    if (of.links.some((one) => one.act.key === key)) throw new Refused(409, ['reference'])
    const offers = of.world.prices.cards(of.no, code)
    const own = offers.filter(({ product }) => products?.includes(product) !== false)
    const unknown = (products ?? []).flatMap((product, at) =>
      own.some((one) => one.product === product) ? [] : [`products[${at}]`],
    )
    const worthless = amounts.flatMap((amount, at) =>
      own.some(({ least }) => BigInt(amount) >= least) ? [] : [`recipients[${at}].amount`],
    )
    if (unknown.length > 0) throw new Refused(400, unknown)
    if (own.length === 0) throw new Refused(400, ['currency'])
    if (worthless.length > 0) throw new Refused(400, worthless)
    const links = amounts.map(BigInt).map((amount) => {
      const fees = own.map(({ terms }) => (terms ? feesOf(terms, amount) : 0n))
      const most = fees.reduce((fee, other) => (other > fee ? other : fee))
      return new OracleLink(of, act, [amount, most])
    })
    const all = sum(links, ({ sent }) => sent)
    spend(of, act, all)
    move(of, 'link_send', code, -all)
    of.links.push(...links)
    return { status: 201, links: amounts.length }
  })
}

/** The most orders of one link for which fees are set aside. */
const CLAIMS = 5n

/** The fees and the surcharge of a link: a discount of its orders lowers nothing. */
function feesOf({ percent, fee }: Terms, amount: bigint): bigint {
  const surcharge = -rounded(times(percent, [amount, 100n]))
  return CLAIMS * fee + (surcharge > 0n ? surcharge : 0n)
}

/** Refuses an order that a link cannot pay. The rest of the link must keep its value. */
export function requireOfLink(link: OracleLink, order: OracleOrder, isOld: boolean): void {
  const { act, ended, claimBy, left, open, held, of } = link
  const isOther = order.lines.some((one) => act.products?.includes(one.product) === false)
  const isOver = ended !== undefined || claimBy <= of.world.now
  if (isOld || isOver || link.waits || isOther) throw new Refused(409)
  const rest = left - order.total
  if (rest < 0n || open - held - rest < order.price) throw new Refused(402)
}

const ENDED = { return: 'RETURNED', expire: 'EXPIRED' } as const

export function endLink(of: OraclePartner, { link: at, how, isOld }: ActOf<'end link'>): Answer {
  const link = known(of.links[at])
  const is = how === 'cancel' || how === 'lapse' ? 'CANCELLED' : ENDED[how]
  if (link.ended === is) return { status: 200, is }
  if (how === 'return' && isOld) throw new Refused(409)
  if (link.left === 0n) throw new Refused(409)
  const isEarly = how === 'expire' && link.claimBy > of.world.now
  if (isEarly || (how === 'lapse' && !link.isOverdue)) return { status: 200, is: link.status }
  link.ended = is
  giveBack(link)
  link.events.push(is.toLowerCase())
  return { status: 200, is }
}

export function replaceLink({ links }: OraclePartner, act: ActOf<'replace link'>): Answer {
  const { ended, orders } = known(links[act.link])
  if (ended !== undefined || orders.length > 0) throw new Refused(409)
  return { status: 200 }
}

export function reviewLink(of: OraclePartner, act: ActOf<'review link'>): Answer {
  const link = known(of.links[act.link])
  if (act.isOld) throw new Refused(409)
  if (link.left > 0n) {
    link.review ??= { until: of.world.now + act.seconds * 1_000, isReleased: false }
  }
  return { status: 200 }
}

export function releaseLink({ links }: OraclePartner, act: ActOf<'release link'>): Answer {
  const link = known(links[act.link])
  if (!link.waits || link.isOverdue || !link.review) throw new Refused(409)
  link.review.isReleased = true
  return { status: 200 }
}

/** Gives back the rest that nobody can claim any more, if the funds can take it. */
export function giveBack(link: OracleLink): void {
  const { of, held, left, open } = link
  const { code } = link.act
  if (left === 0n && held === 0n) link.ended ??= 'CLAIMED'
  const unsent = link.ended === undefined ? left + link.sent - link.amount : 0n
  const back = open - held - unsent
  if (back <= 0n || of.funds[code].posted + back > MOST) return
  link.returned += back
  move(of, 'link_return', code, back)
}
