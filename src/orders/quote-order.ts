import {
  adjustedPrice,
  totalAdjustment,
  totalCost,
  type Adjustment,
  type CatalogSnapshot,
  type LineRequest,
  type PricedLine,
} from '../catalog/mod.ts'
import {
  shortageOf,
  type Currency,
  type FieldFault,
  type MinorUnits,
  randomUUID,
} from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { findSpendFault, partnerFunds } from '../ledger/mod.ts'
import type { FindRecipientWallets } from './order-input.ts'
import { priceLines, walletNamesIn } from './price-lines.ts'
import type { NewQuote } from './quote-rows.ts'

/** The present price of an order of these items. */
export interface OrderPrice {
  readonly totalMinor: MinorUnits
  readonly adjustment: Adjustment | undefined
  /** The lines that can be priced, by index. */
  readonly lines: ReadonlyMap<number, PricedLine>
  /** The reasons to refuse such an order, including too low funds or a spend limit. */
  readonly faults: readonly FieldFault[]
  /** The quote to store; undefined if an item has a fault. */
  readonly locked: NewQuote | undefined
}

export interface QuoteInput {
  readonly partnerId: number
  /** The credential that signed the request; undefined for a person. */
  readonly clientId: string | undefined
  /** True for a test partner. */
  readonly isTest: boolean
  readonly currency: Currency
  readonly items: readonly LineRequest[]
  /** The fingerprint of the currency and the items. */
  readonly fingerprint: Buffer
}

export interface QuoteContext {
  readonly db: Database
  readonly catalog: CatalogSnapshot
  readonly findRecipientWallets: FindRecipientWallets
  readonly now: number
  readonly quoteSeconds: number
}

/**
 * Prices an order without placing it. Holds no money and reserves no stock. Returns a quote that,
 * once stored, locks rates and price rules for `quoteSeconds`. Items with a fault get no quote.
 * Funds or a spend limit that are too low do not prevent a quote, because the partner may deposit
 * before it orders.
 */
export async function quoteOrder(
  { partnerId, clientId, isTest, currency, items, fingerprint }: QuoteInput,
  { db, catalog, findRecipientWallets, now, quoteSeconds }: QuoteContext,
): Promise<OrderPrice> {
  const wallets = await findRecipientWallets(db, partnerId, walletNamesIn(items, catalog))
  const { lines, faults } = priceLines(items, { catalog, wallets, partnerId, isTest, currency })
  const priced = [...lines.values()]
  const totalMinor = totalCost(priced)
  const adjustment = totalAdjustment(priced)
  if (faults.length > 0) return { totalMinor, adjustment, lines, faults, locked: undefined }
  const prices = new Map(priced.map((line) => [line.product.productId, line]))
  const expiresMs = now + quoteSeconds * 1_000
  const locked = { quoteId: randomUUID(), fingerprint, createdMs: now, expiresMs, prices }
  const price = adjustedPrice(totalMinor, adjustment)
  const spend = { partnerId, clientId, currency: currency.code, amount: price }
  const fault =
    (await fundsFault(db, partnerId, { currency, price })) ?? (await findSpendFault(db, spend, now))
  const short = fault ? [fault] : []
  return { totalMinor, adjustment, lines, faults: short, locked }
}

async function fundsFault(
  db: Database,
  partnerId: number,
  { currency, price }: { currency: Currency; price: MinorUnits },
): Promise<FieldFault | undefined> {
  const funds = await partnerFunds(db, partnerId)
  const availableMinor = funds.find((one) => one.currency === currency.code)?.fundsMinor ?? 0n
  if (availableMinor >= price) return undefined
  return shortageOf({ field: 'currency', availableMinor, requiredMinor: price, currency })
}
