// Generated from docs/portal-openapi.json.
// `npx vitest run test/web/operations.test.ts -u` writes it.

import type { Route } from './route.ts'

export type ApprovedLink = {
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
  /** Name of the recipient. */
  name?: string
  /** E-mail address of the recipient. */
  email?: string
}

export type ApprovedLinks = {
  /** The partner's own reference of the request. */
  reference: string
  /** The links, in the order of the request. */
  links: Array<ApprovedLink>
}

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

export type CheckedLinks = {
  /** Number of links that would be sent. */
  links: number
  /** True if the same links were sent with this reference: they set nothing aside. */
  isSent: boolean
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Sum of the links, in major units of `currency`. */
  amount: number | `${number}`
  /** Amount taken from the funds, with fees that may arise, in major units. */
  setAside: number | `${number}`
}

export type ClaimRules = {
  /** A claim that breaks a rule waits until the operator releases it. Without rules, none waits. */
  claimRules?: {
    /** The countries that claims may come from; all unless given. */
    countries?: Array<string>
    /** Claims from one network within a day. */
    networkPerDay?: number
    /** Claims for one e-mail address or phone number within a day. */
    addressPerDay?: number
    /** Amounts claimed within a day of all links under the rules. */
    amountPerDay?: Array<{
      /** The currency, as ISO 4217 code. */
      currency: string
      /** The amount, in major units of `currency`. */
      amount: number
    }>
    /** Hours of a review; then a link that nobody released returns its remainder. 72 unless given. */
    reviewHours?: number
  }
}

export type ClaimedCredential = {
  /** Identifies the credential: a UUID. */
  clientId: string
  /** The API key; it is shown this once. */
  apiKey: string
  /** The secret that signatures are keyed with; it is shown this once. */
  hmacSecret: string
  /** The name of the partner. */
  partner: string
}

