/** What the operations of webhook endpoints do, the same for partners and operators. */

export const SECRET_ONCE =
  'Its secret is in this response only, and in a repetition of the request under the same ' +
  'Idempotency-Key.'

export const ROTATION =
  'The secret is in this response only, and in a repetition of the request under the same ' +
  'Idempotency-Key. Messages are signed with the old one, too, until the overlap ends. Until ' +
  'then another rotation is refused unless `overlapSeconds` is 0, which ends all former secrets ' +
  'at once.'

export const LISTED =
  'A `webhook.test` is not listed: the request that sends it returns what was responded.'

export const REPLAYED =
  'Of a time, the events are sent whose types the endpoint gets. Events that are named by their ' +
  'ids are sent whatever their types.'
