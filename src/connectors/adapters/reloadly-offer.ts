import type { Reply, Call, Creation, Offer, OfferRequest } from '../adapter.ts'
import { textAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'
import { callTo } from './reloadly-call.ts'

export function phoneOf({ phoneNumber = '' }: Creation['recipient']): string {
  return phoneNumber.replace(/^\+/, '')
}

/** Finds the operator of a number, for airtime. Reloadly cannot look up the amount of a bill. */
export function offer({ productType, settings, recipient }: OfferRequest): Call | undefined {
  if (productType !== 'TOP_UP') return undefined
  const country = encodeURIComponent(settings['country'] ?? '')
  const phone = encodeURIComponent(phoneOf(recipient))
  const path = `/operators/auto-detect/phone/${phone}/countries/${country}`
  return callTo('topups', { method: 'GET', path })
}

export function readOffer(response: Reply): Offer | undefined {
  const operator = textAt(response.json, 'operatorId')
  if (!isSuccess(response) || operator === undefined) return undefined
  return { fields: { operator }, operator: textAt(response.json, 'name') }
}
