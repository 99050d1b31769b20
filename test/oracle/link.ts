import { type Answer, type ActOf, known, Refused } from './acts.ts'
import { AMOUNT_MAX, rounded, sum, times } from './facts.ts'
import { move, type OraclePartner, spend } from './partner.ts'
import type { OracleOrder, Terms } from './order.ts'

/** Value that a person claims: sent = claimed + returned + open, at any time. */
export class OracleLink {
  readonly partner: OraclePartner
  readonly act: ActOf<'send'>
  readonly amount: bigint
  /** The amount, and the largest possible fees of its orders. */
  readonly sent: bigint
  claimBy: number
  readonly events = ['sent']
  returned = 0n
  ended: string | undefined
  /** Nothing can be chosen until the release; after `until`, the rest is given back. */
  review: { readonly until: number; isReleased: boolean } | undefined

  constructor(partner: OraclePartner, act: ActOf<'send'>, amounts: readonly [bigint, bigint]) {
    this.partner = partner
    this.act = act
    this.amount = amounts[0]
    this.sent = amounts[0] + amounts[1]
    this.claimBy = partner.world.now + act.seconds * 1_000
  }

  get orders(): OracleOrder[] {
    return this.partner.orders.filter(({ payer }) => payer?.link === this)
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

  get isWaiting(): boolean {
    return this.ended === undefined && this.review?.isReleased === false
  }

  get isOverdue(): boolean {
    return this.isWaiting && (this.review?.until ?? Infinity) <= this.partner.world.now
  }

  get status(): string {
    if (this.ended !== undefined) return this.ended
    if (this.left === 0n) return 'CLAIMED'
    return this.chosen > 0n ? 'PARTLY_CLAIMED' : 'OPEN'
  }
}

/** Sends all links of a request, or none. */
export function send(partner: OraclePartner, act: ActOf<'send'>): Answer {
  const { code, amounts, products, key, once } = act
  return partner.onceByHeader(['send', once], act, () => {
    if (partner.links.some((one) => one.act.key === key)) throw new Refused(409, ['reference'])
    const offers = partner.world.prices.cards(partner.no, code)
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
      return new OracleLink(partner, act, [amount, most])
    })
    const all = sum(links, ({ sent }) => sent)
    spend(partner, act, all)
    move(partner, 'link_send', code, -all)
    partner.links.push(...links)
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
  const { act, ended, claimBy, left, open, held, partner } = link
  const isOther = order.lines.some((one) => act.products?.includes(one.product) === false)
  const isOver = ended !== undefined || claimBy <= partner.world.now
  if (isOld || isOver || link.isWaiting || isOther) throw new Refused(409)
  const rest = left - order.total
  if (rest < 0n || open - held - rest < order.price) throw new Refused(402)
}

const ENDED = { return: 'RETURNED', expire: 'EXPIRED' } as const

export function endLink(partner: OraclePartner, act: ActOf<'end link'>): Answer {
  const link = known(partner.links[act.link])
  const is = act.how === 'cancel' || act.how === 'lapse' ? 'CANCELLED' : ENDED[act.how]
  if (link.ended === is) return { status: 200, is }
  if (act.how === 'return' && act.isOld) throw new Refused(409)
  if (link.left === 0n) throw new Refused(409)
  const isEarly = act.how === 'expire' && link.claimBy > partner.world.now
  if (isEarly || (act.how === 'lapse' && !link.isOverdue)) return { status: 200, is: link.status }
  link.ended = is
  giveBack(link)
  link.events.push(is.toLowerCase())
  return { status: 200, is }
}

export function replaceLink({ links }: OraclePartner, act: ActOf<'replace link'>): Answer {
  const { ended, chosen } = known(links[act.link])
  if (ended !== undefined || chosen > 0n) throw new Refused(409)
  return { status: 200 }
}

export function reviewLink(partner: OraclePartner, act: ActOf<'review link'>): Answer {
  const link = known(partner.links[act.link])
  if (act.isOld) throw new Refused(409)
  if (link.left > 0n)
    link.review ??= { until: partner.world.now + act.seconds * 1_000, isReleased: false }
  return { status: 200 }
}

export function releaseLink({ links }: OraclePartner, act: ActOf<'release link'>): Answer {
  const link = known(links[act.link])
  if (!link.isWaiting || link.isOverdue || !link.review) throw new Refused(409)
  link.review.isReleased = true
  return { status: 200 }
}

/** Gives back the rest that nobody can claim any more, if the funds can take it. */
export function giveBack(link: OracleLink): void {
  const { partner, held, left, open } = link
  const { code } = link.act
  if (left === 0n && held === 0n) link.ended ??= 'CLAIMED'
  const unsent = link.ended === undefined ? left + link.sent - link.amount : 0n
  const back = open - held - unsent
  if (back <= 0n || partner.funds[code].posted + back > AMOUNT_MAX) return
  link.returned += back
  move(partner, 'link_return', code, back)
}
