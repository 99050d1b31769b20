import { Type } from 'typebox'
import { PRODUCT_TYPES } from '../../catalog/mod.ts'
import type { Fields, Manifest } from '../adapter.ts'
import { wholeNumber } from '../setting-fields.ts'
import { STANDARD_WEBHOOK_SECRET } from '../standard-webhook.ts'

/** The seconds by which our timestamps may differ from their clock, by default. */
const SKEW_SECONDS = 300

/**
 * Returns the greatest age, in seconds, at which a create is still accepted there: its timestamp
 * may be off by the skew, and their clock may be as far behind.
 */
function acceptedWithin(skewSeconds: number): number {
  return 2 * skewSeconds
}

/**
 * Another Tessera, of which we are a partner. A reference makes only one order there, however often
 * and however late the create arrives. An order cannot be taken back, so the product is checked
 * first.
 */
export const TESSERA: Manifest = {
  name: 'tessera',
  types: PRODUCT_TYPES,
  hosts: 'ofAccount',
  secrets: Type.Object({
    apiKey: Type.String({ pattern: '^[!-~]+$' }),
    hmacSecret: Type.String({ pattern: '^[!-~]+$', description: 'Requests are signed with it' }),
    webhookSecret: Type.Optional(STANDARD_WEBHOOK_SECRET),
  }),
  account: Type.Object({
    clientId: Type.String({
      pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      description: 'Names our credential there',
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'The currency of the funds that pay there',
    }),
    skewSeconds: Type.Optional(
      Type.String({
        pattern: String.raw`^[1-9]\d{0,3}$`,
        description: 'How many seconds our timestamps may be off there: 300 if left out',
      }),
    ),
  }),
  identity: ['clientId', 'currency'],
  settings: Type.Object({
    product: wholeNumber('The productId of their product'),
  }),
  unitsPerCreate: 1_000,
  referenceForm: 'batch',
  repeat: { does: 'replays', mayOverlap: true },
  visibleAfterSeconds: 0,
  notFoundIsDefiniteAfterSeconds: 600,
  responseSeconds: 30,
  acceptedWithinSeconds: acceptedWithin(SKEW_SECONDS),
  finalWithinSeconds: 3_600,
  requestsPerMinute: 60_000,
  isReversible: false,
  continuesTraces: true,
}

/** Returns the promises of a service that may allow another skew than the default. */
export function promisesAt({ skewSeconds }: Fields): { readonly acceptedWithinSeconds: number } {
  return { acceptedWithinSeconds: acceptedWithin(Number(skewSeconds ?? SKEW_SECONDS)) }
}
