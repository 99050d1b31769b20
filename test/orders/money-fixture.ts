import { randomUUID } from 'node:crypto'
import { createConsumer } from '../../src/consumers/mod.ts'
import { readRates, recordPriceRule, recordRates } from '../../src/catalog/mod.ts'
import type { Product, ProductInput } from '../../src/catalog/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { createPartner } from '../../src/partners/mod.ts'
import { currency } from '../support/domain.ts'
import type { FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

export const CURRENCIES = ['JPY', 'USD', 'KWD'] as const
export type Code = (typeof CURRENCIES)[number]

const EXPONENTS: Readonly<Record<Code, number>> = { JPY: 0, USD: 2, KWD: 3 }

/** Units of the second currency per unit of the first, as decimal text of at most 8 decimals. */
const RATES: readonly (readonly [Code, Code, string])[] = [
  ['USD', 'JPY', '151.37'],
  ['USD', 'KWD', '0.30715'],
  ['KWD', 'USD', '3.25571'],
  ['KWD', 'JPY', '492.83456789'],
  ['JPY', 'USD', '0.00660633'],
  ['JPY', 'KWD', '0.00202911'],
]
const RATE_DECIMALS = 8

export async function setRates({ db }: FulfillmentFixture): Promise<void> {
  const rates = RATES.map(([from, to, rate]) => ({ from, to, rate: Number(rate) }))
  await transact(db, (tx) =>
    recordRates(tx, {
      rates: readRates(rates),
      effectiveAt: undefined,
      source: 'test',
      actor: 'test',
    }),
  )
}

/** Computes the cost of one unit independently: face value times rate, rounded half up. */
function unitCost(faceMinor: bigint, from: Code, to: Code): bigint {
  if (from === to) return faceMinor
  const [, , text = ''] = RATES.find(([one, other]) => one === from && other === to) ?? []
  const [whole = '', decimals = ''] = text.split('.')
  const scaled = BigInt(whole + decimals.padEnd(RATE_DECIMALS, '0'))
  const numerator = faceMinor * scaled * 10n ** BigInt(EXPONENTS[to])
  const denominator = 10n ** BigInt(RATE_DECIMALS + EXPONENTS[from])
  return (2n * numerator + denominator) / (2n * denominator)
}

/** The discount and fee of a price rule. */
export interface Terms {
  /** In ten-thousandths of a percent. */
  readonly discount: bigint
  /** For each unit, in minor units of the product's currency. */
  readonly fee: bigint
}

/** The face value, discount and fee of a whole line, in minor units of the order. */
export interface LinePrice {
  readonly face: bigint
  readonly discount: bigint
  readonly fee: bigint
}

const WHOLE = 1_000_000n

/** Computes the price of some units independently: the discount is rounded half up once. */
export function priceOf(
  { faceMinor, code, terms }: SoldProduct,
  quantity: number,
  to: Code,
): LinePrice {
  const face = unitCost(faceMinor, code, to) * BigInt(quantity)
  if (!terms) return { face, discount: 0n, fee: 0n }
  const [sign, size] = terms.discount < 0n ? [-1n, -terms.discount] : [1n, terms.discount]
  const share = (face * size * 10n) / WHOLE
  const discount = sign * (share / 10n + (share % 10n >= 5n ? 1n : 0n))
  return { face, discount, fee: unitCost(terms.fee, code, to) * BigInt(quantity) }
}

/** A product of the fixture: what it delivers, at one face value. */
export interface SoldProduct {
  readonly product: Product
  /** Undefined if no price rule covers the product. */
  readonly terms?: Terms
  readonly code: Code
  readonly amount: number
  readonly faceMinor: bigint
  readonly recipient: Readonly<Record<string, string>> | undefined
  readonly delivers: 'codes' | 'receipts' | 'credits'
}

const PHONE = [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }]

/** A partner, a wallet in each currency, and a product of every kind. */
export interface Fixture {
  readonly partnerId: number
  readonly wallets: Readonly<Record<Code, string>>
  /** The product whose codes are imported comes first. */
  readonly products: readonly SoldProduct[]
}

export async function openFixture(fixture: FulfillmentFixture): Promise<Fixture> {
  const { db, clock } = fixture
  const { partnerId } = await transact(db, (tx) =>
    createPartner(tx, clock, { name: 'Acme', actor: TESTER }),
  )
  const walletIn = async (code: Code): Promise<string> => {
    const email = `${randomUUID()}@example.com`
    const wallet = { currency: currency(code), initialFundsMinor: minorUnits(0n) }
    const input = { fullName: 'Ann', email, ...wallet }
    return (await createConsumer(fixture, partnerId, input)).walletId
  }
  const wallets = {
    JPY: await walletIn('JPY'),
    USD: await walletIn('USD'),
    KWD: await walletIn('KWD'),
  }
  const sell = async (
    input: Partial<ProductInput>,
    sold: Omit<SoldProduct, 'product' | 'faceMinor'>,
  ) => {
    const product = await fixture.product({ currency: sold.code, ...input })
    const faceMinor = BigInt(Math.round(sold.amount * 10 ** EXPONENTS[sold.code]))
    return { product, faceMinor, ...sold }
  }
  const phone = { phone: '491701' }
  const sandbox = { supplier: 'sandbox', recipientFields: PHONE }
  const codes = { recipient: undefined, delivers: 'codes' } as const
  const receipts = { recipient: phone, delivers: 'receipts' } as const
  const credit = { productType: 'ACCOUNT_CREDIT', supplier: 'wallet' }
  const products: readonly SoldProduct[] = [
    await sell(
      { supplier: 'vault' },
      { code: 'USD', amount: 10, ...codes, terms: { discount: 31_415n, fee: 0n } },
    ),
    await sell({}, { code: 'KWD', amount: 3.337, ...codes }),
    await sell(
      { supplier: 'sandbox' },
      { code: 'JPY', amount: 777, ...codes, terms: { discount: 0n, fee: 7n } },
    ),
    await sell(
      { productType: 'TOP_UP', ...sandbox },
      { code: 'KWD', amount: 1.235, ...receipts, terms: { discount: -12_500n, fee: 15n } },
    ),
    await sell(
      { productType: 'BILL_PAYMENT', ...sandbox },
      { code: 'USD', amount: 7.55, ...receipts, terms: { discount: 66_667n, fee: 3n } },
    ),
    await sell(credit, {
      code: 'JPY',
      amount: 501,
      recipient: { walletId: wallets.JPY },
      delivers: 'credits',
    }),
  ]
  for (const { product, code, terms } of products) {
    if (!terms) continue
    const rule = {
      partnerId,
      productId: product.productId,
      discountPercent: Number(terms.discount) / 10_000,
      feeAmount: Number(terms.fee) / 10 ** EXPONENTS[code],
    }
    await transact(db, (tx) => recordPriceRule(tx, rule, 'test'))
  }
  return { partnerId, wallets, products }
}

export class SumsByCurrency {
  readonly #sums = new Map<Code, bigint>()

  of(code: Code): bigint {
    return this.#sums.get(code) ?? 0n
  }

  add(code: Code, amount: bigint): void {
    this.#sums.set(code, this.of(code) + amount)
  }
}
