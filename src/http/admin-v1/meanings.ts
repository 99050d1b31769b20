import type { AlertKind } from '../../alerts/mod.ts'
import type { RateFormat } from '../../catalog/mod.ts'
import type { Closing, PriceChange, SupplierPurchaseStatus } from '../../connectors/mod.ts'
import type { ErasureKind, MailState } from '../../consumers/mod.ts'
import type { TokenState } from '../../identity/mod.ts'
import type { TransferCode, TransferState } from '../../ledger/mod.ts'
import type { CredentialState, PartnerStatus } from '../../partners/mod.ts'
import type { ItemStatus } from '../../reconciliations/mod.ts'
import type { CostStatus } from '../../reports/mod.ts'
import type { CodeState } from '../../trace/mod.ts'
import type { Purpose } from '../../vault/mod.ts'

/** The meanings of values in fields that only operators see. */

export const ALERT_STATE = { open: 'its cause persists', resolved: 'its cause has ended' }
export const ALERT_SEVERITY = {
  warning: 'act within the day',
  critical: 'act now: partners notice it',
}
export const ALERT_EVENT = { raised: 'the alert was raised', resolved: 'the alert was resolved' }
export const ALERT_CHANNEL = { mail: 'an e-mail', webhook: 'a request to the webhook' }
export const ALERT_DELIVERY = {
  QUEUED: 'waits for its first or next attempt',
  SENT: 'was accepted',
  FAILED: 'was given up',
}

export const ALERT_KIND: Readonly<Record<AlertKind, string>> = {
  supplier_unfunded: 'our account at a supplier has no funds; orders wait for it',
  supplier_silent: 'a supplier does not respond for a product',
  supplier_unclear: 'only a person can settle a purchase at a supplier',
  supplier_price_waits: 'a price of a supplier changed by much, and waits for a person',
  low_stock: 'fewer codes of a product and face value are for sale than its threshold',
  low_funds: 'the funds of a partner last for few days',
  batches_failed: 'suppliers have refused batches of open orders',
  link_mails_waiting: 'mails that bring links wait for long, and none is sent',
  credits_stopped: 'a file of credits is STOPPED: people wait for their money',
  orders_waiting: 'orders of a partner are not final long after they were placed',
  rate_stale: 'rates that price orders have not been updated for long',
  upstream_silent: 'a supplier does not respond, or refuses our credential',
  upstream_low_float: 'our float at a supplier is below its threshold',
  upstream_unsold: 'codes that were bought for canceled orders are in stock',
  instant_ahead: "the last instant of a book is ahead of the database's clock",
  durability_off: 'a database setting lets a crash lose committed writes',
  archive_failing: 'the database cannot archive its log; backups do not go on',
  backup_overdue: 'the last base backup is old, damaged, or missing',
  drill_overdue: 'no restore drill has succeeded for long, or the last one found faults',
  disk_low: 'little of a disk of the bundled PostgreSQL is free',
  disk_full: 'the disk of the database is full: nothing is written',
  replication_lag: 'a standby is behind, or away while the log is kept for it',
  audit_broken: 'the audit log does not verify: somebody changed it',
  mail_template_broken: 'a mail template cannot be used; mails have the default texts',
  webhook_disabled: 'a webhook endpoint was gone, or failed for days',
  wrong_operator_tokens: 'wrong operator tokens come more often than once a second',
  wrong_signatures:
    'wrong signatures in the name of one partner, or of none, come more than once a second',
  codes_guessed: 'many codes that people of a partner enter for a link or a wallet are wrong',
}

export const SUPPLIER_PURCHASE_STATUS: Readonly<Record<SupplierPurchaseStatus, string>> = {
  PLACING: 'a request to buy may have been sent; its outcome is not known',
  PLACED: 'the supplier has it, and works on it',
  DONE: 'its units are here',
  REFUSED: 'nothing was bought',
  REVERSED: 'the supplier took it back',
  STOCKED: 'its codes are in stock, because its order was canceled',
  CLOSED: 'a person said that it was not bought',
}

export const PRICE_CHANGE_STATUS: Readonly<Record<PriceChange['status'], string>> = {
  APPLIED: 'it has been in force since it was seen',
  WAITS: 'a person must accept it; until then the old one is in force',
  ACCEPTED: 'a person accepted it',
  WITHDRAWN: 'the supplier changed the price again before a person accepted it',
}

export const CLOSING: Readonly<Record<Closing['outcome'], string>> = {
  bought: 'it was bought, with these units',
  notBought: 'it was not bought, and never will be',
}

export const COST_STATUS: Readonly<Record<CostStatus, string>> = {
  KNOWN: 'as it was first recorded',
  CORRECTED: 'by a correction',
  UNCONVERTED: 'known in its own currency only: there was no rate',
  UNKNOWN: 'none is recorded, or none that was in force',
}

export const WAITS_FOR = {
  stock: 'no supplier has stock',
  funds: 'the order is ON_HOLD for the funds of the partner',
  supplier: 'our account at the supplier is unfunded',
}

export const ATTEMPT_OUTCOME = {
  issued: 'it issued the batch',
  pending: 'it works on the batch',
  out_of_stock: 'it has no stock',
  refused: 'it refused the batch',
  unfunded: 'our account there has no funds',
  unavailable: 'it did not respond, and has not received the request',
  unknown: 'its response was lost',
}

export const CREDENTIAL_STATE: Readonly<Record<CredentialState, string>> = {
  ACTIVE: 'requests with it are accepted',
  EXPIRED: 'it has expired',
  REVOKED: 'an operator revoked it',
}

