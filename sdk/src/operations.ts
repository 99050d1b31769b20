// Generated from docs/openapi.json.
// `npx vitest run test/sdk/operations.test.ts -u` writes it.

import type { Route } from './route.ts'

export type BalanceCreditedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'balance.credited'
  /** When it was created. In UTC. */
  createdAt: string
  data: BalanceEventData
}

export type BalanceEventData = {
  /** Identifies the transaction, such as `trf_2_117`. */
  transactionId: string
  /**
   * Why the money came:
   *
   * - `deposit`: a deposit
   * - `case_refund`: a case gave money back
   */
  kind: 'deposit' | 'case_refund'
  /** ISO 4217 code. */
  currency: string
  /** Amount, in major units. */
  amount: number
  /** Funds available after it, in major units. */
  funds: number
}

export type BalanceLowEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'balance.low'
  /** When it was created. In UTC. */
  createdAt: string
  data: LowBalanceEventData
}

export type Balances = {
  /** The name of the partner account. */
  name: string
  /** Always `Funds On Account`. */
  paymentType: string
  /** The available funds, by currency. */
  fundsList: Array<{
    /** Funds available after holds, in major units of `currency`. */
    funds: number
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
  }>
}

export type Batch = {
  /** Identifies the batch. */
  fulfillmentId: string
  /**
   * The status of the batch:
   *
   * - `PENDING`: queued
   * - `PROCESSING`: it was requested from its supplier
   * - `COMPLETED`: its items are there
   * - `FAILED`: its suppliers have refused it, and an operator can try it again
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  /** Number of units. */
  quantity: number
  /** When it was completed; only if it is COMPLETED. In UTC. */
  completedAt?: string
}

export type Case = {
  /** Identifies the case. */
  caseId: number
  /** The number of the item in its order, from 1. */
  itemNo: number
  /**
   * Action of the case:
   *
   * - `refund`: gives money back for the item
   * - `replace`: gives another code of the same product and face value
   * - `block`: blocks the code
   */
  kind: 'refund' | 'replace' | 'block'
  /**
   * The state of the case:
   *
   * - `REQUESTED`: the partner asked for it, and nobody has decided yet
   * - `DONE`: accepted, and done
   * - `REJECTED`: rejected; nothing has changed
   */
  state: 'REQUESTED' | 'DONE' | 'REJECTED'
  /** Why it was opened. */
  reason: string
  /** The currency of a refund, as ISO 4217 code. */
  currency?: string
  /** Amount of a refund, in major units of `currency`. */
  amount?: number
  /** The transfer of a refund, such as `trf_2_117`. */
  transferId?: string
  /** When it was opened. In UTC. */
  openedAt: string
  /** When it was decided. In UTC. */
  decidedAt?: string
  /** Why it was decided so. */
  decisionReason?: string
  replacement?: Replacement
}

export type CaseEventData = {
  /** Identifies the case. */
  caseId: number
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** The number of the item in its order, from 1. */
  itemNo: number
  /**
   * Action of the case:
   *
   * - `refund`: gives money back for the item
   * - `replace`: gives another code of the same product and face value
   * - `block`: blocks the code
   */
  kind: 'refund' | 'replace' | 'block'
  /**
   * The state of the case:
   *
   * - `REQUESTED`: the partner asked for it, and nobody has decided yet
   * - `DONE`: accepted, and done
   * - `REJECTED`: rejected; nothing has changed
   */
  state: 'REQUESTED' | 'DONE' | 'REJECTED'
  /** Currency of a refund, as ISO 4217 code. */
  currency?: string
  /** Amount of a refund, in major units. */
  amount?: number
}

export type CaseOpenedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'case.opened'
  /** When it was created. In UTC. */
  createdAt: string
  data: CaseEventData
}

export type CaseResolvedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'case.resolved'
  /** When it was created. In UTC. */
  createdAt: string
  data: CaseEventData
}

export type ConsumersError = {
  /** Always false. */
  success: false
  error: Fault
}

export type CreatedCustomer = {
  /** Identifies the consumer. */
  id: number
  /** Identifies the wallet, as a decimal number. */
  walletId: string
  /** The name of the consumer: 1 to 255 characters. */
  fullName: string
  /** The e-mail address of the consumer, unique for each currency. */
  email: string
  /** The balance of the new wallet, in major units of `currency`. */
  walletBalance: number
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
}

export type Customer = {
  /** Identifies the consumer. */
  consumerId: number
  /** The name of the consumer. */
  consumerName: string
  /** The e-mail address of the consumer. */
  consumerEmail: string
  /** Number of STANDARD wallets of the consumer. */
  totalStandardWallets: number
  /** Number of CAMPAIGN wallets of the consumer. */
  totalCampaignWallets: number
}

export type DeliveredItems = {
  /** Number of items that were delivered. */
  itemCount: number
  /** The currency of the order, as ISO 4217 code. */
  currency: string
  /** Amount charged for them, in major units of `currency`. */
  chargedAmount: number
  /** Ranges of delivered items on this page. */
  itemNos: Array<{
    /** The number of the first item of a range of delivered items. */
    first: number
    /** The number of the last item of this range. */
    last: number
  }>
  /** These items; with the permission `codes:read` only. */
  items?: Array<Item>
}

export type Draft = {
  /** The id of the draft. */
  draftId: string
  /** WAITING for a decision; ORDERED: `orderId` was placed; REJECTED, or EXPIRED because nobody decided. */
  state: 'WAITING' | 'SCHEDULED' | 'APPROVED' | 'ORDERED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED'
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
  /** The currency of the wallet that pays, as ISO 4217 code. */
  currency: string
  /** Price of the order, in major units of `currency`. */
  chargedAmount: number
  /** Number of items of the order. */
  itemCount: number
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** When it was made. In UTC. */
  createdAt: string
  /** When it can no longer be approved. In UTC. */
  expiresAt: string
  /** When it was decided. In UTC. */
  decidedAt?: string
  /** Why. */
  reason?: string
  /** Its order. */
  orderId?: string
}

export type Error = {
  error: Fault
}

export type Event = OrderProcessingEvent | OrderOnHoldEvent | OrderOutOfStockEvent | OrderCompletedEvent | OrderCancelledEvent | CaseOpenedEvent | CaseResolvedEvent | ProductUpdatedEvent | PriceUpdatedEvent | StockLowEvent | BalanceLowEvent | BalanceCreditedEvent | WalletCreditedEvent | WalletDebitedEvent | LinkSentEvent | LinkClaimedEvent | LinkFailedEvent | LinkExpiredEvent | LinkCancelledEvent | LinkReturnedEvent | LinkMailedEvent | LinkBouncedEvent | LinkComplainedEvent

export type Export = {
  /** Always `csv`. */
  format: string
  /** A link that needs no headers, and is a secret until it expires. */
  downloadUrl: string
  /** When the link expires. In UTC. */
  expiresAt: string
}

export type Fault = {
  /** Code of the error, for programs. */
  code: string
  /** Message for people; the text may change. */
  message: string
  /** Faults, by field: at most 100, unless rows are refused together. */
  details?: Array<FieldFault>
}

export type FieldFault = {
  /** Name of the field or header, such as `items[0].amount`. */
  field: string
  /** Description of the fault, for people; the text may change. */
  message: string
  /** If money is lacking: the available amount, in major units of `currency`. */
  available?: number
  /** If money is lacking: the required amount, in major units of `currency`. */
  required?: number
  /** If money is lacking: the missing amount, in major units of `currency`. */
  missing?: number
  /** The currency of these amounts, as ISO 4217 code. */
  currency?: string
}

export type Item = {
  /** The number of the item in its order, from 1. */
  itemNo: number
  /** Identifies the product. */
  productId: number
  /** The brand of the product. */
  brand: string
  /** The currency of the code, as ISO 4217 code. */
  currency: string
  /** The face value of one unit, in major units of `currency`. */
  faceValue: number
  /** Identifies the code inside this service; it is not the code. */
  cardIdentifier: string
  /** The code to redeem; for goods without a code, the confirmation number of the provider. */
  giftCardNumber: string
  /** The PIN, if the code has one. */
  giftCardPin?: string
  /** The number of the bar code, if the code has one. */
  barCodeNumber?: string
  /** Address at which the recipient redeems the code, if it has one. */
  redemptionUrl?: string
  /** The partner's own reference of the line: up to 255 characters. */
  itemReference?: string
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** The day from which on it is no longer valid, in UTC, as YYYY-MM-DD; absent if unknown. */
  expiresAt?: string
}

