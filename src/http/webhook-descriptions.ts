/** What the operations of webhook endpoints do, the same for partners and operators. */

export const SECRET_ONCE =
  'The secret is in this response only, and in a repetition of the request under the same ' +
  'Idempotency-Key.'

export const ROTATION =
  `${SECRET_ONCE} Messages are signed with the old one, too, until the overlap ends. Until then ` +
  'another rotation is refused unless `overlapSeconds` is 0, which ends all former secrets at once.'

export const LISTED =
  'A `webhook.test` is not listed: the request that sends it returns what was responded.'

export const REPLAYED =
  'A time range sends the types that the endpoint gets; `eventIds` sends any event.'
