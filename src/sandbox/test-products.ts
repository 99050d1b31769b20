import type { ProductInput } from '../catalog/mod.ts'
import { TEST_ACCOUNT, type SandboxOutcome } from '../supply/mod.ts'

/** A product of test partners. `whatHappens` describes the course of its orders. */
export interface TestProduct extends ProductInput {
  readonly whatHappens: string
}

const ANY_AMOUNT = {
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 1,
  maxAmount: 1_000,
  supplier: 'sandbox',
} as const

/** The products that every test partner can buy. Operators may add others. */
export const TEST_PRODUCTS: readonly TestProduct[] = [
  { brand: 'Test gift card', ...ANY_AMOUNT, whatHappens: 'COMPLETED' },
  {
    brand: 'Test gift card of 10, 25 or 50',
    currency: 'USD',
    denominationType: 'FIXED',
    fixedAmounts: [10, 25, 50],
    supplier: 'sandbox',
    whatHappens: 'COMPLETED',
  },
  {
    brand: 'Test top-up',
    ...ANY_AMOUNT,
    productType: 'TOP_UP',
    recipientFields: [field('phoneNumber', 'Phone number', String.raw`\+[1-9][0-9]{7,14}`)],
    whatHappens: 'COMPLETED; the item is a receipt',
  },
  {
    brand: 'Test bill payment',
    ...ANY_AMOUNT,
    productType: 'BILL_PAYMENT',
    recipientFields: [field('accountNumber', 'Customer number', '[0-9]{6,12}')],
    whatHappens: 'COMPLETED; the item is a receipt',
  },
  {
    brand: 'Test account credit',
    ...ANY_AMOUNT,
    productType: 'ACCOUNT_CREDIT',
    supplier: 'wallet',
    recipientFields: [field('email', 'E-mail of a consumer', String.raw`[^@\s]+@[^@\s]+`)],
    whatHappens: 'COMPLETED; the wallet of a test consumer is credited',
  },
  ending('slow', 'PROCESSING for five seconds, then COMPLETED', { delayMs: 5_000 }),
  ending('pending', 'PROCESSING until its supplier is asked again, then COMPLETED', {
    delayMs: 2_000,
  }),
  ending('unknown', 'COMPLETED; the response of its supplier was lost, and looked up'),
  ending('out_of_stock', 'OUT_OF_STOCK; `inStock` is false in the catalog'),
  ending('refused', 'PROCESSING; its batch is FAILED'),
  ending('unfunded', 'ON_HOLD; tried again after half a minute, later less often', {
    account: TEST_ACCOUNT,
  }),
]

function field(name: string, label: string, pattern: string) {
  return { name, label, pattern, required: true }
}

function ending(outcome: SandboxOutcome, whatHappens: string, settings: object = {}): TestProduct {
  const brand = `Test: ${outcome.replaceAll('_', ' ')}`
  return { brand, ...ANY_AMOUNT, supplierSettings: { outcome, ...settings }, whatHappens }
}