export type Link = {
  /** Identifies the link, such as `lnk_8589934597`. */
  linkId: string
  /**
   * The status:
   *
   * - `OPEN`: it can be claimed, and nothing was chosen yet
   * - `PARTLY_CLAIMED`: something was chosen, and the rest can be claimed
   * - `CLAIMED`: all of it was chosen
   * - `EXPIRED`: its claim-by date has passed; its remainder was returned
   * - `CANCELLED`: its sender ended it; its remainder was returned
   * - `RETURNED`: its person did not want it; its remainder was returned
   */
  status: 'OPEN' | 'PARTLY_CLAIMED' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Its value when it was sent, in major units of `currency`. */
  amount: number
  /** Amount that can still be claimed, in major units of `currency`. */
  left: number
  /** Amount that its orders were charged, in major units of `currency`. */
  claimed: number
  /** Amount returned to the funds, in major units of `currency`. */
  returned: number
  /**
   * How it reaches its person:
   *
   * - `NONE`: the partner hands its address over
   * - `EMAIL`: it is mailed to its person
   * - `SMS`: it is sent to the mobile number of its person
   */
  delivery: 'NONE' | 'EMAIL' | 'SMS'
  /**
   * Second factor that its person needs; absent: NONE:
   *
   * - `NONE`: anyone with the address can claim it
   * - `EMAIL`: a code that is mailed to its person is needed, too
   * - `SMS`: a code that is sent to their mobile number is needed, too
   * - `SIGNED`: a signature of the partner's app is needed, too: it leads its person to the page
   */
  secondFactor?: 'NONE' | 'EMAIL' | 'SMS' | 'SIGNED'
  /** End of the claim period; then the remainder returns to the funds. In UTC. */
  claimBy: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When it ended. In UTC. */
  endedAt?: string
  /** When the review of a claim of it ends; then the remainder returns to the funds. In UTC. */
  reviewUntil?: string
  /** The language of the page and the mails, such as `de`. */
  locale?: string
  /** The partner's own reference of the link. */
  reference?: string
  /** Id of the template of its page and mails. */
  templateId?: string
  /** Products that can be chosen; all if absent. */
  products?: Array<number>
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
}

export type LinkBouncedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.bounced'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkCancellation = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type LinkCancelledEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.cancelled'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkClaimedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.claimed'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkComplainedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.complained'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkDetail = {
  /** Identifies the link, such as `lnk_8589934597`. */
  linkId: string
  /**
   * The status:
   *
   * - `OPEN`: it can be claimed, and nothing was chosen yet
   * - `PARTLY_CLAIMED`: something was chosen, and the rest can be claimed
   * - `CLAIMED`: all of it was chosen
   * - `EXPIRED`: its claim-by date has passed; its remainder was returned
   * - `CANCELLED`: its sender ended it; its remainder was returned
   * - `RETURNED`: its person did not want it; its remainder was returned
   */
  status: 'OPEN' | 'PARTLY_CLAIMED' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Its value when it was sent, in major units of `currency`. */
  amount: number
  /** Amount that can still be claimed, in major units of `currency`. */
  left: number
  /** Amount that its orders were charged, in major units of `currency`. */
  claimed: number
  /** Amount returned to the funds, in major units of `currency`. */
  returned: number
  /**
   * How it reaches its person:
   *
   * - `NONE`: the partner hands its address over
   * - `EMAIL`: it is mailed to its person
   * - `SMS`: it is sent to the mobile number of its person
   */
  delivery: 'NONE' | 'EMAIL' | 'SMS'
  /**
   * Second factor that its person needs; absent: NONE:
   *
   * - `NONE`: anyone with the address can claim it
   * - `EMAIL`: a code that is mailed to its person is needed, too
   * - `SMS`: a code that is sent to their mobile number is needed, too
   * - `SIGNED`: a signature of the partner's app is needed, too: it leads its person to the page
   */
  secondFactor?: 'NONE' | 'EMAIL' | 'SMS' | 'SIGNED'
  /** End of the claim period; then the remainder returns to the funds. In UTC. */
  claimBy: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When it ended. In UTC. */
  endedAt?: string
  /** When the review of a claim of it ends; then the remainder returns to the funds. In UTC. */
  reviewUntil?: string
  /** The language of the page and the mails, such as `de`. */
  locale?: string
  /** The partner's own reference of the link. */
  reference?: string
  /** Id of the template of its page and mails. */
  templateId?: string
  /** Products that can be chosen; all if absent. */
  products?: Array<number>
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** Orders of the products that were chosen, oldest first. */
  orders: Array<LinkOrder>
  /** Its mails, newest first. */
  messages: Array<LinkMessage>
}

export type LinkEventData = {
  /** Identifies the link, such as `lnk_8589934597`. */
  linkId: string
  /** The partner's own reference of the link. */
  reference?: string
  /**
   * The status after the event:
   *
   * - `OPEN`: it can be claimed, and nothing was chosen yet
   * - `PARTLY_CLAIMED`: something was chosen, and the rest can be claimed
   * - `CLAIMED`: all of it was chosen
   * - `EXPIRED`: its claim-by date has passed; its remainder was returned
   * - `CANCELLED`: its sender ended it; its remainder was returned
   * - `RETURNED`: its person did not want it; its remainder was returned
   */
  status: 'OPEN' | 'PARTLY_CLAIMED' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED'
  /** ISO 4217 code. */
  currency: string
  /** Original amount of the link, in major units. */
  amount: number
  /** Amount that can still be claimed, in major units. */
  left: number
  /** Amount returned to the funds, in major units. */
  returned: number
  /** The order that was paid, or that was CANCELLED. */
  orderId?: string
  /**
   * Outcome of its mail:
   *
   * - `ADDRESS_REFUSED`: there is no such mailbox, or no phone gets texts there: replace the address
   * - `NOT_ACCEPTED`: the mail server or provider of SMS refused it, or was tried in vain too often, or nobody knows whether a text came: send it again
   * - `REFUSED_BEFORE`: an earlier mail to the address was refused: replace the address
   * - `SPAM_REPORT`: its person reported a mail as spam and gets no more: hand the address over yourself
   * - `UNSUBSCRIBED`: its person wants no reminders
   * - `LINK_ENDED`: nothing of the link can be claimed any more
   * - `LINK_REPLACED`: the link got another address before it was sent
   * - `NO_ADDRESS`: the address was erased
   * - `CODE_EXPIRED`: its code was no longer valid when it could be sent
   * - `TEST`: nobody gets mails of a test partner
   */
  reason?: 'ADDRESS_REFUSED' | 'NOT_ACCEPTED' | 'REFUSED_BEFORE' | 'SPAM_REPORT' | 'UNSUBSCRIBED' | 'LINK_ENDED' | 'LINK_REPLACED' | 'NO_ADDRESS' | 'CODE_EXPIRED' | 'TEST'
}

export type LinkExpiredEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.expired'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkFailedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.failed'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkMailedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.mailed'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkMessage = {
  /**
   * Purpose of the mail:
   *
   * - `LINK`: it brings the address of the link
   * - `REMINDER`: it reminds of the unclaimed amount
   * - `CODE`: it brings the code that its person asked for
   */
  kind: 'LINK' | 'REMINDER' | 'CODE'
  /**
   * Channel of the message; absent: EMAIL:
   *
   * - `EMAIL`: a mail
   * - `SMS`: a text to a mobile number
   */
  channel?: 'EMAIL' | 'SMS'
  /**
   * The state of the mail:
   *
   * - `QUEUED`: it waits until it is due
   * - `DEFERRED`: a mail server could not take it; it is tried again
   * - `SENT`: the mail server accepted it
   * - `DELIVERED`: the mail server of its person accepted it
   * - `BOUNCED`: it did not get through; `reason` says why
   * - `COMPLAINED`: its person reported it as spam
   * - `SUPPRESSED`: it is not sent; `reason` says why
   */
  state: 'QUEUED' | 'DEFERRED' | 'SENT' | 'DELIVERED' | 'BOUNCED' | 'COMPLAINED' | 'SUPPRESSED'
  /**
   * Why it bounced, or is not sent:
   *
   * - `ADDRESS_REFUSED`: there is no such mailbox, or no phone gets texts there: replace the address
   * - `NOT_ACCEPTED`: the mail server or provider of SMS refused it, or was tried in vain too often, or nobody knows whether a text came: send it again
   * - `REFUSED_BEFORE`: an earlier mail to the address was refused: replace the address
   * - `SPAM_REPORT`: its person reported a mail as spam and gets no more: hand the address over yourself
   * - `UNSUBSCRIBED`: its person wants no reminders
   * - `LINK_ENDED`: nothing of the link can be claimed any more
   * - `LINK_REPLACED`: the link got another address before it was sent
   * - `NO_ADDRESS`: the address was erased
   * - `CODE_EXPIRED`: its code was no longer valid when it could be sent
   * - `TEST`: nobody gets mails of a test partner
   */
  reason?: 'ADDRESS_REFUSED' | 'NOT_ACCEPTED' | 'REFUSED_BEFORE' | 'SPAM_REPORT' | 'UNSUBSCRIBED' | 'LINK_ENDED' | 'LINK_REPLACED' | 'NO_ADDRESS' | 'CODE_EXPIRED' | 'TEST'
  /** Response of the mail server to the last attempt. */
  lastError?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When a mail server accepted it. In UTC. */
  sentAt?: string
  /** When it is tried again. In UTC. */
  nextAttemptAt?: string
}

