import { Type } from 'typebox'
import { isoTime, wireAmount } from '../../core/mod.ts'
import {
  leftOf,
  linkId,
  linkTemplateId,
  pendingReview,
  statusOf,
  type Link,
  type LinkMessage,
  type Recipient,
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
import { amountOf, codeOf } from './read-member.ts'
import { view } from './view.ts'

/** The fields of the person of a link, as far as its sender has named one. */
export const recipientFields = {
  name: Type.Optional(Text('Name of the recipient')),
  email: Type.Optional(Text('E-mail address of the recipient')),
  phone: Type.Optional(Text('Mobile number of the recipient')),
}

/** A link with its person. */
export interface AddressedLink extends Link, Pick<Recipient, 'name' | 'email' | 'phone'> {}

export const LinkView = view<Link>()(
  {
    linkId: [fields.linkId, linkId],
    status: [oneOf('The status', LINK_STATUS), statusOf],
    currency: [fields.currency, codeOf],
    amount: [
      Decimal('Its value when it was sent, in major units of `currency`'),
      amountOf('amountMinor'),
    ],
    left: [
      Decimal('Amount that can still be claimed, in major units of `currency`'),
      (link) => wireAmount(leftOf(link), link.currency),
    ],
    claimed: [
      Decimal('Amount that its orders were charged, in major units of `currency`'),
      amountOf('claimedMinor'),
    ],
    returned: [
      Decimal('Amount returned to the funds, in major units of `currency`'),
      amountOf('returnedMinor'),
    ],
    delivery: oneOf('How it reaches its person', LINK_DELIVERY),
    secondFactor: [
      Type.Optional(oneOf('Second factor that its person needs; absent: NONE', LINK_SECOND_FACTOR)),
      ({ secondFactor }) => (secondFactor === 'NONE' ? undefined : secondFactor),
    ],
    claimBy: [
      Instant('End of the claim period; then the remainder returns to the funds'),
      (link) => isoTime(link.claimByMs),
    ],
    createdAt: [fields.createdAt, (link) => isoTime(link.createdMs)],
    endedAt: [Type.Optional(fields.endedAt), (link) => optionalTime(link.ended?.atMs)],
    reviewUntil: [
      Type.Optional(
        Instant('When the review of a claim of it ends; then the remainder returns to the funds'),
      ),
      (link) => optionalTime(pendingReview(link)?.untilMs),
    ],
    locale: Type.Optional(Text('The language of the page and the mails, such as `de`')),
    reference: Type.Optional(Text("The partner's own reference of the link")),
    templateId: [
      Type.Optional(Text('Id of the template of its page and mails')),
      ({ templateId }) => templateId && linkTemplateId({ templateId }),
    ],
    products: Type.Optional(
      Type.Array(fields.productId, { description: 'Products that can be chosen; all if absent' }),
    ),
    metadata: Type.Optional(Metadata),
  },
  { title: 'Link' },
)

export const SentLinkView = view<Link & { readonly url: string }>()(
  {
    ...LinkView.fields,
    url: Text('The address that opens it: whoever has it can claim the link'),
  },
  { title: 'SentLink' },
)

export const SentLinksShape = Type.Object(
  {
    reference: Text("The partner's own reference of the request"),
    links: Type.Array(SentLinkView.schema, { description: 'In the order of the recipients' }),
  },
  { title: 'SentLinks' },
)

const OrderView = view<ClaimedOrder>()(
  {
    orderId: fields.orderId,
    status: oneOf('The status of the order', ORDER_STATUS),
    productId: fields.productId,
    brand: fields.brand,
    currency: [Text('The currency of the card, as ISO 4217 code'), codeOf],
    faceValue: [fields.faceValue, amountOf('faceValueMinor')],
    createdAt: [fields.createdAt, (order) => isoTime(order.createdMs)],
  },
  { title: 'LinkOrder' },
)

const MessageView = view<LinkMessage>()(
  {
    kind: oneOf('Purpose of the mail', LINK_MESSAGE_KIND),
    channel: [
      Type.Optional(oneOf('Channel of the message; absent: EMAIL', LINK_MESSAGE_CHANNEL)),
      ({ channel }) => (channel === 'EMAIL' ? undefined : channel),
    ],
    state: oneOf('The state of the mail', LINK_MESSAGE_STATE),
    reason: Type.Optional(oneOf('Why it bounced, or is not sent', LINK_MESSAGE_REASON)),
    lastError: [
      Type.Optional(Text('Response of the mail server to the last attempt')),
      (message) => message.lastFault,
    ],
    createdAt: [fields.createdAt, (message) => isoTime(message.createdMs)],
    sentAt: [
      Type.Optional(Instant('When a mail server accepted it')),
      (message) => optionalTime(message.sentMs),
    ],
    nextAttemptAt: [
      Type.Optional(fields.nextAttemptAt),
      (message) => optionalTime(message.nextTryMs),
    ],
  },
  { title: 'LinkMessage' },
)

export interface DetailedLink extends Link {
  readonly orders: readonly ClaimedOrder[]
  readonly messages: readonly LinkMessage[]
}

export const LinkDetailView = view<DetailedLink>()(
  {
    ...LinkView.fields,
    orders: [
      Type.Array(OrderView.schema, {
        description: 'Orders of the products that were chosen, oldest first',
      }),
      ({ orders }) => orders.map(OrderView.body),
    ],
    messages: [
      Type.Array(MessageView.schema, { description: 'Its mails, newest first' }),
      ({ messages }) => messages.map(MessageView.body),
    ],
  },
  { title: 'LinkDetail' },
)

/** A link for people, who may not know the request that sent it. */
export interface LinkStory extends DetailedLink {
  readonly requestReference: string
}

/** The fields of a link as partners and operators see it. */
export const storyFields = {
  ...LinkDetailView.fields,
  requestReference: Text("The partner's own reference of the request that sent it"),
}

/** A link in a list, with the last message about it. */
export interface ListedLink extends AddressedLink {
  readonly lastMail: LinkMessage | undefined
}

/** The field of a list about the mails of a link. */
export const lastMailField = {
  lastMail: [
    Type.Optional(
      Type.Object(MessageView.schema.properties, {
        description: 'The last mail with its address or a reminder',
      }),
    ),
    ({ lastMail }: ListedLink) => lastMail && MessageView.body(lastMail),
  ],
} as const
