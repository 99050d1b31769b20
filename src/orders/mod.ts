/**
 * Orders: place, read, list, search, suspend, resume, cancel, settle. Owns orders, order_events,
 * order_holds, order_lines, order_recipients, order_rules, credit_rules, rule_days, order_drafts,
 * draft_mails and quotes, and inserts the rows of fulfillments; workers of fulfillment/ update
 * those.
 */
export { fingerprintOf, fingerprintOfMany } from './fingerprint.ts'
export { compareOrders, screenOrders } from './compare-orders.ts'
export { findSizeFault, requireSize } from './order-size.ts'
export { orderId, priceOf, type Order } from './order.ts'
export { isPaidByLinkOrWallet } from './order-payer.ts'
export { createOrders, type Orders } from './orders.ts'
export type { OrdersOptions } from './orders-options.ts'
export type { NewBatch } from './line-rows.ts'
export type {
  OrdersToPlace,
  BeginIssuing,
  Issuing,
  PlaceInput,
  RecipientWallets,
  WalletFault,
} from './order-input.ts'
export { lockOrdersToMove, type IssuedOrders, type LockedOrder } from './lock-orders-to-move.ts'
export { moveBackInStock, moveOutOfStock, startOrders } from './order-status-rows.ts'
export { HOLDS_MONEY, NOT_FINAL, ordersWithOpenBatches, UNFINISHED_ORDERS } from './order-rows.ts'
export { createOrderWrites, type OrderWrites } from './order-writes.ts'
export {
  listApprovalRules,
  setApprovalRule,
  type ApprovalRule,
  type RuleKind,
} from './approval-rules.ts'
export {
  approveDraft,
  findDraft,
  finishDraft,
  hasDraft,
  listDrafts,
  makeDraft,
  rejectDraft,
  repriceDraft,
  settleDraft,
  showDraftLinks,
  withdrawDraft,
  type Decision,
  type NewDraft,
} from './drafts.ts'
export { DRAFT_STATES, draftStateRefusal, type Draft } from './draft.ts'
export {
  lockDrafts,
  NO_DRAFTS,
  requireDoable,
  type DraftAct,
  type PersonAct,
} from './locked-drafts.ts'
export { openDraftRequest, sealDraftRequest } from './draft-request.ts'
export { draftKey, formatDraftId } from './draft-id.ts'
export { ruleDayOf } from './rule-days.ts'
export { lockPersonRules, PersonRules } from './person-rules.ts'
export { lockTeamMonths } from './team-months.ts'
export { listTeams, setTeamBudget, setTeamOfUser, type Team } from './teams.ts'
export { orderOfDraft } from './draft-order.ts'
export { placeScheduledDrafts } from './place-scheduled.ts'
export { draftMails } from './draft-mails.ts'
export { sweepDrafts } from './sweep-drafts.ts'
export { quoteOrder, type OrderPrice } from './quote-order.ts'
export { findQuoteOfKey, findQuotes, storeQuote } from './quote-rows.ts'
export { findLineFaults } from './price-lines.ts'
export { ALL_ORDERS_DEPTH_MAX, listAllOrders } from './read-all-orders.ts'
export { findOrderOfHold, findOrdersByKey, listHolds } from './find-orders.ts'
export { listStatusChanges, type StatusChange } from './read-status-changes.ts'
export { listLinkOrders, listWalletOrders, type ClaimedOrder } from './claimed-orders.ts'
export { findSpendableWallets, isSpendableAt, type SpendableWallet } from './spendable-wallets.ts'
export { proveWallets } from './compare-wallets.ts'
export { HOLDS_PROOF, ORDERS_PROOF, writtenOrders } from './prove-group.ts'
export type { OrderState } from './order-state.ts'
export { listBatches, type Batch, type BatchStatus } from './read-batches.ts'
export { findLineOfItem, listLines, type Line } from './read-lines.ts'
export { findKeptItem, listKeptItems, type ItemRange } from './kept-items.ts'
export {
  findOrder,
  findOrderByNumber,
  findOrderTimes,
  listOrders,
  type OrderFilter,
} from './read-orders.ts'
export { SEARCH_DEPTH_MAX, searchOrders } from './search-orders.ts'
export type { OrderSearch } from './search-rows.ts'
export { tracesOfOrders } from './order-traces.ts'
export { blindRecipient } from './recipient-rows.ts'
export { eraseRecipientLines, OLD_RECIPIENTS, type NamedRecipient } from './erase-recipient.ts'
export type { OrderPage } from './read-orders-of-status.ts'
export { OPEN_STATUSES, ORDER_STATUSES, type OrderStatus } from './transitions.ts'
