import { Type } from 'typebox'
import type { Manifest } from '../adapter.ts'

/**
 * Tillo, API v2. One unit for each create; the same `client_request_id` returns the first response.
 * The code in the body decides, because Tillo's pages name different statuses for one code.
 */
export const TILLO: Manifest = {
  name: 'tillo',
  types: ['GIFT_CARD'],
  hosts: {
    api: { live: 'https://app.tillo.io/api/v2', sandbox: 'https://sandbox.tillo.dev/api/v2' },
  },
  secrets: Type.Object({ apiKey: Type.String(), secret: Type.String() }),
  account: Type.Object({ sector: Type.Optional(Type.String({ default: 'gift-card-mall' })) }),
  settings: Type.Object({
    brand: Type.String({ description: 'The slug of the brand' }),
    delivery: Type.Optional(Type.Enum(['code', 'url'])),
    mode: Type.Optional(Type.Enum(['sync', 'async'])),
  }),
  unitsPerCreate: 1,
  referenceForm: 'hex',
  repeat: { does: 'replays' },
  visibleAfterSeconds: 0,
  notFoundIsDefiniteAfterSeconds: 'never',
  responseSeconds: 60,
  finalWithinSeconds: 3_600,
  requestsPerMinute: 600,
  isReversible: false,
}
