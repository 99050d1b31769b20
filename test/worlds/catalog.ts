import type { Code } from '../oracle/facts.ts'

/**
 * A product. `stock` sells imported codes, `generated` generates them, `bought` buys at a supplier,
 * `credit` credits a wallet.
 */
export interface SoldProduct {
  readonly brand: string
  readonly code: Code
  readonly type: 'GIFT_CARD' | 'TOP_UP' | 'ACCOUNT_CREDIT'
  readonly supply: 'stock' | 'generated' | 'bought' | 'credit'
  /** The face values of the product, or the least and the most. */
  readonly fixed?: readonly string[]
  readonly range?: readonly [string, string]
}

/** A face value that can be ordered once: two units cost more than an order may. */
const DEAR = '6000000000000'

/** Products by their place; each id is the place plus one. */
export const PRODUCTS: readonly SoldProduct[] = [
  { brand: 'Stock', code: 'USD', type: 'GIFT_CARD', supply: 'stock', fixed: ['10', '25'] },
  { brand: 'Made', code: 'KWD', type: 'GIFT_CARD', supply: 'generated', range: ['0.005', '50'] },
  { brand: 'Phone', code: 'JPY', type: 'TOP_UP', supply: 'bought', range: ['1', '2000'] },
  { brand: 'Bought', code: 'USD', type: 'GIFT_CARD', supply: 'bought', fixed: ['9.99'] },
  { brand: 'Stored', code: 'USD', type: 'GIFT_CARD', supply: 'stock', fixed: ['40'] },
  { brand: 'Dear', code: 'USD', type: 'GIFT_CARD', supply: 'bought', range: ['1', DEAR] },
  { brand: 'Credit', code: 'USD', type: 'ACCOUNT_CREDIT', supply: 'credit', range: ['5', '40'] },
]

/** Face values to order, valid for some of the products. */
export const AMOUNTS = [
  '10',
  '25',
  '0.005',
  '9.99',
  '3.337',
  '777',
  '0.001',
  '501',
  '40',
  DEAR,
] as const

/** The places of the face values of codes that can be in stock. Each is of one product only. */
export const STOCKED = [0, 1, 8] as const

/** The days for which codes in stock are valid, and those that an order requires. */
export const VALID_DAYS = [2, 40] as const
export const REQUIRED_DAYS = [1, 30] as const

/** The place of the product whose codes in stock have this face value. */
export function stockedAt(amount: number): number {
  return PRODUCTS.findIndex(
    ({ supply, fixed }) => supply === 'stock' && fixed?.includes(AMOUNTS[amount] ?? '') === true,
  )
}

/** Units of the second currency for one of the first; nobody sells JPY for KWD. */
export const RATES: readonly (readonly [Code, Code, string])[] = [
  ['USD', 'JPY', '151.37'],
  ['USD', 'KWD', '0.30715'],
  ['KWD', 'USD', '3.25571'],
  ['KWD', 'JPY', '492.83456789'],
  ['JPY', 'USD', '0.00660633'],
]
