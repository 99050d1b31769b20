import type { Asked } from './acts.ts'
import type { Line } from '../worlds/acts.ts'
import { AMOUNTS, DECIMALS, minorOf, PRODUCTS, RATES, type Code, type Sold } from './facts.ts'
import { priceOf, type OracleLine } from './order.ts'
import { Ratio } from './ratio.ts'

/** The terms of a product that a quote locks: the rate to the order's currency, and the rule. */
export interface LockedPrice {
  readonly rate: Ratio
  readonly rule: Asked<'rule'>['rule'] | undefined
}

export interface Pricing {
  readonly lines: readonly OracleLine[]
  /** The fields at fault, in the order of the lines. */
  readonly faults: readonly string[]
  readonly locks: ReadonlyMap<number, LockedPrice>
}

/** Rates and rules as they are now. A rule or rate is superseded, never changed. */
export class PriceList {
  readonly #rates = new Map<string, Ratio>()
  readonly #rules = new Map<string, Asked<'rule'>['rule']>()

  constructor() {
    for (const [from, to, rate] of RATES) this.setRate(from, to, rate)
  }

  setRate(from: Code, to: Code, rate: string): void {
    this.#rates.set(`${from} ${to}`, Ratio.of(rate))
  }

  setRule(rule: Asked<'rule'>['rule']): void {
    this.#rules.set(keyOf(rule.partner, rule.product), rule)
  }

  /** Prices the lines of an order, with the terms that a quote has locked. */
  price(
    { partner, code, lines }: { partner: number; code: Code; lines: readonly Line[] },
    locked: ReadonlyMap<number, LockedPrice> | undefined,
  ): Pricing {
    const priced: OracleLine[] = []
    const faults: string[] = []
    const locks = new Map<number, LockedPrice>()
    let first = 1
    for (const [at, line] of lines.entries()) {
      const found = this.#lockOf(partner, code, line)
      if (!found) {
        faults.push(`items[${at}].productId`)
        continue
      }
      const lock = locked?.get(line[0]) ?? found
      const made = lineOf(line, { code, first, lock })
      if (made) {
        priced.push(made)
        locks.set(line[0], lock)
        first += line[2]
      } else faults.push(`items[${at}].amount`)
    }
    return { lines: priced, faults, locks }
  }

  #lockOf(partner: number, code: Code, [product]: Line): LockedPrice | undefined {
    const sold = PRODUCTS[product]
    const rate = sold && (sold.code === code ? ONE : this.#rates.get(`${sold.code} ${code}`))
    return rate && { rate, rule: this.#ruleOf(partner, product) }
  }

  /**
   * The gift cards that a partner can order in a currency, with their least price, fee and
   * surcharge.
   */
  cards(partner: number, code: Code) {
    return PRODUCTS.flatMap(({ type, fixed, range, code: own }, product) => {
      const lock = this.#lockOf(partner, code, [product, 0, 1])
      if (type !== 'GIFT_CARD' || !lock) return []
      const faces = (fixed ?? range ?? []).map((one) =>
        minorOf(Ratio.of(one).times(lock.rate), code),
      )
      const least = faces.reduce((one, other) => (one < other ? one : other))
      const { percent, fee } = termsOf(lock, { own, code }) ?? { percent: ZERO, fee: 0n }
      const surcharge = (amount: bigint) => {
        const share = Ratio.of(amount).times(percent).over(Ratio.of(-100n)).rounded()
        return share > 0n ? share : 0n
      }
      return [{ product, least, fee, surcharge }]
    })
  }

  /**
   * The most specific rule: one of the product before one of all products, then the partner's own.
   */
  #ruleOf(partner: number, product: number): Asked<'rule'>['rule'] | undefined {
    for (const covered of [product, undefined]) {
      for (const owner of [partner, undefined]) {
        const rule = this.#rules.get(keyOf(owner, covered))
        if (rule) return rule
      }
    }
    return undefined
  }
}

const ONE = Ratio.of(1n)
const ZERO = Ratio.of(0n)

function keyOf(partner: number | undefined, product: number | undefined): string {
  return `${partner ?? 'all'} ${product ?? 'all'}`
}

function lineOf(
  [product, amount, units]: Line,
  { code, first, lock }: { code: Code; first: number; lock: LockedPrice },
): OracleLine | undefined {
  const sold = PRODUCTS[product]
  const face = AMOUNTS[amount]
  if (!sold || face === undefined || !isSoldAt(sold, face)) return undefined
  const unitCost = minorOf(Ratio.of(face).times(lock.rate), code)
  if (unitCost === 0n) return undefined
  const terms = termsOf(lock, { own: sold.code, code })
  const line = { product, sold, amount, units, first, unitCost, terms }
  return priceOf(line, 1n) > 0n ? line : undefined
}

/** The terms of a rule, in the order's currency. */
function termsOf({ rule, rate }: LockedPrice, { own, code }: Record<'own' | 'code', Code>) {
  if (!rule) return undefined
  const fee = Ratio.of(BigInt(rule.fee)).over(Ratio.of(10n ** BigInt(DECIMALS[own])))
  return { percent: Ratio.of(rule.percent), fee: minorOf(fee.times(rate), code) }
}

function isSoldAt({ code, fixed, range }: Sold, face: string): boolean {
  const [, decimals = ''] = face.split('.')
  if (decimals.length > DECIMALS[code]) return false
  if (fixed) return fixed.includes(face)
  if (!range) return false
  const [least, most] = range
  const amount = Ratio.of(face)
  return amount.isAtLeast(Ratio.of(least)) && Ratio.of(most).isAtLeast(amount)
}
