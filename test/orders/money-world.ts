import { randomUUID } from 'node:crypto'
import { createConsumer } from '../../src/consumers/mod.ts'
import { readRates, recordRates } from '../../src/catalog/mod.ts'
import type { Product, ProductInput } from '../../src/catalog/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { createPartner } from '../../src/partners/mod.ts'
import { currency } from '../support/domain.ts'
import type { Works } from '../support/works.ts'

export const CURRENCIES = ['JPY', 'USD', 'KWD'] as const
export type Code = (typeof CURRENCIES)[number]
export type Sums = Readonly<Record<Code, bigint>>

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

export async function setRates({ db }: Works): Promise<void> {
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

/** What one unit costs, once more and by itself: face value times rate, rounded half up. */
export function unitCost(faceMinor: bigint, from: Code, to: Code): bigint {
  if (from === to) return faceMinor
  const [, , text = ''] = RATES.find(([one, other]) => one === from && other === to) ?? []
  const [whole = '', decimals = ''] = text.split('.')
  const scaled = BigInt(whole + decimals.padEnd(RATE_DECIMALS, '0'))
  const numerator = faceMinor * scaled * 10n ** BigInt(EXPONENTS[to])
  const denominator = 10n ** BigInt(RATE_DECIMALS + EXPONENTS[from])
  return (2n * numerator + denominator) / (2n * denominator)
}

/** A product of the world: what it delivers, at one face value. */
export interface Sold {
  readonly product: Product
  readonly code: Code
  readonly amount: number
  readonly faceMinor: bigint
  readonly recipient: Readonly<Record<string, string>> | undefined
  readonly delivers: 'codes' | 'receipts' | 'credits'
}

const PHONE = [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }]

/** A partner, a wallet in each currency, and a product of every kind. */
export interface World {
  readonly partnerId: number
  readonly wallets: Readonly<Record<Code, string>>
  /** The one whose codes are imported comes first. */
  readonly products: readonly Sold[]
}

export async function openWorld(works: Works): Promise<World> {
  const { db, clock } = works
  const { partnerId } = await transact(db, (tx) =>
    createPartner(tx, clock, { name: 'Acme', actor: 'test' }),
  )
  const walletIn = async (code: Code): Promise<string> => {
    const email = `${randomUUID()}@example.com`
    const wallet = { currency: currency(code), initialFundsMinor: minorUnits(0n) }
    const input = { fullName: 'Ann', email, ...wallet }
    return (await createConsumer(works, partnerId, input)).walletId
  }
  const wallets = {
    JPY: await walletIn('JPY'),
    USD: await walletIn('USD'),
    KWD: await walletIn('KWD'),
  }
  const sell = async (input: Partial<ProductInput>, sold: Omit<Sold, 'product' | 'faceMinor'>) => {
    const product = await works.product({ currency: sold.code, ...input })
    const faceMinor = BigInt(Math.round(sold.amount * 10 ** EXPONENTS[sold.code]))
    return { product, faceMinor, ...sold }
  }
  const phone = { phone: '491701' }
  const sandbox = { supplier: 'sandbox', recipientFields: PHONE }
  const codes = { recipient: undefined, delivers: 'codes' } as const
  const receipts = { recipient: phone, delivers: 'receipts' } as const
  const credit = { productType: 'ACCOUNT_CREDIT', supplier: 'wallet' }
  const products = [
    await sell({ supplier: 'vault' }, { code: 'USD', amount: 10, ...codes }),
    await sell({}, { code: 'KWD', amount: 3.337, ...codes }),
    await sell({ supplier: 'sandbox' }, { code: 'JPY', amount: 777, ...codes }),
    await sell({ productType: 'TOP_UP', ...sandbox }, { code: 'KWD', amount: 1.235, ...receipts }),
    await sell(
      { productType: 'BILL_PAYMENT', ...sandbox },
      { code: 'USD', amount: 7.55, ...receipts },
    ),
    await sell(credit, {
      code: 'JPY',
      amount: 501,
      recipient: { walletId: wallets.JPY },
      delivers: 'credits',
    }),
  ]
  return { partnerId, wallets, products }
}
