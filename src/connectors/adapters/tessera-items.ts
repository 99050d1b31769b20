import { isoTime, MS_PER_DAY } from '../../core/mod.ts'
import type { AdapterAccount, Reply, Call, Creation, ReadCodes, Unit } from '../adapter.ts'
import { scaledOf } from '../decimal-text.ts'
import { at, type ExactJson, isList, textAt } from '../exact-json.ts'
import { isSuccess, moneyOf } from '../verdicts.ts'
import { keyOf, signedCall } from './tessera-call.ts'

/** Without a page parameter, the service returns all items of an order. */
export function codes(creation: Creation, account: AdapterAccount): Call {
  const headers = { 'x-request-id': keyOf(creation) }
  const path = `/v2/orders/${encodeURIComponent(creation.theirs ?? '')}/items`
  return signedCall('GET', path, account, { headers })
}

export function readCodes(response: Reply, creation: Creation): ReadCodes {
  const items = at(response.json, 'data')
  if (!isSuccess(response) || items === undefined || !isList(items)) return 'notYet'
  const fault = items.map((item, index) => faultOf(item, index + 1, creation)).find((one) => one)
  return fault === undefined ? items.map(unitOf) : { odd: fault }
}

function faultOf(item: ExactJson, itemNo: number, creation: Creation): string | undefined {
  const { settings, faceValue } = creation
  const no = textAt(item, 'itemNo')
  if (no !== String(itemNo)) return `item ${no} in the place of ${itemNo}`
  const product = textAt(item, 'productId')
  if (product !== settings['product']) return `item ${no} is of product ${product}`
  const value = moneyOf(textAt(item, 'faceValue'), textAt(item, 'currency'))
  const isSame =
    value?.currency === faceValue.currency && scaledOf(value.amount) === scaledOf(faceValue.amount)
  return isSame ? undefined : `item ${no} is of ${value?.amount} ${value?.currency}`
}

function unitOf(item: ExactJson): Unit {
  return {
    number: textAt(item, 'giftCardNumber'),
    pin: textAt(item, 'giftCardPin'),
    barcode: textAt(item, 'barCodeNumber'),
    url: textAt(item, 'redemptionUrl'),
    expiresOn: dayBefore(textAt(item, 'expiresAt')),
  }
}

/**
 * Returns the last day of a code. The service names the first day on which it is no longer valid.
 */
function dayBefore(day: string | undefined): string | undefined {
  const end = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(day ?? '') : Number.NaN
  return Number.isNaN(end) ? undefined : isoTime(end - MS_PER_DAY).slice(0, 'YYYY-MM-DD'.length)
}
