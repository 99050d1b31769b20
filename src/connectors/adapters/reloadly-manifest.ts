import { Type } from 'typebox'
import type { Manifest } from '../adapter.ts'
import { IF_NOT_FOUND } from '../if-not-found.ts'
import { countryCode, wholeNumber } from '../setting-fields.ts'
import { WEBHOOK_SECRET } from '../webhook-fields.ts'

/**
 * Reloadly: gift cards, airtime and bills, at one host each. Airtime refuses a used reference. For
 * gift cards and bills that is not documented, so no create is sent twice. Reports find a create,
 * but the delay is not documented either.
 */
export const RELOADLY: Manifest = {
  name: 'reloadly',
  types: ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT'],
  hosts: {
    auth: { live: 'https://auth.reloadly.com', sandbox: 'https://auth.reloadly.com' },
    giftcards: hosts('giftcards'),
    topups: hosts('topups'),
    utilities: hosts('utilities'),
  },
  secrets: Type.Object({
    clientId: Type.String(),
    clientSecret: Type.String(),
    webhookSecret: Type.Optional(Type.String({ description: WEBHOOK_SECRET })),
  }),
  account: Type.Object({
    senderName: Type.Optional(Type.String({ description: 'Who a gift card is from' })),
    ifNotFound: IF_NOT_FOUND,
  }),
  settings: Type.Object({
    product: Type.Optional(wholeNumber('A gift card: their productId')),
    operator: Type.Optional(wholeNumber('Airtime: their operatorId; without it, of the number')),
    country: Type.Optional(countryCode('Airtime: ISO 3166 code of the numbers')),
    biller: Type.Optional(wholeNumber('A bill: their id of the biller')),
    amountIn: Type.Optional(Type.Enum(['sender', 'recipient'])),
  }),
  unitsPerCreate: 10,
  referenceForm: 'hex',
  repeat: { does: 'unknown' },
  visibleAfterSeconds: 60,
  notFoundIsDefiniteAfterSeconds: 900,
  isDelayUnknown: true,
  responseSeconds: 90,
  finalWithinSeconds: 86_400,
  requestsPerMinute: 300,
  isReversible: true,
}

export function hosts(product: string): { readonly live: string; readonly sandbox: string } {
  return {
    live: `https://${product}.reloadly.com`,
    sandbox: `https://${product}-sandbox.reloadly.com`,
  }
}
