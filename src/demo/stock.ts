import { Readable } from 'node:stream'
import type { Product } from '../catalog/mod.ts'
import { formatAmount, type Clock, randomBytes } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { importCodes } from '../imports/mod.ts'
import { stockedProducts } from '../inventory/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { hasStock } from './products.ts'

/** The lot of all codes that are imported. */
export const DEMO_LOT = 'demo'
const CODES_PER_AMOUNT = 250
const CODE_BYTES = 8
const PIN_SPAN = 10_000

/** Imports generated codes for products that should have stock and have none. */
export async function stockProducts(
  context: { readonly db: Database; readonly vault: Vault; readonly clock: Clock },
  products: Iterable<Product>,
): Promise<void> {
  const productsWithStock = [...products].filter(({ brand }) => hasStock(brand))
  const ids = productsWithStock.map(({ productId }) => productId)
  const stocked = await stockedProducts(context.db, context.clock.now(), ids)
  for (const product of productsWithStock.filter(({ productId }) => !stocked.has(productId))) {
    const { productId, currency, denomination } = product
    const csv = Readable.from([Buffer.from(codesFile(product), 'utf8')])
    await importCodes(
      context,
      { actor: 'demo', lot: DEMO_LOT },
      { product: { productId, currency, denomination }, csv },
    )
  }
}

function codesFile({ denomination, currency }: Product): string {
  const amounts = denomination.type === 'FIXED' ? denomination.fixedMinor : [denomination.minMinor]
  const lines = amounts.flatMap((amount) =>
    Array.from({ length: CODES_PER_AMOUNT }, () =>
      [formatAmount(amount, currency), ...madeUpCode()].join(','),
    ),
  )
  return ['faceValue,giftCardNumber,giftCardPin', ...lines, ''].join('\n')
}

/**
 * Returns a code that begins with a letter, so that no spreadsheet takes it for a formula and
 * nobody for a card number.
 */
function madeUpCode(): [number: string, pin: string] {
  const bytes = randomBytes(CODE_BYTES + 2)
  const number = bytes.toString('hex', 0, CODE_BYTES).toUpperCase()
  const pin = String(bytes.readUInt16BE(CODE_BYTES) % PIN_SPAN).padStart(4, '0')
  return [`DEMO-${number.replaceAll(/(.{4})(?=.)/g, '$1-')}`, pin]
}