export const TOKEN_STATE: Readonly<Record<TokenState, string>> = {
  ACTIVE: 'requests with it are accepted',
  EXPIRED: 'it has expired',
  ENDED: 'its owner may no longer make tokens; another administrator may take it over',
  REVOKED: 'an operator revoked it',
}

export const PARTNER_STATUS: Readonly<Record<PartnerStatus, string>> = {
  ACTIVE: 'its requests are served',
  SUSPENDED: 'its requests are refused',
}

export const CODE_STATE: Readonly<Record<CodeState, string>> = {
  FREE: 'on sale',
  HELD: 'its lot is off sale',
  RESERVED: 'an order that is not COMPLETED has it',
  DELIVERED: 'a COMPLETED order has it',
  REPLACED: 'it was delivered, and the item has another code now',
  BLOCKED: 'it was delivered, and may not be used',
  PURCHASED: 'bought at a supplier, in no order and no lot yet',
}

export const RATE_FORMAT: Readonly<Record<RateFormat, string>> = {
  'ecb-xml': 'the XML of the European Central Bank',
  'ecb-csv': 'the CSV of the European Central Bank',
  csv: 'lines of `from,to,rate`',
}

export const IMPORT_STATE = {
  RUNNING: 'reads its file',
  DONE: 'has read its file',
  FAILED: 'was refused; what it stored before stays',
  INTERRUPTED: 'stopped before the end, and can be resumed with the same file',
}

export const CREDIT_IMPORT_STATE = {
  CHECKING: 'its file arrives and is checked',
  REJECTED: 'rows of it cannot be credited, or it was cut off; none is credited',
  CHECKED: 'each row can be credited; it waits to be started',
  RUNNING: 'it is credited',
  STOPPED: 'the funds did not suffice; it can be started again',
  CANCELLED: 'no more of it is credited',
  DONE: 'each row has an outcome',
}

export const VERIFICATION_STATE = {
  RUNNING: 'checks the books',
  DONE: 'has checked all of them',
  INTERRUPTED: 'stopped before the end',
}
export const VERIFICATION_PHASE = {
  books: 'the accounts and transfers of each partner',
  stock: 'the codes in stock',
}

export const LOT_STATE = {
  ON_SALE: 'its unsold codes are for sale',
  QUARANTINED: 'its unsold codes are off sale until it is released',
  RECALLED: 'its unsold codes are off sale for good',
}

export const MAIL_STATE: Readonly<Record<MailState, string>> = {
  PENDING: 'waits for its first or next attempt',
  SENT: 'a mail server accepted it',
  DELIVERED: 'the mail server of its person accepted it',
  FAILED: 'was given up, refused, or returned',
  COMPLAINED: 'its person reported it as spam',
  SUPPRESSED: 'is not sent; `reason` says why',
}

export const RECONCILIATION_KIND = {
  deposits: 'the file of a bank, with the deposits of a partner',
  purchases: 'the file of a supplier, with our purchases there',
}
export const ITEM_STATUS: Readonly<Record<ItemStatus, string>> = {
  missing_here: 'only the file has it',
  missing_there: 'only our records have it',
  different_currency: 'the file and our records, or the reconciliation, differ in the currency',
  different_amount: 'the amounts differ',
  matched: 'both have it with the same amount',
}

export const CIRCUIT = {
  closed: 'the supplier is asked',
  open: 'it is left out, because it does not respond',
  half_open: 'one batch tries it again',
}

export const TRANSFER_KIND: Readonly<Record<TransferCode, string>> = {
  deposit: 'money came in',
  reversal: 'a deposit, or a part of it, was taken back',
  order_hold: 'an order reserves what it costs',
  order_charge: 'a COMPLETED order is charged',
  order_release: 'an order gave its hold back',
  order_suspension: 'a hold was given up because its order was suspended or resumed',
  wallet_credit: 'a wallet was credited',
  wallet_debit: 'a wallet was debited',
  initial_funds: 'a new wallet was funded',
  account_credit: 'an order credited a wallet',
  order_discount: 'the discount of an order by price rules',
  order_surcharge: 'the surcharge of an order: a negative discount by price rules',
  order_fee: 'the fees of an order',
  case_refund: 'a case gave money back',
  link_send: 'links set aside the amounts that can be claimed',
  link_return: 'the unclaimed amount of a link was returned',
}
export const TRANSFER_STATE: Readonly<Record<TransferState, string>> = {
  posted: 'moved at once',
  pending: 'reserves its amount',
  post: 'completed a hold',
  void: 'ended a hold',
}

export const KEY_PURPOSE: Readonly<Record<Purpose, string>> = {
  codes: 'codes in stock and of orders',
  credentials: 'HMAC secrets',
  blind_index: 'finds codes without opening them',
  exports: 'signs the links of exports',
  consumers: 'names and e-mail addresses of consumers',
  consumer_index: 'finds consumers by e-mail address',
  checkpoints: 'checkpoints of verifications',
}
export const KEY_USE = {
  ACTIVE: 'seals new secrets',
  LOT: 'seals one lot of stock',
  KEPT: 'only opens what it sealed',
}
export const MASTER_USE = {
  PRESENT: 'is TESSERA_MASTER_KEY of the process that responds',
  PREVIOUS: 'is its TESSERA_MASTER_KEY_PREVIOUS',
  UNKNOWN: 'is none of its settings',
}
export const KEY_SCOPE = {
  master: 'wraps the data keys with the new master key',
  data: 'makes new data keys, which seal from now on',
}

export const ERASURE_KIND: Readonly<Record<ErasureKind, string>> = {
  CONSUMER: 'of a consumer',
  RECIPIENT: 'of a recipient of orders',
}
