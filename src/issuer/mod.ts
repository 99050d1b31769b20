/**
 * The book of the issuer: the balances of codes of our own, and the merchants that redeem them.
 * Owns merchants, merchant_credentials, cards, card_authorizations, merchant_calls and
 * card_entries.
 */
export { lockUsedCards } from './card-rows.ts'
export { authorize, findActiveCard, findCardOfCode } from './authorize.ts'
export { findCards, type FoundCard, type WantedCard } from './find-cards.ts'
export { listCalls, type MerchantCall } from './list-calls.ts'

export { BALANCE_PATH, type Card } from './card.ts'
export type { CallResult } from './call-result.ts'
export { REFERENCE_LENGTH_MAX } from './keyed-call.ts'
export {
  changeMerchant,
  createMerchant,
  getMerchant,
  issueMerchantCredential,
  listMerchantCredentials,
  listMerchants,
  revokeMerchantCredential,
  rotateMerchantCredential,
  type IssuedMerchantCredential,
  type Merchant,
  type MerchantCredential,
} from './merchants.ts'
export { MERCHANT_STATUSES, merchantSigningRows } from './merchant-rows.ts'
export { REVERSAL_OUTCOMES, reverse } from './reverse.ts'
export { capture, refundCapture, voidAuthorization } from './settle.ts'
export { expireAuthorizations } from './sweep-authorizations.ts'
export { compareCards } from './compare-cards.ts'
export { readHistory, type CardHistory, type CardMovement } from './card-history.ts'
export { blindsOfCards, openCards, removeCards, type NewCards } from './open-cards.ts'
