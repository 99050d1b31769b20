/** Values and rules without input or output. Imports no other module. */
export { addedSince } from './added-since.ts'
export { APPROVAL_KINDS, KINDS_WITH_AMOUNTS, type ApprovalKind } from './approval-kind.ts'
export {
  dateAt,
  dateOrNull,
  dayText,
  isoTime,
  parseInstant,
  systemClock,
  type Clock,
} from './clock.ts'
export { csvCell, csvField } from './csv.ts'
export {
  adoptStoredCurrencies,
  currencyCodes,
  findCurrency,
  findStoredCurrency,
  isListed,
  publishedCurrencies,
  storedCurrency,
  type Currency,
} from './currency.ts'
export { EMAIL_LENGTH_MAX, foldEmail, normalizeEmail } from './email.ts'
export { escapeHtml } from './escape-html.ts'
export { Html, markup } from './html.ts'
export { errorMessage } from './error-message.ts'
export { faultText, withoutAddresses } from './fault-text.ts'
export { isLoopback } from './loopback.ts'
export { daysLeft, unitsPerDay, type Usage } from './forecast.ts'
export { groupBy } from './group-by.ts'
export { SideProcess } from './side-process.ts'
export {
  formatOrderId,
  INTEGER_MAX,
  isIntegerId,
  isUuid,
  numberOfUuid,
  ORDER_NO_MAX,
  PARTNER_COUNTER_MAX,
  PARTNER_ID_MAX,
  parseNumericId,
  parseOrderId,
  partnerOfId,
  partnerScopedId,
  uuidOfNumber,
  type OrderName,
} from './id.ts'
export { LANGUAGE_FALLBACK, readLanguage } from './language.ts'
export { runExclusive } from './run-exclusive.ts'
export { yieldToEventLoop } from './yield-to-event-loop.ts'
export {
  absolute,
  AMOUNT_MINOR_MAX,
  convertHalfUp,
  formatAmount,
  isFault,
  minorUnits,
  parseAmount,
  parseRate,
  parseRateText,
  RATE_ONE,
  ratioHalfUp,
  scaledRate,
  SIGNIFICANT_DIGITS_MAX,
  wireAmount,
  wireRate,
  ZERO,
  type AmountFault,
  type MinorUnits,
  type ScaledRate,
} from './money.ts'
export { maskName, maskText } from './mask.ts'
export {
  isSameMetadata,
  METADATA_KEY_LENGTH_MAX,
  METADATA_KEYS_MAX,
  metadataFault,
  orderedMetadata,
  type Label,
  type Metadata,
} from './metadata.ts'
export { insufficientFunds, insufficientWallet, requireCover, shortageOf } from './shortage.ts'
export { isOwnFault } from './own-fault.ts'
export { isSameSecret } from './is-same-secret.ts'
export { PROJECT } from './project.ts'
export {
  parsePercent,
  percentHalfUp,
  percentText,
  raisedHalfUp,
  readPercentText,
  wirePercent,
  type Percent,
} from './percent.ts'
export { OVERLAP_SECONDS_MAX, readOverlap } from './overlap.ts'
export { networkOf } from './network-of.ts'
export { networksOf, readNetwork, withoutMapping, type Networks } from './networks.ts'
export { offsetOf, type Page, type PageRequest } from './page.ts'
export { pageUrlOf } from './page-url.ts'
export { endPauses, pause, waitAtMost } from './pause.ts'
export { plainTextFault } from './plain-text.ts'
export { changesPrototype } from './prototype-key.ts'
export {
  drawNumber,
  fillRandom,
  getRandomValues,
  randomBytes,
  randomFraction,
  randomInt,
  randomUUID,
  randomWhole,
} from './random.ts'
export {
  DETAILS_MAX,
  invalidField,
  invalidFields,
  onePerField,
  invalidPart,
  invalidParameter,
  notFound,
  Refusal,
  type FieldFault,
  type FieldRefusalKind,
  type RefusalExtras,
  type RefusalKind,
} from './refusal.ts'
export { releaseBytes } from './release-bytes.ts'
export { lengthenPauses, repeat, repeatInTime, type RepeatedWork } from './repeat.ts'
export { SingleFlight } from './single-flight.ts'
export { signWebhook, type WebhookMessage } from './sign-webhook.ts'
export { signedHeaders, signedHeadersV2 } from './signing.ts'
export type { Signer } from '@tessera/sdk'
export {
  checkLine,
  checkText,
  lineFault,
  readLine,
  REASON_LENGTH_MAX,
  requireListed,
  textFault,
} from './text-fields.ts'
export {
  MS_PER_DAY,
  MS_PER_HOUR,
  MS_PER_MINUTE,
  MS_PER_SECOND,
  SECONDS_PER_MINUTE,
} from './time.ts'
export { readAmount, readCurrency } from './read-amount.ts'
export { createWakeSignal, type WakeSignal } from './wake-signal.ts'
export {
  readTransitKey,
  readWrappedKey,
  wrappedKeyText,
  type TransitKey,
  type WrappedKey,
} from './wrapped-key.ts'
