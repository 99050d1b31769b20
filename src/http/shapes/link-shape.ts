import { Type } from 'typebox'
import { isoTime, minorUnits, wireAmount } from '../../core/mod.ts'
import {
  leftOf,
  linkId,
  linkTemplateId,
  pendingReview,
  statusOf,
  type Link,
  type LinkMessage,
} from '../../links/mod.ts'
import type { ClaimedOrder } from '../../orders/mod.ts'
import { optionalTime } from '../response.ts'
import { Decimal, Instant, Text } from './field.ts'
import { fields } from './fields.ts'
import {
  LINK_DELIVERY,
  LINK_MESSAGE_CHANNEL,
  LINK_MESSAGE_KIND,
  LINK_MESSAGE_REASON,
  LINK_MESSAGE_STATE,
  LINK_SECOND_FACTOR,
  LINK_STATUS,
  ORDER_STATUS,
} from './meanings.ts'
import { Metadata } from './metadata.ts'
import { oneOf } from './one-of.ts'

export const LinkShape = Type.Object(
  {
    linkId: fields.linkId,
    status: oneOf('The status', LINK_STATUS),
    currency: fields.currency,
    amount: Decimal('What it was sent with, in major units of `currency`'),
    left: Decimal('What can still be claimed, in major units of `currency`'),
    claimed: Decimal('What its orders were charged, in major units of `currency`'),
    returned: Decimal('What came back to the funds, in major units of `currency`'),
    delivery: oneOf('How its person gets it', LINK_DELIVERY),
    secondFactor: Type.Optional(
      oneOf('What its person needs beside the address; absent: NONE', LINK_SECOND_FACTOR),
    ),
    claimBy: Instant('Until when it can be claimed; then what is left comes back'),
    createdAt: fields.createdAt,
    endedAt: Type.Optional(fields.endedAt),
    reviewUntil: Type.Optional(
      Instant('A claim of it waits for the operator: when what is left comes back'),
    ),
    locale: Type.Optional(Text('The language of the page and the mails, such as `de`')),
    reference: Type.Optional(Text("The partner's own reference of the link")),
    templateId: Type.Optional(Text('How its page and mails look: the id of a template')),
    products: Type.Optional(
      Type.Array(fields.productId, { description: 'What can be chosen; all products if absent' }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { title: 'Link' },
)

export const SentLinkShape = Type.Object(
  {
    ...LinkShape.properties,
    url: Text('The address that opens it: whoever has it can claim the link'),
  },
  { title: 'SentLink' },
)

export const SentLinksShape = Type.Object(
  {
    reference: Text("The partner's own reference of the request"),
    links: Type.Array(SentLinkShape, { description: 'In the order of the recipients' }),
  },
  { title: 'SentLinks' },
)

const LinkOrderShape = Type.Object(
  {
    orderId: fields.orderId,
    status: oneOf('The status of the order', ORDER_STATUS),
    productId: fields.productId,
    brand: fields.brand,
    currency: Text('The currency of the card, as ISO 4217 code'),
    faceValue: fields.faceValue,
    createdAt: fields.createdAt,
  },
  { title: 'LinkOrder' },
)

const LinkMessageShape = Type.Object(
  {
    kind: oneOf('What the mail is for', LINK_MESSAGE_KIND),
    channel: Type.Optional(oneOf('How it goes; absent: EMAIL', LINK_MESSAGE_CHANNEL)),
    state: oneOf('The state of the mail', LINK_MESSAGE_STATE),
    reason: Type.Optional(oneOf('Why it bounced, or is not sent', LINK_MESSAGE_REASON)),
    lastError: Type.Optional(Text('What the mail server said at the last attempt')),
    createdAt: fields.createdAt,
    sentAt: Type.Optional(Instant('When a mail server accepted it')),
    nextAttemptAt: Type.Optional(fields.nextAttemptAt),
  },
  { title: 'LinkMessage' },
)

export const LinkDetailShape = Type.Object(
  {
    ...LinkShape.properties,
    orders: Type.Array(LinkOrderShape, { description: 'What was chosen, oldest first' }),
    messages: Type.Array(LinkMessageShape, { description: 'Its mails, newest first' }),
  },
  { title: 'LinkDetail' },
)

export function linkOf(link: Link) {
  const { currency, amountMinor, claimedMinor, returnedMinor } = link
  const amountOf = (minor: bigint) => wireAmount(minorUnits(minor), currency)
  return {
    linkId: linkId(link),
    status: statusOf(link),
    currency: currency.code,
    amount: amountOf(amountMinor),
    left: amountOf(leftOf(link)),
    claimed: amountOf(claimedMinor),
    returned: amountOf(returnedMinor),
    delivery: link.delivery,
    secondFactor: link.secondFactor === 'NONE' ? undefined : link.secondFactor,
    claimBy: isoTime(link.claimByMs),
    createdAt: isoTime(link.createdMs),
    endedAt: optionalTime(link.ended?.atMs),
    reviewUntil: optionalTime(pendingReview(link)?.untilMs),
    locale: link.locale,
    reference: link.reference,
    templateId: link.templateId && linkTemplateId({ templateId: link.templateId }),
    products: link.products && [...link.products],
    metadata: link.metadata,
  }
}

interface LinkParts {
  readonly orders: readonly ClaimedOrder[]
  readonly messages: readonly LinkMessage[]
}

export function linkDetailOf(link: Link, { orders, messages }: LinkParts) {
  const shown = orders.map(({ orderId, status, productId, brand, currency, ...one }) => ({
    orderId,
    status,
    productId,
    brand,
    currency: currency.code,
    faceValue: wireAmount(one.faceValueMinor, currency),
    createdAt: isoTime(one.createdMs),
  }))
  return { ...linkOf(link), orders: shown, messages: messages.map(messageOf) }
}

/** What a list says of the mails of a link. */
export const lastMail = {
  lastMail: Type.Optional(
    Type.Object(LinkMessageShape.properties, {
      description: 'The last mail that brought it or reminded of it',
    }),
  ),
}

export function messageOf({ kind, channel, state, reason, ...message }: LinkMessage) {
  return {
    kind,
    channel: channel === 'EMAIL' ? undefined : channel,
    state,
    reason,
    lastError: message.lastFault,
    createdAt: isoTime(message.createdMs),
    sentAt: optionalTime(message.sentMs),
    nextAttemptAt: optionalTime(message.nextTryMs),
  }
}
