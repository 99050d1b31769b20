/**
 * Links: value that a person claims. The money of a link is set aside in the account `promised`;
 * its orders are paid from there, and unclaimed money goes back. Owns links, link_batches,
 * link_old_tokens and link_returns, which change in the groups of a book together with orders. Also
 * owns link_messages, a queue of mails, link_claim_checks and link_templates.
 */
export { choosable } from './choosable.ts'
export { proveLinks, proveSomeLinks } from './compare-links.ts'
export {
  leftOf,
  LINK_STATUSES,
  linkId,
  numberOfLinkId,
  parseLinkId,
  statusOf,
  type Channel,
  type Delivery,
  pendingReview,
  type Link,
  type LinkReview,
  type ReviewReason,
  type LinkStatus,
  type SecondFactor,
  type NewLink,
} from './link.ts'
export { ClaimHeld, listReviews, type BrokenRule } from './check-claim.ts'
export { getClaimRules, putClaimRules } from './partner-claim-rules.ts'
export { REVIEW_HOURS, type ClaimRules } from './claim-rules.ts'
export { brandOf, type Brand, type BrandColors } from './brand.ts'
export {
  linkTemplateId,
  parseTemplateId,
  readTemplate,
  type FactorFrom,
  type LinkTemplate,
  type TemplateInput,
} from './link-template.ts'
export { findLinkTemplate, listLinkTemplates, saveLinkTemplate } from './link-templates.ts'
export { languageFor, type Language, type MessageName } from './language.ts'
export { requestCode, enterCode, type RequestedCode } from './link-codes.ts'
export { mailedCode } from './mailed-code.ts'
export { isTrusted, readTicket, signersOf, toSigners, type Signers } from './second-factor.ts'
export { enterSigned, type SignedEntry } from './signed-entry.ts'
export { createLinkMails } from './link-mails.ts'
export { LINK_FEEDBACK, SMS_REPORT_PATH } from './link-feedback.ts'
export type { LinkMessage, MessageKind, MessageReason, MessageState } from './message.ts'
export { OLD_MESSAGES } from './message-rows.ts'
export { deleteOldChecks } from './review-rows.ts'
export { listLastMessages, listMessages, resendLink } from './resend-link.ts'
export { eraseLinkRecipients } from './erase-recipients.ts'
export { deleteOldErasures } from './erasure-rows.ts'
export { blindAddress, findUnsubscribing, unsubscribe } from './unsubscribe.ts'
export { decideLink, endClaim, recordClaim, requirePayer } from './link-acts.ts'
export type {
  ClaimCost,
  EndLink,
  LinkAct,
  LinkClaim,
  LinkToSend,
  ReplaceToken,
  SendFewLinks,
  SendLinks,
  SendManyLinks,
  SentLinks,
  OutlinedLink,
  WriteLinks,
} from './link-input.ts'
export type { LinkBatch } from './link-batch-rows.ts'
export { loadLinks, saveLinks, type LinkState } from './link-state.ts'
export { partnerOfToken, tokenHash, tokenNamed, tokenOf } from './link-token.ts'
export { factorsOf, NEEDS_ADDRESS, NEEDS_PHONE, requireFactors } from './link-factors.ts'
export { NO_TEMPLATE, outlineOf, sendLinks, writeLinkPart } from './send-links.ts'
export { sumsSetAside, type LinkTerms } from './set-aside.ts'
export { deleteLostParts, deleteParts, type PartPlace } from './link-part-rows.ts'
export { openPart, PART_LINKS, storePart } from './link-parts.ts'
export { referenceExists } from './reference-exists.ts'
export { composeCodeMail, composeLinkMail } from './link-mail.ts'
export { sumLinks, type LinkSums } from './link-sums.ts'
export {
  findBatch,
  findBatchByNo,
  findBatchByReference,
  findLink,
  findWaitingBatches,
  listBatch,
  pagesOfBatch,
  listLinks,
  requestReferenceOf,
  openLink,
  type OpenedLink,
} from './read-links.ts'
export { readPhone } from './phone.ts'
export { openRecipient, sealRecipient, type Recipient } from './recipient.ts'
export { testClaimOf, type TestClaim } from './test-addresses.ts'
export { followWaitingMails } from './watch-mails.ts'
export { createLinkSweep } from './sweep-links.ts'