export type LinkOrder = {
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /**
   * The status of the order:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** Identifies the product. */
  productId: number
  /** The brand of the product. */
  brand: string
  /** The currency of the card, as ISO 4217 code. */
  currency: string
  /** The face value of one unit, in major units of `currency`. */
  faceValue: number
  /** When it was created. In UTC. */
  createdAt: string
}

export type LinkReplacement = {
  /** E-mail address of the recipient, stored sealed. */
  email?: string
  /** Mobile number of the recipient, stored sealed. */
  phone?: string
}

export type LinkReturnedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.returned'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LinkSentEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'link.sent'
  /** When it was created. In UTC. */
  createdAt: string
  data: LinkEventData
}

export type LowBalanceEventData = {
  /** ISO 4217 code. */
  currency: string
  /** Funds available, in major units. */
  funds: number
  /** Days for which the funds last at the pace of the last week, such as 0.2. */
  daysLeft: number
}

export type Movement = {
  /** Identifies the transaction, such as `trf_2_117`. */
  transactionId: string
  /** When it happened. In UTC. */
  at: string
  /**
   * Why the money moved:
   *
   * - `deposit`: money came in
   * - `reversal`: a deposit, or a part of it, was taken back
   * - `order_hold`: an order reserves what it costs
   * - `order_charge`: a COMPLETED order is charged
   * - `order_release`: an order gave its hold back, because it was suspended or CANCELLED
   * - `wallet_credit`: a wallet was credited
   * - `wallet_debit`: a wallet was debited
   * - `initial_funds`: a new wallet was funded
   * - `case_refund`: a case gave money back
   * - `link_send`: links set aside the amounts that can be claimed
   * - `link_return`: the unclaimed amount of a link was returned
   */
  kind: 'deposit' | 'reversal' | 'order_hold' | 'order_charge' | 'order_release' | 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'case_refund' | 'link_send' | 'link_return'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The change of `available`: `posted` less `held`, in major units of `currency`. */
  amount: number
  /** Funds available after it, in major units of `currency`. */
  available: number
  /** The change of the balance, in major units of `currency`; 0 for a hold and its release. */
  posted: number
  /** The change of the held amount, in major units of `currency`. */
  held: number
  /** Reference of the request that made it. */
  reference?: string
  /** Description that the partner gave the wallet transaction. */
  description?: string
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** The movement that made the hold. */
  holdId?: string
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId?: string
  /** Identifies the wallet, as a decimal number. */
  walletId?: string
  /** Identifies the case. */
  caseId?: number
  /** The deposit that a reversal takes back. */
  depositId?: string
  /** The face value of an order that price rules apply to, in major units of `currency`. */
  faceValue?: number
  /** Discount by price rules, in major units of `currency`; below zero for a surcharge. */
  discount?: number
  /** Fees by price rules, in major units of `currency`. */
  fee?: number
}

export type NewCase = {
  /** The number of the item in its order, from 1. */
  itemNo: number
  /**
   * Action of the case:
   *
   * - `refund`: gives money back for the item
   * - `replace`: gives another code of the same product and face value
   * - `block`: blocks the code
   */
  kind: 'refund' | 'replace' | 'block'
  /** Why, for the audit log: one line. */
  reason: string
  /** In major units of the order's currency; the whole charge of the item unless given. */
  amount?: number
}

export type NewCustomer = {
  /** The name of the consumer: 1 to 255 characters. */
  fullName: string
  /** The e-mail address of the consumer, unique for each currency. */
  email: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** First credit of the wallet, in major units of `currency`; 0 for none. */
  initialFunds: number
}

export type NewCustomers = {
  /** The rows, done in this order. */
  customers: Array<NewCustomer>
  /**
   * Mode of the rows; without it, each by itself:
   *
   * - `atomic`: all rows or none
   */
  mode?: 'atomic'
}

export type NewCustomersResult = {
  /** The status that the row would get alone. */
  status: number
  /** The body that the row would get alone. */
  body: {
    /** True unless it is an error. */
    success: boolean
    data: CreatedCustomer
  } | ConsumersError
}

export type NewDraft = {
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
  /** The currency of the wallet to deduct from, as ISO 4217 code. */
  currency: string
  /** The lines: 1 to 1,000, unless the operator sets another limit. */
  items: Array<{
    /** Identifies the product. */
    productId: number
    /** The face value of a unit, in major units of the product's currency, within its bounds. */
    amount: number
    /** Number of units: an order has up to 1,000,000, unless the operator sets another limit. */
    quantity: number
    /** The partner's own reference of the line: up to 255 characters. */
    itemReference?: string
    /** Codes that are valid for fewer days are not delivered: 1 to 3,650. */
    minValidityDays?: number
    /** The partner's own labels of the line: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
    metadata?: Record<string, unknown>
    /** The recipient: a text for each of the `recipientFields` of the product. */
    recipient?: unknown
  }>
  /** The partner's own labels of the order: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
  metadata?: Record<string, unknown>
}

export type NewLinks = {
  /** The partner's own reference of these links: unique, 1 to 255 characters. */
  reference: string
  /** The currency of the funds that pay, as ISO 4217 code. */
  currency: string
  /** Amount of each link, in major units of `currency`. */
  amount?: number
  /** The gift cards to choose from; unless given, all of the catalog. */
  products?: Array<number>
  /** When the links can no longer be claimed: in 1 day to 5 years; in 12 months unless given. */
  claimBy?: string
  /** The language of the pages, such as `de`. */
  locale?: string
  /** Message on the page for each person. */
  message?: string
  /**
   * How it reaches the persons; NONE unless given:
   *
   * - `NONE`: the partner hands its address over
   * - `EMAIL`: it is mailed to its person
   * - `SMS`: it is sent to the mobile number of its person
   */
  delivery?: 'NONE' | 'EMAIL' | 'SMS'
  /**
   * Second factor that a person needs; NONE unless given here or by the template:
   *
   * - `NONE`: anyone with the address can claim it
   * - `EMAIL`: a code that is mailed to its person is needed, too
   * - `SMS`: a code that is sent to their mobile number is needed, too
   * - `SIGNED`: a signature of the partner's app is needed, too: it leads its person to the page
   */
  secondFactor?: 'NONE' | 'EMAIL' | 'SMS' | 'SIGNED'
  /** True if messages remind of an unclaimed amount; unless given, only mails do. */
  reminders?: boolean
  /** E-mail address for replies to the mails. */
  replyTo?: string
  /** Id of the template of pages and mails, which the portal has. */
  templateId?: string
  /** The recipients, each of whom gets a link: 1 to 100000. */
  recipients: Array<{
    /** Name of the recipient, for the greeting. */
    name?: string
    /** E-mail address of the recipient, stored sealed; required if links or codes are mailed. */
    email?: string
    /** Mobile number of the recipient as E.164, such as +4915112345678, stored sealed; required if the link or its codes are sent by SMS. */
    phone?: string
    /** Amount of the link, in major units of `currency`; that of the request unless given. */
    amount?: number
    /** The partner's own reference: up to 255 characters. */
    reference?: string
    /** The language of the page, such as `de`; that of the request unless given. */
    locale?: string
    /**
     * Second factor that a person needs; NONE unless given here or by the template:
     *
     * - `NONE`: anyone with the address can claim it
     * - `EMAIL`: a code that is mailed to its person is needed, too
     * - `SMS`: a code that is sent to their mobile number is needed, too
     * - `SIGNED`: a signature of the partner's app is needed, too: it leads its person to the page
     */
    secondFactor?: 'NONE' | 'EMAIL' | 'SMS' | 'SIGNED'
    /** The partner's own labels of the link: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
    metadata?: Record<string, unknown>
  }>
}

export type NewOrder = {
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
  /** The currency of the wallet to deduct from, as ISO 4217 code. */
  currency: string
  /** The lines: 1 to 1,000, unless the operator sets another limit. */
  items: Array<{
    /** Identifies the product. */
    productId: number
    /** The face value of a unit, in major units of the product's currency, within its bounds. */
    amount: number
    /** Number of units: an order has up to 1,000,000, unless the operator sets another limit. */
    quantity: number
    /** The partner's own reference of the line: up to 255 characters. */
    itemReference?: string
    /** Codes that are valid for fewer days are not delivered: 1 to 3,650. */
    minValidityDays?: number
    /** The partner's own labels of the line: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
    metadata?: Record<string, unknown>
    /** The recipient: a text for each of the `recipientFields` of the product. */
    recipient?: unknown
  }>
  /** The partner's own labels of the order: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
  metadata?: Record<string, unknown>
  /** Id of a quote whose rates and prices apply. */
  quoteId?: string
}

export type NewQuote = {
  /** The currency of the wallet to deduct from, as ISO 4217 code. */
  currency: string
  /** The lines: 1 to 1,000, unless the operator sets another limit. */
  items: Array<{
    /** Identifies the product. */
    productId: number
    /** The face value of a unit, in major units of the product's currency, within its bounds. */
    amount: number
    /** Number of units: an order has up to 1,000,000, unless the operator sets another limit. */
    quantity: number
    /** The partner's own reference of the line: up to 255 characters. */
    itemReference?: string
    /** Codes that are valid for fewer days are not delivered: 1 to 3,650. */
    minValidityDays?: number
    /** The partner's own labels of the line: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
    metadata?: Record<string, unknown>
    /** The recipient: a text for each of the `recipientFields` of the product. */
    recipient?: unknown
  }>
}

export type NewTransaction = {
  /** The amount, above 0, in major units of the wallet's currency. */
  amount: number
  /**
   * The direction:
   *
   * - `CREDIT`: from the partner's funds to the wallet
   * - `DEBIT`: from the wallet to the partner's funds
   */
  transactionType: 'CREDIT' | 'DEBIT'
  /** The partner's own reference of the wallet transaction: unique, and its idempotency key. */
  referenceId: string
  /** A note for the partner's records. */
  description?: string
  /** The partner's own labels of the transaction: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
  metadata?: Record<string, unknown>
}

export type NewTransactionRow = {
  /** Identifies the wallet, as a decimal number. */
  walletId: string
  /** The amount, above 0, in major units of the wallet's currency. */
  amount: number
  /**
   * The direction:
   *
   * - `CREDIT`: from the partner's funds to the wallet
   * - `DEBIT`: from the wallet to the partner's funds
   */
  transactionType: 'CREDIT' | 'DEBIT'
  /** The partner's own reference of the wallet transaction: unique, and its idempotency key. */
  referenceId: string
  /** A note for the partner's records. */
  description?: string
  /** The partner's own labels of the transaction: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
  metadata?: Record<string, unknown>
}

export type NewTransactions = {
  /** The rows, done in this order. */
  transactions: Array<NewTransactionRow>
  /**
   * Mode of the rows; without it, each by itself:
   *
   * - `atomic`: all rows or none
   */
  mode?: 'atomic'
}

export type NewTransactionsResult = {
  /** The status that the row would get alone. */
  status: number
  /** The body that the row would get alone. */
  body: {
    /** True unless it is an error. */
    success: boolean
    data: Transaction
  } | ConsumersError
}

export type NewWalletSession = {
  /** The only wallet of the page; instead of `consumerId`. */
  walletId?: string
  /** The consumer whose wallets the page has, as a decimal number; instead of `walletId`. */
  consumerId?: string
  /** The language of the page, such as `de`; that of the browser unless given. */
  locale?: string
}

export type NewWebhookEndpoint = {
  /** An https:// address. */
  url: string
  /** Types of events; `*` alone, or nothing, means every type. */
  eventTypes?: Array<string>
  /** A note for people. */
  description?: string
}

export type Order = {
  /** Identifies the order. */
  id: string
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
  /**
   * The status:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** The currency of the wallet that pays, as ISO 4217 code. */
  currency: string
  /** The total face value, in major units of `currency`. */
  totalAmount: number
  pricing?: Pricing
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** When it was created. In UTC. */
  createdAt: string
  /** Number of units of the order. */
  itemCount: number
  /** When it was completed; only if it is COMPLETED. In UTC. */
  completedAt?: string
}

export type OrderCancelledEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'order.cancelled'
  /** When it was created. In UTC. */
  createdAt: string
  data: OrderEventData
}

