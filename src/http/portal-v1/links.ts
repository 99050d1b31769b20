import { Type } from 'typebox'
import {
  type Link,
  linkId,
  type LinkSums,
  listLastMessages,
  listLinks,
  openRecipient,
  sumLinks,
} from '../../links/mod.ts'
import type { Context } from '../context.ts'
import { wireSum } from '../bodies/exact-json.ts'
import { linkFilter, linkQuery, ownLink, readStory } from '../links/find-link.ts'
import { NewLinks } from '../links/links-body.ts'
import { respondWithSent, SENDING_REFUSALS } from '../links/sent-links.ts'
import { continued, ok } from '../response.ts'
import { portalRoute } from '../route.ts'
import { Sum, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import {
  type AddressedLink,
  lastMailField,
  type LinkStory,
  LinkView,
  type ListedLink,
  recipientFields,
  SentLinksShape,
  storyFields,
} from '../shapes/link-shape.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { codeOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { checkLinks } from './link-drafts.ts'
import { offerRoute } from './offer-route.ts'

async function addressed({ vault }: Context, link: Link): Promise<AddressedLink> {
  const { name, email, phone } = await openRecipient(vault, link)
  return { ...link, name, email, phone }
}

const checkOwn = portalRoute('POST /portal/v1/links/check', {
  permission: 'links:write',
  operationId: 'checkOwnLinks',
  hasSums: true,
  hasPrivateBody: true,
  manyRowsAt: 'recipients',
  refuses: ['state_conflict', 'client_reference_exists'],
  summary: 'Checks links without sending them, and returns the amount that they would set aside',
  body: NewLinks,
  response: Type.Object({
    data: Type.Object(
      {
        links: Whole('Number of links that would be sent'),
        isSent: Type.Boolean({
          description:
            'True if the same links were sent with this reference: they set nothing aside',
        }),
        currency: fields.currency,
        amount: Sum('Sum of the links, in major units of `currency`'),
        setAside: Sum('Amount taken from the funds, with fees that may arise, in major units'),
      },
      { title: 'CheckedLinks' },
    ),
  }),
  async handle({ partnerId, isTest, body }, context) {
    const checked = await checkLinks(context, body, { partnerId, isTest })
    const { count, isSent, currency, worthMinor, asideMinor } = checked
    return ok({
      data: {
        links: count,
        isSent,
        currency: currency.code,
        amount: wireSum(worthMinor, currency),
        setAside: wireSum(asideMinor, currency),
      },
    })
  },
})

const sendOwn = portalRoute('POST /portal/v1/links', {
  permission: 'links:write',
  operationId: 'sendOwnLinks',
  success: [201],
  refuses: SENDING_REFUSALS,
  hasPrivateBody: true,
  manyRowsAt: 'recipients',
  isShownOnce: true,
  summary: 'Sends links for a person, as `POST /v2/links` sends those of a program',
  description: 'The Idempotency-Key is that of the links: a repeat has the same addresses.',
  body: NewLinks,
  response: Type.Object({ data: SentLinksShape }),
  handle: ({ partnerId, isTest, actor, body, headers }, context) =>
    respondWithSent(context, body, { partnerId, isTest, actor, headers }),
})

const ListedOwnLinkView = view<ListedLink>()(
  { ...LinkView.fields, ...recipientFields, ...lastMailField },
  { title: 'ListedOwnLink' },
)

const listOwn = portalRoute('GET /portal/v1/links', {
  permission: 'links:read',
  operationId: 'listOwnLinks',
  summary: 'Lists links with their recipients, newest first',
  query: linkQuery,
  response: ContinuedOf(ListedOwnLinkView.schema),
  async handle({ partnerId, query }, context) {
    const { db, vault } = context
    const { links, nextNo } = await listLinks(db, partnerId, linkFilter(vault, partnerId, query))
    const mails = await listLastMessages(db, partnerId, links)
    const listed = await Promise.all(
      links.map(async (link) => ({
        ...(await addressed(context, link)),
        lastMail: mails.get(link.linkNo),
      })),
    )
    const next = nextNo === undefined ? undefined : linkId({ linkNo: nextNo })
    return ok(
      continued(listed.map(ListedOwnLinkView.body), { pageSize: query.pageSize, after: next }),
    )
  },
})

const SumsView = view<LinkSums>()(
  {
    currency: [fields.currency, codeOf],
    links: Whole('Number of links that were sent'),
    openLinks: Whole('Number of links that can still be claimed'),
    sent: [Sum('Amount set aside for them, in major units of `currency`'), sumOf('sentMinor')],
    claimed: [
      Sum('Amount that their orders were charged, in major units of `currency`'),
      sumOf('claimedMinor'),
    ],
    returned: [
      Sum('Amount returned to the funds, in major units of `currency`'),
      sumOf('returnedMinor'),
    ],
    open: [
      Sum('Amount neither claimed nor returned, in major units of `currency`'),
      (one) => wireSum(one.sentMinor - one.claimedMinor - one.returnedMinor, one.currency),
    ],
  },
  { title: 'LinkSums' },
)

const sumOwn = portalRoute('GET /portal/v1/links/sums', {
  permission: 'links:read',
  operationId: 'sumOwnLinks',
  hasSums: true,
  summary: 'Returns the sums of all links by currency: sent, claimed, returned and open',
  response: Type.Object({
    data: Type.Array(SumsView.schema, { description: 'By currency; none before the first link' }),
  }),
  async handle({ partnerId }, { db }) {
    return ok({ data: (await sumLinks(db, partnerId)).map(SumsView.body) })
  },
})

const OwnLinkDetailView = view<LinkStory & AddressedLink>()(
  { ...storyFields, ...recipientFields },
  { title: 'OwnLinkDetail' },
)

const getOwn = portalRoute('GET /portal/v1/links/{linkId}', {
  permission: 'links:read',
  operationId: 'getOwnLink',
  summary: 'Returns a link with its recipient and its orders; never its address',
  response: Type.Object({ data: OwnLinkDetailView.schema }),
  async handle({ partnerId, params }, context) {
    const link = await ownLink(context.db, partnerId, params.linkId)
    const story = await readStory(context, link)
    return ok({ data: OwnLinkDetailView.body({ ...story, ...(await addressed(context, link)) }) })
  },
})

export const ownLinkRoutes = [
  sendOwn,
  checkOwn,
  listOwn,
  sumOwn,
  getOwn,
  offerRoute('POST /portal/v1/links/{linkId}/resend', {
    source: 'POST /v2/links/{linkId}/resend',
    permission: 'links:write',
    operationId: 'resendOwnLink',
  }),
  offerRoute('POST /portal/v1/links/{linkId}/cancel', {
    source: 'POST /v2/links/{linkId}/cancel',
    permission: 'links:write',
    operationId: 'cancelOwnLink',
  }),
  offerRoute('POST /portal/v1/links/{linkId}/replace', {
    source: 'POST /v2/links/{linkId}/replace',
    permission: 'links:write',
    operationId: 'replaceOwnLink',
  }),
]
