import { MS_PER_DAY, isFault, parseAmount, storedCurrency } from '../core/mod.ts'
import { NotAsBought } from '../connectors/mod.ts'
import { checkCode, checkReceipt, type Code, CodeFault, type DatedCode } from '../supply/mod.ts'
import type { UpstreamClient } from './client.ts'
import type { Purchase } from './purchase-rows.ts'
import type { TheirItem } from './wire.ts'

const ITEMS_PAGE_SIZE = 1_000

/** The kind of goods. Codes can be redeemed; receipts confirm a delivery to a recipient. */
export type Bought = 'codes' | 'receipts'

/**
 * Reads the items of a completed order at the upstream, page by page. Checks each against the
 * purchase: number, product, currency, face value, and that an import would accept its code. A
 * service without paging returns all items at once. Throws NotAsBought and UpstreamError.
 */
export async function receiveItems(
  client: UpstreamClient,
  orderId: string,
  purchase: Purchase,
  bought: Bought,
): Promise<DatedCode[]> {
  const codes: DatedCode[] = []
  for (let page = 1; codes.length < purchase.quantity; page += 1) {
    const pages = { page, pageSize: ITEMS_PAGE_SIZE }
    const items = await client.readItems(orderId, pages, purchase.reference)
    if (items.length === 0) throw new NotAsBought(`${codes.length} items of ${purchase.quantity}`)
    for (const item of items) {
      checkTerms(item, purchase, codes.length + 1)
      codes.push({ code: codeOf(item, bought), expiresMs: expiryOf(item) })
    }
    if (codes.length > purchase.quantity) {
      throw new NotAsBought(`more items than the ${purchase.quantity} that were bought`)
    }
  }
  return codes
}

/** Throws NotAsBought if a code is valid for fewer days than requested. */
export function requireValid(
  received: readonly DatedCode[],
  days: number | undefined,
  now: number,
): void {
  if (days === undefined) return
  const at = received.findIndex(({ expiresMs = Infinity }) => expiresMs < now + days * MS_PER_DAY)
  if (at >= 0) throw new NotAsBought(`item ${at + 1} is valid for fewer than ${days} days`)
}

function checkTerms(item: TheirItem, purchase: Purchase, itemNo: number): void {
  if (item.itemNo !== itemNo) throw new NotAsBought(`item ${item.itemNo} in the place of ${itemNo}`)
  if (item.productId !== purchase.theirProductId) {
    throw new NotAsBought(`item ${itemNo} is of product ${item.productId}`)
  }
  const faceValue = parseAmount(item.faceValue, storedCurrency(purchase.currency))
  const isSame = !isFault(faceValue) && faceValue === purchase.faceValueMinor
  if (item.currency !== purchase.currency || !isSame) {
    throw new NotAsBought(`item ${itemNo} is of ${item.faceValue} ${item.currency}`)
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

function expiryOf({ expiresAt = '' }: TheirItem): number | undefined {
  const day = DAY.test(expiresAt) ? Date.parse(expiresAt) : Number.NaN
  return Number.isNaN(day) ? undefined : day
}

function codeOf(item: TheirItem, bought: Bought): Code {
  const { giftCardNumber = '', giftCardPin = '', barCodeNumber = '', redemptionUrl = '' } = item
  const code = { giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl }
  try {
    if (bought === 'codes') checkRedeemable(code)
    else checkReceipt(code)
  } catch (error) {
    if (!(error instanceof CodeFault)) throw error
    throw new NotAsBought(`item ${item.itemNo}: ${error.message}`)
  }
  return code
}

/** Checks a code that must be redeemable: by a number, a barcode or a URL, not by a PIN alone. */
function checkRedeemable(code: Code): void {
  checkCode(code)
  if (code.giftCardNumber + code.barCodeNumber + code.redemptionUrl === '') {
    throw new CodeFault('giftCardNumber is empty, and so are barCodeNumber and redemptionUrl')
  }
}