export type OrderCompletedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'order.completed'
  /** When it was created. In UTC. */
  createdAt: string
  data: OrderEventData
}

export type OrderEventData = {
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** The partner's own reference of the order. */
  clientReference: string
  /**
   * The status after the change:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /**
   * The status before the change:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  previousStatus?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** Currency of the wallet that pays, as ISO 4217 code. */
  currency: string
  /** Total face value in major units of `currency`. */
  totalAmount: number
  /** Number of units of the order. */
  itemCount: number
  /** When it was created. In UTC. */
  createdAt: string
  /** When it was completed, in UTC; only if it is COMPLETED. */
  completedAt?: string
  /**
   * Why it is ON_HOLD:
   *
   * - `funds`: the funds of the partner do not cover it
   * - `supplier`: no supplier can be paid now
   */
  heldFor?: 'funds' | 'supplier'
  /** Number of the change of the order, from 1. */
  sequence: number
}

export type OrderOnHoldEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'order.on_hold'
  /** When it was created. In UTC. */
  createdAt: string
  data: OrderEventData
}

export type OrderOutOfStockEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'order.out_of_stock'
  /** When it was created. In UTC. */
  createdAt: string
  data: OrderEventData
}

export type OrderProcessingEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'order.processing'
  /** When it was created. In UTC. */
  createdAt: string
  data: OrderEventData
}

export type OrderSummary = {
  /** Identifies the order. */
  id: string
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
  /**
   * The status:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** The currency of the wallet that pays, as ISO 4217 code. */
  currency: string
  /** The total face value, in major units of `currency`. */
  totalAmount: number
  pricing?: Pricing
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** When it was created. In UTC. */
  createdAt: string
}

export type Pagination = {
  /** The number of the page, from 1. */
  page: number
  /** Entries of a page. */
  pageSize: number
  /** Entries of the whole list. */
  totalRecords: number
  /** Pages of the whole list. */
  totalPages: number
  /** True if there are further entries. */
  hasNext: boolean
}

export type PriceEventData = {
  /**
   * Cause of the change:
   *
   * - `rates`: exchange rates
   * - `price_rule`: a rule about your prices, or about the products that you see
   * - `spread`: the spread on market rates
   */
  cause: 'rates' | 'price_rule' | 'spread'
  /** When it comes into force, in UTC. */
  effectiveAt: string
}

export type PriceUpdatedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'price.updated'
  /** When it was created. In UTC. */
  createdAt: string
  data: PriceEventData
}

export type Pricing = {
  /** Discount by price rules, in major units of `currency`. */
  discountAmount: number
  /** The fees that price rules add, in major units of `currency`. */
  feeAmount: number
  /** Amount charged: face value less discount, plus fees, in major units of `currency`. */
  chargedAmount: number
}

export type Product = {
  /** Identifies the product. */
  productId: number
  /** The brand of the product. */
  brand: string
  /** The currency of the product, as ISO 4217 code. */
  currency: string
  /**
   * Kind of face values that can be ordered:
   *
   * - `FIXED`: the face values of `fixedAmounts` only
   * - `VARIABLE`: any face value from `minAmount` to `maxAmount`
   */
  denominationType: 'FIXED' | 'VARIABLE'
  /** Face values that can be ordered, in major units of `currency`, if it is FIXED. */
  fixedAmounts?: Array<number>
  /** The smallest face value, if it is VARIABLE, in major units of `currency`. */
  minAmount?: number
  /** The largest face value, if it is VARIABLE, in major units of `currency`. */
  maxAmount?: number
  /** True if it can be ordered now. */
  inStock: boolean
  /** Units of the wallet's currency for one unit of the product's, with up to 8 decimals. */
  fxRate: number
  /** In percent of the face value, with up to 4 decimals; below zero it is a surcharge. */
  discountPercent?: number
  /** A fee for each unit that price rules add, in major units of `currency`. */
  feeAmount?: number
  /**
   * Type of the product:
   *
   * - `GIFT_CARD`: delivers a code
   * - `TOP_UP`: tops up the phone of the recipient
   * - `BILL_PAYMENT`: pays a bill of the recipient
   * - `ACCOUNT_CREDIT`: credits an account of the recipient
   */
  productType?: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT'
  /** Fields of the recipient that an order must have. */
  recipientFields?: Array<RecipientField>
  content?: ProductContent
}

