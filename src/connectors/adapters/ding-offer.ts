import type { AdapterAccount, Reply, Call, Creation, Offer, OfferRequest } from '../adapter.ts'
import { at, listAt, textAt } from '../exact-json.ts'
import { moneyOf } from '../verdicts.ts'
import { headersOf } from './ding-catalog.ts'

/** The account number that a purchase of a PIN sends. */
const NO_ACCOUNT = '0000000000'

/** Ding accepts no leading plus. */
export function accountOf({ phoneNumber, accountNumber }: Creation['recipient']): string {
  return (phoneNumber ?? accountNumber ?? NO_ACCOUNT).replace(/^\+/, '')
}

/** Returns the request for the amount that is due on a bill, or for the operator of a number. */
export function offer(
  { productType, settings, recipient }: OfferRequest,
  account: AdapterAccount,
): Call {
  const headers = headersOf(account)
  const number = accountOf(recipient)
  if (productType === 'BILL_PAYMENT') {
    const body = { SkuCode: settings['sku'], AccountNumber: number }
    return { method: 'POST', host: 'api', path: '/LookupBills', headers, body }
  }
  const query = { accountNumber: number }
  return { method: 'GET', host: 'api', path: '/GetAccountLookup', headers, query }
}

export function readOffer({ json }: Reply, { productType }: OfferRequest): Offer | undefined {
  if (textAt(json, 'ResultCode') !== '1') return undefined
  const [item] = listAt(json, 'Items')
  if (productType !== 'BILL_PAYMENT') {
    const operator = textAt(item, 'ProviderCode')
    return { fields: {}, operator }
  }
  const price = at(item, 'Price')
  const due = moneyOf(textAt(price, 'SendValue'), textAt(price, 'SendCurrencyIso'))
  const billRef = textAt(item, 'BillRef')
  if (billRef === undefined || due === undefined) return undefined
  const fee = moneyOf(textAt(price, 'CustomerFee'), due.currency)
  return { fields: { billRef, sendCurrency: due.currency }, due, fee }
}
