import { Type } from 'typebox'
import type { Manifest } from '../adapter.ts'

/**
 * A process of any language that buys for us, behind the port that docs/connectors.md describes. It
 * issues once under each reference, so a repeat of a create is safe, and every response is signed:
 * an unsigned one is ignored.
 */
export const PLUGIN: Manifest = {
  name: 'plugin',
  types: ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT'],
  hosts: 'ofAccount',
  secrets: Type.Object({
    keyId: Type.String({ description: 'Names the secret to the plug-in' }),
    secret: Type.String({ description: 'Requests and responses are signed with it' }),
  }),
  account: Type.Object({}),
  settings: Type.Object(
    { product: Type.String({ description: 'What is bought, by the name that the plug-in has' }) },
    { additionalProperties: Type.String() },
  ),
  unitsPerCreate: 1,
  referenceForm: 'hex',
  repeat: { does: 'replays', mayOverlap: true },
  visibleAfterSeconds: 0,
  notFoundIsDefiniteAfterSeconds: 'never',
  responseSeconds: 60,
  finalWithinSeconds: 86_400,
  requestsPerMinute: 6_000,
  isReversible: true,
  isSpecifiedHere: true,
}