export type ProductContent = {
  /** Kind of shop or service that it is for. The list may grow. */
  category?: 'AUTOMOTIVE' | 'BEAUTY' | 'BOOKS' | 'CHARITY' | 'CHILDREN' | 'DEPARTMENT_STORES' | 'ELECTRONICS' | 'ENTERTAINMENT' | 'EXPERIENCES' | 'FASHION' | 'FOOD_DELIVERY' | 'FUEL' | 'GAMES' | 'GROCERIES' | 'HEALTH' | 'HOME' | 'JEWELRY' | 'MARKETPLACES' | 'MOBILE' | 'MUSIC' | 'OTHER' | 'PAYMENT_CARDS' | 'PETS' | 'RESTAURANTS' | 'SOFTWARE' | 'SPORTS' | 'STREAMING' | 'TRAVEL' | 'UTILITIES'
  /** Countries where it can be redeemed, as ISO 3166 codes; empty if unknown. */
  countries: Array<string>
  /** The first one is the main image. */
  images: Array<ProductImage>
  /** The texts by language, ordered by `locale`. */
  locales: Array<ProductTexts>
}

export type ProductEventData = {
  /** Identifies the product. */
  productId: number
}

export type ProductImage = {
  /** The address of the image: the same image for ever. */
  url: string
  /** `image/png`, `image/jpeg` or `image/webp`. */
  contentType: string
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
}

export type ProductTexts = {
  /** The language, as a tag of BCP 47 such as `de` or `pt-BR`. */
  locale: string
  /** The name that people read: up to 200 characters. */
  name: string
  /** Description of the product: up to 20,000 characters. */
  description?: string
  /** The terms of the issuer: up to 20,000 characters. */
  terms?: string
  /** Steps of the redemption: up to 20 of 1,000 characters. */
  redemptionSteps: Array<string>
  /** Validity of a code, in words: up to 200 characters. */
  validity?: string
  /** Page that shows the balance of a code; begins with https://. */
  balanceCheckUrl?: string
}

export type ProductUpdatedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'product.updated'
  /** When it was created. In UTC. */
  createdAt: string
  data: ProductEventData
}

export type Quote = {
  /** Send it with the order to get these rates and prices; absent if there are faults. */
  quoteId?: string
  /** When the quote no longer locks rates and prices. In UTC. */
  expiresAt?: string
  /** The currency of the wallet, as ISO 4217 code. */
  currency: string
  /** The total face value, in major units of `currency`. */
  totalAmount: number
  pricing?: Pricing
  /** The lines of the request. */
  items: Array<QuotedItem>
  /** Faults that would refuse the order; empty if there are none. */
  faults: Array<FieldFault>
}

export type QuotedItem = {
  /** Identifies the product. */
  productId: number
  /** The face value of one unit, in major units of the product's currency. */
  amount: number
  /** Number of units. */
  quantity: number
  /** The partner's own reference of the line: up to 255 characters. */
  itemReference?: string
  /** What the supplier says about the recipient, if it does. */
  offer?: {
    /** The operator of the number. */
    operator?: string
    /** Amount due, in major units of `dueCurrency`. */
    dueAmount?: number
    /** The currency of `dueAmount`, as ISO 4217 code. */
    dueCurrency?: string
    /** Fee of the supplier, in major units of `feeCurrency`; not part of `pricing`. */
    feeAmount?: number
    /** The currency of `feeAmount`, as ISO 4217 code. */
    feeCurrency?: string
  }
  /** True if it can be ordered now. */
  inStock?: boolean
  /** Units of the wallet's currency for one unit of the product's, with up to 8 decimals. */
  fxRate?: number
  /** The total face value of the line, in major units of the wallet's currency. */
  totalAmount?: number
  /** In percent of the face value, with up to 4 decimals; below zero it is a surcharge. */
  discountPercent?: number
  /** Discount of the line by price rules, in major units of the wallet's currency. */
  discountAmount?: number
  /** The fees of the line, in major units of the wallet's currency. */
  feeAmount?: number
}

export type RecipientField = {
  /** The name of the field in `recipient`. */
  name: string
  /** Label for people. */
  label: string
  /** A regular expression that the value must match as a whole. */
  pattern: string
  /** True if it must be given. */
  required: boolean
}

export type RemovedWebhookEndpoint = {
  /** Identifies the endpoint, such as `whe_2_7`. */
  id: string
  /** An https:// address. */
  url: string
  /** A note for people. */
  description?: string
  /** `*` alone means every type. */
  eventTypes: Array<string>
  /**
   * State of the endpoint:
   *
   * - `REMOVED`: it is gone
   */
  state: 'REMOVED'
  /**
   * Why it is DISABLED:
   *
   * - `gone`: it responded 410
   * - `failing`: it failed for five days
   */
  disabledReason?: 'gone' | 'failing'
  /** When messages began to fail. In UTC. */
  failingSince?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** Messages have two signatures until this instant. */
  previousSecretExpiresAt?: string
}

export type Replacement = {
  /** The code to redeem; for goods without a code, the confirmation number of the provider. */
  giftCardNumber: string
  /** The PIN, if the code has one. */
  giftCardPin?: string
  /** The number of the bar code, if the code has one. */
  barCodeNumber?: string
  /** Address at which the recipient redeems the code, if it has one. */
  redemptionUrl?: string
}

export type SentLink = {
  /** Identifies the link, such as `lnk_8589934597`. */
  linkId: string
  /**
   * The status:
   *
   * - `OPEN`: it can be claimed, and nothing was chosen yet
   * - `PARTLY_CLAIMED`: something was chosen, and the rest can be claimed
   * - `CLAIMED`: all of it was chosen
   * - `EXPIRED`: its claim-by date has passed; its remainder was returned
   * - `CANCELLED`: its sender ended it; its remainder was returned
   * - `RETURNED`: its person did not want it; its remainder was returned
   */
  status: 'OPEN' | 'PARTLY_CLAIMED' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Its value when it was sent, in major units of `currency`. */
  amount: number
  /** Amount that can still be claimed, in major units of `currency`. */
  left: number
  /** Amount that its orders were charged, in major units of `currency`. */
  claimed: number
  /** Amount returned to the funds, in major units of `currency`. */
  returned: number
  /**
   * How it reaches its person:
   *
   * - `NONE`: the partner hands its address over
   * - `EMAIL`: it is mailed to its person
   * - `SMS`: it is sent to the mobile number of its person
   */
  delivery: 'NONE' | 'EMAIL' | 'SMS'
  /**
   * Second factor that its person needs; absent: NONE:
   *
   * - `NONE`: anyone with the address can claim it
   * - `EMAIL`: a code that is mailed to its person is needed, too
   * - `SMS`: a code that is sent to their mobile number is needed, too
   * - `SIGNED`: a signature of the partner's app is needed, too: it leads its person to the page
   */
  secondFactor?: 'NONE' | 'EMAIL' | 'SMS' | 'SIGNED'
  /** End of the claim period; then the remainder returns to the funds. In UTC. */
  claimBy: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When it ended. In UTC. */
  endedAt?: string
  /** When the review of a claim of it ends; then the remainder returns to the funds. In UTC. */
  reviewUntil?: string
  /** The language of the page and the mails, such as `de`. */
  locale?: string
  /** The partner's own reference of the link. */
  reference?: string
  /** Id of the template of its page and mails. */
  templateId?: string
  /** Products that can be chosen; all if absent. */
  products?: Array<number>
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** The address that opens it: whoever has it can claim the link. */
  url: string
}

export type SentLinks = {
  /** The partner's own reference of the request. */
  reference: string
  /** In the order of the recipients. */
  links: Array<SentLink>
}

export type Statement = {
  /** Identifies the partner. */
  partnerId: number
  /** The name of the partner. */
  partnerName: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The beginning of the period. In UTC. */
  from: string
  /** The end of the period, which is not part of it. In UTC. */
  to: string
  /** True if movements may still be added, because `to` is less than a minute ago. */
  provisional: boolean
  /** The balance at `from`, in major units of `currency`. */
  opening: number
  /** The balance at `to`, in major units of `currency`. */
  closing: number
  /** The movements of the period added up, by kind. */
  totals: Array<{
    /**
     * Why the money moved:
     *
     * - `deposit`: money came in
     * - `reversal`: a deposit, or a part of it, was taken back
     * - `order_hold`: an order reserves what it costs
     * - `order_charge`: a COMPLETED order is charged
     * - `order_release`: an order gave its hold back, because it was suspended or CANCELLED
     * - `wallet_credit`: a wallet was credited
     * - `wallet_debit`: a wallet was debited
     * - `initial_funds`: a new wallet was funded
     * - `case_refund`: a case gave money back
     * - `link_send`: links set aside the amounts that can be claimed
     * - `link_return`: the unclaimed amount of a link was returned
     */
    kind: 'deposit' | 'reversal' | 'order_hold' | 'order_charge' | 'order_release' | 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'case_refund' | 'link_send' | 'link_return'
    /** Number of movements. */
    count: number
    /** The sum of their amounts, in major units of `currency`. */
    amount: number
  }>
  /** The movements of the period, oldest first. */
  movements: Array<{
    /** Identifies the transaction, such as `trf_2_117`. */
    transactionId: string
    /** When it happened. In UTC. */
    at: string
    /**
     * Why the money moved:
     *
     * - `deposit`: money came in
     * - `reversal`: a deposit, or a part of it, was taken back
     * - `order_hold`: an order reserves what it costs
     * - `order_charge`: a COMPLETED order is charged
     * - `order_release`: an order gave its hold back, because it was suspended or CANCELLED
     * - `wallet_credit`: a wallet was credited
     * - `wallet_debit`: a wallet was debited
     * - `initial_funds`: a new wallet was funded
     * - `case_refund`: a case gave money back
     * - `link_send`: links set aside the amounts that can be claimed
     * - `link_return`: the unclaimed amount of a link was returned
     */
    kind: 'deposit' | 'reversal' | 'order_hold' | 'order_charge' | 'order_release' | 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'case_refund' | 'link_send' | 'link_return'
    /** Reference of the request that made it. */
    reference?: string
    /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
    orderId?: string
    /** Identifies the wallet, as a decimal number. */
    walletId?: string
    /** Identifies the case. */
    caseId?: number
    /** The deposit that a reversal takes back. */
    depositId?: string
    /** The face value of one unit, in major units of `currency`. */
    faceValue?: number
    /** Discount by price rules, in major units of `currency`; below zero for a surcharge. */
    discount?: number
    /** Fees by price rules, in major units of `currency`. */
    fee?: number
    /** The change of the balance, below zero for a decrease, in major units of `currency`. */
    amount: number
    /** The balance after it, in major units of `currency`. */
    balance: number
  }>
}

