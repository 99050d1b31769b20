import type { CaseKind, CaseState } from '../../cases/mod.ts'
import type { DenominationType, ProductType } from '../../catalog/mod.ts'
import type { TransactionType, WalletStatus } from '../../consumers/mod.ts'
import type { InvitationState } from '../../identity/mod.ts'
import type {
  Channel,
  Delivery,
  LinkStatus,
  MessageKind,
  MessageReason,
  MessageState,
  ReviewReason,
  SecondFactor,
} from '../../links/mod.ts'
import type { MailReason } from '../../mail/mod.ts'
import type { FundsKind, WalletKind } from '../../movements/mod.ts'
import type { OrderStatus } from '../../orders/mod.ts'
import type { Permission } from '../../partners/mod.ts'
import type { FailedCheck } from '../../requests/mod.ts'

/**
 * The meanings of the values in fields that partners see. A new value does not compile without one.
 */

export const ORDER_STATUS: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'received, and queued for processing',
  PROCESSING: 'being fulfilled',
  COMPLETED: 'all items are there; final',
  CANCELLED: 'canceled, and its money is back; final',
  ON_HOLD: 'waits, because funds are insufficient',
  OUT_OF_STOCK: 'waits, because a product is temporarily unavailable',
}

export const HELD_FOR = {
  funds: 'the funds of the partner do not cover it',
  supplier: 'no supplier can be paid now',
}

export const BATCH_STATUS = {
  PENDING: 'queued',
  PROCESSING: 'it was requested from its supplier',
  COMPLETED: 'its items are there',
  FAILED: 'its suppliers have refused it, and an operator can try it again',
}

export const CASE_KIND: Readonly<Record<CaseKind, string>> = {
  refund: 'gives money back for the item',
  replace: 'gives another code of the same product and face value',
  block: 'blocks the code',
}

export const CASE_STATE: Readonly<Record<CaseState, string>> = {
  REQUESTED: 'the partner asked for it, and nobody has decided yet',
  DONE: 'accepted, and done',
  REJECTED: 'rejected; nothing has changed',
}

export const DENOMINATION_TYPE: Readonly<Record<DenominationType, string>> = {
  FIXED: 'the face values of `fixedAmounts` only',
  VARIABLE: 'any face value from `minAmount` to `maxAmount`',
}

export const PRODUCT_TYPE: Readonly<Record<ProductType, string>> = {
  GIFT_CARD: 'delivers a code',
  TOP_UP: 'tops up the phone of the recipient',
  BILL_PAYMENT: 'pays a bill of the recipient',
  ACCOUNT_CREDIT: 'credits an account of the recipient',
}

/** The product types, for the description of a field. */
export const PRODUCT_TYPE_VALUES = Object.keys(PRODUCT_TYPE)
  .map((type) => `\`${type}\``)
  .join(', ')

export const SUPPLIER_ENVIRONMENT = {
  live: 'real goods for real funds',
  sandbox: 'the test environment of the supplier',
}

export const TRANSACTION_TYPE: Readonly<Record<TransactionType, string>> = {
  CREDIT: "from the partner's funds to the wallet",
  DEBIT: "from the wallet to the partner's funds",
}

export const WALLET_STATUS: Readonly<Record<WalletStatus, string>> = {
  ENABLED: 'takes credits and debits',
  FROZEN: 'takes none until it is enabled again',
  CLOSED: 'takes none; final',
}

export const WALLET_TYPE = {
  STANDARD: "the consumer's own, one for each currency",
  CAMPAIGN: 'of a campaign, whose budget and end limit its credits',
}

export const FUNDS_KIND: Readonly<Record<FundsKind, string>> = {
  deposit: 'money came in',
  reversal: 'a deposit, or a part of it, was taken back',
  order_hold: 'an order reserves what it costs',
  order_charge: 'a COMPLETED order is charged',
  order_release: 'an order gave its hold back, because it was suspended or CANCELLED',
  wallet_credit: 'a wallet was credited',
  wallet_debit: 'a wallet was debited',
  initial_funds: 'a new wallet was funded',
  case_refund: 'a case gave money back',
  link_send: 'links set aside the amounts that can be claimed',
  link_return: 'the unclaimed amount of a link was returned',
}

/** Kinds that occur only once a credential with a new permission has acted. */
export const KINDS_OF_LINKS = {
  'x-needs-permission': { link_send: 'links:write', link_return: 'links:write' },
}

export const WALLET_KIND: Readonly<Record<WalletKind, string>> = {
  wallet_credit: 'a credit by the partner',
  wallet_debit: 'a debit by the partner, or by the operator to correct a credit',
  initial_funds: 'the first credit of a new wallet',
  account_credit: 'an order of the type ACCOUNT_CREDIT',
}

export const ENDPOINT_STATE = {
  ENABLED: 'events are sent to it',
  PAUSED: 'events wait until it is enabled',
  DISABLED: 'it failed for too long, or is gone: events are not sent',
}

