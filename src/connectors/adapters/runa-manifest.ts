import { Type } from 'typebox'
import type { Manifest } from '../adapter.ts'
import { STANDARD_WEBHOOK_SECRET } from '../standard-webhook.ts'

/**
 * Runa, API v2 of 2024-02-05. For 30 days, a repeated key returns its first response, even a
 * refusal or a fault of the server. After that it buys again, so a create is repeated for 29 days
 * only. No request finds an order by its key.
 */
export const RUNA: Manifest = {
  name: 'runa',
  types: ['GIFT_CARD'],
  hosts: {
    api: { live: 'https://api.runa.io/v2', sandbox: 'https://playground.runa.io/v2' },
    spend: { live: 'https://spend.runa.io', sandbox: 'https://playground.runa.io' },
  },
  secrets: Type.Object({
    apiKey: Type.String(),
    webhookSecret: Type.Optional(STANDARD_WEBHOOK_SECRET),
  }),
  account: Type.Object({
    codes: Type.Optional(
      Type.Enum(['link', 'read'], {
        description: 'Whether a card is the link, or is read from it: ask Runa to allow that',
      }),
    ),
  }),
  settings: Type.Object({ product: Type.String({ description: 'Their code, as AMZ-GB' }) }),
  unitsPerCreate: 1,
  referenceForm: 'uuid',
  repeat: { does: 'replays', forSeconds: 29 * 86_400, mayOverlap: true },
  visibleAfterSeconds: 0,
  notFoundIsDefiniteAfterSeconds: 'never',
  responseSeconds: 60,
  finalWithinSeconds: 3_600,
  requestsPerMinute: 300,
  isReversible: false,
}
