// Generated from docs/admin-openapi.json.
// `npx vitest run test/web/operations.test.ts -u` writes it.

import type { Route } from './route.ts'

export type AddedFactor = {
  /** Ten codes, shown once. Each signs in once in place of the second factor. */
  recoveryCodes?: Array<string>
}

export type AdminProductContent = {
  /** Identifies the product. */
  productId: number
  /** Kind of shop or service that it is for. The list may grow. */
  category?: 'AUTOMOTIVE' | 'BEAUTY' | 'BOOKS' | 'CHARITY' | 'CHILDREN' | 'DEPARTMENT_STORES' | 'ELECTRONICS' | 'ENTERTAINMENT' | 'EXPERIENCES' | 'FASHION' | 'FOOD_DELIVERY' | 'FUEL' | 'GAMES' | 'GROCERIES' | 'HEALTH' | 'HOME' | 'JEWELRY' | 'MARKETPLACES' | 'MOBILE' | 'MUSIC' | 'OTHER' | 'PAYMENT_CARDS' | 'PETS' | 'RESTAURANTS' | 'SOFTWARE' | 'SPORTS' | 'STREAMING' | 'TRAVEL' | 'UTILITIES'
  /** Countries where it can be redeemed, as ISO 3166 codes; empty if unknown. */
  countries: Array<string>
  /** The first one is the main image. */
  images: Array<UploadedImage>
  /** The texts by language, ordered by `locale`. */
  locales: Array<ProductTexts>
  /**
   * Barcode that tills scan; absent: chosen to fit the text:
   *
   * - `CODE_128`: bars for any text of ASCII
   * - `CODE_39`: bars for digits and capital letters
   * - `EAN_13`: bars for 13 digits, the last one a check digit
   * - `QR`: a square for any text
   * - `PDF_417`: stacked bars for any text of ASCII
   */
  barcode?: 'CODE_128' | 'CODE_39' | 'EAN_13' | 'QR' | 'PDF_417'
}

export type Alert = {
  /** Identifies the alert. */
  alertId: number
  /**
   * The state of the alert:
   *
   * - `open`: its cause persists
   * - `resolved`: its cause has ended
   */
  state: 'open' | 'resolved'
  /**
   * Kind of problem:
   *
   * - `supplier_unfunded`: our account at a supplier has no funds; orders wait for it
   * - `supplier_silent`: a supplier does not respond for a product
   * - `supplier_unclear`: only a person can settle a purchase at a supplier
   * - `supplier_price_waits`: a price of a supplier changed by much, and waits for a person
   * - `low_stock`: fewer codes of a product and face value are for sale than its threshold
   * - `low_funds`: the funds of a partner last for few days
   * - `batches_failed`: suppliers have refused batches of open orders
   * - `link_mails_waiting`: mails that bring links wait for long, and none is sent
   * - `credits_stopped`: a file of credits is STOPPED: people wait for their money
   * - `orders_waiting`: orders of a partner are not final long after they were placed
   * - `rate_stale`: rates that price orders have not been updated for long
   * - `upstream_silent`: a supplier does not respond, or refuses our credential
   * - `upstream_low_float`: our float at a supplier is below its threshold
   * - `upstream_unsold`: codes that were bought for canceled orders are in stock
   * - `instant_ahead`: the last instant of a book is ahead of the database's clock
   * - `durability_off`: a database setting lets a crash lose committed writes
   * - `archive_failing`: the database cannot archive its log; backups do not go on
   * - `backup_overdue`: the last base backup is old, damaged, or missing
   * - `drill_overdue`: no restore drill has succeeded for long, or the last one found faults
   * - `disk_low`: little of a disk of the bundled PostgreSQL is free
   * - `disk_full`: the disk of the database is full: nothing is written
   * - `replication_lag`: a standby is behind, or away while the log is kept for it
   * - `audit_broken`: the audit log does not verify: somebody changed it
   * - `mail_template_broken`: a mail template cannot be used; mails have the default texts
   * - `webhook_disabled`: a webhook endpoint was gone, or failed for days
   * - `wrong_operator_tokens`: wrong operator tokens come more often than once a second
   * - `wrong_signatures`: wrong signatures in the name of one partner, or of none, come more than once a second
   * - `codes_guessed`: many codes that people of a partner enter for a link or a wallet are wrong
   */
  kind: 'supplier_unfunded' | 'supplier_silent' | 'supplier_unclear' | 'supplier_price_waits' | 'low_stock' | 'low_funds' | 'batches_failed' | 'link_mails_waiting' | 'credits_stopped' | 'orders_waiting' | 'rate_stale' | 'upstream_silent' | 'upstream_low_float' | 'upstream_unsold' | 'instant_ahead' | 'durability_off' | 'archive_failing' | 'backup_overdue' | 'drill_overdue' | 'disk_low' | 'disk_full' | 'replication_lag' | 'audit_broken' | 'mail_template_broken' | 'webhook_disabled' | 'wrong_operator_tokens' | 'wrong_signatures' | 'codes_guessed'
  /** Subject of the alert, such as an order. */
  subject: string
  /**
   * Urgency of the alert:
   *
   * - `warning`: act within the day
   * - `critical`: act now: partners notice it
   */
  severity: 'warning' | 'critical'
  /** Message for people. */
  message: string
  /** Details, whose members depend on the kind. */
  details: unknown
  /** When it was raised. In UTC. */
  raisedAt: string
  /** When it was last seen. In UTC. */
  lastSeenAt: string
  /** Number of times that it was seen. */
  count: number
  /** When its cause ended. In UTC. */
  resolvedAt?: string
}

export type Approval = {
  /** Identifies the approval. */
  approvalId: number
  /**
   * The kind of act:
   *
   * - `deposits`: deposits to partners
   * - `reversals`: deposits that are taken back
   * - `refunds`: items that are refunded or replaced
   * - `rates`: rates and spreads
   * - `prices`: rules of the price list
   * - `credentials`: credentials of partners that are issued, changed or rotated
   * - `limits`: limits that are raised, partners and wallets that are active again, budgets
   * - `credits`: files of credits to wallets of consumers
   * - `links`: addresses of links that are shown
   * - `upstreams`: accounts at suppliers: addresses and credentials
   * - `suppliers`: products that are created, and who supplies them
   * - `lots`: quarantined lots that are released
   * - `keys`: keys that are rotated or retired
   * - `roles`: users who are invited, enabled or get another role; tokens of machines
   */
  kind: 'deposits' | 'reversals' | 'refunds' | 'rates' | 'prices' | 'credentials' | 'limits' | 'credits' | 'links' | 'upstreams' | 'suppliers' | 'lots' | 'keys' | 'roles'
  /**
   * The state of the approval:
   *
   * - `PENDING`: it waits for a second person; nothing was done
   * - `EXECUTED`: it was approved and done
   * - `FAILED`: it was approved, and the act was refused; `error` says why
   * - `REJECTED`: a second person rejected it
   * - `CANCELED`: its requester withdrew it
   * - `EXPIRED`: nobody decided in time
   */
  state: 'PENDING' | 'EXECUTED' | 'FAILED' | 'REJECTED' | 'CANCELED' | 'EXPIRED'
  /** The operation that it is, such as `createDeposit`, if this version has it. */
  operation?: string
  /** Summary of the act, in one sentence. */
  summary: string
  /** The method, and the path with its query. */
  request: string
  /** Permission that an approver needs. */
  permission: string
  /** The partner that it concerns, if any. */
  partnerId?: number
  /** Name of the requester. */
  requestedBy: string
  /** Reason of the requester, if there is one. */
  reason?: string
  /** When it was requested. In UTC. */
  requestedAt: string
  /** When it expires unless it is decided. In UTC. */
  expiresAt: string
  /** The state before it; null if there is none. */
  before: unknown
  /** State after the act. Secrets are not shown. */
  after: unknown
  /** Who decided it. */
  decidedBy?: string
  /** When it was decided. In UTC. */
  decidedAt?: string
  /** Why it was decided so. */
  decisionReason?: string
  /** Target that was written, as the audit log names it. */
  target?: string
  /** Why the act was refused. */
  error?: {
    /** Code of the error, for programs. */
    code: string
    /** Message for people. */
    message: string
    /** Faults, by field. */
    details?: Array<FieldFault>
  }
}

export type ApprovalCancellation = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type ApprovalDetail = {
  /** Identifies the approval. */
  approvalId: number
  /**
   * The kind of act:
   *
   * - `deposits`: deposits to partners
   * - `reversals`: deposits that are taken back
   * - `refunds`: items that are refunded or replaced
   * - `rates`: rates and spreads
   * - `prices`: rules of the price list
   * - `credentials`: credentials of partners that are issued, changed or rotated
   * - `limits`: limits that are raised, partners and wallets that are active again, budgets
   * - `credits`: files of credits to wallets of consumers
   * - `links`: addresses of links that are shown
   * - `upstreams`: accounts at suppliers: addresses and credentials
   * - `suppliers`: products that are created, and who supplies them
   * - `lots`: quarantined lots that are released
   * - `keys`: keys that are rotated or retired
   * - `roles`: users who are invited, enabled or get another role; tokens of machines
   */
  kind: 'deposits' | 'reversals' | 'refunds' | 'rates' | 'prices' | 'credentials' | 'limits' | 'credits' | 'links' | 'upstreams' | 'suppliers' | 'lots' | 'keys' | 'roles'
  /**
   * The state of the approval:
   *
   * - `PENDING`: it waits for a second person; nothing was done
   * - `EXECUTED`: it was approved and done
   * - `FAILED`: it was approved, and the act was refused; `error` says why
   * - `REJECTED`: a second person rejected it
   * - `CANCELED`: its requester withdrew it
   * - `EXPIRED`: nobody decided in time
   */
  state: 'PENDING' | 'EXECUTED' | 'FAILED' | 'REJECTED' | 'CANCELED' | 'EXPIRED'
  /** The operation that it is, such as `createDeposit`, if this version has it. */
  operation?: string
  /** Summary of the act, in one sentence. */
  summary: string
  /** The method, and the path with its query. */
  request: string
  /** Permission that an approver needs. */
  permission: string
  /** The partner that it concerns, if any. */
  partnerId?: number
  /** Name of the requester. */
  requestedBy: string
  /** Reason of the requester, if there is one. */
  reason?: string
  /** When it was requested. In UTC. */
  requestedAt: string
  /** When it expires unless it is decided. In UTC. */
  expiresAt: string
  /** The state before it; null if there is none. */
  before: unknown
  /** State after the act. Secrets are not shown. */
  after: unknown
  /** Who decided it. */
  decidedBy?: string
  /** When it was decided. In UTC. */
  decidedAt?: string
  /** Why it was decided so. */
  decisionReason?: string
  /** Target that was written, as the audit log names it. */
  target?: string
  /** Why the act was refused. */
  error?: {
    /** Code of the error, for programs. */
    code: string
    /** Message for people. */
    message: string
    /** Faults, by field. */
    details?: Array<FieldFault>
  }
  /** Hash of this state and this act, while it waits; the approver sends it back. */
  seen?: string
  /** True if `before` has changed since the act was requested. */
  changed: boolean
  /** Why the act would be refused now, if that is known. */
  fault?: string
  /** True if it was approved and may be executing now. */
  underWay: boolean
  /** True if you may approve or reject it. */
  mayDecide: boolean
  /** True if you requested it and may withdraw it. */
  mayCancel: boolean
  /** Users who may approve it. */
  approvers: number
  /** Response to the act: for the requester, for a day. */
  response?: {
    /** The status. */
    status: number
    /** The body, with secrets that are shown once. */
    body: unknown
  }
}

