import type { AdapterAccount, Reply, Call, Obstacle, ToCheck } from '../adapter.ts'
import { at, textAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'
import { isAbsent, messageOf, signedCall } from './tessera-call.ts'

export function check({ settings }: ToCheck, account: AdapterAccount): Call {
  const { currency = '' } = account.settings
  const path = `/v2/products/${encodeURIComponent(settings['product'] ?? '')}`
  return signedCall('GET', `${path}?currency=${currency}`, account)
}

export function readCheck(
  response: Reply,
  { settings, faceValue }: ToCheck,
  account: AdapterAccount,
): Obstacle | undefined {
  const { json, status } = response
  const product = `their product ${settings['product']}`
  if (isAbsent(response)) {
    const detail = `${product} is not there in ${account.settings['currency']}`
    return { for: 'product', detail }
  }
  if (!isSuccess(response) || at(json, 'data') === undefined) {
    return { for: 'account', detail: `${status} ${messageOf(json) ?? ''}`.trim() }
  }
  const currency = textAt(json, 'data', 'currency')
  if (currency !== faceValue.currency) {
    return { for: 'product', detail: `${product} is in ${currency}` }
  }
  const isThere = at(json, 'data', 'inStock') === true
  return isThere ? undefined : { for: 'stock', detail: `${product} is out of stock there` }
}
