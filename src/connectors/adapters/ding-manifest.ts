import { Type } from 'typebox'
import type { Manifest } from '../adapter.ts'
import { IF_NOT_FOUND } from '../if-not-found.ts'
import { currencyCode, decimalNumber } from '../setting-fields.ts'

/**
 * DingConnect, API V1. **A create that is sent again pays again**, although its reference is
 * documented as unique, so it is never repeated. After a lost response, the create is only looked
 * up. A look-up that finds nothing is definite only after their longest transfer of 90 seconds plus
 * a margin.
 */
export const DING: Manifest = {
  name: 'ding',
  types: ['TOP_UP', 'BILL_PAYMENT', 'GIFT_CARD'],
  hosts: {
    api: {
      live: 'https://api.dingconnect.com/api/V1',
      sandbox: 'https://api.dingconnect.com/api/V1',
    },
  },
  secrets: Type.Object({ apiKey: Type.String() }),
  account: Type.Object({ ifNotFound: IF_NOT_FOUND }),
  settings: Type.Object({
    sku: Type.String({ description: 'The SkuCode of their product' }),
    sendValue: Type.Optional(decimalNumber('What we send, if it is not the face value')),
    sendCurrency: Type.Optional(currencyCode('The currency of `sendValue`')),
  }),
  unitsPerCreate: 1,
  referenceForm: 'hex',
  repeat: { does: 'buysAgain' },
  visibleAfterSeconds: 90,
  notFoundIsDefiniteAfterSeconds: 600,
  responseSeconds: 100,
  finalWithinSeconds: 3_600,
  requestsPerMinute: 300,
  isReversible: true,
}
