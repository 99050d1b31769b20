import { Type } from 'typebox'
import {
  linkId,
  listLastMessages,
  listLinks,
  openRecipient,
  sumLinks,
  type Link,
  type LinkSums,
} from '../../links/mod.ts'
import { linkFilter, linkQuery } from '../admin-v1/links.ts'
import type { Context } from '../context.ts'
import { wireSum } from '../exact-json.ts'
import { continued, ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { Sum, Whole } from '../shapes/field.ts'
import { codeOf, sumOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { fields } from '../shapes/fields.ts'
import {
  lastMail,
  LinkView,
  MessageView,
  recipient,
  RecipientView,
  SentLinksShape,
  storyFields,
} from '../shapes/link-shape.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { linkRoutes, ownLink, respondWithSent, sendLinks, storyOf } from '../v2/links.ts'
import { NewLinks } from '../v2/new-links.ts'
import { checkLinks } from './link-drafts.ts'
import { ownPartner, routeOf } from './own-partner.ts'

async function recipientOf({ vault }: Context, link: Link) {
  return RecipientView.body(await openRecipient(vault, link))
}

const checkOwn = portalRoute('POST /portal/v1/links/check', {
  permission: 'links:write',
  operationId: 'checkOwnLinks',
  hasSums: true,
  hasPrivateBody: true,
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
  refuses: sendLinks.operation.refuses ?? [],
  hasPrivateBody: true,
  isShownOnce: true,
  summary: 'Sends links for a person, as `POST /v2/links` sends those of a program',
  description: 'The Idempotency-Key is that of the links: a repeat has the same addresses.',
  body: NewLinks,
  response: Type.Object({ data: SentLinksShape }),
  handle: ({ partnerId, isTest, actor, body, headers }, context) =>
    respondWithSent(context, body, { partnerId, isTest, actor, headers }),
})

const OwnLinkShape = Type.Object(
  { ...LinkView.schema.properties, ...recipient },
  { title: 'OwnLink' },
)

const ListedLinkShape = Type.Object(
  { ...OwnLinkShape.properties, ...lastMail },
  { title: 'ListedOwnLink' },
)

const listOwn = portalRoute('GET /portal/v1/links', {
  permission: 'links:read',
  operationId: 'listOwnLinks',
  summary: 'Lists links with their recipients, newest first',
  query: linkQuery,
  response: ContinuedOf(ListedLinkShape),
  async handle({ partnerId, query }, context) {
    const { db, vault } = context
    const { links, nextNo } = await listLinks(db, partnerId, linkFilter(vault, partnerId, query))
    const mails = await listLastMessages(db, partnerId, links)
    const shown = await Promise.all(
      links.map(async (link) => {
        const mail = mails.get(link.linkNo)
        const whom = await recipientOf(context, link)
        return {
          ...LinkView.body(link),
          ...whom,
          ...(mail && { lastMail: MessageView.body(mail) }),
        }
      }),
    )
    const next = nextNo === undefined ? undefined : linkId({ linkNo: nextNo })
    return ok(continued(shown, { pageSize: query.pageSize, after: next }))
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

const getOwn = portalRoute('GET /portal/v1/links/{linkId}', {
  permission: 'links:read',
  operationId: 'getOwnLink',
  summary: 'Returns a link with its recipient and its orders; never its address',
  response: Type.Object({
    data: Type.Object({ ...storyFields, ...recipient }, { title: 'OwnLinkDetail' }),
  }),
  async handle({ partnerId, params }, context) {
    const link = await ownLink(context.db, partnerId, params.linkId)
    return ok({
      data: { ...(await storyOf(context, link)), ...(await recipientOf(context, link)) },
    })
  },
})

export const ownLinkRoutes: readonly Route[] = [
  sendOwn,
  checkOwn,
  listOwn,
  sumOwn,
  getOwn,
  ownPartner('POST /portal/v1/links/{linkId}/resend', routeOf(linkRoutes, 'resendLink'), {
    permission: 'links:write',
    operationId: 'resendOwnLink',
  }),
  ownPartner('POST /portal/v1/links/{linkId}/cancel', routeOf(linkRoutes, 'cancelLink'), {
    permission: 'links:write',
    operationId: 'cancelOwnLink',
  }),
  ownPartner('POST /portal/v1/links/{linkId}/replace', routeOf(linkRoutes, 'replaceLink'), {
    permission: 'links:write',
    operationId: 'replaceOwnLink',
  }),
]
