import {
  creditsWallet,
  priceLine,
  walletNameOf,
  type Buyer,
  type CatalogSnapshot,
  type LineRequest,
  type PricedLine,
  type WalletName,
} from '../catalog/mod.ts'
import {
  absolute,
  AMOUNT_MINOR_MAX,
  DETAILS_MAX,
  formatAmount,
  type Currency,
  type FieldFault,
} from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import type { FindRecipientWallets, RecipientWallets } from './order-input.ts'

/** The buyer and the catalog for pricing the lines of an order. */
interface Terms extends Buyer {
  readonly catalog: CatalogSnapshot
  /** The wallets that recipients name; undefined if no line credits one. */
  readonly wallets: RecipientWallets | undefined
  /** The statuses of wallets that earlier writes of the group have set. */
  readonly walletStatuses?: ReadonlyMap<number, string>
}

/** Lines of the body; undefined where a line does not have the right shape. */
type RequestedLines = readonly (LineRequest | undefined)[]

/** The priced lines of an order by index, and the faults of the other lines. */
export interface PricedLines {
  readonly lines: ReadonlyMap<number, PricedLine>
  readonly faults: readonly FieldFault[]
}

/**
 * Prices the lines of an order. Returns faults in the order of the lines, about DETAILS_MAX at
 * most; if there is a fault, not all lines are priced. The priced lines together, with surcharges
 * and fees, cost at most AMOUNT_MINOR_MAX, so no amount of the order exceeds it.
 */
export function priceLines(items: RequestedLines, terms: Terms): PricedLines {
  const { catalog, wallets, walletStatuses } = terms
  const lines = new Map<number, PricedLine>()
  const faults: FieldFault[] = []
  let gross = 0n
  for (const [at, item] of items.entries()) {
    if (!item) continue
    const field = `items[${at}]`
    const { line, faults: lineFaults = [] } = priceLine(catalog, item, { buyer: terms, field })
    faults.push(...lineFaults)
    const product = line?.product ?? catalog.products.get(item.productId)
    // Checks the wallet only if the recipient has no other fault.
    const isNamed = lineFaults.every((fault) => fault.field === `${field}.amount`)
    if (isNamed && product && creditsWallet(product)) {
      if (!wallets) throw new Error('the wallets that lines credit are loaded')
      const fault = wallets.faultOf(walletNameOf(item.recipient), product.currency, walletStatuses)
      if (fault) faults.push({ field: recipientField(field, fault.field), message: fault.message })
    }
    gross += line ? grossOf(line) : 0n
    if (gross > AMOUNT_MINOR_MAX) {
      faults.push({ field: `${field}.quantity`, message: tooMuch(terms.currency) })
      break
    }
    if (line) lines.set(at, line)
    if (faults.length >= DETAILS_MAX) break
  }
  return { lines, faults }
}

/** Returns the cost of a line with its surcharge and fee, before its discount. */
function grossOf({ costMinor, adjustment, quantity }: PricedLine): bigint {
  if (!adjustment) return costMinor
  const { discountMinor, unitFeeMinor } = adjustment
  const surcharge = discountMinor < 0n ? absolute(discountMinor) : 0n
  return costMinor + surcharge + unitFeeMinor * BigInt(quantity)
}

function tooMuch(currency: Currency): string {
  const most = `${formatAmount(AMOUNT_MINOR_MAX, currency)} ${currency.code}`
  return `takes the order over ${most}, the largest amount that there is`
}

function recipientField(line: string, name: string | undefined): string {
  return name === undefined ? `${line}.recipient` : `${line}.recipient.${name}`
}

/** Returns the names that recipients give of the wallets to credit. */
export function walletNamesIn(items: RequestedLines, { products }: CatalogSnapshot): WalletName[] {
  return items.flatMap((item) => {
    const product = item && products.get(item.productId)
    return product && creditsWallet(product) ? [walletNameOf(item.recipient)] : []
  })
}

/**
 * Returns the faults that `place` would find in the lines, for an order that is refused for other
 * faults already. Reads the wallets that the lines name, without locks.
 */
export async function findLineFaults(
  db: Db,
  request: Buyer & { items: RequestedLines },
  by: { catalog: CatalogSnapshot; findRecipientWallets: FindRecipientWallets },
): Promise<readonly FieldFault[]> {
  const { items, ...buyer } = request
  const { catalog, findRecipientWallets } = by
  const names = walletNamesIn(items, catalog)
  const wallets = await findRecipientWallets(db, buyer.partnerId, names)
  return priceLines(items, { catalog, wallets, ...buyer }).faults
}