export type StockLowEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'stock.low'
  /** When it was created. In UTC. */
  createdAt: string
  data: ProductEventData
}

export type TestEventData = {
  /** The webhook endpoint, such as `whe_2_7`. */
  endpointId: string
}

export type Transaction = {
  /** Identifies the wallet. */
  walletId: number
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The balance of the wallet before it, in major units of `currency`. */
  previousBalance: number
  /** The amount of the transaction, in major units of `currency`. */
  transactionAmount: number
  /** The balance of the wallet after it, in major units of `currency`. */
  newBalance: number
  /**
   * The direction:
   *
   * - `CREDIT`: from the partner's funds to the wallet
   * - `DEBIT`: from the wallet to the partner's funds
   */
  transactionType: 'CREDIT' | 'DEBIT'
  /** The `referenceId` of the request. */
  referenceId: string
  /** The note of the request. */
  description?: string
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** When it was done. In UTC. */
  timestamp: string
}

export type Wallet = {
  /** Identifies the wallet, as a decimal number. */
  walletId: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Amount that can be debited, in major units of `currency`. */
  balance: number
  /**
   * The type of the wallet:
   *
   * - `STANDARD`: the consumer's own, one for each currency
   * - `CAMPAIGN`: of a campaign, whose budget and end limit its credits
   */
  walletType: 'STANDARD' | 'CAMPAIGN'
  /** Identifies the campaign. */
  campaignId?: string
  /** The name of the campaign. */
  campaignName?: string
  /**
   * The status of the wallet:
   *
   * - `ENABLED`: takes credits and debits
   * - `FROZEN`: takes none until it is enabled again
   * - `CLOSED`: takes none; final
   */
  status: 'ENABLED' | 'FROZEN' | 'CLOSED'
}

export type WalletCreditedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'wallet.credited'
  /** When it was created. In UTC. */
  createdAt: string
  data: WalletEventData
}

export type WalletDebitedEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'wallet.debited'
  /** When it was created. In UTC. */
  createdAt: string
  data: WalletEventData
}

export type WalletEventData = {
  /** Identifies the transaction, such as `trf_2_117`. */
  transactionId: string
  /** Identifies the wallet, as a decimal number. */
  walletId: string
  /** Identifies the consumer. */
  consumerId: number
  /** ISO 4217 code. */
  currency: string
  /** Amount, in major units. */
  amount: number
  /** Balance of the wallet after it, in major units. */
  newBalance: number
  /** Reference of a wallet transaction. */
  referenceId?: string
}

export type WalletSession = {
  /** Address that opens the page once: anyone who opens it can spend the wallets. */
  url: string
  /** When it can no longer be opened; a page that is open ends after half an hour. In UTC. */
  expiresAt: string
}

export type WalletTransaction = {
  /** Identifies the transaction, such as `trf_2_117`. */
  transactionId: string
  /** When it happened. In UTC. */
  at: string
  /**
   * Why the money moved:
   *
   * - `wallet_credit`: a credit by the partner
   * - `wallet_debit`: a debit by the partner, or by the operator to correct a credit
   * - `initial_funds`: the first credit of a new wallet
   * - `account_credit`: an order of the type ACCOUNT_CREDIT
   */
  kind: 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'account_credit'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The change of the balance: below zero for a debit, in major units of `currency`. */
  amount: number
  /** The balance after it, in major units of `currency`. */
  balance: number
  /** The partner's own reference, unless the service made it. */
  referenceId?: string
  /** The note of the transaction. */
  description?: string
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
}

export type WebhookDelivery = {
  /** Identifies the delivery, the same in all attempts. */
  deliveryId: number
  /** Identifies the event, the same each time that it is delivered. */
  eventId: string
  /** The type of the event. */
  eventType: string
  /** Number of the attempt for the event, from 1. */
  attempt: number
  /** When the message was sent. In UTC. */
  attemptedAt: string
  /** Duration of the attempt, in milliseconds. */
  durationMs: number
  /** True if the response was 2xx. */
  succeeded: boolean
  /** The status of the response of the endpoint, if there was one. */
  httpStatus?: number
  /** Why it failed. */
  error?: string
  /** The beginning of the response. */
  response?: string
  /** When it is tried again. In UTC. */
  nextAttemptAt?: string
}

export type WebhookEndpoint = {
  /** Identifies the endpoint, such as `whe_2_7`. */
  id: string
  /** An https:// address. */
  url: string
  /** A note for people. */
  description?: string
  /** `*` alone means every type. */
  eventTypes: Array<string>
  /**
   * The state of the endpoint:
   *
   * - `ENABLED`: events are sent to it
   * - `PAUSED`: events wait until it is enabled
   * - `DISABLED`: it failed for too long, or is gone: events are not sent
   */
  state: 'ENABLED' | 'PAUSED' | 'DISABLED'
  /**
   * Why it is DISABLED:
   *
   * - `gone`: it responded 410
   * - `failing`: it failed for five days
   */
  disabledReason?: 'gone' | 'failing'
  /** When messages began to fail. In UTC. */
  failingSince?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** Messages have two signatures until this instant. */
  previousSecretExpiresAt?: string
}

export type WebhookEndpointChange = {
  /** An https:// address. */
  url?: string
  /** Types of events; `*` alone, or nothing, means every type. */
  eventTypes?: Array<string>
  /** A note for people. */
  description?: string | null
  /** `ENABLED`: events are sent; `PAUSED`: they wait. */
  state?: 'ENABLED' | 'PAUSED'
}

export type WebhookEndpointWithSecret = {
  /** Identifies the endpoint, such as `whe_2_7`. */
  id: string
  /** An https:// address. */
  url: string
  /** A note for people. */
  description?: string
  /** `*` alone means every type. */
  eventTypes: Array<string>
  /**
   * The state of the endpoint:
   *
   * - `ENABLED`: events are sent to it
   * - `PAUSED`: events wait until it is enabled
   * - `DISABLED`: it failed for too long, or is gone: events are not sent
   */
  state: 'ENABLED' | 'PAUSED' | 'DISABLED'
  /**
   * Why it is DISABLED:
   *
   * - `gone`: it responded 410
   * - `failing`: it failed for five days
   */
  disabledReason?: 'gone' | 'failing'
  /** When messages began to fail. In UTC. */
  failingSince?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** Messages have two signatures until this instant. */
  previousSecretExpiresAt?: string
  /** The secret, shown here and in repetitions under the same Idempotency-Key only. */
  secret: string
}

export type WebhookReplay = {
  /** The events to send again: at most 1,000. */
  eventIds?: Array<string>
  /** The beginning of the range, included. */
  from?: string
  /** The end of the range, not included; now unless given. */
  to?: string
}

export type WebhookSecretRotation = {
  /** Seconds for which messages have two signatures: a day unless given. 0 ends all former secrets at once. */
  overlapSeconds?: number
}

export type WebhookTestEvent = {
  /** Unique; the same each time that the event is delivered. */
  id: string
  /** The type of the event. */
  type: 'webhook.test'
  /** When it was created. In UTC. */
  createdAt: string
  data: TestEventData
}

