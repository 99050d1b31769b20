import type { Line } from '../worlds/lines.ts'
import type { Answer, ActOf } from './acts.ts'
import { DECIMALS, minorOf, AMOUNT_MAX, ratio, times, type Code, type Ratio } from './facts.ts'
import { AMOUNTS, PRODUCTS, RATES, type SoldProduct } from '../worlds/catalog.ts'
import { grossOf, priceOf, type OracleLine, type Terms } from './order.ts'
import type { OraclePartner } from './partner.ts'

export const QUOTE_SECONDS = 300

type Rule = ActOf<'rule'>['rule']

/** The terms of a product that a quote locks: the rate to the order's currency, and the rule. */
export interface LockedPrice {
  readonly rate: Ratio
  readonly rule: Rule | undefined
}

/** A rule or rate is superseded, never changed. */
export class PriceList {
  readonly rates = new Map(RATES.map(([from, to, rate]) => [`${from} ${to}`, ratio(rate)]))
  /** By partner and product; the partner's own rule comes first. */
  readonly rules = new Map<string, Rule>()

  /** Prices the lines of an order, with the terms that a quote has locked. */
  price(
    { no, wallets }: OraclePartner,
    { code, lines }: Quote['body'],
    locked?: ReadonlyMap<number, LockedPrice>,
  ) {
    const priced: OracleLine[] = []
    /** The fields at fault, in the order of the lines. */
    const faults: string[] = []
    const locks = new Map<number, LockedPrice>()
    let [first, gross] = [1, 0n]
    for (const [at, line] of lines.entries()) {
      const [product, , units, { wallet: named = -1 } = {}] = line
      const { supply, code: own } = PRODUCTS[product] ?? {}
      const current = this.#lockOf(no, code, product)
      const lock = current && (locked?.get(product) ?? current)
      const wallet = supply === 'credit' ? wallets[named] : undefined
      const oracleLine = lock && lineOf(line, { code, first, lock, wallet })
      gross += oracleLine ? grossOf(oracleLine, BigInt(units)) : 0n
      if (!oracleLine) faults.push(`items[${at}].${lock ? 'amount' : 'productId'}`)
      const isCredited = wallet?.code === own && !wallet?.campaign && wallet?.status === 'ENABLED'
      if (lock && supply === 'credit' && !isCredited) {
        faults.push(`items[${at}].recipient${named < 0 ? '' : '.walletId'}`)
      }
      if (gross > AMOUNT_MAX) faults.push(`items[${at}].quantity`)
      if (gross > AMOUNT_MAX) break
      if (!oracleLine) continue
      priced.push(oracleLine)
      locks.set(product, lock)
      first += units
    }
    return { lines: priced, faults, locks }
  }

  #lockOf(partner: number, code: Code, product: number): LockedPrice | undefined {
    const own = PRODUCTS[product]?.code
    const rate = own === code ? ratio('1') : this.rates.get(`${own} ${code}`)
    const owners = [partner, undefined].map((owner) => this.rules.get(`${owner} ${product}`))
    return rate && { rate, rule: owners.find((rule) => rule !== undefined) }
  }

  /** The gift cards that a partner can order in a currency, with their least price and fees. */
  cards(partner: number, code: Code) {
    return PRODUCTS.flatMap(({ type, fixed, range, code: own }, product) => {
      const lock = this.#lockOf(partner, code, product)
      if (type !== 'GIFT_CARD' || !lock) return []
      const [least = '0'] = fixed ?? range ?? []
      const terms = termsOf(lock, own, code)
      return [{ product, least: minorOf(times(ratio(least), lock.rate), code), terms }]
    })
  }
}

/** Prices that are locked for a while, for one order. */
export interface Quote {
  readonly body: Pick<ActOf<'place'>, 'code' | 'lines'>
  readonly expiresAt: number
  readonly locks: ReadonlyMap<number, LockedPrice>
  isUsed: boolean
}

export function quote(partner: OraclePartner, { code, lines }: ActOf<'quote'>): Answer {
  const { world, quotes } = partner
  const { faults, locks } = world.prices.price(partner, { code, lines })
  const expiresAt = world.now + QUOTE_SECONDS * 1_000
  const locked = { body: { code, lines }, expiresAt, locks, isUsed: false }
  quotes.push(faults.length > 0 ? undefined : locked)
  return { status: 200, faults }
}

/** Returns the quote that an order names, if it is open and has the same lines as the order. */
export function quoteOf({ world, quotes }: OraclePartner, act: ActOf<'place'>): Quote | undefined {
  const { code, lines, quote: at = -1 } = act
  const named = quotes[at]
  const isOfBody = JSON.stringify(named?.body) === JSON.stringify({ code, lines })
  return named && named.expiresAt > world.now && isOfBody && !named.isUsed ? named : undefined
}

function lineOf(
  [product, amount, units, { days } = {}]: Line,
  context: Pick<OracleLine, 'first' | 'wallet'> & { code: Code; lock: LockedPrice },
): OracleLine | undefined {
  const { code, lock, first, wallet } = context
  const sold = PRODUCTS[product]
  const face = AMOUNTS[amount]
  if (!sold || face === undefined || !isSoldAt(sold, face)) return undefined
  const unitCost = minorOf(times(ratio(face), lock.rate), code)
  const terms = termsOf(lock, sold.code, code)
  const value = minorOf(ratio(face), sold.code)
  const line = { product, sold, amount, units, days, wallet, value, first, unitCost, terms }
  return unitCost > 0n && priceOf(line, 1n) > 0n ? line : undefined
}

/** The terms of a rule, in the order's currency. */
function termsOf({ rule, rate }: LockedPrice, own: Code, code: Code): Terms | undefined {
  if (!rule) return undefined
  const fee: Ratio = [BigInt(rule.fee), 10n ** BigInt(DECIMALS[own])]
  return { percent: ratio(rule.percent), fee: minorOf(times(fee, rate), code) }
}

function isSoldAt({ code, fixed, range }: SoldProduct, face: string): boolean {
  const [, decimals = ''] = face.split('.')
  if (decimals.length > DECIMALS[code]) return false
  if (!range) return fixed?.includes(face) === true
  const minor = (text: string) => minorOf(ratio(text), code)
  return minor(range[0]) <= minor(face) && minor(face) <= minor(range[1])
}
