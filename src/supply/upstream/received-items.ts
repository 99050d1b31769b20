import { isFault, parseAmount, storedCurrency } from '../../core/mod.ts'
import { checkText, CODE_LENGTH_MAX, LineFault, URL_LENGTH_MAX } from '../import-line.ts'
import type { Code } from '../port.ts'
import type { UpstreamClient } from './client.ts'
import { oneLine } from './one-line.ts'
import type { Purchase } from './purchase-rows.ts'
import type { TheirItem } from './wire.ts'

/** What they delivered is not what was bought. Says no code. */
export class NotAsBought extends Error {
  override readonly name = 'NotAsBought'

  constructor(fault: string) {
    super(oneLine(fault))
  }
}

export const ITEMS_PAGE_SIZE = 1_000

/**
 * The codes of a completed order of theirs, page by page, each one checked against what was bought:
 * as many as were bought, in a row, of the product, currency and face value, and of text that an
 * import would take. A service that knows no pages answers all at once. Throws NotAsBought, and
 * what the client throws.
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
  try {
    return codeOf(item)
  } catch (error) {
    if (error instanceof LineFault) throw new NotAsBought(`item ${itemNo}: ${error.message}`)
    throw error
  }
}

function codeOf(item: TheirItem): Code {
  const { giftCardNumber = '', giftCardPin = '', barCodeNumber = '', redemptionUrl = '' } = item
  return {
    giftCardNumber: checkText('giftCardNumber', giftCardNumber, CODE_LENGTH_MAX),
    giftCardPin: checkText('giftCardPin', giftCardPin, CODE_LENGTH_MAX),
    barCodeNumber: checkText('barCodeNumber', barCodeNumber, CODE_LENGTH_MAX),
    redemptionUrl: checkText('redemptionUrl', redemptionUrl, URL_LENGTH_MAX),
  }
}