/** Path, query, body and response of each operation. */
export interface Operations {
  /** Returns the available funds by currency, without holds. */
  getBalances: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: Balances
  }
  /** Lists the movements of the partner's funds, newest first. */
  listTransactions: {
    path: Record<never, never>
    query: { currency?: string | undefined; kind?: 'deposit' | 'reversal' | 'order_hold' | 'order_charge' | 'order_release' | 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'case_refund' | 'link_send' | 'link_return' | undefined; reference?: string | undefined; metadata?: string | undefined; from?: string | undefined; to?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Movement>
  /** About the list. */
  meta: {
    /** Position of the page in the list. */
    pagination: {
      /** Entries of a page. */
      pageSize: number
      /** True if there are further entries. */
      hasNext: boolean
      /** The `after` of the next request; absent on the last page. */
      after?: string
    }
    /** Credits and debits of wallets up to then may be missing: they are archived. In UTC. */
    archivedUntil?: string
  }
}
  }
  /** Streams a statement of the partner's funds in one currency. */
  getStatement: {
    path: Record<never, never>
    query: { currency: string; from: string; to: string; account?: 'funds' | 'links' | undefined; format?: 'json' | 'csv' | 'html' | undefined }
    body: undefined
    result: {
  data: Statement
}
  }
  /** Lists the products that have a price in the currency, by productId, as cached bytes with an ETag. */
  listProducts: {
    path: Record<never, never>
    query: { currency: string; include?: string | undefined; country?: string | undefined; category?: 'AUTOMOTIVE' | 'BEAUTY' | 'BOOKS' | 'CHARITY' | 'CHILDREN' | 'DEPARTMENT_STORES' | 'ELECTRONICS' | 'ENTERTAINMENT' | 'EXPERIENCES' | 'FASHION' | 'FOOD_DELIVERY' | 'FUEL' | 'GAMES' | 'GROCERIES' | 'HEALTH' | 'HOME' | 'JEWELRY' | 'MARKETPLACES' | 'MOBILE' | 'MUSIC' | 'OTHER' | 'PAYMENT_CARDS' | 'PETS' | 'RESTAURANTS' | 'SOFTWARE' | 'SPORTS' | 'STREAMING' | 'TRAVEL' | 'UTILITIES' | undefined; brand?: string | undefined; q?: string | undefined; inStock?: boolean | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Product>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns a product with its price in the currency. */
  getProduct: {
    path: { productId: number }
    query: { currency: string; include?: string | undefined; country?: string | undefined; category?: 'AUTOMOTIVE' | 'BEAUTY' | 'BOOKS' | 'CHARITY' | 'CHILDREN' | 'DEPARTMENT_STORES' | 'ELECTRONICS' | 'ENTERTAINMENT' | 'EXPERIENCES' | 'FASHION' | 'FOOD_DELIVERY' | 'FUEL' | 'GAMES' | 'GROCERIES' | 'HEALTH' | 'HOME' | 'JEWELRY' | 'MARKETPLACES' | 'MOBILE' | 'MUSIC' | 'OTHER' | 'PAYMENT_CARDS' | 'PETS' | 'RESTAURANTS' | 'SOFTWARE' | 'SPORTS' | 'STREAMING' | 'TRAVEL' | 'UTILITIES' | undefined; brand?: string | undefined; q?: string | undefined; inStock?: boolean | undefined }
    body: undefined
    result: {
  data: Product
}
  }
  /** Accepts one order: prices it, holds its cost on the partner's funds and queues its batches, in one commit. */
  createOrder: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewOrder
    result: {
  data: OrderSummary
}
  }
  /** Lists orders, newest first. */
  listOrders: {
    path: Record<never, never>
    query: { clientReference?: string | undefined; status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK' | undefined; createdFrom?: string | undefined; createdTo?: string | undefined; metadata?: string | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<OrderSummary>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Prices an order without placing it: price, rate, stock and every fault of it. */
  createQuote: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewQuote
    result: {
  data: Quote
}
  }
  /** Asks a person of the partner to approve an order; holds no money. */
  createDraft: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewDraft
    result: {
  data: Draft
}
  }
  /** Returns a draft that a credential has made, with its outcome. */
  getDraft: {
    path: { draftId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Draft
}
  }
  /** Returns an order. */
  getOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Order
}
  }
  /** Returns the codes of a completed order. */
  listItems: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The items in their order. */
  data: Array<Item>
  /** About the list. */
  meta?: {
    pagination: Pagination
  }
}
  }
  /** Lists the batches of an order. */
  listFulfillments: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Batch>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the cases of an order, newest first. */
  listOwnCases: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Case>
  /** About the list. */
  meta: {
    pagination: Pagination
    delivered?: DeliveredItems
  }
}
  }
  /** Requests a case of one item. */
  requestCase: {
    path: { orderId: string }
    query: Record<never, never>
    body: NewCase
    result: {
  /** A case as its partner sees it. */
  data: {
    /** Identifies the case. */
    caseId: number
    /** The number of the item in its order, from 1. */
    itemNo: number
    /**
     * Action of the case:
     *
     * - `refund`: gives money back for the item
     * - `replace`: gives another code of the same product and face value
     * - `block`: blocks the code
     */
    kind: 'refund' | 'replace' | 'block'
    /**
     * The state of the case:
     *
     * - `REQUESTED`: the partner asked for it, and nobody has decided yet
     * - `DONE`: accepted, and done
     * - `REJECTED`: rejected; nothing has changed
     */
    state: 'REQUESTED' | 'DONE' | 'REJECTED'
    /** Why it was opened. */
    reason: string
    /** The currency of a refund, as ISO 4217 code. */
    currency?: string
    /** Amount of a refund, in major units of `currency`. */
    amount?: number
    /** The transfer of a refund, such as `trf_2_117`. */
    transferId?: string
    /** When it was opened. In UTC. */
    openedAt: string
    /** When it was decided. In UTC. */
    decidedAt?: string
    /** Why it was decided so. */
    decisionReason?: string
  }
}
  }
  /** Lists events, oldest first, and waits for an event if there is none. */
  listEvents: {
    path: Record<never, never>
    query: { after?: string | undefined; pageSize?: number | undefined; wait?: number | undefined }
    body: undefined
    result: {
  /** The events, oldest first. */
  data: Array<Event>
  /** About the list. */
  meta: {
    /** Position of the page in the list. */
    pagination: {
      /** Entries of a page. */
      pageSize: number
      /** True if there are further entries. */
      hasNext: boolean
      /** The `after` of the next request. */
      after: string
    }
  }
}
  }
  /** Returns a pre-signed link to the CSV of a completed order. */
  exportOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Export
}
  }
  /** Streams the CSV of an order. */
  downloadExport: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: unknown
  }
  /** Sends links: each sets an amount aside, which its person claims as gift cards. */
  sendLinks: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewLinks
    result: {
  data: SentLinks
}
  }
  /** Lists links, newest first. */
  listLinks: {
    path: Record<never, never>
    query: { metadata?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Link>
  /** About the list. */
  meta: {
    /** Position of the page in the list. */
    pagination: {
      /** Entries of a page. */
      pageSize: number
      /** True if there are further entries. */
      hasNext: boolean
      /** The `after` of the next request; absent on the last page. */
      after?: string
    }
  }
}
  }
  /** Returns a link with its orders. */
  getLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: LinkDetail
}
  }
  /** Sends a link to its person once more. */
  resendLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: LinkDetail
}
  }
  /** Ends a link; its remainder returns to the funds at once. */
  cancelLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: LinkCancellation
    result: {
  data: Link
}
  }
  /** Gives a link a new address; the old address ends at once. */
  replaceLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: LinkReplacement
    result: {
  data: SentLink
}
  }
  /** Returns a one-time address of the page where an owner spends wallets on gift cards. */
  createWalletSession: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewWalletSession
    result: {
  data: WalletSession
}
  }
  /** Creates a webhook endpoint, to which events are sent from now on. */
  createWebhookEndpoint: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewWebhookEndpoint
    result: {
  data: WebhookEndpointWithSecret
}
  }
  /** Lists the webhook endpoints, oldest first. */
  listWebhookEndpoints: {
    path: Record<never, never>
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<WebhookEndpoint>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns a webhook endpoint. */
  getWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: WebhookEndpoint
}
  }
  /** Changes a webhook endpoint; pauses or enables it. */
  updateWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookEndpointChange
    result: {
  data: WebhookEndpoint
}
  }
  /** Gives a webhook endpoint a new secret. */
  rotateWebhookSecret: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookSecretRotation
    result: {
  data: WebhookEndpointWithSecret
}
  }
  /** Sends a `webhook.test` to the endpoint at once, and returns its response. */
  testWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: {
    /** Identifies the event, the same each time that it is delivered. */
    eventId: string
    /** True if the response was 2xx. */
    succeeded: boolean
    /** Duration of the attempt, in milliseconds. */
    durationMs: number
    /** The status of the response of the endpoint, if there was one. */
    httpStatus?: number
    /** Why it failed. */
    error?: string
    /** The beginning of the response. */
    response?: string
  }
}
  }
  /** Lists the attempts to deliver events to an endpoint, newest first. */
  listWebhookDeliveries: {
    path: { endpointId: string }
    query: { event?: string | undefined; outcome?: 'succeeded' | 'failed' | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<WebhookDelivery>
  /** About the list. */
  meta: {
    /** Position of the page in the list. */
    pagination: {
      /** Entries of a page. */
      pageSize: number
      /** True if there are further entries. */
      hasNext: boolean
      /** The `after` of the next request; absent on the last page. */
      after?: string
    }
  }
}
  }
  /** Sends events again: by their ids, or those of a time range. */
  replayWebhookEvents: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookReplay
    result: {
  /** The result. */
  data: {
    /** Number of events that are sent again. */
    events: number
  }
}
  }
  /** Removes a webhook endpoint, and the events that wait for it. */
  removeWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: RemovedWebhookEndpoint
}
  }
  /** Creates a consumer, or opens a known one's wallet in another currency, and funds the wallet. */
  createCustomer: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewCustomer
    result: {
  /** True unless it is an error. */
  success: boolean
  data: CreatedCustomer
}
  }
  /** Lists the consumers, newest first. */
  listCustomers: {
    path: Record<never, never>
    query: { page?: number | undefined; size?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  content: Array<Customer>
  /** The number of the page, from 0. */
  page: number
  /** Entries of a page. */
  size: number
  /** True if there are further entries. */
  hasNext: boolean
}
  }
  /** Creates up to 1,000 consumers with their wallets in one commit. */
  createCustomers: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewCustomers
    result: {
  /** True unless it is an error. */
  success: boolean
  /** The results of the rows. */
  data: {
    /** Result of each row, in the order of the rows. */
    results: Array<NewCustomersResult>
  }
}
  }
  /** Lists the wallets of a consumer with their balances. */
  listCustomerWallets: {
    path: { customerId: number }
    query: { page?: number | undefined; size?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  content: Array<Wallet>
  /** The number of the page, from 0. */
  page: number
  /** Entries of a page. */
  size: number
  /** True if there are further entries. */
  hasNext: boolean
}
  }
  /** Lists the transactions of a wallet, newest first. */
  listWalletTransactions: {
    path: { walletId: number }
    query: { metadata?: string | undefined; page?: number | undefined; size?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  content: Array<WalletTransaction>
  /** The number of the page, from 0. */
  page: number
  /** Entries of a page. */
  size: number
  /** True if there are further entries. */
  hasNext: boolean
  /** Credits and debits of wallets up to then may be missing: they are archived. In UTC. */
  archivedUntil?: string
}
  }
  /** Credits or debits a wallet. */
  createTransaction: {
    path: { walletId: number }
    query: Record<never, never>
    body: NewTransaction
    result: {
  /** True unless it is an error. */
  success: boolean
  data: Transaction
}
  }
  /** Credits or debits up to 1,000 wallets in one commit. */
  createTransactions: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewTransactions
    result: {
  /** True unless it is an error. */
  success: boolean
  /** The results of the rows. */
  data: {
    /** Result of each row, in the order of the rows. */
    results: Array<NewTransactionsResult>
  }
}
  }
  /** Returns the OpenAPI document of the paths for partners. */
  getOpenApi: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The version of OpenAPI. */
  openapi: string
}
  }
}

