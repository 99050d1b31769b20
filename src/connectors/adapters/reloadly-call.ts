import type { Call, Creation } from '../adapter.ts'

type Host = 'giftcards' | 'topups' | 'utilities'

const HOST_OF = { GIFT_CARD: 'giftcards', TOP_UP: 'topups', BILL_PAYMENT: 'utilities' } as const

export function hostOf(productType: Creation['productType']): Host {
  return productType === 'ACCOUNT_CREDIT' ? 'giftcards' : HOST_OF[productType]
}

/** Each host takes tokens of its own audience only. */
export function callTo(host: Host, call: Omit<Call, 'host' | 'headers'>): Call {
  const headers = { accept: `application/com.reloadly.${host}-v1+json` }
  return { ...call, host, headers, audience: host }
}