export type Consumer = {
  /** Identifies the consumer. */
  consumerId: number
  /** The name of the consumer. */
  name: string
  /** The e-mail address of the consumer. */
  email: string
  /** Number of wallets of the consumer. */
  wallets: number
  /**
   * Why mails about credits are not sent:
   *
   * - `ADDRESS_REFUSED`: there is no such mailbox
   * - `NOT_ACCEPTED`: the mail server refused it, or was tried in vain too often: send it again
   * - `REFUSED_BEFORE`: an earlier mail to the address was refused
   * - `SPAM_REPORT`: its person reported a mail as spam
   * - `UNSUBSCRIBED`: its person wants no mails
   * - `NO_ADDRESS`: the address was erased
   */
  mailSuppression?: 'ADDRESS_REFUSED' | 'NOT_ACCEPTED' | 'REFUSED_BEFORE' | 'SPAM_REPORT' | 'UNSUBSCRIBED' | 'NO_ADDRESS'
  /** When it was created. In UTC. */
  createdAt: string
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

export type Credential = {
  /** Identifies the credential: a UUID. */
  clientId: string
  /** A name for people, shown in lists. */
  label?: string
  /** Permissions of the credential. */
  permissions: Array<'balance:read' | 'catalog:read' | 'orders:read' | 'orders:write' | 'drafts:write' | 'codes:read' | 'consumers:read' | 'consumers:write' | 'wallets:write' | 'links:read' | 'links:write' | 'wallets:sessions'>
  /** True if requests need `x-signature-v2`. */
  requireSignatureV2?: boolean
  /** The networks, in CIDR notation, that requests may come from; all if absent. */
  allowedAddresses?: Array<string>
  /**
   * The state of the credential:
   *
   * - `ACTIVE`: requests with it are accepted
   * - `EXPIRED`: it has expired
   * - `REVOKED`: an operator revoked it
   */
  state: 'ACTIVE' | 'EXPIRED' | 'REVOKED'
  /** When it was created. In UTC. */
  createdAt: string
  /** When it expires; never if absent. In UTC. */
  expiresAt?: string
  /** When it was revoked. In UTC. */
  revokedAt?: string
  /** When a request with it was last accepted. In UTC. */
  lastUsedAt?: string
  /** When a request with it was last refused as not authenticated. In UTC. */
  lastFailedAt?: string
  /** Why that request was refused. */
  lastFailure?: string
  /**
   * The check of its authentication that failed:
   *
   * - `headers`: a header is missing or malformed
   * - `timestamp`: `x-timestamp` is outside the window
   * - `clientId`: no such client
   * - `apiKey`: another API key
   * - `bodyHash`: another hash of the body
   * - `signature`: another signature
   * - `signatureV2`: another `x-signature-v2`, or none
   * - `credential`: revoked or expired
   * - `partner`: the partner is suspended
   * - `address`: not an address that the credential may be used from
   * - `permission`: the permission is missing
   * - `nonce`: the nonce was used before
   */
  lastFailedCheck?: 'headers' | 'timestamp' | 'clientId' | 'apiKey' | 'bodyHash' | 'signature' | 'signatureV2' | 'credential' | 'partner' | 'address' | 'permission' | 'nonce'
  /** When the partner can no longer claim its secrets. In UTC. */
  claimUntil?: string
}

export type CredentialChange = {
  /** True if requests need `x-signature-v2`. */
  requireSignatureV2?: boolean
  /** The networks, in CIDR notation, that requests may come from; all if absent. */
  allowedAddresses?: unknown | null
  /** Why, for the audit log: one line. */
  reason?: string
}

export type CredentialRotation = {
  /** Seconds for which the old credential stays valid: a day unless given. */
  overlapSeconds?: number
  /** Why, for the audit log: one line. */
  reason?: string
}

export type CreditImport = {
  /** Identifies the import: a UUID. */
  importId: string
  /**
   * The state of the import:
   *
   * - `CHECKING`: its file arrives and is checked
   * - `REJECTED`: rows of it cannot be credited, or it was cut off; none is credited
   * - `CHECKED`: each row can be credited; it waits to be started
   * - `RUNNING`: it is credited
   * - `STOPPED`: the funds did not suffice; it can be started again
   * - `CANCELLED`: no more of it is credited
   * - `DONE`: each row has an outcome
   */
  state: 'CHECKING' | 'REJECTED' | 'CHECKED' | 'RUNNING' | 'STOPPED' | 'CANCELLED' | 'DONE'
  /** The reference of the file, the first part of the key of each of its rows. */
  fileReference: string
  /** True if it was only checked, and can never be credited. */
  dryRun: boolean
  /** True if consumers and wallets that are missing are created. */
  createConsumers: boolean
  /** Who acted: the e-mail address of a user, `operator` for the operator token, or `system`. */
  actor: string
  /** Rows of the file. */
  rows: number
  /** Errors of rows that cannot be credited. */
  errorCount: number
  /** Rows that it has credited. */
  credited: number
  /** Rows that had been credited before, and moved nothing. */
  repeated: number
  /** Rows that were refused when they were to be credited; the report says why. */
  refused: number
  /** Why it is STOPPED, or was REJECTED before its end. */
  failure?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When it last advanced. In UTC. */
  progressAt: string
  /** When it was first started. In UTC. */
  startedAt?: string
  /** When it ended. In UTC. */
  endedAt?: string
}

export type CreditImportDetail = {
  /** Identifies the import: a UUID. */
  importId: string
  /**
   * The state of the import:
   *
   * - `CHECKING`: its file arrives and is checked
   * - `REJECTED`: rows of it cannot be credited, or it was cut off; none is credited
   * - `CHECKED`: each row can be credited; it waits to be started
   * - `RUNNING`: it is credited
   * - `STOPPED`: the funds did not suffice; it can be started again
   * - `CANCELLED`: no more of it is credited
   * - `DONE`: each row has an outcome
   */
  state: 'CHECKING' | 'REJECTED' | 'CHECKED' | 'RUNNING' | 'STOPPED' | 'CANCELLED' | 'DONE'
  /** The reference of the file, the first part of the key of each of its rows. */
  fileReference: string
  /** True if it was only checked, and can never be credited. */
  dryRun: boolean
  /** True if consumers and wallets that are missing are created. */
  createConsumers: boolean
  /** Who acted: the e-mail address of a user, `operator` for the operator token, or `system`. */
  actor: string
  /** Rows of the file. */
  rows: number
  /** Errors of rows that cannot be credited. */
  errorCount: number
  /** Rows that it has credited. */
  credited: number
  /** Rows that had been credited before, and moved nothing. */
  repeated: number
  /** Rows that were refused when they were to be credited; the report says why. */
  refused: number
  /** Why it is STOPPED, or was REJECTED before its end. */
  failure?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When it last advanced. In UTC. */
  progressAt: string
  /** When it was first started. In UTC. */
  startedAt?: string
  /** When it ended. In UTC. */
  endedAt?: string
  /** Rows that are not credited yet, by currency. */
  left: Array<{
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** Rows that are not credited yet. */
    rows: number
    /** Sum of the credits of these rows, in major units of `currency`. */
    amount: number | `${number}`
    /** Funds that the partner can spend now, in major units of `currency`. */
    funds: number | `${number}`
    /** Funds after these rows are credited; below zero: too little. */
    fundsAfter: number | `${number}`
  }>
  /** The first 1,000 errors; the report has up to 10,000. */
  errors: Array<{
    /** The line of the file. */
    line: number
    /** The column; empty if the error concerns several. */
    field: string
    /** Description of the error. */
    message: string
  }>
}

export type Delivered = {
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
}

export type Draft = {
  /** The id of the draft. */
  draftId: string
  /** WAITING for a decision; SCHEDULED: it is ordered at `placeAt`; APPROVED: it is being done; ORDERED: it was done; REJECTED, WITHDRAWN, or EXPIRED because nobody decided. */
  state: 'WAITING' | 'SCHEDULED' | 'APPROVED' | 'ORDERED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED'
  /**
   * Kind of draft:
   *
   * - `ORDER`: an order
   * - `LINKS`: links that are to be sent
   * - `CREDIT`: a credit of a wallet
   * - `CREDIT_FILE`: a file of credits; `draftId` ends with its `importId`
   */
  kind: 'ORDER' | 'LINKS' | 'CREDIT' | 'CREDIT_FILE'
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
  /** The currency of the wallet that pays, as ISO 4217 code. */
  currency: string
  /** The charge of the order, the value of the links, or the sum of the credits, in major units of `currency`. A file of credits may have more currencies: then the first one that needs an approval. */
  chargedAmount: number
  /** Number of items of the order, of links or of credits. */
  itemCount: number
  /** The items of the order, without recipients; none once it is decided. */
  items: Array<{
    /** Identifies the product. */
    productId: number
    /** The brand of the product. */
    brand: string
    /** The product's currency, as ISO 4217 code. */
    currency: string
    /** The face value of one unit, in major units of the product's currency. */
    amount: number
    /** Number of units. */
    quantity: number
    /** The partner's own reference of the line: up to 255 characters. */
    itemReference?: string
  }>
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** The e-mail address of the maker, or the credential. */
  madeBy: string
  /** When it was made. In UTC. */
  madeAt: string
  /** When it can no longer be approved. In UTC. */
  expiresAt: string
  /** When it is ordered, if not at once after the approval. In UTC. */
  placeAt?: string
  /** The e-mail address of the person who decided. */
  decidedBy?: string
  /** When it was decided. In UTC. */
  decidedAt?: string
  /** Why. */
  reason?: string
  /** Its order. */
  orderId?: string
  /** True if its maker can still read the addresses of its links, once. */
  canTakeAddresses: boolean
}

export type DraftApproval = {
  /** Why, for the audit log: one line. */
  reason?: string
  /** Price that the person was shown; if it has changed, nothing is done. */
  chargedAmount?: number
}

export type DraftDecision = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type DraftDetail = {
  /** The id of the draft. */
  draftId: string
  /** WAITING for a decision; SCHEDULED: it is ordered at `placeAt`; APPROVED: it is being done; ORDERED: it was done; REJECTED, WITHDRAWN, or EXPIRED because nobody decided. */
  state: 'WAITING' | 'SCHEDULED' | 'APPROVED' | 'ORDERED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED'
  /**
   * Kind of draft:
   *
   * - `ORDER`: an order
   * - `LINKS`: links that are to be sent
   * - `CREDIT`: a credit of a wallet
   * - `CREDIT_FILE`: a file of credits; `draftId` ends with its `importId`
   */
  kind: 'ORDER' | 'LINKS' | 'CREDIT' | 'CREDIT_FILE'
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
  /** The currency of the wallet that pays, as ISO 4217 code. */
  currency: string
  /** The charge of the order, the value of the links, or the sum of the credits, in major units of `currency`. A file of credits may have more currencies: then the first one that needs an approval. */
  chargedAmount: number
  /** Number of items of the order, of links or of credits. */
  itemCount: number
  /** The items of the order, without recipients; none once it is decided. */
  items: Array<{
    /** Identifies the product. */
    productId: number
    /** The brand of the product. */
    brand: string
    /** The product's currency, as ISO 4217 code. */
    currency: string
    /** The face value of one unit, in major units of the product's currency. */
    amount: number
    /** Number of units. */
    quantity: number
    /** The partner's own reference of the line: up to 255 characters. */
    itemReference?: string
  }>
  /** The metadata of the request; absent if it had none. */
  metadata?: Record<string, string>
  /** The e-mail address of the maker, or the credential. */
  madeBy: string
  /** When it was made. In UTC. */
  madeAt: string
  /** When it can no longer be approved. In UTC. */
  expiresAt: string
  /** When it is ordered, if not at once after the approval. In UTC. */
  placeAt?: string
  /** The e-mail address of the person who decided. */
  decidedBy?: string
  /** When it was decided. In UTC. */
  decidedAt?: string
  /** Why. */
  reason?: string
  /** Its order. */
  orderId?: string
  /** True if its maker can still read the addresses of its links, once. */
  canTakeAddresses: boolean
  /** The links to send, by amount and labels, without their recipients. */
  linkAmounts?: Array<{
    /** Amount of each link, in major units of `currency`. */
    amount: number
    /** Number of links. */
    links: number
    /** The metadata of the request; absent if it had none. */
    metadata?: Record<string, string>
  }>
  /** The credits that are not done yet, by currency. */
  credits?: Array<{
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** Sum of the credits, in major units of `currency`. */
    amount: number | `${number}`
    /** Number of credits. */
    credits: number
    /** The wallet, if it is one credit. */
    walletId?: string
    /** The note of one credit. */
    description?: string
    /** The metadata of the request; absent if it had none. */
    metadata?: Record<string, string>
  }>
}

export type DraftRetry = {
  /** Price that the person was shown; if it has changed, nothing is done. */
  chargedAmount?: number
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

export type Funds = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Balance of posted transfers, without holds, in major units of `currency`. */
  posted: number
  /** Amount that holds reserve, in major units of `currency`. */
  held: number
  /** Amount that may be spent beyond the balance, in major units of `currency`. */
  creditLimit: number
  /** Amount that can be spent, in major units of `currency`. */
  available: number
  /** Number of days for which `available` lasts at the pace of the last week; null if unused. */
  daysLeft: number | null
}

export type FundsNotices = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The amount below which the user is mailed, in major units. */
  below?: number
  /** The user is mailed if the funds last for fewer days, at the pace of a week. */
  belowDays?: number
  /** When the funds were first seen to be low. In UTC. */
  lowSince?: string
  /** True if the user is mailed of the next deposit. */
  onDeposit: boolean
}

export type HandedWebhookEndpoint = {
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
  /** The secret, shown here and in repetitions under the same Idempotency-Key only. Not shown to people and machines of the operator. */
  secret?: string
}

export type Invitation = {
  /** Identifies the invitation. */
  invitationId: number
  /** The e-mail address that was invited. */
  email: string
  /** The id of the partner of the user; null for a user of the operator. */
  partnerId: number | null
  /** The role of the user: of the operator admin, finance, operations, support, auditor; of a partner owner, finance, developer, viewer, buyer, approver. */
  role: 'admin' | 'finance' | 'operations' | 'support' | 'auditor' | 'owner' | 'developer' | 'viewer' | 'buyer' | 'approver'
  /** When the link expires. In UTC. */
  expiresAt: string
  /**
   * How the link reaches the person:
   *
   * - `mail`: a mail to the address
   * - `link`: the response has the link, and the requester passes it on
   */
  delivery: 'mail' | 'link'
  /** The link, which is shown once: whoever has it chooses the password. Absent if it is sent by mail. */
  link?: string
}

