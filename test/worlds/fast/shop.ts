import type { CatalogSnapshot, Product } from '../../../src/catalog/mod.ts'
import { Assortments } from '../../../src/catalog/assortment.ts'
import { WALLET_ID_FIELD } from '../../../src/catalog/recipient-wallet.ts'
import { Rules } from '../../../src/catalog/rule.ts'
import { rateKey } from '../../../src/catalog/snapshot.ts'
import {
  isFault,
  minorUnits,
  parsePercent,
  parseRateText,
  storedCurrency,
  type Clock,
  type MinorUnits,
} from '../../../src/core/mod.ts'
import type { ActOf } from '../../oracle/acts.ts'
import { minorOf, ratio, type Code } from '../../oracle/facts.ts'
import { PRODUCTS, RATES } from '../catalog.ts'
import { BEGIN } from '../../oracle/oracle.ts'
import { MemoryStock, type Bucket } from './stock.ts'

/** The state that all partners share: the time, the catalog and the stock. */
export class Shop implements Clock {
  #now = BEGIN
  readonly stock = new MemoryStock(() => this.#now)
  /** For each partner: the codes that its batches wait for. */
  readonly waiting: (() => readonly Bucket[])[] = []
  readonly #rates = new Map<string, string>(
    RATES.map(([from, to, rate]) => [rateKey(from, to), rate]),
  )
  readonly #rules: ActOf<'rule'>['rule'][] = []

  now(): number {
    return this.#now
  }

  monotonic(): number {
    return this.#now
  }

  advance(seconds: number): void {
    this.#now += seconds * 1_000
  }

  setRate(pair: number, rate: string): void {
    const [from, to] = RATES[pair % RATES.length] ?? RATES[0] ?? []
    if (from && to) this.#rates.set(rateKey(from, to), rate)
  }

  /** A later rule of the same cover supersedes the one before. */
  setRule(rule: ActOf<'rule'>['rule']): void {
    const { partner, product } = rule
    const at = this.#rules.findIndex((one) => one.partner === partner && one.product === product)
    this.#rules.splice(at < 0 ? this.#rules.length : at, at < 0 ? 0 : 1, rule)
  }

  snapshot(): CatalogSnapshot {
    const rates = [...this.#rates].map(([key, text], at) => {
      const rate = readRate(text)
      return [key, { rateNo: BigInt(at), rate, marketRate: rate }] as const
    })
    const rules = this.#rules.map((rule, at) => ruleOf(rule, BigInt(at)))
    return {
      version: 1n,
      readAt: this.#now,
      validFrom: 0,
      validUntil: Number.MAX_SAFE_INTEGER,
      products: PRODUCTS_BY_ID,
      rates: new Map(rates),
      priceRules: new Rules(rules),
      assortments: new Assortments(),
    }
  }
}

function readRate(text: string) {
  const rate = parseRateText(text)
  if (isFault(rate)) throw new Error(`${text} ${rate.fault}`)
  return rate
}

function ruleOf({ partner, product, percent, fee }: ActOf<'rule'>['rule'], ruleNo: bigint) {
  const discountPercent = parsePercent(Number(percent), { min: -100, below: 100 })
  if (isFault(discountPercent)) throw new Error(discountPercent.fault)
  return {
    ruleNo,
    partnerId: partner === undefined ? undefined : partner + 1,
    cover: product === undefined ? {} : { productId: product + 1 },
    terms: { discountPercent, feeMinor: minorUnits(BigInt(fee)) },
    effectiveAt: 0,
    recordedAt: 0,
    recordedBy: 'test',
  }
}

export function faceOf(text: string, code: Code): MinorUnits {
  return minorUnits(minorOf(ratio(text), code))
}

const SUPPLIERS = {
  stock: 'vault',
  generated: 'generator',
  bought: 'sandbox',
  credit: 'wallet',
} as const

const RECIPIENTS = {
  GIFT_CARD: [],
  TOP_UP: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  ACCOUNT_CREDIT: [WALLET_ID_FIELD],
}

const PRODUCTS_BY_ID: ReadonlyMap<number, Product> = new Map(
  PRODUCTS.map(({ brand, code, type, supply, fixed, range }, at) => {
    const [least = '', most = ''] = range ?? []
    const product: Product = {
      productId: at + 1,
      brand,
      currency: storedCurrency(code),
      productType: type,
      denomination: fixed
        ? { type: 'FIXED', fixedMinor: fixed.map((face) => faceOf(face, code)) }
        : { type: 'VARIABLE', minMinor: faceOf(least, code), maxMinor: faceOf(most, code) },
      recipientFields: RECIPIENTS[type],
      supplier: SUPPLIERS[supply],
      supplierSettings: {},
      fallbackSuppliers: [],
      active: true,
      isTest: false,
    }
    return [product.productId, product]
  }),
)