export const PERMISSION: Readonly<Record<Permission, string>> = {
  'balance:read': 'read funds, movements and statements',
  'catalog:read': 'read products',
  'orders:read': 'read orders, batches and cases',
  'orders:write': 'place orders, ask for cases',
  'drafts:write': 'submit orders for approval by people of the partner, without placing them',
  'codes:read': 'read the codes of orders',
  'consumers:read': 'read consumers, wallets and their transactions',
  'consumers:write': 'create consumers and fund their wallets',
  'wallets:write': 'credit and debit wallets',
  'links:read': 'read links',
  'links:write': 'send, replace and cancel links',
  'wallets:sessions': 'open the page where an owner spends wallets',
}

export const LINK_DELIVERY: Readonly<Record<Delivery, string>> = {
  NONE: 'the partner hands its address over',
  EMAIL: 'it is mailed to its person',
  SMS: 'it is sent to the mobile number of its person',
}

export const LINK_SECOND_FACTOR: Readonly<Record<SecondFactor, string>> = {
  NONE: 'anyone with the address can claim it',
  EMAIL: 'a code that is mailed to its person is needed, too',
  SMS: 'a code that is sent to their mobile number is needed, too',
  SIGNED: "a signature of the partner's app is needed, too: it leads its person to the page",
}

export const LINK_REVIEW_REASON: Readonly<Record<ReviewReason, string>> = {
  COUNTRY: 'a claim came from a country that is not allowed, or not known',
  NETWORK: 'too many claims came from its network within a day',
  ADDRESS: 'too many claims were for its e-mail address or phone number within a day',
  AMOUNT: 'too much of the links of its template was claimed within a day',
}

export const LINK_MESSAGE_CHANNEL: Readonly<Record<Channel, string>> = {
  EMAIL: 'a mail',
  SMS: 'a text to a mobile number',
}

export const LINK_MESSAGE_KIND: Readonly<Record<MessageKind, string>> = {
  LINK: 'it brings the address of the link',
  REMINDER: 'it reminds of the unclaimed amount',
  CODE: 'it brings the code that its person asked for',
}

export const LINK_MESSAGE_STATE: Readonly<Record<MessageState, string>> = {
  QUEUED: 'it waits until it is due',
  DEFERRED: 'a mail server could not take it; it is tried again',
  SENT: 'the mail server accepted it',
  DELIVERED: 'the mail server of its person accepted it',
  BOUNCED: 'it did not get through; `reason` says why',
  COMPLAINED: 'its person reported it as spam',
  SUPPRESSED: 'it is not sent; `reason` says why',
}

/** Why a mail about a credit was not sent, or did not arrive. */
export const MAIL_REASON: Readonly<Record<MailReason, string>> = {
  ADDRESS_REFUSED: 'there is no such mailbox',
  NOT_ACCEPTED: 'the mail server refused it, or was tried in vain too often: send it again',
  REFUSED_BEFORE: 'an earlier mail to the address was refused',
  SPAM_REPORT: 'its person reported a mail as spam',
  UNSUBSCRIBED: 'its person wants no mails',
  NO_ADDRESS: 'the address was erased',
}

export const LINK_MESSAGE_REASON: Readonly<Record<MessageReason, string>> = {
  ADDRESS_REFUSED: 'there is no such mailbox, or no phone gets texts there: replace the address',
  NOT_ACCEPTED:
    'the mail server or provider of SMS refused it, or was tried in vain too often, or nobody ' +
    'knows whether a text came: send it again',
  REFUSED_BEFORE: 'an earlier mail to the address was refused: replace the address',
  SPAM_REPORT:
    'its person reported a mail as spam and gets no more: hand the address over yourself',
  UNSUBSCRIBED: 'its person wants no reminders',
  LINK_ENDED: 'nothing of the link can be claimed any more',
  LINK_REPLACED: 'the link got another address before it was sent',
  NO_ADDRESS: 'the address was erased',
  CODE_EXPIRED: 'its code was no longer valid when it could be sent',
  TEST: 'nobody gets mails of a test partner',
}

export const LINK_STATUS: Readonly<Record<LinkStatus, string>> = {
  OPEN: 'it can be claimed, and nothing was chosen yet',
  PARTLY_CLAIMED: 'something was chosen, and the rest can be claimed',
  CLAIMED: 'all of it was chosen',
  EXPIRED: 'its claim-by date has passed; its remainder was returned',
  CANCELLED: 'its sender ended it; its remainder was returned',
  RETURNED: 'its person did not want it; its remainder was returned',
}

export const INVITATION_STATE: Readonly<Record<InvitationState, string>> = {
  PENDING: 'its link can be accepted until it expires',
  ENDED: 'its inviter may no longer invite users, so its link is refused',
}

export const FAILED_CHECK: Readonly<Record<FailedCheck, string>> = {
  headers: 'a header is missing or malformed',
  timestamp: '`x-timestamp` is outside the window',
  clientId: 'no such client',
  apiKey: 'another API key',
  bodyHash: 'another hash of the body',
  signature: 'another signature',
  signatureV2: 'another `x-signature-v2`, or none',
  credential: 'revoked or expired',
  partner: 'the partner is suspended',
  address: 'not an address that the credential may be used from',
  permission: 'the permission is missing',
  nonce: 'the nonce was used before',
}