export type InvitationRevocation = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type IssuedCredential = {
  /** The test partner that a test credential belongs to. */
  testPartnerId?: number
  /** Identifies the credential: a UUID. */
  clientId: string
  /** The API key; a response shows it this once. */
  apiKey?: string
  /** The secret that signatures are keyed with; a response shows it this once. */
  hmacSecret?: string
  /** How the partner claims the secrets, if this response does not show them. */
  claim?: {
    /** The one-time link for the partner; absent if its users claim them in the portal. */
    link?: string
    /** When they can no longer be claimed. In UTC. */
    expiresAt: string
  }
  /** A name for people, shown in lists. */
  label?: string
  /** Permissions of the credential. */
  permissions: Array<'balance:read' | 'catalog:read' | 'orders:read' | 'orders:write' | 'drafts:write' | 'codes:read' | 'consumers:read' | 'consumers:write' | 'wallets:write' | 'links:read' | 'links:write' | 'wallets:sessions'>
  /** True if requests need `x-signature-v2`. */
  requireSignatureV2?: boolean
  /** The networks, in CIDR notation, that requests may come from; all if absent. */
  allowedAddresses?: Array<string>
  /** When it was created. In UTC. */
  createdAt: string
  /** When it expires; never if absent. In UTC. */
  expiresAt?: string
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

export type LinkLogo = {
  /** Identifies the logo, for templates. */
  logo: string
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

export type LinkSums = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Number of links that were sent. */
  links: number
  /** Number of links that can still be claimed. */
  openLinks: number
  /** Amount set aside for them, in major units of `currency`. */
  sent: number | `${number}`
  /** Amount that their orders were charged, in major units of `currency`. */
  claimed: number | `${number}`
  /** Amount returned to the funds, in major units of `currency`. */
  returned: number | `${number}`
  /** Amount neither claimed nor returned, in major units of `currency`. */
  open: number | `${number}`
}

export type LinkTemplate = {
  /** Identifies the template in requests that send links. */
  templateId: string
  /** The partner's name of it. */
  name: string
  /** The id of a stored logo; none unless given. */
  logo?: string
  /** Color of buttons, such as `#a3452a`; text on it must have a contrast of 4.5:1 or more. */
  accentColor?: string
  /** Color of the page in a light theme; texts on it must have a contrast of 4.5:1 or more. */
  paperColor?: string
  /** Name of the sender, as people read it; unless given, the partner's name. */
  senderName?: string
  /** Address for replies to the mails. */
  replyTo?: string
  /**
   * Second factor of links that name none:
   *
   * - `NONE`: anyone with the address can claim it
   * - `EMAIL`: a code that is mailed to its person is needed, too
   * - `SMS`: a code that is sent to their mobile number is needed, too
   * - `SIGNED`: a signature of the partner's app is needed, too: it leads its person to the page
   */
  secondFactor: 'NONE' | 'EMAIL' | 'SMS' | 'SIGNED'
  /** Amounts from which links ask for it; in other currencies all links do. */
  secondFactorFrom?: Array<{
    /** The currency, as ISO 4217 code. */
    currency: string
    /** The amount, in major units of `currency`. */
    amount: number
  }>
  /** A claim that breaks a rule waits until the operator releases it. Without rules, none waits. */
  claimRules?: {
    /** The countries that claims may come from; all unless given. */
    countries?: Array<string>
    /** Claims from one network within a day. */
    networkPerDay?: number
    /** Claims for one e-mail address or phone number within a day. */
    addressPerDay?: number
    /** Amounts claimed within a day of all links under the rules. */
    amountPerDay?: Array<{
      /** The currency, as ISO 4217 code. */
      currency: string
      /** The amount, in major units of `currency`. */
      amount: number
    }>
    /** Hours of a review; then a link that nobody released returns its remainder. 72 unless given. */
    reviewHours?: number
  }
  /** Hours in which links and reminders by mail and SMS wait; requested codes do not wait. */
  quietHours?: {
    /** When they begin, such as `21:00`. */
    from: string
    /** When they end, such as `08:00`: on the next day if it is earlier. */
    to: string
    /** Name of the time zone, such as `Europe/Berlin`. */
    timeZone: string
  }
  /** By language. */
  texts: Array<{
    /** The language, such as `de`. */
    locale: string
    /** The subject of the mail, with the placeholders {{ partnerName }} and {{ amount }}. */
    subject?: string
    /** The greeting, also with the placeholder {{ consumerName }}. */
    greeting?: string
    /** Message of links that have none of their own. */
    message?: string
  }>
  /** When it was created. In UTC. */
  createdAt: string
  /** When it was changed last. In UTC. */
  updatedAt: string
}

export type ListedOwnLink = {
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
  /** Name of the recipient. */
  name?: string
  /** E-mail address of the recipient. */
  email?: string
  /** Mobile number of the recipient. */
  phone?: string
  /** The last mail with its address or a reminder. */
  lastMail?: {
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
}

export type ListedWallet = {
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
  /** Identifies the consumer. */
  consumerId: number
  /** When it was created. In UTC. */
  createdAt: string
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

export type NewClaimRules = {
  /** A claim that breaks a rule waits until the operator releases it. Without rules, none waits. */
  claimRules?: {
    /** The countries that claims may come from; all unless given. */
    countries?: Array<string>
    /** Claims from one network within a day. */
    networkPerDay?: number
    /** Claims for one e-mail address or phone number within a day. */
    addressPerDay?: number
    /** Amounts claimed within a day of all links under the rules. */
    amountPerDay?: Array<{
      /** The currency, as ISO 4217 code. */
      currency: string
      /** The amount, in major units of `currency`. */
      amount: number
    }>
    /** Hours of a review; then a link that nobody released returns its remainder. 72 unless given. */
    reviewHours?: number
  }
}

export type NewCredential = {
  /** A name for people, shown in lists. */
  label?: string
  /** Permissions; all unless given. */
  permissions?: Array<string>
  /** When it expires, with an offset; never unless given. */
  expiresAt?: string
  /** True if requests need `x-signature-v2`. */
  requireSignatureV2?: boolean
  /** The networks, in CIDR notation, that requests may come from; all if absent. */
  allowedAddresses?: Array<string>
  /** `test`: a credential of the test partner of this partner, which is created with play money if there is none. Unless given, the mode of the partner itself. */
  mode?: 'live' | 'test'
}

export type NewCredit = {
  /** The amount, above 0, in major units of the wallet's currency. */
  amount: number
  /** The partner's own reference of the wallet transaction: unique, and its idempotency key. */
  referenceId: string
  /** A note for the partner's records. */
  description?: string
  /** The partner's own labels of the transaction: up to 20 keys of 1 to 40 characters, without colons, and values of up to 200 characters. */
  metadata?: Record<string, unknown>
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
  /** When it is ordered, within 90 days; at once after the approval unless given. In UTC. */
  placeAt?: string
}

export type NewFundsNotices = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The amount below which the user is mailed, in major units. */
  below?: number | null
  /** The user is mailed if the funds last for fewer days, at the pace of a week. */
  belowDays?: number | null
  /** True if the user is mailed of the next deposit. */
  onDeposit?: boolean
}

export type NewInvitation = {
  /** The e-mail address of the person. */
  email: string
  /** A role of a partner. */
  role: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewLinkLogo = {
  /** The bytes of the image, as Base64. */
  image: string
}

export type NewLinkTemplate = {
  /** The partner's name of it. */
  name: string
  /** The id of a stored logo; none unless given. */
  logo?: string
  /** Color of buttons, such as `#a3452a`; text on it must have a contrast of 4.5:1 or more. */
  accentColor?: string
  /** Color of the page in a light theme; texts on it must have a contrast of 4.5:1 or more. */
  paperColor?: string
  /** Name of the sender, as people read it; unless given, the partner's name. */
  senderName?: string
  /** Address for replies to the mails. */
  replyTo?: string
  /**
   * Second factor of links that name none:
   *
   * - `NONE`: anyone with the address can claim it
   * - `EMAIL`: a code that is mailed to its person is needed, too
   * - `SMS`: a code that is sent to their mobile number is needed, too
   * - `SIGNED`: a signature of the partner's app is needed, too: it leads its person to the page
   */
  secondFactor?: 'NONE' | 'EMAIL' | 'SMS' | 'SIGNED'
  /** Amounts from which links ask for it; in other currencies all links do. */
  secondFactorFrom?: Array<{
    /** The currency, as ISO 4217 code. */
    currency: string
    /** The amount, in major units of `currency`. */
    amount: number
  }>
  /** A claim that breaks a rule waits until the operator releases it. Without rules, none waits. */
  claimRules?: {
    /** The countries that claims may come from; all unless given. */
    countries?: Array<string>
    /** Claims from one network within a day. */
    networkPerDay?: number
    /** Claims for one e-mail address or phone number within a day. */
    addressPerDay?: number
    /** Amounts claimed within a day of all links under the rules. */
    amountPerDay?: Array<{
      /** The currency, as ISO 4217 code. */
      currency: string
      /** The amount, in major units of `currency`. */
      amount: number
    }>
    /** Hours of a review; then a link that nobody released returns its remainder. 72 unless given. */
    reviewHours?: number
  }
  /** Hours in which links and reminders by mail and SMS wait; requested codes do not wait. */
  quietHours?: {
    /** When they begin, such as `21:00`. */
    from: string
    /** When they end, such as `08:00`: on the next day if it is earlier. */
    to: string
    /** Name of the time zone, such as `Europe/Berlin`. */
    timeZone: string
  }
  /** By language. */
  texts?: Array<{
    /** The language, such as `de`. */
    locale: string
    /** The subject of the mail, with the placeholders {{ partnerName }} and {{ amount }}. */
    subject?: string
    /** The greeting, also with the placeholder {{ consumerName }}. */
    greeting?: string
    /** Message of links that have none of their own. */
    message?: string
  }>
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

export type NewOrderRule = {
  /**
   * Kind of act that needs an approval; `orders` unless given:
   *
   * - `orders`: orders that people place
   * - `credits`: credits to wallets by people, single or in a file
   */
  kind?: 'orders' | 'credits'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Sum of a UTC day from which orders or credits of a person need an approval, in major units. */
  approveFrom?: number
}

export type NewPasswordReset = {
  /** Why, for the audit log: one line. */
  reason?: string
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

export type NewSignInRules = {
  /** True if all users of the partner must have a second factor. */
  isSecondFactorRequired: boolean
}

export type NewTeamBudget = {
  /** Name of the team. */
  team: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Amount that its users may order, send and credit in a calendar month (UTC) before another person must approve more, in major units. */
  monthly?: number
}

export type NewTeamMember = {
  /** The team; none unless given. */
  team?: string
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

export type NewWalletSettings = {
  /** True if owners may spend STANDARD wallets. */
  isSpendingOn?: boolean
  /** True if people sign in to their wallets by a mailed code; mails of credits link to it. */
  isSignInOn?: boolean
}

export type NewWebhookEndpoint = {
  /** An https:// address. */
  url: string
  /** Types of events; `*` alone, or nothing, means every type. */
  eventTypes?: Array<string>
  /** A note for people. */
  description?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type OperatorError = {
  error: OperatorFault
}

export type OperatorFault = {
  /** Code of the error, for programs. */
  code: string
  /** Message for people; the text may change. */
  message: string
  /** Faults, by field: at most 100, unless rows are refused together. */
  details?: Array<FieldFault>
  /** The section about it in the documentation: a path, or below TESSERA_PUBLIC_URL if it is set. */
  docUrl: string
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

export type OrderHistory = {
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
  /** The statuses that it has had, oldest first. */
  history: Array<{
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
    /** When it got this status. In UTC. */
    at: string
  }>
  /** The lines of the order, at most the first 100. */
  lines: Array<OrderedLine>
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

export type OrderRule = {
  /**
   * Kind of act that needs an approval:
   *
   * - `orders`: orders that people place
   * - `credits`: credits to wallets by people, single or in a file
   * - `team`: all of these, above the monthly budget of the user's team
   */
  kind: 'orders' | 'credits' | 'team'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Sum of a UTC day from which orders or credits of a person need an approval, in major units; for a team, its budget of the calendar month in UTC: more needs an approval. */
  approveFrom: number
  /** Amount that the user has spent today without an approval, which counts, too; for a team, the amount that its users have spent this month. */
  today: number | `${number}`
  /** The user's team. */
  team?: string
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

export type OrderedLine = {
  /** The number of the line in its order, from 1. */
  lineNo: number
  /** Identifies the product. */
  productId: number
  /** The brand of the product. */
  brand: string
  /** The product's currency, as ISO 4217 code. */
  currency: string
  /** The face value of one unit, in major units of the product's `currency`. */
  faceValue: number
  /** Number of units. */
  quantity: number
  /** Cost of one unit, in major units of the order's currency. */
  unitCost: number
  /** The partner's own reference of the line: up to 255 characters. */
  itemReference?: string
}

export type OwnCase = {
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
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
}

export type OwnFundsNotices = {
  /** True if the service has a mail server, without which nobody is mailed. */
  hasMails: boolean
  /** Notices that the user has set, by currency. */
  notices: Array<FundsNotices>
}

export type OwnLinkDetail = {
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
  /** The partner's own reference of the request that sent it. */
  requestReference: string
  /** Name of the recipient. */
  name?: string
  /** E-mail address of the recipient. */
  email?: string
  /** Mobile number of the recipient. */
  phone?: string
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

export type PasswordReset = {
  /** The id of the user. */
  userId: number
  /** The e-mail address of the user. */
  email: string
  /** When the link expires. In UTC. */
  expiresAt: string
  /**
   * How the link reaches the user:
   *
   * - `mail`: a mail to the address
   * - `link`: the response has the link, and the requester passes it on
   */
  delivery: 'mail' | 'link'
  /** The link, which is shown once: whoever has it chooses the password. Absent if it is sent by mail. */
  link?: string
}

export type PayIn = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Reference that the partner writes on its payments: a creditor reference (ISO 11649). */
  reference: string
  /** Holder of the account. */
  holder: string
  /** The IBAN, or the number of the account. */
  account: string
  /** The BIC of the bank. */
  bic?: string
  /** The name of the bank. */
  bank?: string
}

export type PendingInvitation = {
  /** Identifies the invitation. */
  invitationId: number
  /** The e-mail address that was invited. */
  email: string
  /** The id of the partner of the user; null for a user of the operator. */
  partnerId: number | null
  /** The role of the user: of the operator admin, finance, operations, support, auditor; of a partner owner, finance, developer, viewer, buyer, approver. */
  role: 'admin' | 'finance' | 'operations' | 'support' | 'auditor' | 'owner' | 'developer' | 'viewer' | 'buyer' | 'approver'
  /**
   * The state of the invitation:
   *
   * - `PENDING`: its link can be accepted until it expires
   * - `ENDED`: its inviter may no longer invite users, so its link is refused
   */
  state: 'PENDING' | 'ENDED'
  /** The inviter; absent if it was a holder of the operator token, or a local command. */
  invitedBy?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When the link expires. In UTC. */
  expiresAt: string
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

export type Request = {
  /** The `x-request-id` of the response. */
  requestId: string
  /** The `x-request-id` that the caller sent, if it differs. */
  callerRequestId?: string
  /** When it arrived. In UTC. */
  at: string
  /** Identifies the partner. */
  partnerId?: number
  /** Identifies the credential: a UUID. */
  clientId?: string
  /** True if the credential, session or download link was accepted. */
  isAuthenticated: boolean
  /** The method of the request. */
  method: string
  /** The path, without its query. */
  path: string
  /** The status of the response; absent if the client had disconnected. */
  status?: number
  /** The code of the error, if the response was one. */
  code?: string
  /** Duration, in milliseconds. */
  ms: number
  /** The IP address that the request came from. */
  address: string
  /** The order that it created or returned again, or whose codes it showed. */
  orderId?: string
  /** Number of codes of the order that it showed; 0 for a link to download them. */
  codesShown?: number
  /** Number of rows, if it was a request with several. */
  rows?: number
  /** The user of the portal who sent it, by e-mail. */
  user?: string
  /**
   * The check of its authentication that failed:
   *
   * - `headers`: a header is missing or malformed
   * - `timestamp`: `x-timestamp` is outside the window
   * - `clientId`: no such client
   * - `apiKey`: another API key
   * - `bodyHash`: another hash of the body
   * - `signature`: another signature
   * - `signatureV2`: another `x-signature-v2`, or none
   * - `credential`: revoked or expired
   * - `partner`: the partner is suspended
   * - `address`: not an address that the credential may be used from
   * - `permission`: the permission is missing
   * - `nonce`: the nonce was used before
   */
  failedCheck?: 'headers' | 'timestamp' | 'clientId' | 'apiKey' | 'bodyHash' | 'signature' | 'signatureV2' | 'credential' | 'partner' | 'address' | 'permission' | 'nonce'
  /** Why it was refused. */
  failure?: string
  /** The text that the signature should have covered. */
  stringToSign?: string
}

export type RevokedSessions = {
  /** Number of sessions that have ended. */
  revoked: number
}

export type RotatedCredential = {
  /** The test partner that a test credential belongs to. */
  testPartnerId?: number
  /** Identifies the credential: a UUID. */
  clientId: string
  /** The API key; a response shows it this once. */
  apiKey?: string
  /** The secret that signatures are keyed with; a response shows it this once. */
  hmacSecret?: string
  /** How the partner claims the secrets, if this response does not show them. */
  claim?: {
    /** The one-time link for the partner; absent if its users claim them in the portal. */
    link?: string
    /** When they can no longer be claimed. In UTC. */
    expiresAt: string
  }
  /** A name for people, shown in lists. */
  label?: string
  /** Permissions of the credential. */
  permissions: Array<'balance:read' | 'catalog:read' | 'orders:read' | 'orders:write' | 'drafts:write' | 'codes:read' | 'consumers:read' | 'consumers:write' | 'wallets:write' | 'links:read' | 'links:write' | 'wallets:sessions'>
  /** True if requests need `x-signature-v2`. */
  requireSignatureV2?: boolean
  /** The networks, in CIDR notation, that requests may come from; all if absent. */
  allowedAddresses?: Array<string>
  /** When it was created. In UTC. */
  createdAt: string
  /** When it expires; never if absent. In UTC. */
  expiresAt?: string
  /** The credential that it replaces. */
  previous: {
    /** Identifies the credential: a UUID. */
    clientId: string
    /** When it expires. In UTC. */
    expiresAt: string
  }
}

export type SecondFactorReset = {
  /** Why, for the audit log: one line. */
  reason?: string
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

export type SessionRevocation = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type SignInRules = {
  /** True if all users of the partner must have a second factor. */
  isSecondFactorRequired: boolean
}

export type Spending = {
  /** The value of the label; absent for spending without the label. */
  value?: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Number of orders that were charged. */
  orders: number
  /** Amount that they were charged, in major units of `currency`. */
  charged: number | `${number}`
  /** Amount that cases refunded of orders, in major units of `currency`. */
  refunded: number | `${number}`
  /** Number of credits of wallets. */
  credits: number
  /** Their sum, in major units of `currency`. */
  credited: number | `${number}`
  /** Amount returned by debits of wallets, in major units of `currency`. */
  debited: number | `${number}`
  /** Number of links that were sent. */
  links: number
  /** Amount that they set aside, in major units of `currency`. */
  sent: number | `${number}`
  /** Unclaimed amount that was returned, in major units of `currency`. */
  returned: number | `${number}`
  /** Amount that left the funds, less the amount returned, in major units of `currency`. */
  spent: number | `${number}`
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

export type Team = {
  /** Name of the team. */
  team: string
  /** The users of the team. */
  userIds: Array<number>
  /** The budgets of the team, by currency. */
  budgets: Array<{
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** Amount that its users may order, send and credit in a calendar month (UTC) before another person must approve more, in major units. */
    monthly: number
    /** Amount that its users have spent this month, approved or not. */
    used: number | `${number}`
  }>
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

export type User = {
  /** The id of the user. */
  userId: number
  /** The name of the user: 1 to 200 characters. */
  name: string
  /** The e-mail address of the user, in lower case. */
  email: string
  /** The id of the partner of the user; null for a user of the operator. */
  partnerId: number | null
  /** The role of the user: of the operator admin, finance, operations, support, auditor; of a partner owner, finance, developer, viewer, buyer, approver. */
  role: 'admin' | 'finance' | 'operations' | 'support' | 'auditor' | 'owner' | 'developer' | 'viewer' | 'buyer' | 'approver'
  /**
   * The status of the user:
   *
   * - `ACTIVE`: may sign in
   * - `DISABLED`: may not sign in, and has no session
   */
  status: 'ACTIVE' | 'DISABLED'
  /** When it was created. In UTC. */
  createdAt: string
  /** When the user signed in for the last time. In UTC. */
  lastSignInAt?: string
  /** True if the user signs in with more than a password. */
  hasSecondFactor: boolean
  /** True if a subject of the OpenID Connect provider signs in as the user. */
  isLinked: boolean
}

export type UserChange = {
  /** A role of a partner. */
  role?: string
  /**
   * The status of the user:
   *
   * - `ACTIVE`: may sign in
   * - `DISABLED`: may not sign in, and has no session
   */
  status?: 'ACTIVE' | 'DISABLED'
  /** Why, for the audit log: one line. */
  reason?: string
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

export type WalletSettings = {
  /** True if the operator lets owners spend STANDARD wallets. */
  isAllowed: boolean
  /** True if owners of STANDARD wallets spend them. */
  isSpendingOn: boolean
  /** True if people sign in to their wallets by a mailed code; mails of credits link to it. */
  isSignInOn: boolean
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
  /** Why, for the audit log: one line. */
  reason?: string
}

export type WebhookReplay = {
  /** The events to send again: at most 1,000. */
  eventIds?: Array<string>
  /** The beginning of the range, included. */
  from?: string
  /** The end of the range, not included; now unless given. */
  to?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type WebhookSecretRotation = {
  /** Seconds for which messages have two signatures: a day unless given. 0 ends all former secrets at once. */
  overlapSeconds?: number
  /** Why, for the audit log: one line. */
  reason?: string
}

/** Path, query, body and response of each operation. */
export interface Operations {
  /** Returns the funds of a partner: `available` is posted less held plus the credit limit. */
  getOwnFunds: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: Array<Funds>
}
  }
  /** Lists the movements of the partner's funds, newest first. */
  listOwnTransactions: {
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
  /** Streams a statement of a partner's funds in one currency. */
  getOwnStatement: {
    path: Record<never, never>
    query: { currency: string; from: string; to: string; account?: 'funds' | 'links' | undefined; format?: 'json' | 'csv' | 'html' | 'pdf' | undefined }
    body: undefined
    result: {
  data: Statement
}
  }
  /** Returns the accounts to which the partner pays, by currency; none for a test partner. */
  getOwnPayIn: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The accounts of the operator. */
  data: Array<PayIn>
}
  }
  /** Returns a PDF with the details by which a partner pays in an amount. */
  getOwnProForma: {
    path: Record<never, never>
    query: { currency: string; amount: number }
    body: undefined
    result: unknown
  }
  /** Checks a CSV of up to 1,000,000 credits to wallets; moves nothing. */
  checkOwnCredits: {
    path: Record<never, never>
    query: { fileReference: string; importId?: string | undefined; dryRun?: boolean | undefined; createConsumers?: boolean | undefined }
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Lists a partner's files of credits, newest first, with their progress. */
  listOwnCreditImports: {
    path: Record<never, never>
    query: { state?: 'CHECKING' | 'REJECTED' | 'CHECKED' | 'RUNNING' | 'STOPPED' | 'CANCELLED' | 'DONE' | undefined; from?: string | undefined; to?: string | undefined; sort?: 'createdAt' | '-createdAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<CreditImport>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns one file of credits: progress, sums, funds before and after, errors. */
  getOwnCreditImport: {
    path: { importId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Credits a checked file, or resumes a stopped one. */
  startOwnCredits: {
    path: { importId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Cancels a file of credits; what was credited stays. */
  cancelOwnCredits: {
    path: { importId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Streams a CSV with the outcome of each row, or with the errors of the file. */
  ownCreditReport: {
    path: { importId: string }
    query: Record<never, never>
    body: undefined
    result: unknown
  }
  /** Lists orders with all the given properties, of one partner or of all, newest first. */
  listOwnOrders: {
    path: Record<never, never>
    query: { clientReference?: string | undefined; itemReference?: string | undefined; cardIdentifier?: string | undefined; recipient?: string | undefined; productId?: number | undefined; amount?: number | undefined; currency?: string | undefined; status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK' | undefined; createdFrom?: string | undefined; createdTo?: string | undefined; after?: string | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Order>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Accepts one order of a person, as `POST /v2/orders` accepts one of a program. */
  placeOwnOrder: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewOrder
    result: {
  data: OrderSummary
}
  }
  /** Returns an order, its lines, and the statuses that it has had. */
  getOwnOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: OrderHistory
}
  }
  /** Lists the batches of an order. */
  listOwnFulfillments: {
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
  /** Returns the codes of a completed order. */
  listOwnItems: {
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
  /** Returns a pre-signed link to the CSV of a completed order. */
  exportOwnOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Export
}
  }
  /** Lists the products that have a price in the currency, by productId, as cached bytes with an ETag. */
  listOwnProducts: {
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
  /** Prices an order without placing it: price, rate, stock and every fault of it. */
  quoteOwnOrder: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewQuote
    result: {
  data: Quote
}
  }
  /** Stores an order for an approval, or to be placed at a later time; holds no money. */
  makeOwnDraft: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewDraft
    result: {
  data: Draft
}
  }
  /** Lists the drafts that wait or have waited for an approval, newest first. */
  listOwnDrafts: {
    path: Record<never, never>
    query: { state?: 'WAITING' | 'SCHEDULED' | 'APPROVED' | 'ORDERED' | 'REJECTED' | 'WITHDRAWN' | 'EXPIRED' | undefined; from?: string | undefined; to?: string | undefined; sort?: 'madeAt' | '-madeAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Draft>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns an order, links or credits that wait or have waited for an approval. */
  getOwnDraft: {
    path: { draftId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: DraftDetail
}
  }
  /** Approves a draft: places its order, sends its links or makes its credits, once. */
  approveOwnDraft: {
    path: { draftId: string }
    query: Record<never, never>
    body: DraftApproval
    result: {
  data: Draft
}
  }
  /** Tries your own order again that was refused at its time. */
  retryOwnDraft: {
    path: { draftId: string }
    query: Record<never, never>
    body: DraftRetry
    result: {
  data: Draft
}
  }
  /** Rejects a draft. */
  rejectOwnDraft: {
    path: { draftId: string }
    query: Record<never, never>
    body: DraftDecision
    result: {
  data: Draft
}
  }
  /** Withdraws your own draft. */
  withdrawOwnDraft: {
    path: { draftId: string }
    query: Record<never, never>
    body: DraftDecision
    result: {
  data: Draft
}
  }
  /** Asks another person of the partner to approve a credit; holds no money. */
  makeOwnCreditDraft: {
    path: { walletId: number }
    query: Record<never, never>
    body: NewCredit
    result: {
  data: Draft
}
  }
  /** Asks another person of the partner to approve links; sends nothing, holds no money. */
  makeOwnLinkDraft: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewLinks
    result: {
  data: Draft
}
  }
  /** Returns the addresses of approved links once, to the maker of the draft. */
  takeOwnDraftLinks: {
    path: { draftId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: ApprovedLinks
}
  }
  /** Lists the people of the partner, newest first, or finds one by the whole address. */
  listOwnConsumers: {
    path: Record<never, never>
    query: { email?: string | undefined; name?: string | undefined; consumerId?: number | undefined; sort?: 'createdAt' | '-createdAt' | 'name' | '-name' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Consumer>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Adds a person, or opens a wallet in another currency for one, and funds it. */
  createOwnConsumer: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewCustomer
    result: {
  data: CreatedCustomer
}
  }
  /** Lists the wallets of a partner with their balances, newest first. */
  listOwnWallets: {
    path: Record<never, never>
    query: { consumerId?: number | undefined; campaignId?: number | undefined; sort?: 'createdAt' | '-createdAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<ListedWallet>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the transactions of a wallet, newest first. */
  listOwnWalletTransactions: {
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
  /** Credits a wallet from the funds, or debits it into them. */
  transactOwnWallet: {
    path: { walletId: number }
    query: Record<never, never>
    body: NewTransaction
    result: {
  data: Transaction
}
  }
  /** Sends links for a person, as `POST /v2/links` sends those of a program. */
  sendOwnLinks: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewLinks
    result: {
  data: SentLinks
}
  }
  /** Lists links with their recipients, newest first. */
  listOwnLinks: {
    path: Record<never, never>
    query: { status?: 'OPEN' | 'PARTLY_CLAIMED' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED' | undefined; reference?: string | undefined; email?: string | undefined; from?: string | undefined; to?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<ListedOwnLink>
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
  /** Checks links without sending them, and returns the amount that they would set aside. */
  checkOwnLinks: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewLinks
    result: {
  data: CheckedLinks
}
  }
  /** Returns the sums of all links by currency: sent, claimed, returned and open. */
  sumOwnLinks: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** By currency; none before the first link. */
  data: Array<LinkSums>
}
  }
  /** Returns a link with its recipient and its orders; never its address. */
  getOwnLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: OwnLinkDetail
}
  }
  /** Sends a link to its person once more. */
  resendOwnLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: LinkDetail
}
  }
  /** Ends a link; its remainder returns to the funds at once. */
  cancelOwnLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: LinkCancellation
    result: {
  data: Link
}
  }
  /** Gives a link a new address; the old address ends at once. */
  replaceOwnLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: LinkReplacement
    result: {
  data: SentLink
}
  }
  /** Lists the templates for the pages and mails of links, by name. */
  listOwnLinkTemplates: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** By name. */
  data: Array<LinkTemplate>
}
  }
  /** Adds a template of links. */
  createOwnLinkTemplate: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewLinkTemplate
    result: {
  data: LinkTemplate
}
  }
  /** Replaces a template as a whole, also for links that were sent before. */
  replaceOwnLinkTemplate: {
    path: { templateId: string }
    query: Record<never, never>
    body: NewLinkTemplate
    result: {
  data: LinkTemplate
}
  }
  /** Stores an image that templates can name as their logo. */
  storeOwnLinkLogo: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewLinkLogo
    result: {
  data: LinkLogo
}
  }
  /** Shows the page or the mail of an example link with a template; stores nothing. */
  previewOwnLinkTemplate: {
    path: Record<never, never>
    query: { part?: 'page' | 'mail' | undefined; locale: string; currency: string; logo?: string | undefined; accentColor?: string | undefined; paperColor?: string | undefined; senderName?: string | undefined; mailSubject?: string | undefined; greeting?: string | undefined; message?: string | undefined }
    body: undefined
    result: unknown
  }
  /** Returns the rules for claims of all links. */
  getOwnClaimRules: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: ClaimRules
}
  }
  /** Replaces the rules for claims of all links. */
  putOwnClaimRules: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewClaimRules
    result: {
  data: ClaimRules
}
  }
  /** Lists the amounts from which orders and credits of people need an approval. */
  listOwnOrderRules: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The rules, by currency. */
  data: Array<OrderRule>
}
  }
  /** Sets the amount from which orders or credits of people need an approval. */
  putOwnOrderRule: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewOrderRule
    result: {
  /** The rules, by currency. */
  data: Array<OrderRule>
}
  }
  /** Reports spending by the value of a label, on the UTC days from `from` to `to`, both included. */
  getOwnSpending: {
    path: Record<never, never>
    query: { by?: string | undefined; from?: string | undefined; to?: string | undefined; sort?: 'value' | '-value' | 'spent' | '-spent' | undefined }
    body: undefined
    result: {
  /** By value and currency. */
  data: Array<Spending>
}
  }
  /** Lists the teams of users that have a budget. */
  listOwnTeams: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The teams, by name. */
  data: Array<Team>
}
  }
  /** Sets the amount that a team may spend in a month before another person approves more. */
  putOwnTeamBudget: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewTeamBudget
    result: {
  /** The teams, by name. */
  data: Array<Team>
}
  }
  /** Sets the team of a user of the partner: a team that has a budget, or none. */
  putOwnTeamMember: {
    path: { userId: number }
    query: Record<never, never>
    body: NewTeamMember
    result: {
  /** The teams, by name. */
  data: Array<Team>
}
  }
  /** Returns what people may do with their wallets. */
  getOwnWalletSettings: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: WalletSettings
}
  }
  /** Sets what people may do with their wallets. */
  putOwnWalletSettings: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewWalletSettings
    result: {
  data: WalletSettings
}
  }
  /** Returns the rules for sign-ins of users of the partner. */
  getOwnSignInRules: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: SignInRules
}
  }
  /** Sets the rules for sign-ins of users of the partner. */
  putOwnSignInRules: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewSignInRules
    result: {
  data: SignInRules
}
  }
  /** Returns the notices about funds that the user gets by mail. */
  getOwnFundsNotices: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: OwnFundsNotices
}
  }
  /** Sets the notices about funds in a currency that the user gets by mail. */
  putOwnFundsNotices: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewFundsNotices
    result: {
  data: OwnFundsNotices
}
  }
  /** Lists the cases of all partners, newest first; `after` continues after a case. */
  listOwnCasesOfAll: {
    path: Record<never, never>
    query: { kind?: 'refund' | 'replace' | 'block' | undefined; state?: 'REQUESTED' | 'DONE' | 'REJECTED' | undefined; from?: string | undefined; to?: string | undefined; sort?: 'openedAt' | '-openedAt' | undefined; after?: number | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<OwnCase>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the cases of an order, newest first, without codes. */
  listOwnOrderCases: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<{
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
  }>
  /** About the list. */
  meta: {
    pagination: Pagination
    delivered?: Delivered
  }
}
  }
  /** Requests a case of one item. */
  requestOwnCase: {
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
  /** Lists the credentials of a partner, expired and revoked ones too, oldest first. */
  listOwnCredentials: {
    path: Record<never, never>
    query: { state?: 'ACTIVE' | 'EXPIRED' | 'REVOKED' | undefined; sort?: 'label' | '-label' | 'state' | '-state' | 'lastUsedAt' | '-lastUsedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Credential>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Issues a credential. */
  issueOwnCredential: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewCredential
    result: {
  data: IssuedCredential
}
  }
  /** Changes which signature a credential requires, and from which addresses it may be used. */
  updateOwnCredential: {
    path: { clientId: string }
    query: Record<never, never>
    body: CredentialChange
    result: {
  data: Credential
}
  }
  /** Replaces an active credential. */
  rotateOwnCredential: {
    path: { clientId: string }
    query: Record<never, never>
    body: CredentialRotation
    result: {
  data: RotatedCredential
}
  }
  /** Revokes a credential. */
  revokeOwnCredential: {
    path: { clientId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: Credential
}
  }
  /** Lists the webhook endpoints of a partner, oldest first. */
  listOwnWebhookEndpoints: {
    path: Record<never, never>
    query: { sort?: 'url' | '-url' | 'state' | '-state' | 'failingSince' | '-failingSince' | undefined; page?: number | undefined; pageSize?: number | undefined }
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
  /** Creates a webhook endpoint, to which events are sent from now on. */
  createOwnWebhookEndpoint: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewWebhookEndpoint
    result: {
  data: HandedWebhookEndpoint
}
  }
  /** Returns a webhook endpoint. */
  getOwnWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: WebhookEndpoint
}
  }
  /** Changes a webhook endpoint; pauses or enables it. */
  updateOwnWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookEndpointChange
    result: {
  data: WebhookEndpoint
}
  }
  /** Gives a webhook endpoint a new secret. */
  rotateOwnWebhookSecret: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookSecretRotation
    result: {
  data: HandedWebhookEndpoint
}
  }
  /** Sends a `webhook.test` to the endpoint at once, and returns its response. */
  testOwnWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
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
  /** Sends events again: by their ids, or those of a time range. */
  replayOwnWebhookEvents: {
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
  removeOwnWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: RemovedWebhookEndpoint
}
  }
  /** Lists the attempts to deliver events to an endpoint, newest first. */
  listOwnWebhookDeliveries: {
    path: { endpointId: string }
    query: { event?: string | undefined; outcome?: 'succeeded' | 'failed' | undefined; after?: string | undefined; pageSize?: number | undefined; from?: string | undefined; to?: string | undefined }
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
  /** Lists the events in the feed of a partner, newest first. */
  listOwnEventsOfFeed: {
    path: Record<never, never>
    query: { from?: string | undefined; to?: string | undefined; type?: 'order.processing' | 'order.on_hold' | 'order.out_of_stock' | 'order.completed' | 'order.cancelled' | 'case.opened' | 'case.resolved' | 'product.updated' | 'price.updated' | 'stock.low' | 'balance.low' | 'balance.credited' | 'wallet.credited' | 'wallet.debited' | 'link.sent' | 'link.claimed' | 'link.failed' | 'link.expired' | 'link.cancelled' | 'link.returned' | 'link.mailed' | 'link.bounced' | 'link.complained' | undefined; subject?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Event>
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
  /** Lists logged requests, newest first: of all, of a partner, or of one credential. */
  listOwnRequests: {
    path: Record<never, never>
    query: { clientId?: string | undefined; failed?: boolean | undefined; from?: string | undefined; to?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Request>
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
  /** Returns a logged request that named a credential of the partner. */
  getOwnRequest: {
    path: { requestId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Request
}
  }
  /** Invites a user of the partner. */
  inviteOwnUser: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewInvitation
    result: {
  data: Invitation
}
  }
  /** Lists the invitations of the partner that wait to be accepted, newest first. */
  listOwnInvitations: {
    path: Record<never, never>
    query: { sort?: 'email' | '-email' | 'role' | '-role' | 'expiresAt' | '-expiresAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<PendingInvitation>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Ends an invitation of the partner: its link no longer works. */
  revokeOwnInvitation: {
    path: { invitationId: number }
    query: Record<never, never>
    body: InvitationRevocation
    result: {
  /** The invitation that has ended. */
  data: {
    /** Identifies the invitation. */
    invitationId: number
  }
}
  }
  /** Lists the users of the partner, oldest first. */
  listOwnUsers: {
    path: Record<never, never>
    query: { email?: string | undefined; role?: 'owner' | 'finance' | 'developer' | 'viewer' | 'buyer' | 'approver' | undefined; status?: 'ACTIVE' | 'DISABLED' | undefined; sort?: 'name' | '-name' | 'email' | '-email' | 'role' | '-role' | 'createdAt' | '-createdAt' | 'lastSignInAt' | '-lastSignInAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<User>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Changes the role of a user of the partner, or disables or enables it. */
  updateOwnUser: {
    path: { userId: number }
    query: Record<never, never>
    body: UserChange
    result: {
  data: User
}
  }
  /** Ends all sessions of a user of the partner at once. */
  revokeOwnUserSessions: {
    path: { userId: number }
    query: Record<never, never>
    body: SessionRevocation
    result: {
  data: RevokedSessions
}
  }
  /** Removes all second factors of a user of the partner who has lost them. */
  resetOwnSecondFactors: {
    path: { userId: number }
    query: Record<never, never>
    body: SecondFactorReset
    result: {
  data: User
}
  }
  /** Makes a link by which a user of the partner chooses a new password. */
  resetOwnUserPassword: {
    path: { userId: number }
    query: Record<never, never>
    body: NewPasswordReset
    result: {
  data: PasswordReset
}
  }
  /** Returns the secrets of a credential that the operator made for a partner, once. */
  claimOwnCredential: {
    path: { clientId: string }
    query: Record<never, never>
    body: {
}
    result: {
  data: ClaimedCredential
}
  }
}

export const ROUTES: Readonly<Record<keyof Operations, Route>> = {
  getOwnFunds: { method: 'GET', path: '/portal/v1/funds', permission: 'balance:read' },
  listOwnTransactions: { method: 'GET', path: '/portal/v1/transactions', permission: 'balance:read' },
  getOwnStatement: { method: 'GET', path: '/portal/v1/statement', permission: 'balance:read' },
  getOwnPayIn: { method: 'GET', path: '/portal/v1/pay-in', permission: 'balance:read' },
  getOwnProForma: { method: 'GET', path: '/portal/v1/pro-forma', permission: 'balance:read' },
  checkOwnCredits: { method: 'POST', path: '/portal/v1/credit-imports', permission: 'credits:write' },
  listOwnCreditImports: { method: 'GET', path: '/portal/v1/credit-imports', permission: 'credits:read', sorts: ['createdAt'] },
  getOwnCreditImport: { method: 'GET', path: '/portal/v1/credit-imports/{importId}', permission: 'credits:read' },
  startOwnCredits: { method: 'POST', path: '/portal/v1/credit-imports/{importId}/start', permission: 'credits:write' },
  cancelOwnCredits: { method: 'POST', path: '/portal/v1/credit-imports/{importId}/cancel', permission: 'credits:write' },
  ownCreditReport: { method: 'GET', path: '/portal/v1/credit-imports/{importId}/report', permission: 'credits:read' },
  listOwnOrders: { method: 'GET', path: '/portal/v1/orders', permission: 'orders:read' },
  placeOwnOrder: { method: 'POST', path: '/portal/v1/orders', permission: 'orders:write' },
  getOwnOrder: { method: 'GET', path: '/portal/v1/orders/{orderId}', permission: 'orders:read' },
  listOwnFulfillments: { method: 'GET', path: '/portal/v1/orders/{orderId}/fulfillments', permission: 'orders:read' },
  listOwnItems: { method: 'GET', path: '/portal/v1/orders/{orderId}/items', permission: 'codes:read' },
  exportOwnOrder: { method: 'GET', path: '/portal/v1/orders/{orderId}/fulfillments/export', permission: 'codes:read' },
  listOwnProducts: { method: 'GET', path: '/portal/v1/products', permission: 'catalog:read' },
  quoteOwnOrder: { method: 'POST', path: '/portal/v1/quotes', permission: 'orders:write' },
  makeOwnDraft: { method: 'POST', path: '/portal/v1/drafts', permission: 'orders:write' },
  listOwnDrafts: { method: 'GET', path: '/portal/v1/drafts', permission: 'orders:read', sorts: ['madeAt'] },
  getOwnDraft: { method: 'GET', path: '/portal/v1/drafts/{draftId}', permission: 'orders:read' },
  approveOwnDraft: { method: 'POST', path: '/portal/v1/drafts/{draftId}/approve', permission: 'orders:approve' },
  retryOwnDraft: { method: 'POST', path: '/portal/v1/drafts/{draftId}/retry', permission: 'orders:write' },
  rejectOwnDraft: { method: 'POST', path: '/portal/v1/drafts/{draftId}/reject', permission: 'orders:approve' },
  withdrawOwnDraft: { method: 'POST', path: '/portal/v1/drafts/{draftId}/withdraw', permission: 'orders:read' },
  makeOwnCreditDraft: { method: 'POST', path: '/portal/v1/wallets/{walletId}/credit-drafts', permission: 'credits:write' },
  makeOwnLinkDraft: { method: 'POST', path: '/portal/v1/link-drafts', permission: 'links:write' },
  takeOwnDraftLinks: { method: 'POST', path: '/portal/v1/drafts/{draftId}/addresses', permission: 'links:write' },
  listOwnConsumers: { method: 'GET', path: '/portal/v1/consumers', permission: 'consumers:read', sorts: ['createdAt', 'name'] },
  createOwnConsumer: { method: 'POST', path: '/portal/v1/consumers', permission: 'consumers:write' },
  listOwnWallets: { method: 'GET', path: '/portal/v1/wallets', permission: 'consumers:read', sorts: ['createdAt'] },
  listOwnWalletTransactions: { method: 'GET', path: '/portal/v1/wallets/{walletId}/transactions', permission: 'consumers:read' },
  transactOwnWallet: { method: 'POST', path: '/portal/v1/wallets/{walletId}/transactions', permission: 'credits:write' },
  sendOwnLinks: { method: 'POST', path: '/portal/v1/links', permission: 'links:write' },
  listOwnLinks: { method: 'GET', path: '/portal/v1/links', permission: 'links:read' },
  checkOwnLinks: { method: 'POST', path: '/portal/v1/links/check', permission: 'links:write' },
  sumOwnLinks: { method: 'GET', path: '/portal/v1/links/sums', permission: 'links:read' },
  getOwnLink: { method: 'GET', path: '/portal/v1/links/{linkId}', permission: 'links:read' },
  resendOwnLink: { method: 'POST', path: '/portal/v1/links/{linkId}/resend', permission: 'links:write' },
  cancelOwnLink: { method: 'POST', path: '/portal/v1/links/{linkId}/cancel', permission: 'links:write' },
  replaceOwnLink: { method: 'POST', path: '/portal/v1/links/{linkId}/replace', permission: 'links:write' },
  listOwnLinkTemplates: { method: 'GET', path: '/portal/v1/link-templates', permission: 'links:read' },
  createOwnLinkTemplate: { method: 'POST', path: '/portal/v1/link-templates', permission: 'links:write' },
  replaceOwnLinkTemplate: { method: 'PUT', path: '/portal/v1/link-templates/{templateId}', permission: 'links:write' },
  storeOwnLinkLogo: { method: 'POST', path: '/portal/v1/link-logos', permission: 'links:write' },
  previewOwnLinkTemplate: { method: 'GET', path: '/portal/v1/link-preview', permission: 'links:write' },
  getOwnClaimRules: { method: 'GET', path: '/portal/v1/claim-rules', permission: 'links:read' },
  putOwnClaimRules: { method: 'PUT', path: '/portal/v1/claim-rules', permission: 'order-rules:write' },
  listOwnOrderRules: { method: 'GET', path: '/portal/v1/order-rules', permission: 'orders:read' },
  putOwnOrderRule: { method: 'PUT', path: '/portal/v1/order-rules', permission: 'order-rules:write' },
  getOwnSpending: { method: 'GET', path: '/portal/v1/spending', permission: 'balance:read', sorts: ['value', 'spent'] },
  listOwnTeams: { method: 'GET', path: '/portal/v1/teams', permission: 'orders:read' },
  putOwnTeamBudget: { method: 'PUT', path: '/portal/v1/teams', permission: 'order-rules:write' },
  putOwnTeamMember: { method: 'PUT', path: '/portal/v1/users/{userId}/team', permission: 'order-rules:write' },
  getOwnWalletSettings: { method: 'GET', path: '/portal/v1/wallet-settings', permission: 'consumers:read' },
  putOwnWalletSettings: { method: 'PUT', path: '/portal/v1/wallet-settings', permission: 'wallet-settings:write' },
  getOwnSignInRules: { method: 'GET', path: '/portal/v1/sign-in-rules', permission: 'users:read' },
  putOwnSignInRules: { method: 'PUT', path: '/portal/v1/sign-in-rules', permission: 'users:write' },
  getOwnFundsNotices: { method: 'GET', path: '/portal/v1/funds-notices', permission: 'balance:read' },
  putOwnFundsNotices: { method: 'PUT', path: '/portal/v1/funds-notices', permission: 'funds-notices:write' },
  listOwnCasesOfAll: { method: 'GET', path: '/portal/v1/cases', permission: 'cases:read', sorts: ['openedAt'] },
  listOwnOrderCases: { method: 'GET', path: '/portal/v1/orders/{orderId}/cases', permission: 'cases:read' },
  requestOwnCase: { method: 'POST', path: '/portal/v1/orders/{orderId}/cases', permission: 'cases:write' },
  listOwnCredentials: { method: 'GET', path: '/portal/v1/credentials', permission: 'credentials:read', sorts: ['label', 'state', 'lastUsedAt'] },
  issueOwnCredential: { method: 'POST', path: '/portal/v1/credentials', permission: 'credentials:write' },
  updateOwnCredential: { method: 'PATCH', path: '/portal/v1/credentials/{clientId}', permission: 'credentials:write' },
  rotateOwnCredential: { method: 'POST', path: '/portal/v1/credentials/{clientId}/rotate', permission: 'credentials:write' },
  revokeOwnCredential: { method: 'POST', path: '/portal/v1/credentials/{clientId}/revoke', permission: 'credentials:write' },
  listOwnWebhookEndpoints: { method: 'GET', path: '/portal/v1/webhook-endpoints', permission: 'webhooks:read', sorts: ['url', 'state', 'failingSince'] },
  createOwnWebhookEndpoint: { method: 'POST', path: '/portal/v1/webhook-endpoints', permission: 'webhooks:write' },
  getOwnWebhookEndpoint: { method: 'GET', path: '/portal/v1/webhook-endpoints/{endpointId}', permission: 'webhooks:read' },
  updateOwnWebhookEndpoint: { method: 'PATCH', path: '/portal/v1/webhook-endpoints/{endpointId}', permission: 'webhooks:write' },
  rotateOwnWebhookSecret: { method: 'POST', path: '/portal/v1/webhook-endpoints/{endpointId}/rotate', permission: 'webhooks:write' },
  testOwnWebhookEndpoint: { method: 'POST', path: '/portal/v1/webhook-endpoints/{endpointId}/test', permission: 'webhooks:write' },
  replayOwnWebhookEvents: { method: 'POST', path: '/portal/v1/webhook-endpoints/{endpointId}/replay', permission: 'webhooks:write' },
  removeOwnWebhookEndpoint: { method: 'POST', path: '/portal/v1/webhook-endpoints/{endpointId}/remove', permission: 'webhooks:write' },
  listOwnWebhookDeliveries: { method: 'GET', path: '/portal/v1/webhook-endpoints/{endpointId}/deliveries', permission: 'webhooks:read' },
  listOwnEventsOfFeed: { method: 'GET', path: '/portal/v1/events', permission: 'webhooks:read' },
  listOwnRequests: { method: 'GET', path: '/portal/v1/requests', permission: 'requests:read' },
  getOwnRequest: { method: 'GET', path: '/portal/v1/requests/{requestId}', permission: 'requests:read' },
  inviteOwnUser: { method: 'POST', path: '/portal/v1/invitations', permission: 'users:write' },
  listOwnInvitations: { method: 'GET', path: '/portal/v1/invitations', permission: 'users:read', sorts: ['email', 'role', 'expiresAt'] },
  revokeOwnInvitation: { method: 'POST', path: '/portal/v1/invitations/{invitationId}/revoke', permission: 'users:write' },
  listOwnUsers: { method: 'GET', path: '/portal/v1/users', permission: 'users:read', sorts: ['name', 'email', 'role', 'createdAt', 'lastSignInAt'] },
  updateOwnUser: { method: 'PATCH', path: '/portal/v1/users/{userId}', permission: 'users:write' },
  revokeOwnUserSessions: { method: 'POST', path: '/portal/v1/users/{userId}/sessions/revoke', permission: 'users:write' },
  resetOwnSecondFactors: { method: 'POST', path: '/portal/v1/users/{userId}/second-factors/reset', permission: 'users:write' },
  resetOwnUserPassword: { method: 'POST', path: '/portal/v1/users/{userId}/password-reset', permission: 'users:write' },
  claimOwnCredential: { method: 'POST', path: '/portal/v1/credentials/{clientId}/claim', permission: 'credentials:write' },
}
