import { isFault, parseAmount, storedCurrency } from '../../core/mod.ts'
import type { Code } from '../port.ts'
import type { UpstreamClient } from './client.ts'
import type { Purchase } from './purchase-rows.ts'
import type { TheirItem } from './wire.ts'

/** What they delivered is not what was bought. Says no code. */
export class NotAsBought extends Error {
  override readonly name = 'NotAsBought'
}

export const ITEMS_PAGE_SIZE = 1_000

/**
 * The codes of a completed order of theirs, page by page, each one checked against what was bought:
 * as many as were bought, in a row, of the product, currency and face value. A service that knows
 * no pages answers all at once. Throws NotAsBought, and what the client throws.
 */
export async function receiveItems(
  client: UpstreamClient,
  orderId: string,
  purchase: Purchase,
): Promise<Code[]> {
  const codes: Code[] = []
  for (let page = 1; codes.length < purchase.quantity; page += 1) {
    const items = await client.readItems(orderId, { page, pageSize: ITEMS_PAGE_SIZE })
    if (items.length === 0) throw new NotAsBought(`${codes.length} items of ${purchase.quantity}`)
    for (const item of items) codes.push(checked(item, purchase, codes.length + 1))
    if (codes.length > purchase.quantity) {
      throw new NotAsBought(`more items than the ${purchase.quantity} that were bought`)
    }
  }
  return codes
}

function checked(item: TheirItem, purchase: Purchase, itemNo: number): Code {
  if (item.itemNo !== itemNo) throw new NotAsBought(`item ${item.itemNo} in the place of ${itemNo}`)
  if (item.productId !== purchase.theirProductId) {
    throw new NotAsBought(`item ${itemNo} is of product ${item.productId}`)
  }
  const faceValue = parseAmount(item.faceValue, storedCurrency(purchase.currency))
  const isSame = !isFault(faceValue) && faceValue === purchase.faceValueMinor
  if (item.currency !== purchase.currency || !isSame) {
    throw new NotAsBought(`item ${itemNo} is of ${item.faceValue} ${item.currency}`)
  }
  return {
    giftCardNumber: item.giftCardNumber ?? '',
    giftCardPin: item.giftCardPin ?? '',
    barCodeNumber: item.barCodeNumber ?? '',
    redemptionUrl: item.redemptionUrl ?? '',
  }
}