export const ROUTES: Readonly<Record<keyof Operations, Route>> = {
  getBalances: { method: 'GET', path: '/v2/accounts/balances', repeat: 'always', has: ['name', 'paymentType', 'fundsList'] },
  listTransactions: { method: 'GET', path: '/v2/accounts/transactions', repeat: 'always', has: ['data'] },
  getStatement: { method: 'GET', path: '/v2/accounts/statement', repeat: 'always', has: ['data'] },
  listProducts: { method: 'GET', path: '/v2/products', repeat: 'always', has: ['data'] },
  getProduct: { method: 'GET', path: '/v2/products/{productId}', repeat: 'always', has: ['data'] },
  createOrder: { method: 'POST', path: '/v2/orders', repeat: 'idempotencyKey', has: ['data'] },
  listOrders: { method: 'GET', path: '/v2/orders', repeat: 'always', has: ['data'] },
  createQuote: { method: 'POST', path: '/v2/quotes', repeat: 'idempotencyKey', has: ['data'] },
  createDraft: { method: 'POST', path: '/v2/drafts', repeat: 'idempotencyKey', has: ['data'] },
  getDraft: { method: 'GET', path: '/v2/drafts/{draftId}', repeat: 'always', has: ['data'] },
  getOrder: { method: 'GET', path: '/v2/orders/{orderId}', repeat: 'always', has: ['data'] },
  listItems: { method: 'GET', path: '/v2/orders/{orderId}/items', repeat: 'always', has: ['data'] },
  listFulfillments: { method: 'GET', path: '/v2/orders/{orderId}/fulfillments', repeat: 'always', has: ['data'] },
  listOwnCases: { method: 'GET', path: '/v2/orders/{orderId}/cases', repeat: 'always', has: ['data'] },
  requestCase: { method: 'POST', path: '/v2/orders/{orderId}/cases', repeat: 'idempotencyKey', has: ['data'] },
  listEvents: { method: 'GET', path: '/v2/events', repeat: 'always', has: ['data'] },
  exportOrder: { method: 'GET', path: '/v2/orders/{orderId}/fulfillments/export', repeat: 'always', has: ['data'] },
  downloadExport: { method: 'GET', path: '/exports/{orderId}', repeat: 'always', has: [] },
  sendLinks: { method: 'POST', path: '/v2/links', repeat: 'idempotencyKey', has: ['data'] },
  listLinks: { method: 'GET', path: '/v2/links', repeat: 'always', has: ['data'] },
  getLink: { method: 'GET', path: '/v2/links/{linkId}', repeat: 'always', has: ['data'] },
  resendLink: { method: 'POST', path: '/v2/links/{linkId}/resend', repeat: 'idempotencyKey', has: ['data'] },
  cancelLink: { method: 'POST', path: '/v2/links/{linkId}/cancel', repeat: 'idempotencyKey', has: ['data'] },
  replaceLink: { method: 'POST', path: '/v2/links/{linkId}/replace', repeat: 'idempotencyKey', has: ['data'] },
  createWalletSession: { method: 'POST', path: '/v2/wallet-sessions', repeat: 'idempotencyKey', has: ['data'] },
  createWebhookEndpoint: { method: 'POST', path: '/v2/webhook-endpoints', repeat: 'idempotencyKey', has: ['data'] },
  listWebhookEndpoints: { method: 'GET', path: '/v2/webhook-endpoints', repeat: 'always', has: ['data'] },
  getWebhookEndpoint: { method: 'GET', path: '/v2/webhook-endpoints/{endpointId}', repeat: 'always', has: ['data'] },
  updateWebhookEndpoint: { method: 'PATCH', path: '/v2/webhook-endpoints/{endpointId}', repeat: 'idempotencyKey', has: ['data'] },
  rotateWebhookSecret: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/rotate', repeat: 'idempotencyKey', has: ['data'] },
  testWebhookEndpoint: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/test', repeat: 'idempotencyKey', has: ['data'] },
  listWebhookDeliveries: { method: 'GET', path: '/v2/webhook-endpoints/{endpointId}/deliveries', repeat: 'always', has: ['data'] },
  replayWebhookEvents: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/replay', repeat: 'idempotencyKey', has: ['data'] },
  removeWebhookEndpoint: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/remove', repeat: 'idempotencyKey', has: ['data'] },
  createCustomer: { method: 'POST', path: '/api/partner/v1/customer', repeat: 'never', has: ['data'] },
  listCustomers: { method: 'GET', path: '/api/partner/v1/customer', repeat: 'always', has: ['content'] },
  createCustomers: { method: 'POST', path: '/api/partner/v1/customer/bulk', repeat: 'never', has: ['data'] },
  listCustomerWallets: { method: 'GET', path: '/api/partner/v1/customer/{customerId}/wallets', repeat: 'always', has: ['content'] },
  listWalletTransactions: { method: 'GET', path: '/api/partner/v1/wallets/{walletId}/transactions', repeat: 'always', has: ['content'] },
  createTransaction: { method: 'POST', path: '/api/partner/v1/wallets/{walletId}/transactions', repeat: 'referenceId', has: ['data'] },
  createTransactions: { method: 'POST', path: '/api/partner/v1/wallets/transactions/bulk', repeat: 'always', has: ['data'] },
  getOpenApi: { method: 'GET', path: '/openapi.json', repeat: 'always', has: ['openapi'] },
}