export type ApprovalGiven = {
  /** `seen` of the approval as it was shown to you. */
  seen: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type ApprovalRejection = {
  /** Why, for the audit log: one line. */
  reason: string
}

export type ApprovalRequested = {
  /** The approval that is needed. */
  data: {
    /** Identifies the approval. */
    approvalId: number
    /**
     * The kind of act:
     *
     * - `deposits`: deposits to partners
     * - `reversals`: deposits that are taken back
     * - `refunds`: items that are refunded or replaced
     * - `rates`: rates and spreads
     * - `prices`: rules of the price list
     * - `credentials`: credentials of partners that are issued, changed or rotated
     * - `limits`: limits that are raised, partners and wallets that are active again, budgets
     * - `credits`: files of credits to wallets of consumers
     * - `links`: addresses of links that are shown
     * - `upstreams`: accounts at suppliers: addresses and credentials
     * - `suppliers`: products that are created, and who supplies them
     * - `lots`: quarantined lots that are released
     * - `keys`: keys that are rotated or retired
     * - `roles`: users who are invited, enabled or get another role; tokens of machines
     */
    kind: 'deposits' | 'reversals' | 'refunds' | 'rates' | 'prices' | 'credentials' | 'limits' | 'credits' | 'links' | 'upstreams' | 'suppliers' | 'lots' | 'keys' | 'roles'
    /** Nothing was done yet. */
    state: 'PENDING'
    /** Path at which the approval is read and decided. */
    path: string
    /** When it expires unless it is approved. In UTC. */
    expiresAt: string
    /** Other users who may approve it. */
    approvers: number
  }
}

export type ApprovalRule = {
  /**
   * The kind of act:
   *
   * - `deposits`: deposits to partners
   * - `reversals`: deposits that are taken back
   * - `refunds`: items that are refunded or replaced
   * - `rates`: rates and spreads
   * - `prices`: rules of the price list
   * - `credentials`: credentials of partners that are issued, changed or rotated
   * - `limits`: limits that are raised, partners and wallets that are active again, budgets
   * - `credits`: files of credits to wallets of consumers
   * - `links`: addresses of links that are shown
   * - `upstreams`: accounts at suppliers: addresses and credentials
   * - `suppliers`: products that are created, and who supplies them
   * - `lots`: quarantined lots that are released
   * - `keys`: keys that are rotated or retired
   * - `roles`: users who are invited, enabled or get another role; tokens of machines
   */
  kind: 'deposits' | 'reversals' | 'refunds' | 'rates' | 'prices' | 'credentials' | 'limits' | 'credits' | 'links' | 'upstreams' | 'suppliers' | 'lots' | 'keys' | 'roles'
  /** True if a second person must approve such acts. */
  required: boolean
  /** A person gives away less than this in a UTC day without an approval; in other currencies each act needs one. */
  amounts: Array<{
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** From this sum of a day on, in major units of `currency`. */
    amount: number
  }>
}

export type AssortmentRule = {
  /** The number of the rule. */
  ruleNo: number
  /** The partner that it is for; all partners if absent. */
  partnerId?: number
  /** The product that it covers; a rule names at most one of product, brand and type. */
  productId?: number
  /** The brand that it covers. */
  brand?: string
  /** The product type that it covers: `GIFT_CARD`, `TOP_UP`, `BILL_PAYMENT`, `ACCOUNT_CREDIT`. */
  productType?: string
  /** Only products of this currency, an ISO 4217 code. */
  currency?: string
  /** True: the products are in the catalog; false: they are not. */
  shown?: boolean
  /** When it comes into force. In UTC. */
  effectiveAt: string
  /** When it was recorded. In UTC. */
  recordedAt: string
  /** Who recorded it. */
  recordedBy: string
}

export type AuditEntry = {
  /** Identifies the entry. */
  auditId: number
  /** The partner that it concerns, if any. */
  partnerId?: number
  /** Who acted: the e-mail address of a user, `operator` for the operator token, or `system`. */
  actor: string
  /**
   * Kind of principal that acted:
   *
   * - `user`: a user of the operator
   * - `partner_user`: a user of a partner
   * - `service_token`: a token of a machine of the operator
   * - `environment_token`: a holder of TESSERA_ADMIN_TOKEN
   * - `credential`: a credential of a partner
   * - `system`: the service itself, such as the demo
   * - `visitor`: a person who is not signed in
   */
  actorKind: 'user' | 'partner_user' | 'service_token' | 'environment_token' | 'credential' | 'system' | 'visitor'
  /** Identifies the principal among those of its kind: the id of the user, token or client. */
  actorId?: string
  /** The address of the network that the request came from. */
  address?: string
  /** Action, such as `partner.create`. */
  action: string
  /** Target of the change, such as `partner:7`. */
  target: string
  /** Reason of the operator, if there is one. */
  reason?: string
  /** The state before it, as far as it changed. */
  before?: unknown
  /** The state after it, as far as it changed. */
  after?: unknown
  /** When it happened. In UTC. */
  at: string
  /** The approval of the act, if a second person approved it. */
  approvalId?: number
  /** The user who approved it; the actor requested it. */
  approver?: string
}

export type AuditVerification = {
  /** True if nothing was changed, removed, added or moved. */
  intact: boolean
  /** Days that were verified. */
  days: number
  /** Entries that were verified. */
  entries: number
  /** Entries that were sealed more than ten minutes after they were recorded. */
  late: number
  /** The first fault, if there is one. */
  fault?: {
    /** The UTC day, such as `2026-01-31`. */
    day?: string
    /** The place in the chain of the day, from 1. */
    place?: number
    /** Identifies the entry, if it is known. */
    auditId?: number
    /** Description of the fault. */
    message: string
  }
  /** The head of the last of these days; a later call checks it if sent as `head`. */
  head?: string
}

export type AuthenticatorSelection = {
  /** Always `required`: people sign in without typing their address. */
  residentKey: string
  /** Always true. */
  requireResidentKey: boolean
  /** Always `required`: the authenticator verifies the user. */
  userVerification: string
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
  /** The number of the line in its order, from 1. */
  lineNo: number
  /** Number of the attempt, from 1. */
  attempt: number
  /**
   * Reason for which the batch waits:
   *
   * - `stock`: no supplier has stock
   * - `funds`: the order is ON_HOLD for the funds of the partner
   * - `supplier`: our account at the supplier is unfunded
   */
  waitsFor?: 'stock' | 'funds' | 'supplier'
  /** Last error. */
  lastFault?: string
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier: string
  /** The account at the supplier, if it has several. */
  account?: string
  /** The lots that the codes come from. */
  lots?: Array<string>
  /** Confirmation numbers of the supplier. */
  confirmationNumbers?: Array<string>
  /** Attempts to buy the batch, with the reason of each failure. */
  attempts: Array<{
    /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
    supplier: string
    /** The account at the supplier, if it has several. */
    account?: string
    /**
     * Outcome at the supplier:
     *
     * - `issued`: it issued the batch
     * - `pending`: it works on the batch
     * - `out_of_stock`: it has no stock
     * - `refused`: it refused the batch
     * - `unfunded`: our account there has no funds
     * - `unavailable`: it did not respond, and has not received the request
     * - `unknown`: its response was lost
     */
    outcome: 'issued' | 'pending' | 'out_of_stock' | 'refused' | 'unfunded' | 'unavailable' | 'unknown'
    /** Why it failed. */
    reason?: string
    /** When it happened. In UTC. */
    at: string
  }>
}

export type Campaign = {
  /** Identifies the campaign. */
  campaignId: string
  /** The name of the campaign. */
  name: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Largest sum of its credits, in major units of `currency`; without limit if absent. */
  budget?: number
  /** When the campaign ends; never if absent. In UTC. */
  endsAt?: string
  /** The gift cards that owners of its wallets may buy on their page; empty: all that the partner may buy. If absent, owners cannot spend these wallets. */
  spendProducts?: Array<number>
  /** When it was created. In UTC. */
  createdAt: string
}

export type CardMovement = {
  /**
   * Kind of movement:
   *
   * - `AUTHORIZE`: the amount was set aside for a merchant
   * - `RELEASE`: the amount was not captured, and is free again
   * - `CAPTURE`: the amount was spent
   * - `REFUND`: the amount was refunded
   * - `REVERSE_CAPTURE`: a capture was reversed
   * - `REVERSE_REFUND`: a refund was reversed
   */
  kind: 'AUTHORIZE' | 'RELEASE' | 'CAPTURE' | 'REFUND' | 'REVERSE_CAPTURE' | 'REVERSE_REFUND'
  /** The amount, in major units of `currency`. */
  amount: number
  /** The merchant whose call caused it. */
  merchantId: number
  /** The name of the merchant. */
  merchantName: string
  /** The authorization that it belongs to. */
  authorizationId: string
  /** Reference of the call; absent if the authorization expired. */
  reference?: string
  /** When it was created. In UTC. */
  createdAt: string
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
  /** Identifies the partner. */
  partnerId: number
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** Who opened it: the partner or an operator. */
  openedBy: string
  /** Who decided it. */
  decidedBy?: string
}

export type CaseAcceptance = {
  /** Why, for the audit log: one line. */
  reason?: string
  /** Must be true for a case that cannot be taken back at the supplier. */
  acknowledged?: boolean
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

export type ChangedProduct = {
  /** Identifies the product. */
  productId: number
  /** The brand of the product: 1 to 200 characters. */
  brand: string
  /** ISO 4217 code in upper case, such as `USD`. */
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
  /**
   * Type of the product:
   *
   * - `GIFT_CARD`: delivers a code
   * - `TOP_UP`: tops up the phone of the recipient
   * - `BILL_PAYMENT`: pays a bill of the recipient
   * - `ACCOUNT_CREDIT`: credits an account of the recipient
   */
  productType: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT'
  /** Fields of the recipient that an order must have. */
  recipientFields: Array<RecipientField>
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier: string
  /** Settings of the first supplier. */
  supplierSettings: unknown
  /** The suppliers in the order in which they are asked, if there are several. */
  suppliers?: Array<unknown>
  /** False takes the product out of every catalog. */
  active: boolean
  /** True for a product of test partners. */
  test?: boolean
  /** Codes are unique among products of one namespace; one for all unless given. */
  codeNamespace?: string
  /** Codes that the change took off sale. */
  unsellableCodes?: number
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

export type ConfirmedPasswordReset = {
  /**
   * Result:
   *
   * - `CHANGED`: the new password signs in
   */
  status: 'CHANGED'
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

export type CredentialClaim = {
  /** The part of the link after `#`. */
  token: string
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

export type CreditLimit = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Amount that may be spent beyond the balance, in major units of `currency`; 0: none. */
  amount: number
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

export type Deposit = {
  /** The deposit that a reversal takes back. */
  depositId: string
  /** When it was made. In UTC. */
  at: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The amount, in major units of `currency`. */
  amount: number
  /** Amount that reversals have taken back, in major units of `currency`. */
  reversed: number
  /** Amount that no reversal has taken back, in major units of `currency`. */
  left: number
  /** Reference of the request that made it. */
  reference: string
}

export type Difference = {
  /** Identifies the partner. */
  partnerId: number
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The account, such as `funds`. */
  account: string
  /** The field of the account or transfer that differs. */
  field: string
  /** Stored value, in minor units. */
  stored: string
  /** Value recomputed from the transfers, in minor units. */
  recomputed: string
}

export type Erasure = {
  /** Identifies the erasure. */
  erasureId: string
  /**
   * Kind of erasure:
   *
   * - `CONSUMER`: of a consumer
   * - `RECIPIENT`: of a recipient of orders
   */
  kind: 'CONSUMER' | 'RECIPIENT'
  /** Identifies the partner. */
  partnerId: number
  /** Identifies the consumer. */
  consumerId?: number
  /** Wallets that were closed. */
  wallets: number
  /** Wallet transactions whose description or metadata was erased. */
  descriptions: number
  /** Mails that were erased. */
  mails: number
  /** Lines of orders whose recipient was erased. */
  lines: number
  /** Why. */
  reason: string
  /** Who acted: the e-mail address of a user, `operator` for the operator token, or `system`. */
  actor: string
  /** When it was erased. In UTC. */
  erasedAt: string
}

export type Error = {
  error: Fault
}

export type Event = OrderProcessingEvent | OrderOnHoldEvent | OrderOutOfStockEvent | OrderCompletedEvent | OrderCancelledEvent | CaseOpenedEvent | CaseResolvedEvent | ProductUpdatedEvent | PriceUpdatedEvent | StockLowEvent | BalanceLowEvent | BalanceCreditedEvent | WalletCreditedEvent | WalletDebitedEvent | LinkSentEvent | LinkClaimedEvent | LinkFailedEvent | LinkExpiredEvent | LinkCancelledEvent | LinkReturnedEvent | LinkMailedEvent | LinkBouncedEvent | LinkComplainedEvent

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

export type FoundCard = {
  /**
   * State of the card:
   *
   * - `ACTIVE`: merchants may redeem it
   * - `CLOSED`: its item was refunded, replaced or blocked
   * - `UNKNOWN`: its order is not COMPLETED
   */
  state: 'ACTIVE' | 'CLOSED' | 'UNKNOWN'
  /** Identifies the partner. */
  partnerId: number
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** The number of the item in its order, from 1. */
  itemNo: number
  /** Identifies the code inside this service; it is not the code. */
  cardIdentifier: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Amount it was issued with, in major units of `currency`. */
  issued: number
  /** Amount that can be spent, in major units of `currency`. */
  balance: number
  /** Amount set aside for merchants, in major units of `currency`. */
  authorized: number
  /** Amount captured by merchants, in major units of `currency`. */
  captured: number
  /** Amount that merchants refunded, in major units of `currency`. */
  refunded: number
  /** The last 100, newest first. */
  movements: Array<CardMovement>
}

export type FoundCode = {
  /** The product of the code. */
  productId: number
  /** The name of the lot. */
  lot?: string
  /**
   * State of the code:
   *
   * - `FREE`: on sale
   * - `HELD`: its lot is off sale
   * - `RESERVED`: an order that is not COMPLETED has it
   * - `DELIVERED`: a COMPLETED order has it
   * - `REPLACED`: it was delivered, and the item has another code now
   * - `BLOCKED`: it was delivered, and may not be used
   * - `PURCHASED`: bought at a supplier, in no order and no lot yet
   */
  state: 'FREE' | 'HELD' | 'RESERVED' | 'DELIVERED' | 'REPLACED' | 'BLOCKED' | 'PURCHASED'
  /** Our account at the supplier, such as `tessera:acme`. */
  supplier?: string
  /** The reference that we ordered with there. */
  supplierReference?: string
  /** Id of the order at the supplier. */
  supplierOrderId?: string
  /** Identifies the partner. */
  partnerId?: number
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId?: string
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
  orderStatus?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference?: string
  /** The number of the item in its order, from 1. */
  itemNo?: number
  /** The partner's own reference of the line: up to 255 characters. */
  itemReference?: string
  /** Identifies the code inside this service; it is not the code. */
  cardIdentifier?: string
  /** True if it replaced another code of the item. */
  isReplacement?: boolean
  /** The lot of the code that replaced this one. */
  replacementLot?: string
  /** Identifies the case. */
  caseId?: number
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

export type FundsHistory = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The last 31 days, oldest first. */
  days: Array<{
    /** The day in UTC: YYYY-MM-DD. */
    day: string
    /** Amount that could be spent at its end, in major units; absent if unknown. */
    available?: number
  }>
}

export type FundsMoved = {
  /** Identifies the transfer, such as `trf_2_117`. */
  transferId: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Amount that moved, in major units of `currency`; below zero for a reversal. */
  amount: number
  /** Funds available after holds, in major units of `currency`. */
  funds: number
}

export type FxSpread = {
  /** The currency that is exchanged; any if absent. */
  from?: string
  /** The currency that it is exchanged for; any if absent. */
  to?: string
  /** Percentage added to the market rate; null ends the spread. */
  spreadPercent: number | null
  /** When it comes into force. In UTC. */
  effectiveAt: string
  /** When it was recorded. In UTC. */
  recordedAt: string
  /** Who recorded it. */
  recordedBy: string
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

export type HourOfActivity = {
  /** The first instant of the hour; UTC. */
  from: string
  /** Orders completed in the hour. */
  orders: number
  /** Codes delivered by them. */
  codes: number
  /** Amounts charged in the hour, by currency. */
  charged?: Array<{
    /** ISO 4217 code. */
    currency: string
    /** Amount that they were charged, in major units. */
    amount: number | `${number}`
  }>
  /** The same hour a week before; of the current hour, the part that has passed. */
  weekBefore: {
    /** Orders completed in the hour. */
    orders: number
    /** Codes delivered by them. */
    codes: number
    /** Amounts charged in the hour, by currency. */
    charged?: Array<{
      /** ISO 4217 code. */
      currency: string
      /** Amount that they were charged, in major units. */
      amount: number | `${number}`
    }>
  }
}

export type HourOfMargin = {
  /** The first instant of the hour; UTC. */
  from: string
  /** The margin of the hour, by currency. */
  margin: Array<{
    /** ISO 4217 code. */
    currency: string
    /** Charge less cost of units with a known cost, in major units; below zero for a loss. */
    amount?: number | `${number}`
    /** Units without a known cost; they are left out. */
    unknownUnits: number
  }>
  /** The same hour a week before; of the current hour, the part that has passed. */
  weekBefore: Array<{
    /** ISO 4217 code. */
    currency: string
    /** Charge less cost of units with a known cost, in major units; below zero for a loss. */
    amount?: number | `${number}`
    /** Units without a known cost; they are left out. */
    unknownUnits: number
  }>
}

export type IdentityUnlinking = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type Import = {
  /** Identifies the product. */
  productId: number
  /** Identifies the import: a UUID. */
  importId: string
  /** The name of the lot. */
  lot: string
  /** True if nothing was stored. */
  dryRun: boolean
  /**
   * The state of the import:
   *
   * - `RUNNING`: reads its file
   * - `DONE`: has read its file
   * - `FAILED`: was refused; what it stored before stays
   * - `INTERRUPTED`: stopped before the end, and can be resumed with the same file
   */
  state: 'RUNNING' | 'DONE' | 'FAILED' | 'INTERRUPTED'
  /** Why it failed. */
  failure?: string
  /** Who acted: the e-mail address of a user, `operator` for the operator token, or `system`. */
  actor: string
  /** Codes that were stored. */
  imported: number
  /** Lines whose code exists already. */
  duplicates: number
  /** Lines that were refused. */
  rejectedCount: number
  /** Lines of the file that were read. */
  linesRead: number
  /** Bytes of the file that were read. */
  bytesRead: number
  /** The size of the file in bytes, if it is known. */
  bytesTotal?: number
  /** When it started. In UTC. */
  startedAt: string
  /** When it last advanced. In UTC. */
  progressAt: string
  /** When it ended. In UTC. */
  endedAt?: string
}

export type ImportedCodes = {
  /** Identifies the import: a UUID. */
  importId: string
  /** The name of the lot. */
  lot: string
  /** Codes that were stored. */
  imported: number
  /** Lines whose code exists already. */
  duplicates: number
  /** The first lines that were refused, and why. */
  rejected: Array<{
    /** The number of the line in the file. */
    line: number
    /** Why it was refused. */
    reason: string
  }>
  /** Lines that were refused. */
  rejectedCount: number
}

export type ImportedRates = {
  /**
   * The format of the list:
   *
   * - `ecb-xml`: the XML of the European Central Bank
   * - `ecb-csv`: the CSV of the European Central Bank
   * - `csv`: lines of `from,to,rate`
   */
  format: 'ecb-xml' | 'ecb-csv' | 'csv'
  /** Source of the rates. */
  source: string
  /** When it comes into force. In UTC. */
  effectiveAt: string
  /** True if nothing was stored. */
  dryRun: boolean
  /** The rates of the list. */
  rates: Array<{
    /** The currency that is exchanged, as ISO 4217 code. */
    from: string
    /** The currency that it is exchanged for, as ISO 4217 code. */
    to: string
    /** Units of `to` for one unit of `from`, with up to 8 decimals. */
    rate: number
    /** The rate before. */
    before?: number
  }>
  /** The day of the list, if it names one: YYYY-MM-DD. */
  listDay?: string
  /** Moves that the guard would have refused without `force`. */
  forced: Array<RateMove>
  /** The day of the list, if the guard would have refused it without `force`: YYYY-MM-DD. */
  forcedDay?: string
  /** Currencies of the list that the service does not have. */
  unknownCurrencies: Array<string>
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

export type InvitationAcceptance = {
  /** The part of the link after `#`. */
  token: string
  /** The name of the user: 1 to 200 characters. */
  name: string
  /** The password that the user chooses: 12 to 256 characters, not easy to guess. */
  password: string
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

export type IssuedMerchantCredential = {
  /** Identifies the credential: a UUID. */
  clientId: string
  /** A name for people, shown in lists. */
  label?: string
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
  /** The API key; a response shows it this once. */
  apiKey: string
  /** The secret that signatures are keyed with; a response shows it this once. */
  hmacSecret: string
}

export type Key = {
  /** Identifies the data key. */
  keyId: number
  /**
   * Purpose of the key:
   *
   * - `codes`: codes in stock and of orders
   * - `credentials`: HMAC secrets
   * - `blind_index`: finds codes without opening them
   * - `exports`: signs the links of exports
   * - `consumers`: names and e-mail addresses of consumers
   * - `consumer_index`: finds consumers by e-mail address
   * - `checkpoints`: checkpoints of verifications
   */
  purpose: 'codes' | 'credentials' | 'blind_index' | 'exports' | 'consumers' | 'consumer_index' | 'checkpoints'
  /**
   * Use of the key:
   *
   * - `ACTIVE`: seals new secrets
   * - `LOT`: seals one lot of stock
   * - `KEPT`: only opens what it sealed
   */
  use: 'ACTIVE' | 'LOT' | 'KEPT'
  /** When it was created. In UTC. */
  createdAt: string
  /** The master keys that wrap it. */
  masterIds: Array<string>
}

export type KeyRotation = {
  /**
   * Scope of the rotation:
   *
   * - `master`: wraps the data keys with the new master key
   * - `data`: makes new data keys, which seal from now on
   */
  scope: 'master' | 'data'
  /** The purpose of the data keys to rotate; all unless given. */
  purpose?: 'codes' | 'credentials' | 'exports' | 'consumers' | 'checkpoints'
  /** Why, for the audit log: one line. */
  reason?: string
}

export type LastAuditCheck = {
  /** When the service verified some days for the last time. In UTC. */
  checkedAt?: string
  /** When it had verified all days for the last time. In UTC. */
  completedAt?: string
  /** The first fault, if there is one. */
  fault?: {
    /** The UTC day, such as `2026-01-31`. */
    day?: string
    /** The place in the chain of the day, from 1. */
    place?: number
    /** Identifies the entry, if it is known. */
    auditId?: number
    /** Description of the fault. */
    message: string
  }
}

export type LegalIdentity = {
  /** Its name by law: at most 200 characters. */
  name?: string
  /** Its address, in one line of at most 400 characters. */
  address?: string
  /** Its number in the register of companies. */
  registration?: string
  /** Its tax number. */
  taxId?: string
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
  /** Identifies the partner. */
  partnerId: number
  /** Name of the recipient. */
  name?: string
  /** E-mail address of the recipient. */
  email?: string
  /** Mobile number of the recipient. */
  phone?: string
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
  /** The partner's own reference of the request that sent it. */
  requestReference: string
  /** Identifies the partner. */
  partnerId: number
  /** Name of the recipient. */
  name?: string
  /** E-mail address of the recipient. */
  email?: string
  /** Mobile number of the recipient. */
  phone?: string
  /** Number of addresses it has had: only the last one opens it. */
  addresses: number
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

export type ListedAlert = {
  /** Identifies the alert. */
  alertId: number
  /**
   * The state of the alert:
   *
   * - `open`: its cause persists
   * - `resolved`: its cause has ended
   */
  state: 'open' | 'resolved'
  /**
   * Kind of problem:
   *
   * - `supplier_unfunded`: our account at a supplier has no funds; orders wait for it
   * - `supplier_silent`: a supplier does not respond for a product
   * - `supplier_unclear`: only a person can settle a purchase at a supplier
   * - `supplier_price_waits`: a price of a supplier changed by much, and waits for a person
   * - `low_stock`: fewer codes of a product and face value are for sale than its threshold
   * - `low_funds`: the funds of a partner last for few days
   * - `batches_failed`: suppliers have refused batches of open orders
   * - `link_mails_waiting`: mails that bring links wait for long, and none is sent
   * - `credits_stopped`: a file of credits is STOPPED: people wait for their money
   * - `orders_waiting`: orders of a partner are not final long after they were placed
   * - `rate_stale`: rates that price orders have not been updated for long
   * - `upstream_silent`: a supplier does not respond, or refuses our credential
   * - `upstream_low_float`: our float at a supplier is below its threshold
   * - `upstream_unsold`: codes that were bought for canceled orders are in stock
   * - `instant_ahead`: the last instant of a book is ahead of the database's clock
   * - `durability_off`: a database setting lets a crash lose committed writes
   * - `archive_failing`: the database cannot archive its log; backups do not go on
   * - `backup_overdue`: the last base backup is old, damaged, or missing
   * - `drill_overdue`: no restore drill has succeeded for long, or the last one found faults
   * - `disk_low`: little of a disk of the bundled PostgreSQL is free
   * - `disk_full`: the disk of the database is full: nothing is written
   * - `replication_lag`: a standby is behind, or away while the log is kept for it
   * - `audit_broken`: the audit log does not verify: somebody changed it
   * - `mail_template_broken`: a mail template cannot be used; mails have the default texts
   * - `webhook_disabled`: a webhook endpoint was gone, or failed for days
   * - `wrong_operator_tokens`: wrong operator tokens come more often than once a second
   * - `wrong_signatures`: wrong signatures in the name of one partner, or of none, come more than once a second
   * - `codes_guessed`: many codes that people of a partner enter for a link or a wallet are wrong
   */
  kind: 'supplier_unfunded' | 'supplier_silent' | 'supplier_unclear' | 'supplier_price_waits' | 'low_stock' | 'low_funds' | 'batches_failed' | 'link_mails_waiting' | 'credits_stopped' | 'orders_waiting' | 'rate_stale' | 'upstream_silent' | 'upstream_low_float' | 'upstream_unsold' | 'instant_ahead' | 'durability_off' | 'archive_failing' | 'backup_overdue' | 'drill_overdue' | 'disk_low' | 'disk_full' | 'replication_lag' | 'audit_broken' | 'mail_template_broken' | 'webhook_disabled' | 'wrong_operator_tokens' | 'wrong_signatures' | 'codes_guessed'
  /** Subject of the alert, such as an order. */
  subject: string
  /**
   * Urgency of the alert:
   *
   * - `warning`: act within the day
   * - `critical`: act now: partners notice it
   */
  severity: 'warning' | 'critical'
  /** Message for people. */
  message: string
  /** Details, whose members depend on the kind. */
  details: unknown
  /** When it was raised. In UTC. */
  raisedAt: string
  /** When it was last seen. In UTC. */
  lastSeenAt: string
  /** Number of times that it was seen. */
  count: number
  /** When its cause ended. In UTC. */
  resolvedAt?: string
  /** Messages about the alert, by channel. */
  deliveries?: Array<{
    /**
     * Event that the message reports:
     *
     * - `raised`: the alert was raised
     * - `resolved`: the alert was resolved
     */
    event: 'raised' | 'resolved'
    /**
     * The channel:
     *
     * - `mail`: an e-mail
     * - `webhook`: a request to the webhook
     */
    channel: 'mail' | 'webhook'
    /**
     * The state of the message:
     *
     * - `QUEUED`: waits for its first or next attempt
     * - `SENT`: was accepted
     * - `FAILED`: was given up
     */
    status: 'QUEUED' | 'SENT' | 'FAILED'
    /** Number of attempts. */
    attempts: number
    /** When it is tried again. In UTC. */
    nextTryAt?: string
    /** When it ended. In UTC. */
    endedAt?: string
    /** Last error. */
    lastFault?: string
  }>
}

export type ListedCampaign = {
  /** Identifies the campaign. */
  campaignId: string
  /** The name of the campaign. */
  name: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Largest sum of its credits, in major units of `currency`; without limit if absent. */
  budget?: number
  /** When the campaign ends; never if absent. In UTC. */
  endsAt?: string
  /** The gift cards that owners of its wallets may buy on their page; empty: all that the partner may buy. If absent, owners cannot spend these wallets. */
  spendProducts?: Array<number>
  /** When it was created. In UTC. */
  createdAt: string
  /** Sum of its credits so far, in major units of `currency`. */
  credited: number
}

export type ListedLink = {
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
  /** Identifies the partner. */
  partnerId: number
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

export type ListingMapping = {
  /** Identifies the product. */
  productId: number
  /** The only fixed face value that is bought here, such as `10.00`; else all of them. */
  faceValue?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type ListingUnmapping = {
  /** Identifies the product. */
  productId: number
  /** Why, for the audit log: one line. */
  reason?: string
}

export type Lot = {
  /** The name of the lot. */
  lot: string
  /**
   * The state of the lot:
   *
   * - `ON_SALE`: its unsold codes are for sale
   * - `QUARANTINED`: its unsold codes are off sale until it is released
   * - `RECALLED`: its unsold codes are off sale for good
   */
  state: 'ON_SALE' | 'QUARANTINED' | 'RECALLED'
  /** When it was created. In UTC. */
  createdAt: string
  /** When the first of its codes expires; never if absent. In UTC. */
  expiresAt?: string
  /** Codes that were stored. */
  imported: number
  /** Codes for sale. */
  free: number
  /** Unsold codes that have expired, or do so within the margin. */
  outdated: number
  /** Unsold codes that are off sale because of the state of the lot. */
  held: number
  /** Codes reserved for orders, or sold. */
  taken: number
}

export type LotCost = {
  /** The number of the cost. */
  costNo: number
  /** The face value that it is for, in major units of `currency`; all of the lot if absent. */
  faceValue?: number
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Cost of one unit, in major units of `currency`. */
  unitCost: number
  /** Our number of the purchase. */
  purchaseOrder?: string
  /** Who sold the lot to us. */
  supplier?: string
  /** When it comes into force; if absent, it is for all codes that were delivered without a cost. In UTC. */
  effectiveAt?: string
  /** The number of the cost that it corrects. */
  corrects?: number
  /** Why it was recorded. */
  reason?: string
  /** When it was recorded. In UTC. */
  recordedAt: string
  /** Who recorded it. */
  recordedBy: string
  /** The number of the cost that corrects this one. */
  correctedBy?: number
}

export type LotCostEffect = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Number of orders with such codes. */
  orders: number
  /** Number of delivered codes whose cost changes. */
  codes: number
  /** Former cost of the codes, in major units of `currency`; absent if unknown. */
  costBefore?: number
  /** New cost of the codes, in major units of `currency`; absent if unknown. */
  costAfter?: number
  /** Increase of the margin, in major units of `currency`; absent if a cost is unknown. */
  marginChange?: number
}

export type LotItems = {
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** Identifies the partner. */
  partnerId: number
  /** The partner's own reference of the order: unique, 1 to 255 characters. */
  clientReference: string
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
  /** The number of its first item. */
  firstItemNo: number
  /** The number of its last item. */
  lastItemNo: number
  /** Number of codes of the lot in this run. */
  codes: number
}

export type LowBalanceEventData = {
  /** ISO 4217 code. */
  currency: string
  /** Funds available, in major units. */
  funds: number
  /** Days for which the funds last at the pace of the last week, such as 0.2. */
  daysLeft: number
}

export type Mail = {
  /** The transaction that the mail is about; it names the mail. */
  transactionId: string
  /** Identifies the partner. */
  partnerId: number
  /** Identifies the consumer. */
  consumerId: number
  /** Identifies the wallet, as a decimal number. */
  walletId: string
  /** The e-mail address. */
  email: string
  /**
   * The state of the mail:
   *
   * - `PENDING`: waits for its first or next attempt
   * - `SENT`: a mail server accepted it
   * - `DELIVERED`: the mail server of its person accepted it
   * - `FAILED`: was given up, refused, or returned
   * - `COMPLAINED`: its person reported it as spam
   * - `SUPPRESSED`: is not sent; `reason` says why
   */
  state: 'PENDING' | 'SENT' | 'DELIVERED' | 'FAILED' | 'COMPLAINED' | 'SUPPRESSED'
  /**
   * Why it was not sent, or did not arrive:
   *
   * - `ADDRESS_REFUSED`: there is no such mailbox
   * - `NOT_ACCEPTED`: the mail server refused it, or was tried in vain too often: send it again
   * - `REFUSED_BEFORE`: an earlier mail to the address was refused
   * - `SPAM_REPORT`: its person reported a mail as spam
   * - `UNSUBSCRIBED`: its person wants no mails
   * - `NO_ADDRESS`: the address was erased
   */
  reason?: 'ADDRESS_REFUSED' | 'NOT_ACCEPTED' | 'REFUSED_BEFORE' | 'SPAM_REPORT' | 'UNSUBSCRIBED' | 'NO_ADDRESS'
  /** Number of attempts. */
  attempts: number
  /** Number of times that an operator had it sent again. */
  resends: number
  /** Why the last attempt failed. */
  lastError?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When a mail server accepted it. In UTC. */
  sentAt?: string
  /** When it is tried again. In UTC. */
  nextAttemptAt?: string
}

export type MailSuppression = {
  /** Identifies the consumer. */
  consumerId: number
  /** The e-mail address. */
  email: string
  /**
   * Why the consumer gets no mails:
   *
   * - `ADDRESS_REFUSED`: there is no such mailbox
   * - `NOT_ACCEPTED`: the mail server refused it, or was tried in vain too often: send it again
   * - `REFUSED_BEFORE`: an earlier mail to the address was refused
   * - `SPAM_REPORT`: its person reported a mail as spam
   * - `UNSUBSCRIBED`: its person wants no mails
   * - `NO_ADDRESS`: the address was erased
   */
  reason: 'ADDRESS_REFUSED' | 'NOT_ACCEPTED' | 'REFUSED_BEFORE' | 'SPAM_REPORT' | 'UNSUBSCRIBED' | 'NO_ADDRESS'
  /** The transaction whose mail was refused, or reported as spam. */
  transactionId?: string
  /** The cause, such as the response of the mail server. */
  error: string
  /** When the address was suppressed. In UTC. */
  suppressedAt: string
}

export type MailTemplate = {
  /** The partner whose mails use it; absent: all partners without a template. */
  partnerId?: number
  /** A language tag such as `de` or `pt-BR`. */
  language: string
  /** The subject of the mail. */
  subject: string
  /** The body as plain text. */
  text: string
  /** The body as HTML; made from `text` if absent. */
  html?: string
  /** When it was set; absent for the default. In UTC. */
  setAt?: string
  /** Who set it. */
  setBy?: string
}

export type MailTexts = {
  /** The subject of the mail. */
  subject: string
  /** The body as plain text. */
  text: string
  /** The body as HTML; made from `text` if absent. */
  html?: string
}

export type Margin = {
  /** Identifies the partner. */
  partnerId?: number
  /** The brand of the product. */
  brand?: string
  /** Identifies the product. */
  productId?: number
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier?: string
  /** The month in UTC: YYYY-MM. */
  month?: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Number of units. */
  units: number
  /** The face value of the units, in major units of `currency`. */
  faceValue: number | `${number}`
  /** Discounts by price rules, in major units of `currency`; below zero for surcharges. */
  discount: number | `${number}`
  /** Fees by price rules, in major units of `currency`. */
  fee: number | `${number}`
  /** Refunds of cases, in major units of `currency`. */
  refunded: number | `${number}`
  /** Face value less discount, plus fee, less refunds, in major units of `currency`. */
  charged: number | `${number}`
  /**
   * State of the knowledge about the cost:
   *
   * - `KNOWN`: as it was first recorded
   * - `CORRECTED`: by a correction
   * - `UNCONVERTED`: known in its own currency only: there was no rate
   * - `UNKNOWN`: none is recorded, or none that was in force
   */
  costStatus: 'KNOWN' | 'CORRECTED' | 'UNCONVERTED' | 'UNKNOWN'
  /** Cost, in major units of `currency`; absent if unknown. */
  cost?: number | `${number}`
  /** Amount charged less cost, in major units of `currency`; absent if the cost is unknown. */
  margin?: number | `${number}`
  /** The same amounts, in the currency of the cost. */
  own?: {
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** Cost, in major units of `currency`; absent if unknown. */
    cost: number | `${number}`
    /** Face value less discount, plus fee, less refunds, in major units of `currency`. */
    charged?: number | `${number}`
    /** Amount charged less cost, in major units of `currency`; absent if the cost is unknown. */
    margin?: number | `${number}`
  }
}

export type MarginOrder = {
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** Identifies the partner. */
  partnerId: number
  /** When it ended. In UTC. */
  endedAt: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Number of units. */
  units: number
  /** The face value of the units, in major units of `currency`. */
  faceValue: number | `${number}`
  /** Discounts by price rules, in major units of `currency`; below zero for surcharges. */
  discount: number | `${number}`
  /** Fees by price rules, in major units of `currency`. */
  fee: number | `${number}`
  /** Refunds of cases, in major units of `currency`. */
  refunded: number | `${number}`
  /** Face value less discount, plus fee, less refunds, in major units of `currency`. */
  charged: number | `${number}`
  /**
   * State of the knowledge about the cost:
   *
   * - `KNOWN`: as it was first recorded
   * - `CORRECTED`: by a correction
   * - `UNCONVERTED`: known in its own currency only: there was no rate
   * - `UNKNOWN`: none is recorded, or none that was in force
   */
  costStatus: 'KNOWN' | 'CORRECTED' | 'UNCONVERTED' | 'UNKNOWN'
  /** Cost, in major units of `currency`; absent if unknown. */
  cost?: number | `${number}`
  /** Amount charged less cost, in major units of `currency`; absent if the cost is unknown. */
  margin?: number | `${number}`
  /** The same amounts, in the currency of the cost. */
  own?: {
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** Cost, in major units of `currency`; absent if unknown. */
    cost: number | `${number}`
    /** Face value less discount, plus fee, less refunds, in major units of `currency`. */
    charged?: number | `${number}`
    /** Amount charged less cost, in major units of `currency`; absent if the cost is unknown. */
    margin?: number | `${number}`
  }
}

export type MasterKey = {
  /** The fingerprint of a master key. */
  masterId: string
  /**
   * Role of the master key in this process:
   *
   * - `PRESENT`: is TESSERA_MASTER_KEY of the process that responds
   * - `PREVIOUS`: is its TESSERA_MASTER_KEY_PREVIOUS
   * - `UNKNOWN`: is none of its settings
   */
  use: 'PRESENT' | 'PREVIOUS' | 'UNKNOWN'
  /** Data keys that this master key wraps. */
  wraps: number
  /** Number of all data keys. */
  keys: number
}

export type Merchant = {
  /** Identifies the merchant. */
  merchantId: number
  /** The name of the merchant. */
  name: string
  /**
   * Status of the merchant:
   *
   * - `ACTIVE`: It may redeem codes
   * - `DISABLED`: Its requests are refused
   */
  status: 'ACTIVE' | 'DISABLED'
  /** When it was created. In UTC. */
  createdAt: string
}

export type MerchantCall = {
  /** Number of the call; as `after`, it continues the list there. */
  callNo: number
  /** The reference that the merchant chose. */
  reference: string
  /**
   * Kind of call:
   *
   * - `AUTHORIZE`: sets an amount of a card aside
   * - `CAPTURE`: captures an amount that was set aside
   * - `VOID`: frees an amount that was set aside
   * - `REFUND`: refunds an amount that was captured
   * - `REVERSE`: undoes a call that had no response
   */
  kind: 'AUTHORIZE' | 'CAPTURE' | 'VOID' | 'REFUND' | 'REVERSE'
  /** The authorization that it is about. */
  authorizationId?: string
  /** Amount that it moved, in major units of `currency`. */
  amount?: number
  /** ISO 4217 code in upper case, such as `USD`. */
  currency?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When it was reversed. In UTC. */
  reversedAt?: string
}

export type MerchantChange = {
  /** Status of the merchant. */
  status: 'ACTIVE' | 'DISABLED'
  /** Why, for the audit log: one line. */
  reason?: string
}

export type MerchantCredential = {
  /** Identifies the credential: a UUID. */
  clientId: string
  /** A name for people, shown in lists. */
  label?: string
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
}

export type MerchantCredentialRotation = {
  /** Seconds for which the old credential stays valid: a day unless given. */
  overlapSeconds?: number
  /** Why, for the audit log: one line. */
  reason?: string
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
  /** Why the operator made it. */
  reason?: string
}

export type NewAssortmentRule = {
  /** The partner that it is for; all partners if absent. */
  partnerId?: number
  /** The product that it covers; a rule names at most one of product, brand and type. */
  productId?: number
  /** The brand that it covers. */
  brand?: string
  /** The product type that it covers: `GIFT_CARD`, `TOP_UP`, `BILL_PAYMENT`, `ACCOUNT_CREDIT`. */
  productType?: string
  /** Only products of this currency, an ISO 4217 code. */
  currency?: string
  /** True: the products are in the catalog; false: they are not; null ends the rule. */
  shown: boolean | null
  /** When it comes into force, with an offset; now unless given. */
  effectiveAt?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewCampaign = {
  /** The name of the campaign. */
  name: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Largest sum of its credits, in major units of `currency`; without limit if absent. */
  budget?: number
  /** When the campaign ends, with an offset; never unless given. */
  endsAt?: string
  /** The gift cards that owners of its wallets may buy on their page; empty: all that the partner may buy. If absent, owners cannot spend these wallets. */
  spendProducts?: Array<number>
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
  /** Must be true for a case that cannot be taken back at the supplier. */
  acknowledged?: boolean
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

export type NewCreditLimit = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Amount that may be spent beyond the balance, in major units of `currency`; 0: none. */
  amount: number
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewDeposit = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The amount, above 0, in major units of `currency`. */
  amount: number
  /** Idempotency key: writes with the same reference are done once. */
  reference: string
  /** The same amount once more, for a deposit above TESSERA_CONFIRMED_DEPOSITS. */
  confirm?: number
}

export type NewErasure = {
  /** Why, for the audit log: one line. */
  reason: string
}

export type NewFxRates = {
  /** The rates. */
  rates: Array<{
    /** The currency that is exchanged, as ISO 4217 code. */
    from: string
    /** The currency that it is exchanged for, as ISO 4217 code. */
    to: string
    /** Units of `to` for one unit of `from`, with up to 8 decimals. */
    rate: number
  }>
  /** When they come into force, with an offset; now unless given. */
  effectiveAt?: string
  /** Source of the rates; `operator` unless given. */
  source?: string
  /** True to refuse rates that move by more than TESSERA_RATE_GUARD_PERCENT. */
  guard?: boolean
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewFxSpread = {
  /** The currency that is exchanged; any if absent. */
  from?: string
  /** The currency that it is exchanged for; any if absent. */
  to?: string
  /** Percentage added to the market rate; null ends the spread. */
  spreadPercent: number | null
  /** When it comes into force, with an offset; now unless given. */
  effectiveAt?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewInvitation = {
  /** The e-mail address of the person. */
  email: string
  /** A role of the operator or, with `partnerId`, of a partner. */
  role: string
  /** The id of the partner of the user; a user of the operator unless given. */
  partnerId?: number
  /**
   * How the link reaches the person; unless given, by mail if the service has a mail server:
   *
   * - `mail`: a mail to the address
   * - `link`: the response has the link, and the requester passes it on
   */
  delivery?: 'mail' | 'link'
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewLotCost = {
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Cost of one unit, in major units of `currency`. */
  unitCost: number
  /** The face value that it is for, in major units of `currency`; all of the lot if absent. */
  faceValue?: number
  /** Our number of the purchase. */
  purchaseOrder?: string
  /** Who sold the lot to us. */
  supplier?: string
  /** When it comes into force, with an offset. Unless given: now, or for a correction the time of the corrected cost. A time in the past needs a reason. */
  effectiveAt?: string
  /** The number of the cost that it corrects. A correction needs a reason. */
  corrects?: number
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewMailTemplate = {
  /** The partner whose mails use it; absent: all partners without a template. */
  partnerId?: number
  /** A language tag such as `de` or `pt-BR`. */
  language: string
  /** The subject of the mail. */
  subject: string
  /** The body as plain text. */
  text: string
  /** The body as HTML; made from `text` if absent. */
  html?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewMailTexts = {
  /** The subject of the mail. */
  subject: string
  /** The body as plain text. */
  text: string
  /** The body as HTML; made from `text` if absent. */
  html?: string
}

export type NewMerchant = {
  /** The name of the merchant. */
  name: string
}

export type NewMerchantCredential = {
  /** A name for people, shown in lists. */
  label?: string
}

export type NewPasskey = {
  /** The user's name of the passkey: 1 to 100 characters. */
  name: string
  /** The `id` of the credential, in base64url. */
  id: string
  /** The `clientDataJSON` of its response, in base64url. */
  clientDataJSON: string
  /** The `attestationObject` of its response, in base64url. */
  attestationObject: string
}

export type NewPasswordReset = {
  /**
   * How the link reaches the user; unless given, by mail if the service has a mail server:
   *
   * - `mail`: a mail to the address
   * - `link`: the response has the link, and the requester passes it on
   */
  delivery?: 'mail' | 'link'
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewPriceRule = {
  /** The partner that it is for; all partners if absent. */
  partnerId?: number
  /** The product that it is for; a rule names at most one of product, brand and type. */
  productId?: number
  /** The brand that it is for. */
  brand?: string
  /** The product type that it is for: `GIFT_CARD`, `TOP_UP`, `BILL_PAYMENT`, `ACCOUNT_CREDIT`. */
  productType?: string
  /** The currency of `feeAmount`, as ISO 4217 code. */
  currency?: string
  /** In percent of the face value, with up to 4 decimals; below zero it is a surcharge. */
  discountPercent?: number
  /** A fee for each unit, in major units of `currency`. */
  feeAmount?: number
  /** When it comes into force, with an offset; now unless given. */
  effectiveAt?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewProduct = {
  /** The brand of the product: 1 to 200 characters. */
  brand: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** `FIXED`: only `fixedAmounts`; `VARIABLE`: any amount from `minAmount` to `maxAmount`. */
  denominationType: string
  /** Face values that can be ordered, in major units of `currency`, if it is FIXED. */
  fixedAmounts?: Array<number>
  /** The smallest face value, if it is VARIABLE, in major units of `currency`. */
  minAmount?: number
  /** The largest face value, if it is VARIABLE, in major units of `currency`. */
  maxAmount?: number
  /** `GIFT_CARD`, `TOP_UP`, `BILL_PAYMENT`, `ACCOUNT_CREDIT`; a gift card unless given. */
  productType?: string
  /** Fields of the recipient that an order must have. */
  recipientFields?: Array<{
    /** The name of the field in `recipient`. */
    name: string
    /** Label for people. */
    label: string
    /** A regular expression that the value must match as a whole. */
    pattern: string
    /** True if it must be given. */
    required: boolean
  }>
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier?: string
  /** Settings, which depend on the supplier. */
  supplierSettings?: Record<string, unknown>
  /** The suppliers in the order in which they are asked, if there are several. */
  suppliers?: Array<{
    /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
    supplier: string
    /** Settings, which depend on the supplier. */
    settings?: Record<string, unknown>
  }>
  /** False takes the product out of every catalog. */
  active?: boolean
  /** True for a product of test partners. */
  test?: boolean
  /** Codes are unique among products of one namespace; one for all unless given. */
  codeNamespace?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewProductRouting = {
  /** True: suppliers with a mirrored price are asked by cost. False: in the written order. */
  cheapestFirst: boolean
  /** Least margin, in percent of the face value, as exact decimal text such as `2.5`: a listing with a smaller margin is not bought. */
  marginFloorPercent?: string
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewRecipientErasure = {
  /** The phone number, account or address of the recipient. */
  recipient: string
  /** Why, for the audit log: one line. */
  reason: string
}

export type NewReconciliation = {
  /** The result. */
  data: {
    /** Identifies the reconciliation. */
    reconciliationId: number
    /**
     * Kind of reconciliation:
     *
     * - `deposits`: the file of a bank, with the deposits of a partner
     * - `purchases`: the file of a supplier, with our purchases there
     */
    kind: 'deposits' | 'purchases'
    /** The partner whose deposits were compared. */
    partnerId?: number
    /** Our account whose purchases were compared, such as `tessera:acme`. */
    supplier?: string
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** The beginning of the period. In UTC. */
    from: string
    /** The end of the period, which is not part of it. In UTC. */
    to: string
    /** The name of the file, as it was given. */
    fileName?: string
    /** The SHA-256 of the file, in hexadecimal digits. */
    fileSha256: string
    /** Lines of the file. */
    fileLines: number
    /** Lines of the file without an amount. */
    skippedLines: number
    /** References that match. */
    matched: number
    /** References that only the file has. */
    missingHere: number
    /** References that only our records have. */
    missingThere: number
    /** References whose currencies differ; in none of the sums. */
    differentCurrency: number
    /** References whose amounts differ. */
    differentAmount: number
    /** The sum of the lines of the file, in major units of `currency`. */
    fileAmount: number
    /** The sum of our records, in major units of `currency`. */
    bookedAmount: number
    /** Amount of the file less the amount recorded here, in major units of `currency`. */
    difference: number
    /** When it was made. In UTC. */
    madeAt: string
    /** Who made it. */
    madeBy: string
    /** The first references that do not match. */
    unmatched: Array<ReconciliationItem>
  }
}

export type NewReversal = {
  /** The deposit that a reversal takes back. */
  depositId?: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The amount, above 0, in major units of `currency`. */
  amount: number
  /** Idempotency key: writes with the same reference are done once. */
  reference: string
  /** Why, for the audit log: one line. */
  reason: string
}

export type NewServiceToken = {
  /** The id of the token. */
  tokenId: number
  /** Name of the machine or program that uses the token: 1 to 100 characters. */
  name: string
  /** The token may do what this role may. */
  role: 'admin' | 'finance' | 'operations' | 'support' | 'auditor'
  /**
   * The state of the token:
   *
   * - `ACTIVE`: requests with it are accepted
   * - `EXPIRED`: it has expired
   * - `ENDED`: its owner may no longer make tokens; another administrator may take it over
   * - `REVOKED`: an operator revoked it
   */
  state: 'ACTIVE' | 'EXPIRED' | 'ENDED' | 'REVOKED'
  /** The owner, with whom the token ends: the e-mail address of the user who made it or took it over, or the token that made it. Absent: it has no owner. */
  issuedBy?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When the token expires. In UTC. */
  expiresAt: string
  /** When the token was revoked, if it was. In UTC. */
  revokedAt?: string
  /** When the token was used for the last time, to the minute. In UTC. */
  lastUsedAt?: string
  /** The address that it was used from then. */
  lastUsedFrom?: string
  /** The token, which is shown once. */
  token: string
}

export type NewSpendLimit = {
  /** Identifies the credential: a UUID. */
  clientId?: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Spend limit of one UTC day, in major units of `currency`; null: no limit. */
  perDay?: number | null
  /** Spend limit of one UTC month, in major units of `currency`; null: no limit. */
  perMonth?: number | null
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewSupplier = {
  /** Which interface the supplier has: reloadly, tillo, ding, runa, plugin, tessera. */
  adapter: string
  /** Our name of the account: 1 to 50 small letters, digits and dashes. */
  name: string
  /** Where it is: live or sandbox. */
  environment: string
  /** An address in place of the supplier's own, as of a stand-in. */
  baseUrl?: string
  /** By name, as `GET /admin/v1/supplier-adapters` lists them; never shown again. */
  secrets: Record<string, string>
  /** By name, as `GET /admin/v1/supplier-adapters` lists them. */
  settings?: Record<string, string>
  /** The funds below which an alert is raised. */
  lowFloat?: {
    /** Funds below this raise an alert, in major units of `currency`. */
    amount: number
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
  }
  /** Why, for the audit log: one line. */
  reason?: string
}

export type NewVerification = {
  /** True if there is no difference. */
  balanced: boolean
  /** Partners whose books were checked so far. */
  partners: number
  /** Accounts that were checked so far. */
  accounts: number
  /** Transfers that were checked so far. */
  transfers: number
  /** Differences; empty if the books are right. */
  differences: Array<Difference>
}

export type NewWalletDebit = {
  /** The amount, above 0, in major units of the wallet's currency. */
  amount: number
  /** Idempotency key: debits with the same one are done once. It is unique among all `referenceId` of the partner. */
  referenceId: string
  /** Why, for the audit log: one line. */
  reason: string
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

export type NewlyRecordedLotCost = {
  /** The number of the cost; absent from a dry run. */
  costNo?: number
  /** The face value that it is for, in major units of `currency`; all of the lot if absent. */
  faceValue?: number
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Cost of one unit, in major units of `currency`. */
  unitCost: number
  /** Our number of the purchase. */
  purchaseOrder?: string
  /** Who sold the lot to us. */
  supplier?: string
  /** When it comes into force; if absent, it is for all codes that were delivered without a cost. In UTC. */
  effectiveAt?: string
  /** The number of the cost that it corrects. */
  corrects?: number
  /** Why it was recorded. */
  reason?: string
  /** When it was recorded. In UTC. */
  recordedAt: string
  /** Who recorded it. */
  recordedBy: string
  /** True if nothing was stored. */
  dryRun: boolean
  /** Its effects on the margin of codes that were delivered already. */
  effects: Array<LotCostEffect>
}

export type OidcBeginning = {
  /** Address for the browser: the authorization endpoint of the provider. */
  url: string
}

export type OidcReturn = {
  /** The query with which the provider has sent the browser back. */
  query: string
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
  /** Identifies the partner. */
  partnerId: number
  /**
   * The status before:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  previousStatus?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** When it got this status. In UTC. */
  statusSince: string
  /** Amount charged: face value less discount, plus fees, in major units of `currency`. */
  chargedAmount?: number
  /** Why it was cancelled. */
  cancelReason?: string
  /** Why it is ON_HOLD: `funds` if the partner lacks them; otherwise our unfunded accounts at suppliers, or `supplier` if those are not known. */
  heldFor?: string
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

export type OrderLine = {
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
  /** Units of the wallet's currency for one unit of the product's, with up to 8 decimals. */
  fxRate: number
  /** The rate without our spread. */
  marketRate?: number
  /** Source of the rate. */
  fxRateSource?: string
  /** When the rate came into force. In UTC. */
  fxRateEffectiveAt?: string
  /** The partner's own reference of the line: up to 255 characters. */
  itemReference?: string
  /** The recipient, by the names of `recipientFields`; personal data is masked. */
  recipient?: Record<string, string>
  /** The number of the price rule that applied. */
  priceRuleNo?: number
  /** In percent of the face value, with up to 4 decimals; below zero it is a surcharge. */
  discountPercent?: number
  /** Discount of the line by price rules, in major units of the order's currency. */
  discountAmount?: number
  /** The fee of one unit, in major units of the order's currency. */
  unitFee?: number
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

export type OrderStory = {
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
  /** Identifies the partner. */
  partnerId: number
  /**
   * The status before:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  previousStatus?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** When it got this status. In UTC. */
  statusSince: string
  /** Amount charged: face value less discount, plus fees, in major units of `currency`. */
  chargedAmount?: number
  /** Why it was cancelled. */
  cancelReason?: string
  /** Why it is ON_HOLD: `funds` if the partner lacks them; otherwise our unfunded accounts at suppliers, or `supplier` if those are not known. */
  heldFor?: string
  /** The lines of the order. */
  lines: Array<OrderLine>
  /** The batches of the order. */
  fulfillments: Array<Batch>
}

export type Overview = {
  /** When this was read; UTC. */
  at: string
  /** Orders that are not final, by status. */
  orders: Array<{
    /** A status that is not final. */
    status: string
    /** Orders that have it. */
    orders: number
    /** When the oldest of them was placed; UTC. */
    oldestAt: string
  }>
  /** Orders completed a minute, over five minutes. */
  ordersPerMinute: number
  /** Codes delivered a minute, over five minutes. */
  codesPerMinute: number
  /** The funds of all partners, by currency. */
  funds?: Array<{
    /** ISO 4217 code. */
    currency: string
    /** Posted balance of all partners, in major units. */
    posted: number | `${number}`
    /** Part of it that orders hold, in major units. */
    held: number | `${number}`
  }>
  /** Alerts that are open. */
  openAlerts: number
  lastVerification?: Verification
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

export type Partner = {
  /** Identifies the partner. */
  partnerId: number
  /** The name of the partner: 1 to 200 characters. */
  name: string
  /**
   * The status of the partner:
   *
   * - `ACTIVE`: its requests are served
   * - `SUSPENDED`: its requests are refused
   */
  status: 'ACTIVE' | 'SUSPENDED'
  /** Requests per second of each credential; 0 for no limit, null for the default. */
  rateLimit: number | null
  /** The language of mails to its consumers. */
  mailLanguage: string
  /** True if owners of its STANDARD wallets may spend them. */
  walletSpending?: boolean
  /** True if an owner of the partner has turned wallet spending off. */
  walletSpendingStopped?: boolean
  /** True if its people sign in to their wallets by a mailed code. */
  walletSignIn?: boolean
  /** True if an owner of the partner requires a second factor of all users. */
  secondFactorRequired?: boolean
  legal?: LegalIdentity
  /** The partner whose test credentials this one has. */
  testOf?: number
  /** When it was created. In UTC. */
  createdAt: string
}

export type PartnerChange = {
  /** The name of the partner: 1 to 200 characters. */
  name?: string
  /**
   * The status of the partner:
   *
   * - `ACTIVE`: its requests are served
   * - `SUSPENDED`: its requests are refused
   */
  status?: 'ACTIVE' | 'SUSPENDED'
  /** Requests per second of each credential; 0 for no limit, null for the default. */
  rateLimit?: number | null
  /** The language of mails to its consumers: a tag such as `de` or `pt-BR`. */
  mailLanguage?: string
  /** True if owners of its STANDARD wallets may spend them. */
  walletSpending?: boolean
  /** True if people sign in to their wallets by a mailed code. Mails of credits link to it. */
  walletSignIn?: boolean
  /** Legal identity of the partner, on statements and pro-formas; replaces the earlier one. */
  legal?: {
    /** Its name by law: at most 200 characters. */
    name?: string
    /** Its address, in one line of at most 400 characters. */
    address?: string
    /** Its number in the register of companies. */
    registration?: string
    /** Its tax number. */
    taxId?: string
  }
  /** Why, for the audit log: one line. */
  reason?: string
}

export type Passkey = {
  /** Identifies the passkey: a UUID. */
  passkeyId: string
  /** The user's name of it. */
  name: string
  /** When it was added. In UTC. */
  createdAt: string
  /** When it signed in for the last time. In UTC. */
  lastUsedAt?: string
}

export type PasskeyAlgorithm = {
  /** Always `public-key`. */
  type: string
  /** The COSE number of the algorithm. */
  alg: number
}

export type PasskeyCreation = {
  rp: RelyingParty
  user: PasskeyUser
  /** Challenge that the authenticator signs, in base64url. It is accepted once. */
  challenge: string
  /** Time for which the challenge is valid, in milliseconds. */
  timeout: number
  /** The kinds of keys that are accepted. */
  pubKeyCredParams: Array<PasskeyAlgorithm>
  /** The passkeys that the user has. */
  excludeCredentials: Array<PasskeyDescriptor>
  authenticatorSelection: AuthenticatorSelection
  /** Always `none`: authenticators of every maker are accepted. */
  attestation: string
}

export type PasskeyDescriptor = {
  /** Always `public-key`. */
  type: string
  /** The id of the credential, in base64url. */
  id: string
}

export type PasskeyRenaming = {
  /** The user's name of the passkey: 1 to 100 characters. */
  name: string
}

export type PasskeyRequest = {
  /** Challenge that the authenticator signs, in base64url. It is accepted once. */
  challenge: string
  /** Time for which the challenge is valid, in milliseconds. */
  timeout: number
  /** The passkeys of the user who must sign. Empty if nobody is named: any passkey of this host. */
  allowCredentials: Array<PasskeyDescriptor>
  /** Always `required`: the authenticator verifies the user. */
  userVerification: string
}

export type PasskeySignIn = {
  /** The `id` of the credential, in base64url. */
  id: string
  /** The `clientDataJSON` of its response, in base64url. */
  clientDataJSON: string
  /** The `authenticatorData` of its response, in base64url. */
  authenticatorData: string
  /** The `signature` of its response, in base64url. */
  signature: string
}

export type PasskeySignInBeginning = {
  /** The `secondFactor.token` of the first step: only its user can sign in then. */
  token?: string
}

export type PasskeyUser = {
  /** Id that authenticators use to tell users apart, in base64url. */
  id: string
  /** The e-mail address of the user. */
  name: string
  /** The name of the user. */
  displayName: string
}

export type PasswordChange = {
  /** The password until now. */
  currentPassword: string
  /** The password from now on: 12 to 256 characters, not easy to guess. */
  newPassword: string
}

export type PasswordConfirmation = {
  /** The current password, so that an unlocked screen is not enough. */
  password: string
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

export type PasswordResetConfirmation = {
  /** The part of the link after `#`. */
  token: string
  /** The password from now on: 12 to 256 characters, not easy to guess. */
  password: string
}

export type PasswordResetRequest = {
  /** The e-mail address of the user. */
  email: string
}

export type PasswordSignIn = {
  /**
   * Result:
   *
   * - `SIGNED_IN`: the session has begun
   * - `SECOND_FACTOR_REQUIRED`: the password is right, and a second factor is missing
   */
  status: 'SIGNED_IN' | 'SECOND_FACTOR_REQUIRED'
  secondFactor?: PendingSignIn
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

export type PendingSignIn = {
  /** Proves the password for the second step. */
  token: string
  /** When the second step is no longer possible. In UTC. */
  expiresAt: string
  /** True if a passkey can be used: see `POST /auth/v1/sign-in/passkey/begin`. */
  hasPasskey: boolean
}

export type PriceComparison = {
  /** Number of products that it is about. */
  products: number
  /** First of these products, to which the amounts belong. */
  productId: number
  /** The rule in force; absent without one. */
  ruleNo?: number
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The face value of one unit, in major units of `currency`. */
  faceValue: number
  /** Price of one unit now, in major units of `currency`. */
  today: number
  /** Price of one unit with the rule, in major units of `currency`. */
  after: number
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

export type PriceRule = {
  /** The number of the rule. */
  ruleNo: number
  /** The partner that it is for; all partners if absent. */
  partnerId?: number
  /** The product that it is for; a rule names at most one of product, brand and type. */
  productId?: number
  /** The brand that it is for. */
  brand?: string
  /** The product type that it is for: `GIFT_CARD`, `TOP_UP`, `BILL_PAYMENT`, `ACCOUNT_CREDIT`. */
  productType?: string
  /** The currency of `feeAmount`, as ISO 4217 code. */
  currency?: string
  /** In percent of the face value, with up to 4 decimals; below zero it is a surcharge. */
  discountPercent?: number
  /** A fee for each unit, in major units of `currency`. */
  feeAmount?: number
  /** When it comes into force. In UTC. */
  effectiveAt: string
  /** When it was recorded. In UTC. */
  recordedAt: string
  /** Who recorded it. */
  recordedBy: string
}

export type PriceRuleEnd = {
  /** When it ends, with an offset; now unless given. */
  effectiveAt?: string
  /** Why, for the audit log: one line. */
  reason?: string
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
  /** The brand of the product: 1 to 200 characters. */
  brand: string
  /** ISO 4217 code in upper case, such as `USD`. */
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
  /**
   * Type of the product:
   *
   * - `GIFT_CARD`: delivers a code
   * - `TOP_UP`: tops up the phone of the recipient
   * - `BILL_PAYMENT`: pays a bill of the recipient
   * - `ACCOUNT_CREDIT`: credits an account of the recipient
   */
  productType: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT'
  /** Fields of the recipient that an order must have. */
  recipientFields: Array<RecipientField>
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier: string
  /** Settings of the first supplier. */
  supplierSettings: unknown
  /** The suppliers in the order in which they are asked, if there are several. */
  suppliers?: Array<unknown>
  /** False takes the product out of every catalog. */
  active: boolean
  /** True for a product of test partners. */
  test?: boolean
  /** Codes are unique among products of one namespace; one for all unless given. */
  codeNamespace?: string
}

export type ProductContentChange = {
  /** Kind of shop or service that it is for; null for none. */
  category?: string | null
  /** Barcode that tills scan, on the pages of links; null: chosen to fit the text. */
  barcode?: string | null
  /** Countries where it can be redeemed, as ISO 3166 codes; empty if unknown. */
  countries?: Array<string>
  /** The ids of up to 20 uploaded images, in the order in which they are shown. */
  images?: Array<string>
  /** Texts that replace those of their locale; other locales stay. */
  locales?: Array<{
    /** The language, as a tag of BCP 47 such as `de` or `pt-BR`. */
    locale: string
    /** The name that people read: up to 200 characters. */
    name: string
    /** Description of the product: up to 20,000 characters. */
    description?: string
    /** The terms of the issuer: up to 20,000 characters. */
    terms?: string
    /** Steps of the redemption: up to 20 of 1,000 characters. */
    redemptionSteps?: Array<string>
    /** Validity of a code, in words: up to 200 characters. */
    validity?: string
    /** Page that shows the balance of a code; begins with https://. */
    balanceCheckUrl?: string
  }>
  /** Locales whose texts are removed. */
  removedLocales?: Array<string>
  /** Why, for the audit log: one line. */
  reason?: string
}

export type ProductEventData = {
  /** Identifies the product. */
  productId: number
}

export type ProductOfListing = {
  /** The brand of the product; else that of the listing. */
  brand?: string
  /** The language of its texts, such as `de`; else English. */
  locale?: string
  /** False does not sell it yet. */
  active?: boolean
  /** Why, for the audit log: one line. */
  reason?: string
}

export type ProductOfSupplierListing = {
  /** Identifies the product. */
  productId: number
  /** The brand of the product: 1 to 200 characters. */
  brand: string
  /** ISO 4217 code in upper case, such as `USD`. */
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
  /**
   * Type of the product:
   *
   * - `GIFT_CARD`: delivers a code
   * - `TOP_UP`: tops up the phone of the recipient
   * - `BILL_PAYMENT`: pays a bill of the recipient
   * - `ACCOUNT_CREDIT`: credits an account of the recipient
   */
  productType: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT'
  /** Fields of the recipient that an order must have. */
  recipientFields: Array<RecipientField>
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier: string
  /** Settings of the first supplier. */
  supplierSettings: unknown
  /** The suppliers in the order in which they are asked, if there are several. */
  suppliers?: Array<unknown>
  /** False takes the product out of every catalog. */
  active: boolean
  /** True for a product of test partners. */
  test?: boolean
  /** Codes are unique among products of one namespace; one for all unless given. */
  codeNamespace?: string
  /** Why it has no picture. */
  pictureFault?: string
}

export type ProductRouting = {
  /** Identifies the product. */
  productId: number
  /** True: suppliers with a mirrored price are asked by cost. False: in the written order. */
  cheapestFirst: boolean
  /** Least margin, in percent of the face value, as exact decimal text such as `2.5`: a listing with a smaller margin is not bought. */
  marginFloorPercent?: string
  /** The suppliers in the order in which they are asked. */
  suppliers: Array<{
    /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
    supplier: string
    /** Settings of the product at this supplier. */
    settings: unknown
    /** Our discount on the face value, in percent, if a catalog states it. */
    discountPercent?: string
    /** Why nothing is bought there now. */
    skippedBecause?: string
  }>
}

export type ProductStock = {
  /** Identifies the product. */
  productId: number
  /** The brand of the product. */
  brand: string
  /** The currency of the product, as ISO 4217 code. */
  currency: string
  /** Codes that expire within this many seconds are not sold; null for the default. */
  expiryMarginSeconds: number | null
  /** Fewer codes for sale than this raise an alert; null for the default or none. */
  lowStockThreshold: number | null
  own: StockPolicy
  /** The stock by face value. */
  faceValues: Array<{
    /** The face value of one unit, in major units of `currency`. */
    faceValue: number
    /** Codes for sale. */
    free: number
    /** Codes for sale that expire within 30 days. */
    expiringSoon: number
    /** Codes sold per day, over the last week. */
    dailySales: number
    /** Number of days for which the stock lasts at that pace; null if none is sold. */
    daysLeft: number | null
    /** True if fewer codes than the threshold are for sale. */
    isLow: boolean
    /** Codes that are not sold because they expire within the margin. */
    withheld: number
    /** Codes that have expired. */
    expired: number
    /** Unsold codes of quarantined lots. */
    quarantined: number
    /** Unsold codes of recalled lots. */
    recalled: number
    /** Codes reserved for orders that are not COMPLETED. */
    reserved: number
    /** Codes of COMPLETED orders. */
    sold: number
  }>
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

export type RateMove = {
  /** The pair of currencies, such as `EUR/USD`. */
  pair: string
  /** The rate before. */
  before: number
  /** The rate of the list. */
  after: number
  /** Change of the rate, in percent. */
  percent: number
}

export type RecipientErasure = {
  /** Identifies the erasure. */
  erasureId: string
  /**
   * Kind of erasure:
   *
   * - `CONSUMER`: of a consumer
   * - `RECIPIENT`: of a recipient of orders
   */
  kind: 'CONSUMER' | 'RECIPIENT'
  /** Identifies the partner. */
  partnerId: number
  /** Identifies the consumer. */
  consumerId?: number
  /** Wallets that were closed. */
  wallets: number
  /** Wallet transactions whose description or metadata was erased. */
  descriptions: number
  /** Mails that were erased. */
  mails: number
  /** Lines of orders whose recipient was erased. */
  lines: number
  /** Why. */
  reason: string
  /** Who acted: the e-mail address of a user, `operator` for the operator token, or `system`. */
  actor: string
  /** When it was erased. In UTC. */
  erasedAt: string
  /** True if further lines have this recipient: repeat the call. */
  hasMore: boolean
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

export type Reconciliation = {
  /** Identifies the reconciliation. */
  reconciliationId: number
  /**
   * Kind of reconciliation:
   *
   * - `deposits`: the file of a bank, with the deposits of a partner
   * - `purchases`: the file of a supplier, with our purchases there
   */
  kind: 'deposits' | 'purchases'
  /** The partner whose deposits were compared. */
  partnerId?: number
  /** Our account whose purchases were compared, such as `tessera:acme`. */
  supplier?: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The beginning of the period. In UTC. */
  from: string
  /** The end of the period, which is not part of it. In UTC. */
  to: string
  /** The name of the file, as it was given. */
  fileName?: string
  /** The SHA-256 of the file, in hexadecimal digits. */
  fileSha256: string
  /** Lines of the file. */
  fileLines: number
  /** Lines of the file without an amount. */
  skippedLines: number
  /** References that match. */
  matched: number
  /** References that only the file has. */
  missingHere: number
  /** References that only our records have. */
  missingThere: number
  /** References whose currencies differ; in none of the sums. */
  differentCurrency: number
  /** References whose amounts differ. */
  differentAmount: number
  /** The sum of the lines of the file, in major units of `currency`. */
  fileAmount: number
  /** The sum of our records, in major units of `currency`. */
  bookedAmount: number
  /** Amount of the file less the amount recorded here, in major units of `currency`. */
  difference: number
  /** When it was made. In UTC. */
  madeAt: string
  /** Who made it. */
  madeBy: string
}

export type ReconciliationItem = {
  /**
   * Result of the comparison:
   *
   * - `missing_here`: only the file has it
   * - `missing_there`: only our records have it
   * - `different_currency`: the file and our records, or the reconciliation, differ in the currency
   * - `different_amount`: the amounts differ
   * - `matched`: both have it with the same amount
   */
  status: 'missing_here' | 'missing_there' | 'different_currency' | 'different_amount' | 'matched'
  /** The reference of the lines and records. */
  reference: string
  /** The partner whose pay-in reference is in it, if only the file has it. */
  partnerId?: number
  /** The sum of the lines of the file, in major units of `currency`. */
  fileAmount?: number
  /** The sum of our records, in major units of `currency`. */
  bookedAmount?: number
  /** The currency of `fileAmount`, if the file has another one. */
  fileCurrency?: string
  /** The currency of `bookedAmount`, if our records have another one. */
  bookedCurrency?: string
  /** Lines of the file with this reference. */
  fileLines: number
  /** The number of the first of these lines. */
  firstLine?: number
  /** The ids of the transactions or orders with this reference. */
  records: Array<string>
}

export type RecoveryCodes = {
  /** Ten codes, shown once. Each signs in once in place of the second factor. */
  recoveryCodes: Array<string>
}

export type RelyingParty = {
  /** The host that the passkey belongs to. */
  id: string
  /** Name that browsers show. */
  name: string
}

export type RemovedFactor = {
  /**
   * Result:
   *
   * - `REMOVED`: it no longer signs in
   */
  status: 'REMOVED'
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

export type RenamedPasskey = {
  /**
   * Result:
   *
   * - `RENAMED`: it has the new name
   */
  status: 'RENAMED'
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

export type RequestedPasswordReset = {
  /**
   * Result:
   *
   * - `REQUESTED`: if a user with a password has this address, a mail is sent to it
   */
  status: 'REQUESTED'
}

export type ReviewedLink = {
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
  /** When its remainder returns to the funds, unless it is released. In UTC. */
  reviewUntil: string
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
  /** Identifies the partner. */
  partnerId: number
  /** Name of the recipient. */
  name?: string
  /** E-mail address of the recipient. */
  email?: string
  /** Mobile number of the recipient. */
  phone?: string
  /**
   * The rule that a claim broke:
   *
   * - `COUNTRY`: a claim came from a country that is not allowed, or not known
   * - `NETWORK`: too many claims came from its network within a day
   * - `ADDRESS`: too many claims were for its e-mail address or phone number within a day
   * - `AMOUNT`: too much of the links of its template was claimed within a day
   */
  rule: 'COUNTRY' | 'NETWORK' | 'ADDRESS' | 'AMOUNT'
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

export type RotatedKeys = {
  /**
   * Scope of the rotation:
   *
   * - `master`: wraps the data keys with the new master key
   * - `data`: makes new data keys, which seal from now on
   */
  scope: 'master' | 'data'
  /** The master key that wraps the data keys now. */
  masterId?: string
  /** The master keys that wrapped the data keys before. */
  previousMasterIds?: Array<string>
  /** Data keys that are wrapped by the new master key. */
  rewrapped?: number
  /** The new data keys, if they were rotated. */
  keys?: Array<{
    /**
     * Purpose of the key:
     *
     * - `codes`: codes in stock and of orders
     * - `credentials`: HMAC secrets
     * - `blind_index`: finds codes without opening them
     * - `exports`: signs the links of exports
     * - `consumers`: names and e-mail addresses of consumers
     * - `consumer_index`: finds consumers by e-mail address
     * - `checkpoints`: checkpoints of verifications
     */
    purpose: 'codes' | 'credentials' | 'blind_index' | 'exports' | 'consumers' | 'consumer_index' | 'checkpoints'
    /** Identifies the data key. */
    keyId: number
    /** The data key that it follows. */
    previousKeyId: number
  }>
}

export type RotatedMerchantCredential = {
  /** Identifies the credential: a UUID. */
  clientId: string
  /** A name for people, shown in lists. */
  label?: string
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
  /** The API key; a response shows it this once. */
  apiKey: string
  /** The secret that signatures are keyed with; a response shows it this once. */
  hmacSecret: string
  /** The credential that it replaces. */
  previous: {
    /** Identifies the credential: a UUID. */
    clientId: string
    /** When it expires. In UTC. */
    expiresAt: string
  }
}

export type SecondFactor = {
  /** The `secondFactor.token` of the first step. */
  token: string
  /** The code that the authenticator app shows, or a recovery code. */
  code: string
}

export type SecondFactorReset = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type SecondFactors = {
  /** When the authenticator app was confirmed, if there is one. In UTC. */
  totpSince?: string
  /** The passkeys of the user, oldest first. */
  passkeys: Array<Passkey>
  /** Number of unused recovery codes. */
  recoveryCodesLeft: number
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

export type ServiceToken = {
  /** The id of the token. */
  tokenId: number
  /** Name of the machine or program that uses the token: 1 to 100 characters. */
  name: string
  /** The token may do what this role may. */
  role: 'admin' | 'finance' | 'operations' | 'support' | 'auditor'
  /**
   * The state of the token:
   *
   * - `ACTIVE`: requests with it are accepted
   * - `EXPIRED`: it has expired
   * - `ENDED`: its owner may no longer make tokens; another administrator may take it over
   * - `REVOKED`: an operator revoked it
   */
  state: 'ACTIVE' | 'EXPIRED' | 'ENDED' | 'REVOKED'
  /** The owner, with whom the token ends: the e-mail address of the user who made it or took it over, or the token that made it. Absent: it has no owner. */
  issuedBy?: string
  /** When it was created. In UTC. */
  createdAt: string
  /** When the token expires. In UTC. */
  expiresAt: string
  /** When the token was revoked, if it was. In UTC. */
  revokedAt?: string
  /** When the token was used for the last time, to the minute. In UTC. */
  lastUsedAt?: string
  /** The address that it was used from then. */
  lastUsedFrom?: string
}

export type ServiceTokenRequest = {
  /** Name of the machine or program that uses the token: 1 to 100 characters. */
  name: string
  /** A role of the operator. */
  role: string
  /** Days after which the token expires: 1 to 366, 90 unless given. */
  expiresInDays?: number
  /** Why, for the audit log: one line. */
  reason?: string
}

export type ServiceTokenRevocation = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type ServiceTokenTakeover = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type SessionRevocation = {
  /** Why, for the audit log: one line. */
  reason?: string
}

export type Settings = {
  /** The version of the service. */
  version: string
  /** Features that are switched on or off. */
  features: {
    /** True if the service runs its own PostgreSQL. */
    bundledDatabase: boolean
    /** True if mails are sent. */
    mails: boolean
    /** True if alerts are sent by mail. */
    alertMail: boolean
    /** True if alerts are sent to a webhook. */
    alertWebhook: boolean
    /** True if operators have an address of their own. */
    operatorAddress: boolean
  }
  /** Settings that are not secret. */
  settings: Array<{
    /** The environment variable. */
    name: string
    /** Group of the setting. */
    group: 'service' | 'orders' | 'money' | 'alerts' | 'limits' | 'webhooks' | 'people' | 'retention'
    /** The value; absent if there is none. */
    value?: string
    /** True if the value is the default. */
    isDefault: boolean
    /** Purpose of the setting, with its unit. */
    about: string
  }>
}

export type SignIn = {
  /** The e-mail address of the user. */
  email: string
  /** The password of the user. */
  password: string
}

export type SignInMethods = {
  /** True if users of the operator may sign in by password. */
  operatorPassword: boolean
  /** True if users of the operator may sign in by OpenID Connect. */
  oidc: boolean
  /** True if the service mails links for a new password; otherwise a person who manages users makes one. */
  passwordReset: boolean
}

export type SignedIn = {
  /**
   * Result:
   *
   * - `SIGNED_IN`: the session has begun
   */
  status: 'SIGNED_IN'
}

export type SignedInUser = {
  user: User
  /** The name of the partner of the user; null for a user of the operator. */
  partnerName: string | null
  /** The permissions of the role, such as `orders:read`. */
  permissions: Array<string>
  /** True if the user must add a second factor first: until then only paths of `/auth/v1` work. */
  mustAddSecondFactor: boolean
}

export type SignedOut = {
  /**
   * Result:
   *
   * - `SIGNED_OUT`: the session has ended
   */
  status: 'SIGNED_OUT'
}

export type SpendLimit = {
  /** The credential, a UUID; null: all of the partner together. */
  clientId: string | null
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Spend limit of one UTC day, in major units of `currency`; null: no limit. */
  perDay: number | null
  /** Amount spent on this UTC day, in major units of `currency`; null: no limit. */
  spentToday: number | null
  /** Spend limit of one UTC month, in major units of `currency`; null: no limit. */
  perMonth: number | null
  /** Amount spent in this UTC month, in major units of `currency`; null: no limit. */
  spentThisMonth: number | null
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

export type StepUp = {
  /** The `id` of the credential, in base64url. */
  id: string
  /** The `clientDataJSON` of its response, in base64url. */
  clientDataJSON: string
  /** The `authenticatorData` of its response, in base64url. */
  authenticatorData: string
  /** The `signature` of its response, in base64url. */
  signature: string
}

export type SteppedUp = {
  /**
   * Result:
   *
   * - `STEPPED_UP`: the session is confirmed for five minutes
   */
  status: 'STEPPED_UP'
}

export type StockLevel = {
  /** Identifies the product. */
  productId: number
  /** The brand of the product. */
  brand: string
  /** The currency of the product, as ISO 4217 code. */
  currency: string
  /** Fewer codes for sale than this raise an alert; null for the default or none. */
  lowStockThreshold: number | null
  /** The face value of one unit, in major units of `currency`. */
  faceValue: number
  /** Codes for sale. */
  free: number
  /** Codes for sale that expire within 30 days. */
  expiringSoon: number
  /** Codes sold per day, over the last week. */
  dailySales: number
  /** Number of days for which the stock lasts at that pace; null if none is sold. */
  daysLeft: number | null
  /** True if fewer codes than the threshold are for sale. */
  isLow: boolean
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

export type StockPolicy = {
  /** Codes that expire within this many seconds are not sold; null for the default. */
  expiryMarginSeconds: number | null
  /** Fewer codes for sale than this raise an alert; null for the default or none. */
  lowStockThreshold: number | null
}

export type StockPolicyChange = {
  /** Codes that expire within this many seconds are not sold; null for the default. */
  expiryMarginSeconds?: number | null
  /** Fewer codes for sale than this raise an alert; null for the default or none. */
  lowStockThreshold?: number | null
  /** Why, for the audit log: one line. */
  reason?: string
}

export type SuppliedProduct = {
  /** Identifies the product. */
  productId: number
  /** The brand of the product. */
  brand: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** False takes the product out of every catalog. */
  active: boolean
  /** Its place among the suppliers of the product, from 1: they are asked in order. */
  step: number
  /** Settings of the product at this supplier. */
  settings: unknown
}

export type Supplier = {
  /** Identifies our account there, such as `reloadly:main`. */
  supplier: string
  /** Adapter of the supplier's interface. */
  adapter: string
  /** Our name of the account. */
  name: string
  /**
   * Environment of the supplier:
   *
   * - `live`: real goods for real funds
   * - `sandbox`: the test environment of the supplier
   */
  environment: 'live' | 'sandbox'
  /** The address that is used in place of the supplier's own. */
  baseUrl?: string
  /** By name, as `GET /admin/v1/supplier-adapters` lists them. */
  settings: Record<string, string>
  /** False stops buying there. */
  active: boolean
  /** The funds below which an alert is raised. */
  lowFloat?: {
    /** Funds below this raise an alert, in major units of `currency`. */
    amount: number
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
  }
  /** Our prepaid funds there. */
  pots: Array<{
    /** Its name, if there are several for a currency. */
    pot?: string
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** Balance, as exact decimal text in major units of `currency`. */
    funds: string
    /** Number of days for which it lasts at the pace of the last seven days. */
    daysLeft?: number
    /** When it was last read there. In UTC. */
    seenAt: string
  }>
  /** Purchases whose outcome only a person can report. */
  unclearPurchases: number
  /** True if it responded when its funds were last read. */
  answers: boolean
  /** When its funds were last read. In UTC. */
  answeredAt?: string
  /** Last error. */
  lastFault?: string
  /** When the last error occurred. In UTC. */
  lastFaultAt?: string
  /** What we know of its catalog. */
  catalog?: {
    /** Number of listings that we have of it. */
    listings: number
    /** Number of listings of the last reading that could not be understood. */
    unread: number
    /** When it was last read whole. In UTC. */
    readAt?: string
    /** Why the last reading failed. */
    lastFault?: string
    /** When the last reading failed. In UTC. */
    lastFaultAt?: string
  }
  /** When it was created. In UTC. */
  createdAt: string
}

export type SupplierAdapter = {
  /** Its name, which products give as their supplier. */
  adapter: string
  /** Some of `GIFT_CARD`, `TOP_UP`, `BILL_PAYMENT`, `ACCOUNT_CREDIT`. */
  productTypes: Array<string>
  /** The secrets of an account. */
  secrets: Array<{
    /** Its name. */
    name: string
    /** True if it must be given. */
    required: boolean
    /** Meaning of the field. */
    about?: string
    /** The allowed values, if they are limited. */
    values?: Array<string>
  }>
  /** The settings of an account. */
  settings: Array<{
    /** Its name. */
    name: string
    /** True if it must be given. */
    required: boolean
    /** Meaning of the field. */
    about?: string
    /** The allowed values, if they are limited. */
    values?: Array<string>
  }>
  /** The settings of a product, beside `account`. */
  productSettings: Array<{
    /** Its name. */
    name: string
    /** True if it must be given. */
    required: boolean
    /** Meaning of the field. */
    about?: string
    /** The allowed values, if they are limited. */
    values?: Array<string>
  }>
}

export type SupplierChange = {
  /** By name, as `GET /admin/v1/supplier-adapters` lists them; never shown again. */
  secrets?: Record<string, string>
  /** By name, as `GET /admin/v1/supplier-adapters` lists them. */
  settings?: Record<string, string>
  /** The funds below which an alert is raised; null for none. */
  lowFloat?: {
    /** Funds below this raise an alert, in major units of `currency`. */
    amount: number
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
  } | null
  /** False stops buying there; what is under way ends normally. */
  active?: boolean
  /** Why, for the audit log: one line. */
  reason?: string
}

export type SupplierHealth = {
  /** Identifies the product. */
  productId: number
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier: string
  /** The account at the supplier, if it has several. */
  account?: string
  /**
   * The state of the circuit breaker:
   *
   * - `closed`: the supplier is asked
   * - `open`: it is left out, because it does not respond
   * - `half_open`: one batch tries it again
   */
  circuit: 'closed' | 'open' | 'half_open'
  /** When the circuit got this state. In UTC. */
  circuitSince?: string
  /** Calls of the last hour with a response. */
  answered: number
  /** Calls of the last hour without a response, or with an error. */
  failed: number
  /** When the calls began to be counted. In UTC. */
  countedSince?: string
  /** Last error. */
  lastFault?: string
  /** When the last error occurred. In UTC. */
  lastFaultAt?: string
  /** When our account there ran out of funds. In UTC. */
  unfundedSince?: string
}

export type SupplierListing = {
  /** Identifies the listing. */
  listingId: number
  /** Our account there, such as `reloadly:main`. */
  supplier: string
  /** The supplier's id of the listing. */
  listing: string
  /** The supplier's name of the product. */
  name: string
  /** The brand, as the supplier calls it. */
  brand: string
  /**
   * Type of the product:
   *
   * - `GIFT_CARD`: delivers a code
   * - `TOP_UP`: tops up the phone of the recipient
   * - `BILL_PAYMENT`: pays a bill of the recipient
   * - `ACCOUNT_CREDIT`: credits an account of the recipient
   */
  productType: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Countries where it can be redeemed. */
  countries: Array<string>
  /** Its face values, as exact decimal texts. */
  faceValues?: Array<string>
  /** The lowest face value, if any in a range is sold. */
  minFaceValue?: string
  /** The highest face value, if any in a range is sold. */
  maxFaceValue?: string
  /** Step between face values of the range. */
  faceValueStep?: string
  /** Our discount on the face value, in percent, as exact decimal text; without it, we pay the face value. */
  discountPercent?: string
  /** Id of a change of its price that waits for a person. */
  waitingChangeId?: string
  /** Our discount on the face value, in percent, as exact decimal text, if that change is accepted. */
  waitingPercent?: string
  /** True if the supplier sells it now. */
  onSale: boolean
  /** When it disappeared from the catalog. In UTC. */
  goneAt?: string
  /** When its entry in the catalog last changed. In UTC. */
  changedAt: string
  /** The products that buy it. */
  products: Array<{
    /** Identifies the product. */
    productId: number
    /** The only face value that is bought here, in its currency. */
    faceValue?: string
  }>
}

export type SupplierListingDetail = {
  /** Identifies the listing. */
  listingId: number
  /** Our account there, such as `reloadly:main`. */
  supplier: string
  /** The supplier's id of the listing. */
  listing: string
  /** The supplier's name of the product. */
  name: string
  /** The brand, as the supplier calls it. */
  brand: string
  /**
   * Type of the product:
   *
   * - `GIFT_CARD`: delivers a code
   * - `TOP_UP`: tops up the phone of the recipient
   * - `BILL_PAYMENT`: pays a bill of the recipient
   * - `ACCOUNT_CREDIT`: credits an account of the recipient
   */
  productType: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** Countries where it can be redeemed. */
  countries: Array<string>
  /** Its face values, as exact decimal texts. */
  faceValues?: Array<string>
  /** The lowest face value, if any in a range is sold. */
  minFaceValue?: string
  /** The highest face value, if any in a range is sold. */
  maxFaceValue?: string
  /** Step between face values of the range. */
  faceValueStep?: string
  /** Our discount on the face value, in percent, as exact decimal text; without it, we pay the face value. */
  discountPercent?: string
  /** Id of a change of its price that waits for a person. */
  waitingChangeId?: string
  /** Our discount on the face value, in percent, as exact decimal text, if that change is accepted. */
  waitingPercent?: string
  /** True if the supplier sells it now. */
  onSale: boolean
  /** When it disappeared from the catalog. In UTC. */
  goneAt?: string
  /** When its entry in the catalog last changed. In UTC. */
  changedAt: string
  /** The products that buy it. */
  products: Array<{
    /** Identifies the product. */
    productId: number
    /** The only face value that is bought here, in its currency. */
    faceValue?: string
  }>
  /** The settings of a product that buys it. */
  settings: unknown
  /** Address of the supplier's picture of it; never shown to partners. */
  imageUrl?: string
  /** Redemption instructions of the supplier. */
  redemption?: string
  /** Terms of the supplier. */
  terms?: string
  /** Products that could buy it, the likeliest first. */
  suggestions: Array<{
    /** Identifies the product. */
    productId: number
    /** The brand of the product. */
    brand: string
    /** True if the brands are the same. */
    sameBrand: boolean
    /** True if both can be redeemed in one country. */
    sameCountry: boolean
    /** True if the listing has all face values of the product. */
    sameFaceValues: boolean
  }>
}

export type SupplierPriceChange = {
  /** Identifies the change. */
  changeId: string
  /** Identifies the listing. */
  listingId: number
  /** Our account there, such as `reloadly:main`. */
  supplier: string
  /** The supplier's id of the listing. */
  listing: string
  /** The supplier's name of the product. */
  name: string
  /** The brand, as the supplier calls it. */
  brand: string
  /** Our discount on the face value, in percent, as exact decimal text, before. */
  oldPercent: string
  /** Our discount on the face value, in percent, as exact decimal text, from then on. */
  newPercent: string
  /**
   * State of the change:
   *
   * - `APPLIED`: it has been in force since it was seen
   * - `WAITS`: a person must accept it; until then the old one is in force
   * - `ACCEPTED`: a person accepted it
   * - `WITHDRAWN`: the supplier changed the price again before a person accepted it
   */
  status: 'APPLIED' | 'WAITS' | 'ACCEPTED' | 'WITHDRAWN'
  /** When the catalog had it first. In UTC. */
  seenAt: string
  /** When it was accepted or withdrawn. In UTC. */
  decidedAt?: string
}

export type SupplierPurchase = {
  /** Identifies the purchase. */
  purchaseId: string
  /** Our reference of the order, as the supplier has it. */
  reference: string
  /**
   * The status of the purchase:
   *
   * - `PLACING`: a request to buy may have been sent; its outcome is not known
   * - `PLACED`: the supplier has it, and works on it
   * - `DONE`: its units are here
   * - `REFUSED`: nothing was bought
   * - `REVERSED`: the supplier took it back
   * - `STOCKED`: its codes are in stock, because its order was canceled
   * - `CLOSED`: a person said that it was not bought
   */
  status: 'PLACING' | 'PLACED' | 'DONE' | 'REFUSED' | 'REVERSED' | 'STOCKED' | 'CLOSED'
  /** True if the order that it was bought for no longer needs it. */
  released: boolean
  /** Identifies the partner. */
  partnerId: number
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** Identifies the batch. */
  fulfillmentId: string
  /** Identifies the product. */
  productId: number
  /** The currency of the product, as ISO 4217 code. */
  currency: string
  /** The face value of one unit, in major units of `currency`. */
  faceValue: number
  /** Number of units. */
  quantity: number
  /** Settings of the product that was bought. */
  settings: unknown
  /** Id of the order at the supplier. */
  supplierOrderId?: string
  /** Amount that the supplier charged, as exact decimal text. */
  cost?: string
  /** The currency of `cost`, as ISO 4217 code. */
  costCurrency?: string
  /** Number of requests to buy that were sent. */
  sends: number
  /** When the purchase was recorded, before its first request. In UTC. */
  begunAt: string
  /** Until this instant, a request to buy may still arrive there. In UTC. */
  unsureUntil?: string
  /** Why a person must report the outcome. */
  fault?: string
  /** When `fault` was recorded. In UTC. */
  faultAt?: string
  /** When a person reported the outcome. In UTC. */
  closedAt?: string
}

export type SupplierPurchaseClosing = {
  /**
   * Outcome of the purchase:
   *
   * - `bought`: it was bought, with these units
   * - `notBought`: it was not bought, and never will be
   */
  outcome: 'bought' | 'notBought'
  /** Units that were bought, unless they are here already. */
  units?: Array<{
    /** The code to redeem; for goods without a code, the confirmation number of the provider. */
    giftCardNumber?: string
    /** The PIN, if the code has one. */
    giftCardPin?: string
    /** The number of the bar code, if the code has one. */
    barCodeNumber?: string
    /** Address at which the recipient redeems the code, if it has one. */
    redemptionUrl?: string
    /** The last day on which it can be redeemed: `2027-12-31`. */
    expiresAt?: string
  }>
  /** Id of the order at the supplier. */
  supplierOrderId?: string
  /** Amount that the supplier charged. */
  cost?: {
    /** With up to 5 decimals, in major units of `currency`. */
    amount: number
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
  }
  /** Why, for the audit log: one line. */
  reason: string
}

export type SupplierPurchaseDetail = {
  /** Identifies the purchase. */
  purchaseId: string
  /** Our reference of the order, as the supplier has it. */
  reference: string
  /**
   * The status of the purchase:
   *
   * - `PLACING`: a request to buy may have been sent; its outcome is not known
   * - `PLACED`: the supplier has it, and works on it
   * - `DONE`: its units are here
   * - `REFUSED`: nothing was bought
   * - `REVERSED`: the supplier took it back
   * - `STOCKED`: its codes are in stock, because its order was canceled
   * - `CLOSED`: a person said that it was not bought
   */
  status: 'PLACING' | 'PLACED' | 'DONE' | 'REFUSED' | 'REVERSED' | 'STOCKED' | 'CLOSED'
  /** True if the order that it was bought for no longer needs it. */
  released: boolean
  /** Identifies the partner. */
  partnerId: number
  /** Identifies the order, such as `ord_01M86VEXW60000C000001`. */
  orderId: string
  /** Identifies the batch. */
  fulfillmentId: string
  /** Identifies the product. */
  productId: number
  /** The currency of the product, as ISO 4217 code. */
  currency: string
  /** The face value of one unit, in major units of `currency`. */
  faceValue: number
  /** Number of units. */
  quantity: number
  /** Settings of the product that was bought. */
  settings: unknown
  /** Id of the order at the supplier. */
  supplierOrderId?: string
  /** Amount that the supplier charged, as exact decimal text. */
  cost?: string
  /** The currency of `cost`, as ISO 4217 code. */
  costCurrency?: string
  /** Number of requests to buy that were sent. */
  sends: number
  /** When the purchase was recorded, before its first request. In UTC. */
  begunAt: string
  /** Until this instant, a request to buy may still arrive there. In UTC. */
  unsureUntil?: string
  /** Why a person must report the outcome. */
  fault?: string
  /** When `fault` was recorded. In UTC. */
  faultAt?: string
  /** When a person reported the outcome. In UTC. */
  closedAt?: string
  /** The first and the last requests about it, with their responses. */
  exchanges: Array<{
    /** When it was sent. In UTC. */
    at: string
    /** `create` buys, `lookUp` reads the outcome, `codes` reads codes, `undo` takes back. */
    for: string
    /** Duration, in milliseconds. */
    tookMs: number
    /** The request; what may be a secret, a code or a recipient is left out. */
    request: string
    /** The status of the response, if there was one. */
    status?: number
    /** The response; what may be a code is left out. */
    response?: string
    /** Why there was no response. */
    fault?: string
  }>
}

export type TotpConfirmation = {
  /** The code of six digits that the app shows. */
  code: string
}

export type TotpEnrollment = {
  /** The secret in Base32, for apps that cannot scan. It is shown once. */
  setupKey: string
  /** The same secret as an `otpauth://` address, for a QR code. */
  uri: string
  /** When a code can no longer confirm it. In UTC. */
  expiresAt: string
}

export type Trace = {
  /** The identifier that was looked for. */
  q: string
  /** The orders that have the identifier. */
  orders: Array<TracedOrder>
  /** True if there are further orders that are not shown. */
  moreOrders: boolean
  /** The transfer that has the identifier. */
  transfers: Array<{
    /** Identifies the partner. */
    partnerId: number
    /** Identifies the transfer, such as `trf_2_117`. */
    transferId: string
    /**
     * Why the money moved:
     *
     * - `deposit`: money came in
     * - `reversal`: a deposit, or a part of it, was taken back
     * - `order_hold`: an order reserves what it costs
     * - `order_charge`: a COMPLETED order is charged
     * - `order_release`: an order gave its hold back
     * - `order_suspension`: a hold was given up because its order was suspended or resumed
     * - `wallet_credit`: a wallet was credited
     * - `wallet_debit`: a wallet was debited
     * - `initial_funds`: a new wallet was funded
     * - `account_credit`: an order credited a wallet
     * - `order_discount`: the discount of an order by price rules
     * - `order_surcharge`: the surcharge of an order: a negative discount by price rules
     * - `order_fee`: the fees of an order
     * - `case_refund`: a case gave money back
     * - `link_send`: links set aside the amounts that can be claimed
     * - `link_return`: the unclaimed amount of a link was returned
     */
    kind: 'deposit' | 'reversal' | 'order_hold' | 'order_charge' | 'order_release' | 'order_suspension' | 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'account_credit' | 'order_discount' | 'order_surcharge' | 'order_fee' | 'case_refund' | 'link_send' | 'link_return'
    /**
     * The state of the transfer:
     *
     * - `posted`: moved at once
     * - `pending`: reserves its amount
     * - `post`: completed a hold
     * - `void`: ended a hold
     */
    state: 'posted' | 'pending' | 'post' | 'void'
    /** ISO 4217 code in upper case, such as `USD`. */
    currency: string
    /** The amount that moves, in major units of `currency`. */
    amount: number
    /** Reference of the request that made it. */
    reference?: string
    /** When it happened. In UTC. */
    at: string
  }>
  /** The wallets that have the identifier. */
  wallets: Array<{
    /** Identifies the partner. */
    partnerId: number
    /** Identifies the consumer. */
    consumerId: number
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
  }>
  /** The consumers that have the identifier. */
  consumers: Array<{
    /** Identifies the partner. */
    partnerId: number
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
  }>
  /** The link that has the identifier. */
  links: Array<Link>
  /** The requests that have the identifier. */
  requests: Array<Request>
}

export type TracedOrder = {
  /** Kind of the identifier that matched, such as `orderId` or `itemReference`. */
  as: string
  /** The item that the identifier names: that of a card identifier, or of a case. */
  itemNo?: number
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
  /** Identifies the partner. */
  partnerId: number
  /**
   * The status before:
   *
   * - `PENDING`: received, and queued for processing
   * - `PROCESSING`: being fulfilled
   * - `COMPLETED`: all items are there; final
   * - `CANCELLED`: canceled, and its money is back; final
   * - `ON_HOLD`: waits, because funds are insufficient
   * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
   */
  previousStatus?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
  /** When it got this status. In UTC. */
  statusSince: string
  /** Amount charged: face value less discount, plus fees, in major units of `currency`. */
  chargedAmount?: number
  /** Why it was cancelled. */
  cancelReason?: string
  /** Why it is ON_HOLD: `funds` if the partner lacks them; otherwise our unfunded accounts at suppliers, or `supplier` if those are not known. */
  heldFor?: string
  /** The lines of the order. */
  lines: Array<OrderLine>
  /** The batches of the order. */
  fulfillments: Array<Batch>
  /** The Idempotency-Key of the request that made it. */
  idempotencyKey?: string
  /** True if there are further batches that are not shown. */
  moreFulfillments: boolean
  /** The changes of its status, oldest first. */
  events: Array<{
    /**
     * The status before; absent for a new order:
     *
     * - `PENDING`: received, and queued for processing
     * - `PROCESSING`: being fulfilled
     * - `COMPLETED`: all items are there; final
     * - `CANCELLED`: canceled, and its money is back; final
     * - `ON_HOLD`: waits, because funds are insufficient
     * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
     */
    from?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
    /**
     * The status after:
     *
     * - `PENDING`: received, and queued for processing
     * - `PROCESSING`: being fulfilled
     * - `COMPLETED`: all items are there; final
     * - `CANCELLED`: canceled, and its money is back; final
     * - `ON_HOLD`: waits, because funds are insufficient
     * - `OUT_OF_STOCK`: waits, because a product is temporarily unavailable
     */
    to: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK'
    /** Why. */
    reason?: string
    /**
     * Why it is ON_HOLD:
     *
     * - `funds`: the funds of the partner do not cover it
     * - `supplier`: no supplier can be paid now
     */
    heldFor?: 'funds' | 'supplier'
    /** When it happened. In UTC. */
    at: string
  }>
  /** The transfers of its money. */
  transfers: Array<Transfer>
  /** Purchases at suppliers for the order. */
  purchases: Array<{
    /** Our account at the supplier, such as `tessera:acme`. */
    supplier?: string
    /** Reference of the request that made it. */
    reference: string
    /** Id of the order at the supplier. */
    supplierOrderId?: string
  }>
  /** Cases of its items, newest first, at most 100. */
  cases: Array<Case>
  /** Requests that showed its codes or created a link to them, newest first: at most 100, as long as the request log has them. */
  downloads: Array<Request>
  /** Requests that created it or returned it again, as long as the request log has them. */
  requests: Array<Request>
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

export type Transfer = {
  /** Identifies the transfer, such as `trf_2_117`. */
  transferId: string
  /**
   * Why the money moved:
   *
   * - `deposit`: money came in
   * - `reversal`: a deposit, or a part of it, was taken back
   * - `order_hold`: an order reserves what it costs
   * - `order_charge`: a COMPLETED order is charged
   * - `order_release`: an order gave its hold back
   * - `order_suspension`: a hold was given up because its order was suspended or resumed
   * - `wallet_credit`: a wallet was credited
   * - `wallet_debit`: a wallet was debited
   * - `initial_funds`: a new wallet was funded
   * - `account_credit`: an order credited a wallet
   * - `order_discount`: the discount of an order by price rules
   * - `order_surcharge`: the surcharge of an order: a negative discount by price rules
   * - `order_fee`: the fees of an order
   * - `case_refund`: a case gave money back
   * - `link_send`: links set aside the amounts that can be claimed
   * - `link_return`: the unclaimed amount of a link was returned
   */
  kind: 'deposit' | 'reversal' | 'order_hold' | 'order_charge' | 'order_release' | 'order_suspension' | 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'account_credit' | 'order_discount' | 'order_surcharge' | 'order_fee' | 'case_refund' | 'link_send' | 'link_return'
  /**
   * The state of the transfer:
   *
   * - `posted`: moved at once
   * - `pending`: reserves its amount
   * - `post`: completed a hold
   * - `void`: ended a hold
   */
  state: 'posted' | 'pending' | 'post' | 'void'
  /** ISO 4217 code in upper case, such as `USD`. */
  currency: string
  /** The amount that moves, in major units of `currency`. */
  amount: number
  /** Reference of the request that made it. */
  reference?: string
  /** When it happened. In UTC. */
  at: string
}

export type UploadedImage = {
  /** Identifies the image: the SHA-256 of its bytes, and the ending of its format. */
  imageId: string
  /** The address of the image: the same image for ever. */
  url: string
  /** `image/png`, `image/jpeg` or `image/webp`. */
  contentType: string
  /** In pixels. */
  width: number
  /** In pixels. */
  height: number
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
  /** A role of the operator, or of a partner for its users. */
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

export type UserSession = {
  /** Identifies the session: a UUID. */
  sessionId: string
  /** True of the session of this request. */
  isCurrent: boolean
  /** When the user signed in. In UTC. */
  createdAt: string
  /** When the session was used for the last time, to the minute. In UTC. */
  lastUsedAt: string
  /** The address that the user signed in from. */
  address: string
  /** User agent of the browser at that time. */
  userAgent?: string
}

export type Verification = {
  /** Identifies the verification. */
  verificationId: string
  /** Who acted: the e-mail address of a user, `operator` for the operator token, or `system`. */
  actor: string
  /** True to check only what was written after the last checkpoint. */
  fromCheckpoint: boolean
  /**
   * The state of the verification:
   *
   * - `RUNNING`: checks the books
   * - `DONE`: has checked all of them
   * - `INTERRUPTED`: stopped before the end
   */
  state: 'RUNNING' | 'DONE' | 'INTERRUPTED'
  /** When it started. In UTC. */
  startedAt: string
  /** When it ended. In UTC. */
  finishedAt?: string
  /**
   * Phase of the verification:
   *
   * - `books`: the accounts and transfers of each partner
   * - `stock`: the codes in stock
   */
  phase: 'books' | 'stock'
  /** Partners whose books were checked so far. */
  partners: number
  /** Partners whose books are to be checked. */
  partnersTotal: number
  /** Accounts that were checked so far. */
  accounts: number
  /** Transfers that were checked so far. */
  transfers: number
  /** True if there is no difference; only when it is DONE. */
  balanced?: boolean
  /** Differences; only when it is DONE. */
  differences?: Array<Difference>
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

export type WalletStatusChange = {
  /**
   * The status of the wallet:
   *
   * - `ENABLED`: takes credits and debits
   * - `FROZEN`: takes none until it is enabled again
   * - `CLOSED`: takes none; final
   */
  status: 'ENABLED' | 'FROZEN' | 'CLOSED'
  /** Why, for the audit log: one line. */
  reason: string
}

export type WantedCard = {
  /** The code of the card. It is hashed, and neither logged nor shown. */
  code?: string
  /** The `cardIdentifier` of its item. */
  cardIdentifier?: string
  /** The reference of a call of any merchant. */
  reference?: string
  /** Why, for the audit log: one line. */
  reason?: string
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
  /** Lists alerts, open and resolved, newest first. */
  listAlerts: {
    path: Record<never, never>
    query: { state?: 'open' | 'resolved' | undefined; kind?: 'supplier_unfunded' | 'supplier_silent' | 'supplier_unclear' | 'supplier_price_waits' | 'low_stock' | 'low_funds' | 'batches_failed' | 'orders_waiting' | 'rate_stale' | 'upstream_silent' | 'upstream_low_float' | 'upstream_unsold' | 'instant_ahead' | 'durability_off' | 'archive_failing' | 'backup_overdue' | 'drill_overdue' | 'disk_low' | 'disk_full' | 'replication_lag' | 'audit_broken' | 'link_mails_waiting' | 'credits_stopped' | 'mail_template_broken' | 'webhook_disabled' | 'wrong_operator_tokens' | 'wrong_signatures' | 'codes_guessed' | undefined; severity?: 'warning' | 'critical' | undefined; from?: string | undefined; to?: string | undefined; sort?: 'raisedAt' | '-raisedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<ListedAlert>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Resolves an alert. */
  resolveAlert: {
    path: { alertId: number }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Alert
}
  }
  /** Returns which acts a second person must approve, as the settings say. */
  getApprovalRules: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The rules. */
  data: {
    /** One of each kind of act. */
    rules: Array<ApprovalRule>
    /** Hours after which a request expires. */
    hours: number
  }
}
  }
  /** Shows products to a partner, or hides them. */
  createAssortmentRule: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewAssortmentRule
    result: {
  data: AssortmentRule
}
  }
  /** Lists assortment rules, including those that are not in force, the latest first. */
  listAssortmentRules: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; productId?: number | undefined; sort?: 'ruleNo' | '-ruleNo' | 'effectiveAt' | '-effectiveAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<AssortmentRule>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the acts of operators, newest first. */
  listAudit: {
    path: Record<never, never>
    query: { target?: string | undefined; actor?: string | undefined; action?: string | undefined; from?: string | undefined; to?: string | undefined; sort?: 'at' | '-at' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<AuditEntry>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Verifies the chain of the audit log, and names the first fault. */
  verifyAudit: {
    path: Record<never, never>
    query: { from?: string | undefined; to?: string | undefined; head?: string | undefined }
    body: undefined
    result: {
  data: AuditVerification
}
  }
  /** Returns the result of the last check of the audit log that the service made by itself. */
  getLastAuditCheck: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: LastAuditCheck
}
  }
  /** Streams the sealed entries of the audit log as JSON lines, oldest first. */
  exportAudit: {
    path: Record<never, never>
    query: { from?: string | undefined; to?: string | undefined }
    body: undefined
    result: unknown
  }
  /** Opens a campaign. */
  openCampaign: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewCampaign
    result: {
  data: Campaign
}
  }
  /** Lists the campaigns of a partner, newest first, with what their wallets were credited. */
  listCampaigns: {
    path: { partnerId: number }
    query: { name?: string | undefined; ended?: boolean | undefined; sort?: 'name' | '-name' | 'credited' | '-credited' | 'endsAt' | '-endsAt' | 'createdAt' | '-createdAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<ListedCampaign>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Opens an empty wallet of a campaign for a consumer, in the campaign's currency. */
  openCampaignWallet: {
    path: { partnerId: number; campaignId: string }
    query: Record<never, never>
    body: {
  /** Identifies the consumer. */
  consumerId: number
}
    result: {
  data: Wallet
}
  }
  /** Refunds, replaces or blocks one item of a COMPLETED order. */
  openCase: {
    path: { orderId: string }
    query: Record<never, never>
    body: NewCase
    result: {
  data: Case
}
  }
  /** Lists the cases of an order, newest first. */
  listOrderCases: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Case>
  /** About the list. */
  meta: {
    pagination: Pagination
    delivered?: Delivered
  }
}
  }
  /** Lists the cases of all partners, newest first; `after` continues after a case. */
  listCases: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; kind?: 'refund' | 'replace' | 'block' | undefined; state?: 'REQUESTED' | 'DONE' | 'REJECTED' | undefined; from?: string | undefined; to?: string | undefined; sort?: 'openedAt' | '-openedAt' | undefined; after?: number | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Case>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns a case. */
  getCase: {
    path: { caseId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: Case
}
  }
  /** Accepts the request of a partner and carries it out. */
  acceptCase: {
    path: { caseId: number }
    query: Record<never, never>
    body: CaseAcceptance
    result: {
  data: Case
}
  }
  /** Rejects the request of a partner. */
  rejectCase: {
    path: { caseId: number }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Case
}
  }
  /** Lists the links of a partner, newest first. */
  listLinks: {
    path: { partnerId: number }
    query: { status?: 'OPEN' | 'PARTLY_CLAIMED' | 'CLAIMED' | 'EXPIRED' | 'CANCELLED' | 'RETURNED' | undefined; reference?: string | undefined; email?: string | undefined; from?: string | undefined; to?: string | undefined; after?: string | undefined; pageSize?: number | undefined; unmasked?: boolean | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<ListedLink>
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
  /** Returns a link, its mails with their outcomes, and its orders. */
  getLink: {
    path: { linkId: string }
    query: { unmasked?: boolean | undefined }
    body: undefined
    result: {
  data: LinkDetail
}
  }
  /** Mails a link to its person once more. */
  resendLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Link
}
  }
  /** Ends a link; its remainder returns to the funds of its partner. */
  cancelLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Link
}
  }
  /** Gives a link a new address and shows it once; the old address ends at once. */
  revealLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: SentLink
}
  }
  /** Lets a link that waits for a review be claimed again. */
  releaseLink: {
    path: { linkId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Link
}
  }
  /** Lists the links whose claims wait for a review, those that end soonest first. */
  listLinkReviews: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** By the end of their review. */
  data: Array<ReviewedLink>
}
  }
  /** Lists the templates of the links of a partner, with their rules for claims. */
  listLinkTemplates: {
    path: { partnerId: number }
    query: Record<never, never>
    body: undefined
    result: {
  /** By name. */
  data: Array<LinkTemplate>
}
  }
  /** Lists the consumers of a partner, newest first. */
  listConsumers: {
    path: { partnerId: number }
    query: { email?: string | undefined; unmasked?: boolean | undefined; sort?: 'createdAt' | '-createdAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
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
  /** Returns what a shop shows of a product: texts, category, countries, images. */
  getProductContent: {
    path: { productId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: AdminProductContent
}
  }
  /** Changes the given parts of the content of a product. */
  updateProductContent: {
    path: { productId: number }
    query: Record<never, never>
    body: ProductContentChange
    result: {
  data: AdminProductContent
}
  }
  /** Stores an image that products can show. */
  uploadImage: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: UploadedImage
}
  }
  /** Issues a credential. */
  issueCredential: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewCredential
    result: {
  data: IssuedCredential
}
  }
  /** Lists the credentials of a partner, expired and revoked ones too, oldest first. */
  listCredentials: {
    path: { partnerId: number }
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
  /** Changes which signature a credential requires, and from which addresses it may be used. */
  updateCredential: {
    path: { partnerId: number; clientId: string }
    query: Record<never, never>
    body: CredentialChange
    result: {
  data: Credential
}
  }
  /** Replaces an active credential. */
  rotateCredential: {
    path: { partnerId: number; clientId: string }
    query: Record<never, never>
    body: CredentialRotation
    result: {
  data: RotatedCredential
}
  }
  /** Revokes a credential. */
  revokeCredential: {
    path: { partnerId: number; clientId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: Credential
}
  }
  /** Checks a CSV of up to 1,000,000 credits to wallets; moves nothing. */
  checkCredits: {
    path: { partnerId: number }
    query: { fileReference: string; importId?: string | undefined; dryRun?: boolean | undefined; createConsumers?: boolean | undefined }
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Lists a partner's files of credits, newest first, with their progress. */
  listCreditImports: {
    path: { partnerId: number }
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
  getCreditImport: {
    path: { partnerId: number; importId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Credits a checked file, or resumes a stopped one. */
  startCredits: {
    path: { partnerId: number; importId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Cancels a file of credits; what was credited stays. */
  cancelCredits: {
    path: { partnerId: number; importId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: CreditImportDetail
}
  }
  /** Streams a CSV with the outcome of each row, or with the errors of the file. */
  creditReport: {
    path: { partnerId: number; importId: string }
    query: Record<never, never>
    body: undefined
    result: unknown
  }
  /** Erases a consumer: name, address, descriptions, metadata and mails. */
  eraseConsumer: {
    path: { partnerId: number; consumerId: number }
    query: Record<never, never>
    body: NewErasure
    result: {
  data: Erasure
}
  }
  /** Erases a recipient from a partner's orders: from their lines and from the search. */
  eraseRecipient: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewRecipientErasure
    result: {
  data: RecipientErasure
}
  }
  /** Lists the erasures of personal data, newest first. */
  listErasures: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; from?: string | undefined; to?: string | undefined; sort?: 'erasedAt' | '-erasedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Erasure>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the events in the feed of a partner, newest first. */
  listEvents: {
    path: { partnerId: number }
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
  /** Finds a card of ours by its code, its item or a call: balance and what moved it. */
  findCard: {
    path: Record<never, never>
    query: Record<never, never>
    body: WantedCard
    result: {
  /** The result. */
  data: Array<FoundCard>
}
  }
  /** Finds where a code is: product, lot, state, order and item. */
  findCode: {
    path: Record<never, never>
    query: Record<never, never>
    body: {
  /** The code to find. It is hashed, and neither logged nor shown. */
  code: string
  /** Only the item of this order. */
  orderId?: string
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  /** The result. */
  data: Array<FoundCode>
}
  }
  /** Sets how far below zero a partner may take its funds in a currency. 0, the default: the partner pays before it buys. */
  putCreditLimit: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewCreditLimit
    result: {
  data: CreditLimit
}
  }
  /** Lists the credit limits of a partner that are not 0, by currency. */
  listCreditLimits: {
    path: { partnerId: number }
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: Array<CreditLimit>
}
  }
  /** Sets what a partner, or one of its credentials, may spend of a currency in a UTC day and month. */
  putSpendLimit: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewSpendLimit
    result: {
  data: SpendLimit
}
  }
  /** Lists the spend limits of a partner: its own first, then those of its credentials. */
  listSpendLimits: {
    path: { partnerId: number }
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: Array<SpendLimit>
}
  }
  /** Adds to a partner's funds. */
  createDeposit: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewDeposit
    result: {
  data: FundsMoved
}
  }
  /** Lists the deposits of a partner, newest first. */
  listDeposits: {
    path: { partnerId: number }
    query: { from?: string | undefined; to?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Deposit>
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
  /** Takes back a deposit: at most its remainder, if `depositId` names it. */
  createReversal: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewReversal
    result: {
  data: FundsMoved
}
  }
  /** Sets rates, all or none: one unit of `from` is worth `rate` units of `to`. */
  putFxRates: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewFxRates
    result: {
  /** The result. */
  data: {
    /** The rates. */
    rates: Array<{
      /** The currency that is exchanged, as ISO 4217 code. */
      from: string
      /** The currency that it is exchanged for, as ISO 4217 code. */
      to: string
      /** Units of `to` for one unit of `from`, with up to 8 decimals. */
      rate: number
    }>
  }
}
  }
  /** Lists the rates in force, by pair. */
  listFxRates: {
    path: Record<never, never>
    query: { sort?: 'source' | '-source' | 'effectiveAt' | '-effectiveAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<{
    /** The currency that is exchanged, as ISO 4217 code. */
    from: string
    /** The currency that it is exchanged for, as ISO 4217 code. */
    to: string
    /** Units of `to` for one unit of `from`, with up to 8 decimals. */
    rate: number
    /** When it comes into force. In UTC. */
    effectiveAt: string
    /** Source of the rates. */
    source: string
    /** When it was last changed. In UTC. */
    updatedAt: string
  }>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists every recorded rate, of one pair or of all, the latest effective time first. */
  listFxRateHistory: {
    path: Record<never, never>
    query: { from?: string | undefined; to?: string | undefined; sort?: 'effectiveAt' | '-effectiveAt' | 'recordedAt' | '-recordedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<{
    /** The currency that is exchanged, as ISO 4217 code. */
    from: string
    /** The currency that it is exchanged for, as ISO 4217 code. */
    to: string
    /** Units of `to` for one unit of `from`, with up to 8 decimals. */
    rate: number
    /** When it comes into force. In UTC. */
    effectiveAt: string
    /** Source of the rates. */
    source: string
    /** When it was recorded. In UTC. */
    recordedAt: string
    /** Who recorded it. */
    recordedBy: string
  }>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Sets what is added to the market rate of a pair, or of all pairs without a spread of their own. */
  putFxSpread: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewFxSpread
    result: {
  data: FxSpread
}
  }
  /** Lists all spreads, including those that are not in force, the latest first. */
  listFxSpreads: {
    path: Record<never, never>
    query: { sort?: 'spreadPercent' | '-spreadPercent' | 'effectiveAt' | '-effectiveAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<FxSpread>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Imports a list of rates, all or none. */
  importFxRates: {
    path: Record<never, never>
    query: { format?: 'ecb-xml' | 'ecb-csv' | 'csv' | undefined; currencies?: string | undefined; effectiveAt?: string | undefined; source?: string | undefined; dryRun?: boolean | undefined; force?: boolean | undefined; reason?: string | undefined }
    body: undefined
    result: {
  data: ImportedRates
}
  }
  /** Imports codes from a CSV stream. */
  importCodes: {
    path: { productId: number }
    query: { lot?: string | undefined; importId?: string | undefined; resume?: string | undefined; dryRun?: 'true' | 'false' | undefined }
    body: undefined
    result: {
  data: ImportedCodes
}
  }
  /** Lists the imports of a product, newest first. */
  listImports: {
    path: { productId: number }
    query: { state?: 'RUNNING' | 'DONE' | 'FAILED' | 'INTERRUPTED' | undefined; sort?: 'startedAt' | '-startedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Import>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns one import with its progress. */
  getImport: {
    path: { productId: number; importId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Import
}
  }
  /** Streams a CSV of every line that stored no new code, with the reason. */
  importReport: {
    path: { productId: number; importId: string }
    query: Record<never, never>
    body: undefined
    result: unknown
  }
  /** Lists the data keys, newest first: the purpose of each, and which master keys wrap it. */
  listKeys: {
    path: Record<never, never>
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Key>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the master keys by fingerprint, as this process knows them. */
  listMasterKeys: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: Array<MasterKey>
}
  }
  /** Rotates data keys or the master key. */
  rotateKeys: {
    path: Record<never, never>
    query: Record<never, never>
    body: KeyRotation
    result: {
  data: RotatedKeys
}
  }
  /** Deletes the copies of data keys that a master key wrapped. */
  retireMasterKey: {
    path: { masterId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  /** The result. */
  data: {
    /** The fingerprint of a master key. */
    masterId: string
    /** Data keys that this master key wraps. */
    wraps: number
  }
}
  }
  /** Verifies the ledger: recomputes every balance, compares orders with it, and proves that no code is lost or issued twice. */
  verifyLedger: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: NewVerification
}
  }
  /** Starts a verification and responds at once. */
  startVerification: {
    path: Record<never, never>
    query: Record<never, never>
    body: {
  /** True to check only what was written after the last checkpoint. */
  fromCheckpoint?: boolean
}
    result: {
  data: Verification
}
  }
  /** Lists the verifications, newest first. */
  listVerifications: {
    path: Record<never, never>
    query: { sort?: 'startedAt' | '-startedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Verification>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns one verification: its progress, and what it found once it is DONE. */
  getVerification: {
    path: { verificationId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Verification
}
  }
  /** Streams what changes, as server-sent events. */
  streamChanges: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: unknown
  }
  /** Lists orders with all the given properties, of one partner or of all, newest first. */
  listOrders: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; clientReference?: string | undefined; itemReference?: string | undefined; cardIdentifier?: string | undefined; recipient?: string | undefined; productId?: number | undefined; amount?: number | undefined; currency?: string | undefined; status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK' | undefined; createdFrom?: string | undefined; createdTo?: string | undefined; after?: string | undefined; page?: number | undefined; pageSize?: number | undefined }
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
  /** Records what a unit of a lot cost, for all its face values or one of them. */
  createLotCost: {
    path: { productId: number; lot: string }
    query: { dryRun?: boolean | undefined }
    body: NewLotCost
    result: {
  data: NewlyRecordedLotCost
}
  }
  /** Lists the costs of a lot, the latest first. */
  listLotCosts: {
    path: { productId: number; lot: string }
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: Array<LotCost>
}
  }
  /** Lists the lots of a product, newest first, with the state of their codes. */
  listLots: {
    path: { productId: number }
    query: { state?: 'ON_SALE' | 'QUARANTINED' | 'RECALLED' | undefined; sort?: 'lot' | '-lot' | 'createdAt' | '-createdAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Lot>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the orders that hold codes of a lot, one row per run of consecutive items. */
  listLotOrders: {
    path: { productId: number; lot: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<LotItems>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Stops the sale of a lot's unsold codes until it is released. */
  quarantineLot: {
    path: { productId: number; lot: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Lot
}
  }
  /** Returns a quarantined lot to sale. */
  releaseLot: {
    path: { productId: number; lot: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Lot
}
  }
  /** Stops the sale of a lot's unsold codes for good. */
  recallLot: {
    path: { productId: number; lot: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Lot
}
  }
  /** Lists mails about credits, newest first. */
  listMails: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; consumerId?: number | undefined; state?: 'PENDING' | 'SENT' | 'DELIVERED' | 'FAILED' | 'COMPLAINED' | 'SUPPRESSED' | undefined; from?: string | undefined; to?: string | undefined; unmasked?: boolean | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Mail>
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
  /** Returns a mail. */
  getMail: {
    path: { transactionId: string }
    query: { unmasked?: boolean | undefined }
    body: undefined
    result: {
  data: Mail
}
  }
  /** Sends a mail once more, even if it was sent before. */
  resendMail: {
    path: { transactionId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Mail
}
  }
  /** Creates a merchant, which redeems codes of the generator. */
  createMerchant: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewMerchant
    result: {
  data: Merchant
}
  }
  /** Lists the merchants, oldest first. */
  listMerchants: {
    path: Record<never, never>
    query: { status?: 'ACTIVE' | 'DISABLED' | undefined; sort?: 'name' | '-name' | 'createdAt' | '-createdAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Merchant>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Disables a merchant, or enables it again. */
  updateMerchant: {
    path: { merchantId: number }
    query: Record<never, never>
    body: MerchantChange
    result: {
  data: Merchant
}
  }
  /** Issues a credential of a merchant, whose secrets this response shows once. */
  issueMerchantCredential: {
    path: { merchantId: number }
    query: Record<never, never>
    body: NewMerchantCredential
    result: {
  data: IssuedMerchantCredential
}
  }
  /** Lists the credentials of a merchant, revoked ones too, oldest first. */
  listMerchantCredentials: {
    path: { merchantId: number }
    query: { sort?: 'createdAt' | '-createdAt' | 'expiresAt' | '-expiresAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<MerchantCredential>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Replaces an active credential of a merchant; the old one stays valid for the overlap. */
  rotateMerchantCredential: {
    path: { merchantId: number; clientId: string }
    query: Record<never, never>
    body: MerchantCredentialRotation
    result: {
  data: RotatedMerchantCredential
}
  }
  /** Revokes a credential of a merchant. */
  revokeMerchantCredential: {
    path: { merchantId: number; clientId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: MerchantCredential
}
  }
  /** Lists the calls of a merchant, newest first; it shows no codes. */
  listMerchantCalls: {
    path: { merchantId: number }
    query: { after?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<MerchantCall>
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
  /** Lists the consumers of a partner who get no mails, the latest first. */
  listMailSuppressions: {
    path: { partnerId: number }
    query: { sort?: 'suppressedAt' | '-suppressedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<MailSuppression>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lets a consumer get mails again. */
  removeMailSuppression: {
    path: { partnerId: number; consumerId: number }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  /** The result. */
  data: {
    /** Identifies the consumer. */
    consumerId: number
  }
}
  }
  /** Sets the texts of mails in a language, for one partner or all without a template. */
  putMailTemplate: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewMailTemplate
    result: {
  data: MailTemplate
}
  }
  /** Lists the templates that were set, those of all partners first. */
  listMailTemplates: {
    path: Record<never, never>
    query: { sort?: 'setAt' | '-setAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<MailTemplate>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns the texts of the mails of a partner, or of partners without a template. */
  getMailTemplateInForce: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; language?: string | undefined }
    body: undefined
    result: {
  /** The result. */
  data: {
    template: MailTemplate
    preview: MailTexts
  }
}
  }
  /** Returns an example mail with the given texts; sets nothing. */
  previewMailTemplate: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewMailTexts
    result: {
  data: MailTexts
}
  }
  /** Removes a template: the one of all partners, or the default, is used again. */
  removeMailTemplate: {
    path: Record<never, never>
    query: Record<never, never>
    body: {
  /** The partner whose mails use it; absent: all partners without a template. */
  partnerId?: number
  /** A language tag such as `de` or `pt-BR`. */
  language: string
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  /** The result. */
  data: {
    /** The partner whose mails use it; absent: all partners without a template. */
    partnerId?: number
    /** A language tag such as `de` or `pt-BR`. */
    language: string
  }
}
  }
  /** Returns the funds of a partner: `available` is posted less held plus the credit limit. */
  getFunds: {
    path: { partnerId: number }
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: Array<Funds>
}
  }
  /** Returns the funds that a partner could spend at the end of each of the last 31 days. */
  getFundsHistory: {
    path: { partnerId: number }
    query: Record<never, never>
    body: undefined
    result: {
  /** The result. */
  data: Array<FundsHistory>
}
  }
  /** Lists the movements of a partner's funds, newest first. */
  listTransactions: {
    path: { partnerId: number }
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
  getStatement: {
    path: { partnerId: number }
    query: { currency: string; from: string; to: string; account?: 'funds' | 'links' | undefined; format?: 'json' | 'csv' | 'html' | 'pdf' | undefined }
    body: undefined
    result: {
  data: Statement
}
  }
  /** Returns a PDF with the details by which a partner pays in an amount. */
  getProForma: {
    path: { partnerId: number }
    query: { currency: string; amount: number }
    body: undefined
    result: unknown
  }
  /** Compares the file of a bank with the deposits and reversals of a period, and saves the outcome. */
  reconcileDeposits: {
    path: Record<never, never>
    query: { currency: string; from: string; to: string; referenceColumn?: string | undefined; amountColumn?: string | undefined; currencyColumn?: string | undefined; decimalMark?: 'point' | 'comma' | undefined; negate?: boolean | undefined; fileName?: string | undefined; partnerId?: number | undefined }
    body: undefined
    result: NewReconciliation
  }
  /** Compares the file of a supplier with the purchases of a period there, and saves the outcome. */
  reconcilePurchases: {
    path: Record<never, never>
    query: { currency: string; from: string; to: string; referenceColumn?: string | undefined; amountColumn?: string | undefined; currencyColumn?: string | undefined; decimalMark?: 'point' | 'comma' | undefined; negate?: boolean | undefined; fileName?: string | undefined; supplier: string }
    body: undefined
    result: NewReconciliation
  }
  /** Lists the reconciliations, newest first. */
  listReconciliations: {
    path: Record<never, never>
    query: { kind?: 'deposits' | 'purchases' | undefined; from?: string | undefined; to?: string | undefined; sort?: 'madeAt' | '-madeAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Reconciliation>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns a reconciliation, without its items. */
  getReconciliation: {
    path: { reconciliationId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: Reconciliation
}
  }
  /** Lists the items of a reconciliation, those that need attention first. */
  listItems: {
    path: { reconciliationId: number }
    query: { status?: 'missing_here' | 'missing_there' | 'different_currency' | 'different_amount' | 'matched' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<ReconciliationItem>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns an order with one page of its batches, each with its attempt log and what it waits for, and the lines of those batches with the rates that priced them. */
  getOrder: {
    path: { orderId: string }
    query: { unmasked?: boolean | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  data: OrderStory
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Cancels an order. */
  cancelOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason: string
}
    result: {
  data: Order
}
  }
  /** Retries the batches that failed or wait for stock, and returns their number. */
  retryOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  /** The result. */
  data: {
    /** Identifies the order. */
    id: string
    /** Batches that are tried again. */
    retried: number
  }
}
  }
  /** Returns the state of the service: orders by status, throughput, funds, alerts. */
  getOverview: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: Overview
}
  }
  /** Returns the completed orders, codes and charges of each of the last 24 hours. */
  getActivity: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The hours. */
  data: Array<HourOfActivity>
}
  }
  /** Returns the margin of the orders that ended in each of the last 24 hours. */
  getMarginOfDay: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The hours. */
  data: Array<HourOfMargin>
}
  }
  /** Creates a partner. */
  createPartner: {
    path: Record<never, never>
    query: Record<never, never>
    body: {
  /** The name of the partner: 1 to 200 characters. */
  name: string
}
    result: {
  data: Partner
}
  }
  /** Lists the partners, oldest first. */
  listPartners: {
    path: Record<never, never>
    query: { name?: string | undefined; status?: 'ACTIVE' | 'SUSPENDED' | undefined; test?: boolean | undefined; sort?: 'name' | '-name' | 'partnerId' | '-partnerId' | 'createdAt' | '-createdAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Partner>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns a partner. */
  getPartner: {
    path: { partnerId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: Partner
}
  }
  /** Changes a partner: its name, status, rate limit, language, legal identity or wallet rules. */
  updatePartner: {
    path: { partnerId: number }
    query: Record<never, never>
    body: PartnerChange
    result: {
  data: Partner
}
  }
  /** Adds a rule to the price list. */
  createPriceRule: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewPriceRule
    result: {
  data: PriceRule
}
  }
  /** Lists price rules, including those that are not in force, the latest first. */
  listPriceRules: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; productId?: number | undefined; sort?: 'ruleNo' | '-ruleNo' | 'effectiveAt' | '-effectiveAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<PriceRule>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Ends a rule, now or from `effectiveAt` on. */
  endPriceRule: {
    path: { ruleNo: number }
    query: Record<never, never>
    body: PriceRuleEnd
    result: {
  data: PriceRule
}
  }
  /** Compares the prices of a partner now with those under a rule; records nothing. */
  comparePriceRule: {
    path: { partnerId: number }
    query: { productId?: number | undefined; brand?: string | undefined; productType?: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT' | undefined; currency?: string | undefined; discountPercent?: number | undefined; feeAmount?: number | undefined }
    body: undefined
    result: {
  /** The result. */
  data: Array<PriceComparison>
}
  }
  /** Creates a product. */
  createProduct: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewProduct
    result: {
  data: Product
}
  }
  /** Lists every product by productId, inactive ones too, as the database has them now. */
  listProducts: {
    path: Record<never, never>
    query: { brand?: string | undefined; productType?: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT' | undefined; currency?: string | undefined; active?: boolean | undefined; sort?: 'brand' | '-brand' | 'currency' | '-currency' | 'productId' | '-productId' | 'supplier' | '-supplier' | undefined; page?: number | undefined; pageSize?: number | undefined }
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
  /** Changes the given fields of a product. */
  updateProduct: {
    path: { productId: number }
    query: Record<never, never>
    body: {
  /** The brand of the product: 1 to 200 characters. */
  brand?: string
  /** ISO 4217 code in upper case, such as `USD`. */
  currency?: string
  /** `FIXED`: only `fixedAmounts`; `VARIABLE`: any amount from `minAmount` to `maxAmount`. */
  denominationType?: string
  /** Face values that can be ordered, in major units of `currency`, if it is FIXED. */
  fixedAmounts?: Array<number>
  /** The smallest face value, if it is VARIABLE, in major units of `currency`. */
  minAmount?: number
  /** The largest face value, if it is VARIABLE, in major units of `currency`. */
  maxAmount?: number
  /** `GIFT_CARD`, `TOP_UP`, `BILL_PAYMENT`, `ACCOUNT_CREDIT`; a gift card unless given. */
  productType?: string
  /** Fields of the recipient that an order must have. */
  recipientFields?: Array<{
    /** The name of the field in `recipient`. */
    name: string
    /** Label for people. */
    label: string
    /** A regular expression that the value must match as a whole. */
    pattern: string
    /** True if it must be given. */
    required: boolean
  }>
  /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
  supplier?: string
  /** Settings, which depend on the supplier. */
  supplierSettings?: Record<string, unknown>
  /** The suppliers in the order in which they are asked, if there are several. */
  suppliers?: Array<{
    /** The supplier: `vault` (stock), `generator`, `sandbox`, `wallet`, `reloadly`, `tillo`, `ding`, `runa`, `plugin` or `tessera`, which is also called `upstream`. */
    supplier: string
    /** Settings, which depend on the supplier. */
    settings?: Record<string, unknown>
  }>
  /** False takes the product out of every catalog. */
  active?: boolean
  /** True for a product of test partners. */
  test?: boolean
  /** Codes are unique among products of one namespace; one for all unless given. */
  codeNamespace?: string
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: ChangedProduct
}
  }
  /** Returns a product, an inactive one too, as the database has it now. */
  getProduct: {
    path: { productId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: Product
}
  }
  /** Reports the charges and costs of the orders that ended on the UTC days from `from` to `to`, both included. */
  margin: {
    path: Record<never, never>
    query: { from?: string | undefined; to?: string | undefined; partnerId?: number | undefined; by?: string | undefined; sort?: 'units' | '-units' | 'charged' | '-charged' | 'cost' | '-cost' | 'margin' | '-margin' | undefined }
    body: undefined
    result: {
  /** The result. */
  data: Array<Margin>
}
  }
  /** Lists the orders behind a row of the margin report, those that ended last first. */
  listMarginOrders: {
    path: Record<never, never>
    query: { from?: string | undefined; to?: string | undefined; partnerId?: number | undefined; brand?: string | undefined; productId?: number | undefined; supplier?: string | undefined; month?: string | undefined; currency?: string | undefined; costCurrency?: string | undefined; costStatus?: 'KNOWN' | 'CORRECTED' | 'UNCONVERTED' | 'UNKNOWN' | undefined; sort?: 'endedAt' | '-endedAt' | 'units' | '-units' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<MarginOrder>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists logged requests, newest first: of all, of a partner, or of one credential. */
  listRequests: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; clientId?: string | undefined; failed?: boolean | undefined; from?: string | undefined; to?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
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
  /** Returns a logged request. */
  getRequest: {
    path: { requestId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Request
}
  }
  /** Lists the stock of every product by face value. */
  listStock: {
    path: Record<never, never>
    query: { brand?: string | undefined; low?: boolean | undefined; sort?: 'brand' | '-brand' | 'free' | '-free' | 'expiringSoon' | '-expiringSoon' | 'dailySales' | '-dailySales' | 'daysLeft' | '-daysLeft' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<StockLevel>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns the stock of one product, by face value. */
  getStock: {
    path: { productId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: ProductStock
}
  }
  /** Changes the stock policy of a product. */
  changeStock: {
    path: { productId: number }
    query: Record<never, never>
    body: StockPolicyChange
    result: {
  data: StockPolicy
}
  }
  /** Returns the policy of products that have none of their own. */
  getStockDefaults: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: StockPolicy
}
  }
  /** Changes the default stock policy. */
  changeStockDefaults: {
    path: Record<never, never>
    query: Record<never, never>
    body: StockPolicyChange
    result: {
  data: StockPolicy
}
  }
  /** Returns the version, the features and the settings of the service. */
  getSettings: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: Settings
}
  }
  /** Lists each product at each supplier: its circuit, the calls of the last hour, the last fault. */
  listSupplierHealth: {
    path: Record<never, never>
    query: { circuit?: 'closed' | 'open' | 'half_open' | undefined; sort?: 'productId' | '-productId' | 'answered' | '-answered' | 'failed' | '-failed' | 'lastFaultAt' | '-lastFaultAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<SupplierHealth>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the products of suppliers by brand, from their catalogs as last read. */
  listSupplierListings: {
    path: Record<never, never>
    query: { supplier?: string | undefined; brand?: string | undefined; country?: string | undefined; currency?: string | undefined; productType?: 'GIFT_CARD' | 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT' | undefined; q?: string | undefined; mapped?: boolean | undefined; sort?: 'name' | '-name' | 'brand' | '-brand' | 'discountPercent' | '-discountPercent' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<SupplierListing>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns a listing of a supplier, and the products that could buy it. */
  getSupplierListing: {
    path: { listingId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: SupplierListingDetail
}
  }
  /** Adds a listing of a supplier to a product, after the suppliers that it has. */
  mapSupplierListing: {
    path: { listingId: number }
    query: Record<never, never>
    body: ListingMapping
    result: {
  data: ChangedProduct
}
  }
  /** Removes a listing of a supplier from a product. */
  unmapSupplierListing: {
    path: { listingId: number }
    query: Record<never, never>
    body: ListingUnmapping
    result: {
  data: ChangedProduct
}
  }
  /** Creates a product from a listing of a supplier, with its texts and picture. */
  createProductOfListing: {
    path: { listingId: number }
    query: Record<never, never>
    body: ProductOfListing
    result: {
  data: ProductOfSupplierListing
}
  }
  /** Returns the order in which a product asks its suppliers, and the cost at each. */
  getProductRouting: {
    path: { productId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: ProductRouting
}
  }
  /** Has a product ask its cheapest supplier first, and sets the floor of its margin. */
  putProductRouting: {
    path: { productId: number }
    query: Record<never, never>
    body: NewProductRouting
    result: {
  data: ProductRouting
}
  }
  /** Lists prices that suppliers have changed, newest first. */
  listSupplierPriceChanges: {
    path: Record<never, never>
    query: { supplier?: string | undefined; status?: 'APPLIED' | 'WAITS' | 'ACCEPTED' | 'WITHDRAWN' | undefined; sort?: 'seenAt' | '-seenAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<SupplierPriceChange>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Puts a price that waits in force. */
  acceptSupplierPriceChange: {
    path: { changeId: number }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: SupplierPriceChange
}
  }
  /** Lists purchases at a supplier, newest first. */
  listSupplierPurchases: {
    path: { supplier: string }
    query: { status?: 'PLACING' | 'PLACED' | 'DONE' | 'REFUSED' | 'REVERSED' | 'STOCKED' | 'CLOSED' | undefined; unclear?: boolean | undefined; orderId?: string | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<SupplierPurchase>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns a purchase at a supplier, the requests about it and their responses. */
  getSupplierPurchase: {
    path: { supplier: string; purchaseId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: SupplierPurchaseDetail
}
  }
  /** Reports the outcome of a purchase that only a person can know. */
  closeSupplierPurchase: {
    path: { supplier: string; purchaseId: string }
    query: Record<never, never>
    body: SupplierPurchaseClosing
    result: {
  data: SupplierPurchaseDetail
}
  }
  /** Registers our account at a supplier that has an interface of its own. */
  createSupplier: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewSupplier
    result: {
  data: Supplier
}
  }
  /** Lists our accounts at suppliers, with their funds and purchases that wait for a person. */
  listSuppliers: {
    path: Record<never, never>
    query: { sort?: 'supplier' | '-supplier' | 'unclearPurchases' | '-unclearPurchases' | 'environment' | '-environment' | 'answeredAt' | '-answeredAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Supplier>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns our account at a supplier. */
  getSupplier: {
    path: { supplier: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: Supplier
}
  }
  /** Changes secrets, settings, the threshold of the funds, or whether we buy there. */
  updateSupplier: {
    path: { supplier: string }
    query: Record<never, never>
    body: SupplierChange
    result: {
  data: Supplier
}
  }
  /** Reads the catalog of a supplier at once, rather than at the daily time. */
  mirrorSupplier: {
    path: { supplier: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: Supplier
}
  }
  /** Lists our products that buy at a supplier, with their settings there. */
  listSupplierProducts: {
    path: { supplier: string }
    query: { sort?: 'productId' | '-productId' | 'active' | '-active' | 'step' | '-step' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<SuppliedProduct>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Lists the adapters to suppliers, and the fields that an account of each needs. */
  listSupplierAdapters: {
    path: Record<never, never>
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<SupplierAdapter>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Finds what an identifier belongs to, and returns the whole story of its orders: price and rate, hold and transfers, batches and attempts, lots, purchases, cases, downloads. */
  trace: {
    path: Record<never, never>
    query: { q: string; unmasked?: boolean | undefined }
    body: undefined
    result: {
  data: Trace
}
  }
  /** Invites a user of the operator, or of a partner. */
  inviteUser: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewInvitation
    result: {
  data: Invitation
}
  }
  /** Lists the invitations that wait to be accepted, newest first. */
  listInvitations: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; sort?: 'email' | '-email' | 'role' | '-role' | 'expiresAt' | '-expiresAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
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
  /** Ends an invitation: its link no longer works. */
  revokeInvitation: {
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
  /** Lists the users of the operator and of partners, oldest first. */
  listUsers: {
    path: Record<never, never>
    query: { partnerId?: number | undefined; email?: string | undefined; role?: 'admin' | 'finance' | 'operations' | 'support' | 'auditor' | 'owner' | 'developer' | 'viewer' | 'buyer' | 'approver' | undefined; status?: 'ACTIVE' | 'DISABLED' | undefined; sort?: 'name' | '-name' | 'email' | '-email' | 'role' | '-role' | 'createdAt' | '-createdAt' | 'lastSignInAt' | '-lastSignInAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
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
  /** Changes the role of a user, or disables or enables it. */
  updateUser: {
    path: { userId: number }
    query: Record<never, never>
    body: UserChange
    result: {
  data: User
}
  }
  /** Ends all sessions of a user at once. */
  revokeUserSessions: {
    path: { userId: number }
    query: Record<never, never>
    body: SessionRevocation
    result: {
  data: RevokedSessions
}
  }
  /** Removes all second factors of a user who has lost them. */
  resetSecondFactors: {
    path: { userId: number }
    query: Record<never, never>
    body: SecondFactorReset
    result: {
  data: User
}
  }
  /** Unlinks a user from the subject of the OpenID Connect provider. */
  unlinkIdentities: {
    path: { userId: number }
    query: Record<never, never>
    body: IdentityUnlinking
    result: {
  data: User
}
  }
  /** Makes a link by which a user chooses a new password. */
  resetPassword: {
    path: { userId: number }
    query: Record<never, never>
    body: NewPasswordReset
    result: {
  data: PasswordReset
}
  }
  /** Makes a token for a machine of the operator. */
  createServiceToken: {
    path: Record<never, never>
    query: Record<never, never>
    body: ServiceTokenRequest
    result: {
  data: NewServiceToken
}
  }
  /** Lists the tokens of machines of the operator, newest first. */
  listServiceTokens: {
    path: Record<never, never>
    query: { state?: 'ACTIVE' | 'EXPIRED' | 'ENDED' | 'REVOKED' | undefined; sort?: 'name' | '-name' | 'role' | '-role' | 'createdAt' | '-createdAt' | 'expiresAt' | '-expiresAt' | 'lastUsedAt' | '-lastUsedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<ServiceToken>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Takes over a token, so that it does not end with its owner. */
  takeOverServiceToken: {
    path: { tokenId: number }
    query: Record<never, never>
    body: ServiceTokenTakeover
    result: {
  data: ServiceToken
}
  }
  /** Ends a token for good, at once. */
  revokeServiceToken: {
    path: { tokenId: number }
    query: Record<never, never>
    body: ServiceTokenRevocation
    result: {
  data: ServiceToken
}
  }
  /** Lists the wallets of a partner with their balances, newest first. */
  listWallets: {
    path: { partnerId: number }
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
  /** Freezes, unfreezes or closes a wallet. */
  setWalletStatus: {
    path: { partnerId: number; walletId: number }
    query: Record<never, never>
    body: WalletStatusChange
    result: {
  data: Wallet
}
  }
  /** Debits a wallet into the partner's funds, to correct a credit. */
  debitWallet: {
    path: { partnerId: number; walletId: number }
    query: Record<never, never>
    body: NewWalletDebit
    result: {
  data: Transaction
}
  }
  /** Creates a webhook endpoint, to which events are sent from now on. */
  createWebhookEndpoint: {
    path: { partnerId: number }
    query: Record<never, never>
    body: NewWebhookEndpoint
    result: {
  data: HandedWebhookEndpoint
}
  }
  /** Lists the webhook endpoints of a partner, oldest first. */
  listWebhookEndpoints: {
    path: { partnerId: number }
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
  /** Returns a webhook endpoint. */
  getWebhookEndpoint: {
    path: { partnerId: number; endpointId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: WebhookEndpoint
}
  }
  /** Changes a webhook endpoint; pauses or enables it. */
  updateWebhookEndpoint: {
    path: { partnerId: number; endpointId: string }
    query: Record<never, never>
    body: WebhookEndpointChange
    result: {
  data: WebhookEndpoint
}
  }
  /** Gives a webhook endpoint a new secret. */
  rotateWebhookSecret: {
    path: { partnerId: number; endpointId: string }
    query: Record<never, never>
    body: WebhookSecretRotation
    result: {
  data: HandedWebhookEndpoint
}
  }
  /** Sends a `webhook.test` to the endpoint at once, and returns its response. */
  testWebhookEndpoint: {
    path: { partnerId: number; endpointId: string }
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
  /** Lists the attempts to deliver events to an endpoint, newest first. */
  listWebhookDeliveries: {
    path: { partnerId: number; endpointId: string }
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
  /** Sends events again: by their ids, or those of a time range. */
  replayWebhookEvents: {
    path: { partnerId: number; endpointId: string }
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
    path: { partnerId: number; endpointId: string }
    query: Record<never, never>
    body: {
  /** Why, for the audit log: one line. */
  reason?: string
}
    result: {
  data: RemovedWebhookEndpoint
}
  }
  /** Lists the acts that a second person must approve, and those that were decided. */
  listApprovals: {
    path: Record<never, never>
    query: { state?: 'PENDING' | 'EXECUTED' | 'FAILED' | 'REJECTED' | 'CANCELED' | 'EXPIRED' | undefined; kind?: 'deposits' | 'reversals' | 'refunds' | 'rates' | 'prices' | 'credentials' | 'limits' | 'credits' | 'links' | 'upstreams' | 'suppliers' | 'lots' | 'keys' | 'roles' | undefined; from?: string | undefined; to?: string | undefined; sort?: 'requestedAt' | '-requestedAt' | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: {
  /** The entries of the page. */
  data: Array<Approval>
  /** About the list. */
  meta: {
    pagination: Pagination
  }
}
  }
  /** Returns an approval, with the state before and after the act as it is now. */
  getApproval: {
    path: { approvalId: number }
    query: Record<never, never>
    body: undefined
    result: {
  data: ApprovalDetail
}
  }
  /** Approves an act that another person or a machine requested, and executes it once. */
  approveAct: {
    path: { approvalId: number }
    query: Record<never, never>
    body: ApprovalGiven
    result: {
  data: ApprovalDetail
}
  }
  /** Rejects an act that another person or a machine requested. */
  rejectAct: {
    path: { approvalId: number }
    query: Record<never, never>
    body: ApprovalRejection
    result: {
  data: ApprovalDetail
}
  }
  /** Withdraws an act that you requested. */
  cancelAct: {
    path: { approvalId: number }
    query: Record<never, never>
    body: ApprovalCancellation
    result: {
  data: ApprovalDetail
}
  }
  /** Returns the secrets of a credential that the operator made for a partner, once. */
  claimCredential: {
    path: Record<never, never>
    query: Record<never, never>
    body: CredentialClaim
    result: {
  data: ClaimedCredential
}
  }
  /** Signs a user in by e-mail and password. */
  signIn: {
    path: Record<never, never>
    query: Record<never, never>
    body: SignIn
    result: {
  data: PasswordSignIn
}
  }
  /** Completes a sign-in by a code, after the password. */
  proveSecondFactor: {
    path: Record<never, never>
    query: Record<never, never>
    body: SecondFactor
    result: {
  data: SignedIn
}
  }
  /** Accepts an invitation: creates its user, with a password. */
  acceptInvitation: {
    path: Record<never, never>
    query: Record<never, never>
    body: InvitationAcceptance
    result: {
  data: User
}
  }
  /** Returns the means by which users may sign in. */
  getSignInMethods: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: SignInMethods
}
  }
  /** Begins a sign-in by OpenID Connect. */
  beginOidcSignIn: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: OidcBeginning
}
  }
  /** Signs in the user of the operator for whom the provider vouches. */
  finishOidcSignIn: {
    path: Record<never, never>
    query: Record<never, never>
    body: OidcReturn
    result: {
  data: SignedIn
}
  }
  /** Returns the user who is signed in, and what the role permits. */
  getMe: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: SignedInUser
}
  }
  /** Ends the session. */
  signOut: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: SignedOut
}
  }
  /** Changes the password of the user who is signed in. */
  changePassword: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasswordChange
    result: {
  data: RevokedSessions
}
  }
  /** Mails a link for a new password to the user of this address. */
  requestPasswordReset: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasswordResetRequest
    result: {
  data: RequestedPasswordReset
}
  }
  /** Sets a new password by a link. */
  confirmPasswordReset: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasswordResetConfirmation
    result: {
  data: ConfirmedPasswordReset
}
  }
  /** Lists the open sessions of the user who is signed in, newest first. */
  listSessions: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  /** The sessions. */
  data: Array<UserSession>
}
  }
  /** Ends a session of the user who is signed in, at once. */
  revokeSession: {
    path: { sessionId: string }
    query: Record<never, never>
    body: undefined
    result: {
  data: RevokedSessions
}
  }
  /** Ends all sessions of the user who is signed in but the current one, at once. */
  revokeOtherSessions: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: RevokedSessions
}
  }
  /** Returns the second factors of the user who is signed in. */
  listSecondFactors: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: SecondFactors
}
  }
  /** Begins the setup of an authenticator app. */
  beginTotp: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasswordConfirmation
    result: {
  data: TotpEnrollment
}
  }
  /** Confirms an authenticator app by one of its codes, and puts it in use. */
  confirmTotp: {
    path: Record<never, never>
    query: Record<never, never>
    body: TotpConfirmation
    result: {
  data: AddedFactor
}
  }
  /** Removes the authenticator app of the user who is signed in. */
  removeTotp: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasswordConfirmation
    result: {
  data: RemovedFactor
}
  }
  /** Replaces the recovery codes of the user who is signed in. */
  renewRecoveryCodes: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasswordConfirmation
    result: {
  data: RecoveryCodes
}
  }
  /** Begins to add a passkey. */
  beginPasskey: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasswordConfirmation
    result: {
  data: PasskeyCreation
}
  }
  /** Adds the passkey that the browser has made. */
  addPasskey: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewPasskey
    result: {
  data: AddedFactor
}
  }
  /** Renames a passkey of the user who is signed in. */
  renamePasskey: {
    path: { passkeyId: string }
    query: Record<never, never>
    body: PasskeyRenaming
    result: {
  data: RenamedPasskey
}
  }
  /** Removes a passkey of the user who is signed in. */
  removePasskey: {
    path: { passkeyId: string }
    query: Record<never, never>
    body: PasswordConfirmation
    result: {
  data: RemovedFactor
}
  }
  /** Begins a sign-in by passkey, or a second step by one. */
  beginPasskeySignIn: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasskeySignInBeginning
    result: {
  data: PasskeyRequest
}
  }
  /** Signs in the user whose passkey has signed the challenge. */
  finishPasskeySignIn: {
    path: Record<never, never>
    query: Record<never, never>
    body: PasskeySignIn
    result: {
  data: SignedIn
}
  }
  /** Begins the confirmation by a passkey that you use this session. */
  beginStepUp: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: {
  data: PasskeyRequest
}
  }
  /** Confirms by a passkey that you use this session. */
  finishStepUp: {
    path: Record<never, never>
    query: Record<never, never>
    body: StepUp
    result: {
  data: SteppedUp
}
  }
  /** Returns the OpenAPI document of the paths for operators. */
  getOperatorOpenApi: {
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
  listAlerts: { method: 'GET', path: '/admin/v1/alerts', permission: 'alerts:read', sorts: ['raisedAt'] },
  resolveAlert: { method: 'POST', path: '/admin/v1/alerts/{alertId}/resolve', permission: 'alerts:write' },
  getApprovalRules: { method: 'GET', path: '/admin/v1/approval-rules', permission: 'approvals:read' },
  createAssortmentRule: { method: 'POST', path: '/admin/v1/assortment-rules', permission: 'prices:write' },
  listAssortmentRules: { method: 'GET', path: '/admin/v1/assortment-rules', permission: 'prices:read', sorts: ['ruleNo', 'effectiveAt'] },
  listAudit: { method: 'GET', path: '/admin/v1/audit', permission: 'audit:read', sorts: ['at'] },
  verifyAudit: { method: 'GET', path: '/admin/v1/audit/verification', permission: 'audit:read' },
  getLastAuditCheck: { method: 'GET', path: '/admin/v1/audit/verification/last', permission: 'audit:read' },
  exportAudit: { method: 'GET', path: '/admin/v1/audit/export', permission: 'audit:read' },
  openCampaign: { method: 'POST', path: '/admin/v1/partners/{partnerId}/campaigns', permission: 'consumers:write' },
  listCampaigns: { method: 'GET', path: '/admin/v1/partners/{partnerId}/campaigns', permission: 'consumers:read', sorts: ['name', 'credited', 'endsAt', 'createdAt'] },
  openCampaignWallet: { method: 'POST', path: '/admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets', permission: 'consumers:write' },
  openCase: { method: 'POST', path: '/admin/v1/orders/{orderId}/cases', permission: 'cases:write' },
  listOrderCases: { method: 'GET', path: '/admin/v1/orders/{orderId}/cases', permission: 'cases:read' },
  listCases: { method: 'GET', path: '/admin/v1/cases', permission: 'cases:read', sorts: ['openedAt'] },
  getCase: { method: 'GET', path: '/admin/v1/cases/{caseId}', permission: 'cases:read' },
  acceptCase: { method: 'POST', path: '/admin/v1/cases/{caseId}/accept', permission: 'cases:write' },
  rejectCase: { method: 'POST', path: '/admin/v1/cases/{caseId}/reject', permission: 'cases:write' },
  listLinks: { method: 'GET', path: '/admin/v1/partners/{partnerId}/links', permission: 'links:read' },
  getLink: { method: 'GET', path: '/admin/v1/links/{linkId}', permission: 'links:read' },
  resendLink: { method: 'POST', path: '/admin/v1/links/{linkId}/resend', permission: 'links:write' },
  cancelLink: { method: 'POST', path: '/admin/v1/links/{linkId}/cancel', permission: 'links:write' },
  revealLink: { method: 'POST', path: '/admin/v1/links/{linkId}/reveal', permission: 'links:reveal' },
  releaseLink: { method: 'POST', path: '/admin/v1/links/{linkId}/release', permission: 'links:write' },
  listLinkReviews: { method: 'GET', path: '/admin/v1/link-reviews', permission: 'links:read' },
  listLinkTemplates: { method: 'GET', path: '/admin/v1/partners/{partnerId}/link-templates', permission: 'links:read' },
  listConsumers: { method: 'GET', path: '/admin/v1/partners/{partnerId}/consumers', permission: 'consumers:read', sorts: ['createdAt'] },
  getProductContent: { method: 'GET', path: '/admin/v1/products/{productId}/content', permission: 'catalog:read' },
  updateProductContent: { method: 'PATCH', path: '/admin/v1/products/{productId}/content', permission: 'catalog:write' },
  uploadImage: { method: 'POST', path: '/admin/v1/product-images', permission: 'catalog:write' },
  issueCredential: { method: 'POST', path: '/admin/v1/partners/{partnerId}/credentials', permission: 'credentials:write' },
  listCredentials: { method: 'GET', path: '/admin/v1/partners/{partnerId}/credentials', permission: 'credentials:read', sorts: ['label', 'state', 'lastUsedAt'] },
  updateCredential: { method: 'PATCH', path: '/admin/v1/partners/{partnerId}/credentials/{clientId}', permission: 'credentials:write' },
  rotateCredential: { method: 'POST', path: '/admin/v1/partners/{partnerId}/credentials/{clientId}/rotate', permission: 'credentials:write' },
  revokeCredential: { method: 'POST', path: '/admin/v1/partners/{partnerId}/credentials/{clientId}/revoke', permission: 'credentials:write' },
  checkCredits: { method: 'POST', path: '/admin/v1/partners/{partnerId}/credit-imports', permission: 'credits:write' },
  listCreditImports: { method: 'GET', path: '/admin/v1/partners/{partnerId}/credit-imports', permission: 'credits:read', sorts: ['createdAt'] },
  getCreditImport: { method: 'GET', path: '/admin/v1/partners/{partnerId}/credit-imports/{importId}', permission: 'credits:read' },
  startCredits: { method: 'POST', path: '/admin/v1/partners/{partnerId}/credit-imports/{importId}/start', permission: 'credits:write' },
  cancelCredits: { method: 'POST', path: '/admin/v1/partners/{partnerId}/credit-imports/{importId}/cancel', permission: 'credits:write' },
  creditReport: { method: 'GET', path: '/admin/v1/partners/{partnerId}/credit-imports/{importId}/report', permission: 'credits:read' },
  eraseConsumer: { method: 'POST', path: '/admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure', permission: 'consumers:erase' },
  eraseRecipient: { method: 'POST', path: '/admin/v1/partners/{partnerId}/recipients/erasure', permission: 'consumers:erase' },
  listErasures: { method: 'GET', path: '/admin/v1/erasures', permission: 'consumers:read', sorts: ['erasedAt'] },
  listEvents: { method: 'GET', path: '/admin/v1/partners/{partnerId}/events', permission: 'events:read' },
  findCard: { method: 'POST', path: '/admin/v1/cards/find', permission: 'codes:find' },
  findCode: { method: 'POST', path: '/admin/v1/codes/find', permission: 'codes:find' },
  putCreditLimit: { method: 'PUT', path: '/admin/v1/partners/{partnerId}/credit-limits', permission: 'funds:write' },
  listCreditLimits: { method: 'GET', path: '/admin/v1/partners/{partnerId}/credit-limits', permission: 'funds:read' },
  putSpendLimit: { method: 'PUT', path: '/admin/v1/partners/{partnerId}/spend-limits', permission: 'funds:write' },
  listSpendLimits: { method: 'GET', path: '/admin/v1/partners/{partnerId}/spend-limits', permission: 'funds:read' },
  createDeposit: { method: 'POST', path: '/admin/v1/partners/{partnerId}/deposits', permission: 'funds:write' },
  listDeposits: { method: 'GET', path: '/admin/v1/partners/{partnerId}/deposits', permission: 'funds:read' },
  createReversal: { method: 'POST', path: '/admin/v1/partners/{partnerId}/reversals', permission: 'funds:write' },
  putFxRates: { method: 'PUT', path: '/admin/v1/fx-rates', permission: 'prices:write' },
  listFxRates: { method: 'GET', path: '/admin/v1/fx-rates', permission: 'prices:read', sorts: ['source', 'effectiveAt'] },
  listFxRateHistory: { method: 'GET', path: '/admin/v1/fx-rates/history', permission: 'prices:read', sorts: ['effectiveAt', 'recordedAt'] },
  putFxSpread: { method: 'PUT', path: '/admin/v1/fx-spreads', permission: 'prices:write' },
  listFxSpreads: { method: 'GET', path: '/admin/v1/fx-spreads', permission: 'prices:read', sorts: ['spreadPercent', 'effectiveAt'] },
  importFxRates: { method: 'POST', path: '/admin/v1/fx-rates/import', permission: 'prices:write' },
  importCodes: { method: 'POST', path: '/admin/v1/products/{productId}/codes', permission: 'stock:write' },
  listImports: { method: 'GET', path: '/admin/v1/products/{productId}/imports', permission: 'stock:read', sorts: ['startedAt'] },
  getImport: { method: 'GET', path: '/admin/v1/products/{productId}/imports/{importId}', permission: 'stock:read' },
  importReport: { method: 'GET', path: '/admin/v1/products/{productId}/imports/{importId}/report', permission: 'stock:read' },
  listKeys: { method: 'GET', path: '/admin/v1/keys', permission: 'keys:read' },
  listMasterKeys: { method: 'GET', path: '/admin/v1/master-keys', permission: 'keys:read' },
  rotateKeys: { method: 'POST', path: '/admin/v1/keys/rotate', permission: 'keys:write' },
  retireMasterKey: { method: 'POST', path: '/admin/v1/master-keys/{masterId}/retire', permission: 'keys:write' },
  verifyLedger: { method: 'GET', path: '/admin/v1/ledger/verify', permission: 'ledger:read' },
  startVerification: { method: 'POST', path: '/admin/v1/ledger/verifications', permission: 'ledger:verify' },
  listVerifications: { method: 'GET', path: '/admin/v1/ledger/verifications', permission: 'ledger:read', sorts: ['startedAt'] },
  getVerification: { method: 'GET', path: '/admin/v1/ledger/verifications/{verificationId}', permission: 'ledger:read' },
  streamChanges: { method: 'GET', path: '/admin/v1/live', permission: 'orders:read' },
  listOrders: { method: 'GET', path: '/admin/v1/orders', permission: 'orders:read' },
  createLotCost: { method: 'POST', path: '/admin/v1/products/{productId}/lots/{lot}/costs', permission: 'costs:write' },
  listLotCosts: { method: 'GET', path: '/admin/v1/products/{productId}/lots/{lot}/costs', permission: 'costs:read' },
  listLots: { method: 'GET', path: '/admin/v1/products/{productId}/lots', permission: 'stock:read', sorts: ['lot', 'createdAt'] },
  listLotOrders: { method: 'GET', path: '/admin/v1/products/{productId}/lots/{lot}/orders', permission: 'orders:read' },
  quarantineLot: { method: 'POST', path: '/admin/v1/products/{productId}/lots/{lot}/quarantine', permission: 'stock:write' },
  releaseLot: { method: 'POST', path: '/admin/v1/products/{productId}/lots/{lot}/release', permission: 'stock:write' },
  recallLot: { method: 'POST', path: '/admin/v1/products/{productId}/lots/{lot}/recall', permission: 'stock:write' },
  listMails: { method: 'GET', path: '/admin/v1/mails', permission: 'mails:read' },
  getMail: { method: 'GET', path: '/admin/v1/mails/{transactionId}', permission: 'mails:read' },
  resendMail: { method: 'POST', path: '/admin/v1/mails/{transactionId}/resend', permission: 'mails:write' },
  createMerchant: { method: 'POST', path: '/admin/v1/merchants', permission: 'merchants:write' },
  listMerchants: { method: 'GET', path: '/admin/v1/merchants', permission: 'merchants:read', sorts: ['name', 'createdAt'] },
  updateMerchant: { method: 'PATCH', path: '/admin/v1/merchants/{merchantId}', permission: 'merchants:write' },
  issueMerchantCredential: { method: 'POST', path: '/admin/v1/merchants/{merchantId}/credentials', permission: 'merchants:write' },
  listMerchantCredentials: { method: 'GET', path: '/admin/v1/merchants/{merchantId}/credentials', permission: 'merchants:read', sorts: ['createdAt', 'expiresAt'] },
  rotateMerchantCredential: { method: 'POST', path: '/admin/v1/merchants/{merchantId}/credentials/{clientId}/rotate', permission: 'merchants:write' },
  revokeMerchantCredential: { method: 'POST', path: '/admin/v1/merchants/{merchantId}/credentials/{clientId}/revoke', permission: 'merchants:write' },
  listMerchantCalls: { method: 'GET', path: '/admin/v1/merchants/{merchantId}/calls', permission: 'merchants:read' },
  listMailSuppressions: { method: 'GET', path: '/admin/v1/partners/{partnerId}/mail-suppressions', permission: 'mails:read', sorts: ['suppressedAt'] },
  removeMailSuppression: { method: 'POST', path: '/admin/v1/partners/{partnerId}/mail-suppressions/{consumerId}/remove', permission: 'mails:write' },
  putMailTemplate: { method: 'PUT', path: '/admin/v1/mail-templates', permission: 'mails:write' },
  listMailTemplates: { method: 'GET', path: '/admin/v1/mail-templates', permission: 'mails:read', sorts: ['setAt'] },
  getMailTemplateInForce: { method: 'GET', path: '/admin/v1/mail-templates/in-force', permission: 'mails:read' },
  previewMailTemplate: { method: 'POST', path: '/admin/v1/mail-templates/preview', permission: 'mails:read' },
  removeMailTemplate: { method: 'POST', path: '/admin/v1/mail-templates/remove', permission: 'mails:write' },
  getFunds: { method: 'GET', path: '/admin/v1/partners/{partnerId}/funds', permission: 'funds:read' },
  getFundsHistory: { method: 'GET', path: '/admin/v1/partners/{partnerId}/funds/history', permission: 'funds:read' },
  listTransactions: { method: 'GET', path: '/admin/v1/partners/{partnerId}/transactions', permission: 'funds:read' },
  getStatement: { method: 'GET', path: '/admin/v1/partners/{partnerId}/statement', permission: 'funds:read' },
  getProForma: { method: 'GET', path: '/admin/v1/partners/{partnerId}/pro-forma', permission: 'funds:read' },
  reconcileDeposits: { method: 'POST', path: '/admin/v1/reconciliations/deposits', permission: 'reconciliations:write' },
  reconcilePurchases: { method: 'POST', path: '/admin/v1/reconciliations/purchases', permission: 'reconciliations:write' },
  listReconciliations: { method: 'GET', path: '/admin/v1/reconciliations', permission: 'reconciliations:read', sorts: ['madeAt'] },
  getReconciliation: { method: 'GET', path: '/admin/v1/reconciliations/{reconciliationId}', permission: 'reconciliations:read' },
  listItems: { method: 'GET', path: '/admin/v1/reconciliations/{reconciliationId}/items', permission: 'reconciliations:read' },
  getOrder: { method: 'GET', path: '/admin/v1/orders/{orderId}', permission: 'orders:read' },
  cancelOrder: { method: 'POST', path: '/admin/v1/orders/{orderId}/cancel', permission: 'orders:write' },
  retryOrder: { method: 'POST', path: '/admin/v1/orders/{orderId}/retry', permission: 'orders:write' },
  getOverview: { method: 'GET', path: '/admin/v1/overview', permission: 'orders:read' },
  getActivity: { method: 'GET', path: '/admin/v1/overview/activity', permission: 'orders:read' },
  getMarginOfDay: { method: 'GET', path: '/admin/v1/overview/margin', permission: 'reports:read' },
  createPartner: { method: 'POST', path: '/admin/v1/partners', permission: 'partners:write' },
  listPartners: { method: 'GET', path: '/admin/v1/partners', permission: 'partners:read', sorts: ['name', 'partnerId', 'createdAt'] },
  getPartner: { method: 'GET', path: '/admin/v1/partners/{partnerId}', permission: 'partners:read' },
  updatePartner: { method: 'PATCH', path: '/admin/v1/partners/{partnerId}', permission: 'partners:write' },
  createPriceRule: { method: 'POST', path: '/admin/v1/price-rules', permission: 'prices:write' },
  listPriceRules: { method: 'GET', path: '/admin/v1/price-rules', permission: 'prices:read', sorts: ['ruleNo', 'effectiveAt'] },
  endPriceRule: { method: 'POST', path: '/admin/v1/price-rules/{ruleNo}/end', permission: 'prices:write' },
  comparePriceRule: { method: 'GET', path: '/admin/v1/partners/{partnerId}/price-comparison', permission: 'prices:read' },
  createProduct: { method: 'POST', path: '/admin/v1/products', permission: 'catalog:write' },
  listProducts: { method: 'GET', path: '/admin/v1/products', permission: 'catalog:read', sorts: ['brand', 'currency', 'productId', 'supplier'] },
  updateProduct: { method: 'PATCH', path: '/admin/v1/products/{productId}', permission: 'catalog:write' },
  getProduct: { method: 'GET', path: '/admin/v1/products/{productId}', permission: 'catalog:read' },
  margin: { method: 'GET', path: '/admin/v1/reports/margin', permission: 'reports:read', sorts: ['units', 'charged', 'cost', 'margin'] },
  listMarginOrders: { method: 'GET', path: '/admin/v1/reports/margin/orders', permission: 'reports:read', sorts: ['endedAt', 'units'] },
  listRequests: { method: 'GET', path: '/admin/v1/requests', permission: 'requests:read' },
  getRequest: { method: 'GET', path: '/admin/v1/requests/{requestId}', permission: 'requests:read' },
  listStock: { method: 'GET', path: '/admin/v1/stock', permission: 'stock:read', sorts: ['brand', 'free', 'expiringSoon', 'dailySales', 'daysLeft'] },
  getStock: { method: 'GET', path: '/admin/v1/products/{productId}/stock', permission: 'stock:read' },
  changeStock: { method: 'PATCH', path: '/admin/v1/products/{productId}/stock', permission: 'stock:write' },
  getStockDefaults: { method: 'GET', path: '/admin/v1/stock/defaults', permission: 'stock:read' },
  changeStockDefaults: { method: 'PATCH', path: '/admin/v1/stock/defaults', permission: 'stock:write' },
  getSettings: { method: 'GET', path: '/admin/v1/settings', permission: 'settings:read' },
  listSupplierHealth: { method: 'GET', path: '/admin/v1/suppliers/health', permission: 'upstreams:read', sorts: ['productId', 'answered', 'failed', 'lastFaultAt'] },
  listSupplierListings: { method: 'GET', path: '/admin/v1/supplier-listings', permission: 'upstreams:read', sorts: ['name', 'brand', 'discountPercent'] },
  getSupplierListing: { method: 'GET', path: '/admin/v1/supplier-listings/{listingId}', permission: 'upstreams:read' },
  mapSupplierListing: { method: 'POST', path: '/admin/v1/supplier-listings/{listingId}/map', permission: 'catalog:write' },
  unmapSupplierListing: { method: 'POST', path: '/admin/v1/supplier-listings/{listingId}/unmap', permission: 'catalog:write' },
  createProductOfListing: { method: 'POST', path: '/admin/v1/supplier-listings/{listingId}/product', permission: 'catalog:write' },
  getProductRouting: { method: 'GET', path: '/admin/v1/products/{productId}/routing', permission: 'upstreams:read' },
  putProductRouting: { method: 'PUT', path: '/admin/v1/products/{productId}/routing', permission: 'catalog:write' },
  listSupplierPriceChanges: { method: 'GET', path: '/admin/v1/supplier-price-changes', permission: 'upstreams:read', sorts: ['seenAt'] },
  acceptSupplierPriceChange: { method: 'POST', path: '/admin/v1/supplier-price-changes/{changeId}/accept', permission: 'upstreams:write' },
  listSupplierPurchases: { method: 'GET', path: '/admin/v1/suppliers/{supplier}/purchases', permission: 'upstreams:read' },
  getSupplierPurchase: { method: 'GET', path: '/admin/v1/suppliers/{supplier}/purchases/{purchaseId}', permission: 'upstreams:read' },
  closeSupplierPurchase: { method: 'POST', path: '/admin/v1/suppliers/{supplier}/purchases/{purchaseId}/close', permission: 'upstreams:write' },
  createSupplier: { method: 'POST', path: '/admin/v1/suppliers', permission: 'upstreams:write' },
  listSuppliers: { method: 'GET', path: '/admin/v1/suppliers', permission: 'upstreams:read', sorts: ['supplier', 'unclearPurchases', 'environment', 'answeredAt'] },
  getSupplier: { method: 'GET', path: '/admin/v1/suppliers/{supplier}', permission: 'upstreams:read' },
  updateSupplier: { method: 'PATCH', path: '/admin/v1/suppliers/{supplier}', permission: 'upstreams:write' },
  mirrorSupplier: { method: 'POST', path: '/admin/v1/suppliers/{supplier}/mirror', permission: 'upstreams:write' },
  listSupplierProducts: { method: 'GET', path: '/admin/v1/suppliers/{supplier}/products', permission: 'upstreams:read', sorts: ['productId', 'active', 'step'] },
  listSupplierAdapters: { method: 'GET', path: '/admin/v1/supplier-adapters', permission: 'upstreams:read' },
  trace: { method: 'GET', path: '/admin/v1/trace', permission: 'orders:read' },
  inviteUser: { method: 'POST', path: '/admin/v1/invitations', permission: 'users:write' },
  listInvitations: { method: 'GET', path: '/admin/v1/invitations', permission: 'users:read', sorts: ['email', 'role', 'expiresAt'] },
  revokeInvitation: { method: 'POST', path: '/admin/v1/invitations/{invitationId}/revoke', permission: 'users:write' },
  listUsers: { method: 'GET', path: '/admin/v1/users', permission: 'users:read', sorts: ['name', 'email', 'role', 'createdAt', 'lastSignInAt'] },
  updateUser: { method: 'PATCH', path: '/admin/v1/users/{userId}', permission: 'users:write' },
  revokeUserSessions: { method: 'POST', path: '/admin/v1/users/{userId}/sessions/revoke', permission: 'users:write' },
  resetSecondFactors: { method: 'POST', path: '/admin/v1/users/{userId}/second-factors/reset', permission: 'users:write' },
  unlinkIdentities: { method: 'POST', path: '/admin/v1/users/{userId}/identities/unlink', permission: 'users:write' },
  resetPassword: { method: 'POST', path: '/admin/v1/users/{userId}/password-reset', permission: 'users:write' },
  createServiceToken: { method: 'POST', path: '/admin/v1/tokens', permission: 'tokens:write' },
  listServiceTokens: { method: 'GET', path: '/admin/v1/tokens', permission: 'tokens:read', sorts: ['name', 'role', 'createdAt', 'expiresAt', 'lastUsedAt'] },
  takeOverServiceToken: { method: 'POST', path: '/admin/v1/tokens/{tokenId}/take-over', permission: 'tokens:write' },
  revokeServiceToken: { method: 'POST', path: '/admin/v1/tokens/{tokenId}/revoke', permission: 'tokens:write' },
  listWallets: { method: 'GET', path: '/admin/v1/partners/{partnerId}/wallets', permission: 'consumers:read', sorts: ['createdAt'] },
  setWalletStatus: { method: 'POST', path: '/admin/v1/partners/{partnerId}/wallets/{walletId}/status', permission: 'consumers:write' },
  debitWallet: { method: 'POST', path: '/admin/v1/partners/{partnerId}/wallets/{walletId}/debits', permission: 'credits:write' },
  createWebhookEndpoint: { method: 'POST', path: '/admin/v1/partners/{partnerId}/webhook-endpoints', permission: 'webhooks:write' },
  listWebhookEndpoints: { method: 'GET', path: '/admin/v1/partners/{partnerId}/webhook-endpoints', permission: 'webhooks:read', sorts: ['url', 'state', 'failingSince'] },
  getWebhookEndpoint: { method: 'GET', path: '/admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}', permission: 'webhooks:read' },
  updateWebhookEndpoint: { method: 'PATCH', path: '/admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}', permission: 'webhooks:write' },
  rotateWebhookSecret: { method: 'POST', path: '/admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/rotate', permission: 'webhooks:write' },
  testWebhookEndpoint: { method: 'POST', path: '/admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/test', permission: 'webhooks:write' },
  listWebhookDeliveries: { method: 'GET', path: '/admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/deliveries', permission: 'webhooks:read' },
  replayWebhookEvents: { method: 'POST', path: '/admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/replay', permission: 'webhooks:write' },
  removeWebhookEndpoint: { method: 'POST', path: '/admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/remove', permission: 'webhooks:write' },
  listApprovals: { method: 'GET', path: '/admin/v1/approvals', permission: 'approvals:read', sorts: ['requestedAt'] },
  getApproval: { method: 'GET', path: '/admin/v1/approvals/{approvalId}', permission: 'approvals:read' },
  approveAct: { method: 'POST', path: '/admin/v1/approvals/{approvalId}/approve', permission: 'approvals:write' },
  rejectAct: { method: 'POST', path: '/admin/v1/approvals/{approvalId}/reject', permission: 'approvals:write' },
  cancelAct: { method: 'POST', path: '/admin/v1/approvals/{approvalId}/cancel', permission: 'approvals:write' },
  claimCredential: { method: 'POST', path: '/auth/v1/credential-claims' },
  signIn: { method: 'POST', path: '/auth/v1/sign-in' },
  proveSecondFactor: { method: 'POST', path: '/auth/v1/sign-in/second-factor' },
  acceptInvitation: { method: 'POST', path: '/auth/v1/invitations/accept' },
  getSignInMethods: { method: 'GET', path: '/auth/v1/sign-in-methods' },
  beginOidcSignIn: { method: 'POST', path: '/auth/v1/oidc/begin' },
  finishOidcSignIn: { method: 'POST', path: '/auth/v1/oidc/finish' },
  getMe: { method: 'GET', path: '/auth/v1/me' },
  signOut: { method: 'POST', path: '/auth/v1/sign-out' },
  changePassword: { method: 'POST', path: '/auth/v1/password' },
  requestPasswordReset: { method: 'POST', path: '/auth/v1/password-reset' },
  confirmPasswordReset: { method: 'POST', path: '/auth/v1/password-reset/confirm' },
  listSessions: { method: 'GET', path: '/auth/v1/sessions' },
  revokeSession: { method: 'POST', path: '/auth/v1/sessions/{sessionId}/revoke' },
  revokeOtherSessions: { method: 'POST', path: '/auth/v1/sessions/revoke-others' },
  listSecondFactors: { method: 'GET', path: '/auth/v1/second-factors' },
  beginTotp: { method: 'POST', path: '/auth/v1/second-factors/totp' },
  confirmTotp: { method: 'POST', path: '/auth/v1/second-factors/totp/confirm' },
  removeTotp: { method: 'POST', path: '/auth/v1/second-factors/totp/remove' },
  renewRecoveryCodes: { method: 'POST', path: '/auth/v1/second-factors/recovery-codes' },
  beginPasskey: { method: 'POST', path: '/auth/v1/second-factors/passkeys' },
  addPasskey: { method: 'POST', path: '/auth/v1/second-factors/passkeys/confirm' },
  renamePasskey: { method: 'PATCH', path: '/auth/v1/second-factors/passkeys/{passkeyId}' },
  removePasskey: { method: 'POST', path: '/auth/v1/second-factors/passkeys/{passkeyId}/remove' },
  beginPasskeySignIn: { method: 'POST', path: '/auth/v1/sign-in/passkey/begin' },
  finishPasskeySignIn: { method: 'POST', path: '/auth/v1/sign-in/passkey/finish' },
  beginStepUp: { method: 'POST', path: '/auth/v1/step-up/begin' },
  finishStepUp: { method: 'POST', path: '/auth/v1/step-up/finish' },
  getOperatorOpenApi: { method: 'GET', path: '/admin/openapi.json' },
}
