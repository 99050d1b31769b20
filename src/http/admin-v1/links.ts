import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { isoTime, maskName, maskText, partnerOfId, notFound } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import {
  findLink,
  type Link,
  linkId,
  type LinkReview,
  listLastMessages,
  listLinks,
  listReviews,
  numberOfLinkId,
  openRecipient,
  resendLink,
} from '../../links/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import type { Context } from '../context.ts'
import { linkFilter, linkQuery, readStory } from '../links/find-link.ts'
import { requireClaimUrl } from '../links/require-delivery.ts'
import { sentOf } from '../links/sent-link.ts'
import { flag } from '../queries/query.ts'
import { continued, ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import {
  type AddressedLink,
  lastMailField,
  recipientFields,
  type LinkStory,
  LinkView,
  type ListedLink,
  SentLinkView,
  storyFields,
} from '../shapes/link-shape.ts'
import { LINK_REVIEW_REASON } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { view } from '../shapes/view.ts'
import { auditUnmasked } from './audit-unmasked.ts'

const aboutPerson = {
  partnerId: fields.partnerId,
  ...recipientFields,
}

/** A link as operators see it: never its address, and never a code. */
export const AdminLinkView = view<AddressedLink>()(
  { ...LinkView.fields, ...aboutPerson },
  { title: 'Link' },
)

const ListedLinkView = view<ListedLink>()(
  { ...AdminLinkView.fields, ...lastMailField },
  { title: 'ListedLink' },
)

const AdminLinkDetailView = view<LinkStory & AddressedLink>()(
  {
    ...storyFields,
    ...aboutPerson,
    addresses: [
      Whole('Number of addresses it has had: only the last one opens it'),
      (link) => link.generation,
    ],
  },
  { title: 'LinkDetail' },
)

const MASKED = 'Names and addresses are masked, unless `unmasked=true`, which is audited.'

const list = operatorRoute('GET /admin/v1/partners/{partnerId}/links', {
  permission: 'links:read',
  operationId: 'listLinks',
  summary: 'Lists the links of a partner, newest first',
  description: `${MASKED} \`reference\` is that of a link, or of the request that sent it.`,
  query: { ...linkQuery, unmasked: flag() },
  response: ContinuedOf(ListedLinkView.schema),
  async handle({ params, query, actor }, context) {
    const { db, vault } = context
    const { partnerId } = await getPartner(db, Number(params.partnerId))
    const { unmasked, ...filter } = query
    const { links, nextNo } = await listLinks(db, partnerId, linkFilter(vault, partnerId, filter))
    if (unmasked) await auditRecipients(context, actor, links)
    const mails = await listLastMessages(db, partnerId, links)
    const listed = await Promise.all(
      links.map(async (link) => ({
        ...(await addressed(context, link, unmasked)),
        lastMail: mails.get(link.linkNo),
      })),
    )
    const next = nextNo === undefined ? undefined : linkId({ linkNo: nextNo })
    return ok(continued(listed.map(ListedLinkView.body), { pageSize: query.pageSize, after: next }))
  },
})

/** Returns a link with its person, whose name and addresses are masked unless they may be seen. */
async function addressed(
  { vault }: Context,
  link: Link,
  unmasked: boolean,
): Promise<AddressedLink> {
  const { name, email, phone } = await openRecipient(vault, link)
  if (unmasked) return { ...link, name, email, phone }
  return {
    ...link,
    name: name === undefined ? undefined : maskName(name),
    email: email && maskText(email),
    phone: phone && maskText(phone),
  }
}

async function shownOf(context: Context, link: Link) {
  return AdminLinkView.body(await addressed(context, link, false))
}

async function auditRecipients(
  context: Context,
  actor: Actor,
  links: readonly Link[],
): Promise<void> {
  const [first] = links
  if (!first) return
  const { partnerId } = first
  const after = { linkIds: links.map(linkId) }
  await auditUnmasked(context, { actor, partnerId, target: `partner:${partnerId}`, after })
}

const get = operatorRoute('GET /admin/v1/links/{linkId}', {
  permission: 'links:read',
  operationId: 'getLink',
  summary: 'Returns a link, its mails with their outcomes, and its orders',
  description: MASKED,
  query: { unmasked: flag() },
  response: Type.Object({ data: AdminLinkDetailView.schema }),
  async handle({ params, query: { unmasked }, actor }, context) {
    const link = await anyLink(context.db, params.linkId)
    const person = await readLink(context, link, { actor, unmasked })
    const story = await readStory(context, link)
    return ok({ data: AdminLinkDetailView.body({ ...story, ...person }) })
  },
})

/** Returns a link with its person. If it is unmasked, that is audited. */
export async function readLink(
  context: Context,
  link: Link,
  { actor, unmasked }: { readonly actor: Actor; readonly unmasked: boolean },
): Promise<AddressedLink> {
  if (unmasked) await auditRecipients(context, actor, [link])
  return addressed(context, link, unmasked)
}

const resend = operatorRoute('POST /admin/v1/links/{linkId}/resend', {
  permission: 'links:write',
  operationId: 'resendLink',
  refuses: ['state_conflict'],
  summary: 'Mails a link to its person once more',
  description:
    'At most five times, and once an hour, while something of it can be claimed. An address that ' +
    'the mail server refused must be replaced by the partner.',
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: AdminLinkView.schema }),
  async handle({ params, body: { reason }, actor }, context) {
    const { partnerId, linkNo } = await anyLink(context.db, params.linkId)
    const link = await resendLink(context, { partnerId, linkNo, reason, actor })
    return ok({ data: await shownOf(context, link) })
  },
})

const cancel = operatorRoute('POST /admin/v1/links/{linkId}/cancel', {
  permission: 'links:write',
  operationId: 'cancelLink',
  refuses: ['state_conflict'],
  summary: 'Ends a link; its remainder returns to the funds of its partner',
  description:
    'Products that were chosen before are delivered. The same request again changes nothing.',
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: AdminLinkView.schema }),
  async handle({ params, body: { reason }, actor }, context) {
    const { partnerId, linkNo } = await anyLink(context.db, params.linkId)
    const act = { act: 'cancel', linkNo, reason, actor } as const
    const link = await context.orders.link(partnerId, act)
    return ok({ data: await shownOf(context, link) })
  },
})

const reveal = operatorRoute('POST /admin/v1/links/{linkId}/reveal', {
  permission: 'links:reveal',
  approval: 'links',
  operationId: 'revealLink',
  refuses: ['state_conflict'],
  summary: 'Gives a link a new address and shows it once; the old address ends at once',
  description:
    'For a person whom no mail reaches, while nothing of the link is claimed. The new address is ' +
    'not mailed: you hand it over. The page at the old one says that it was replaced.',
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: SentLinkView.schema }),
  async handle({ params, body: { reason }, actor }, context) {
    const { partnerId, linkNo } = await anyLink(context.db, params.linkId)
    const base = requireClaimUrl(context)
    const { testOf } = await getPartner(context.db, partnerId)
    const act = { act: 'reveal', linkNo, isTest: testOf !== undefined, reason, actor } as const
    const link = await context.orders.link(partnerId, act)
    return ok({ data: sentOf(context, base, link) })
  },
})

const release = operatorRoute('POST /admin/v1/links/{linkId}/release', {
  permission: 'links:write',
  approval: 'links',
  operationId: 'releaseLink',
  refuses: ['state_conflict'],
  summary: 'Lets a link that waits for a review be claimed again',
  description: 'No further claim of it is checked. To refuse it, cancel the link.',
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: AdminLinkView.schema }),
  async handle({ params, body: { reason }, actor }, context) {
    const { partnerId, linkNo } = await anyLink(context.db, params.linkId)
    const { testOf } = await getPartner(context.db, partnerId)
    const act = { act: 'release', linkNo, isTest: testOf !== undefined, reason, actor } as const
    const link = await context.orders.link(partnerId, act)
    return ok({ data: await shownOf(context, link) })
  },
})

const REVIEWS_MAX = 200

interface ReviewedLink extends AddressedLink {
  readonly review: LinkReview
}

const ReviewedLinkView = view<ReviewedLink>()(
  {
    ...AdminLinkView.fields,
    rule: [oneOf('The rule that a claim broke', LINK_REVIEW_REASON), ({ review }) => review.reason],
    reviewUntil: [
      Instant('When its remainder returns to the funds, unless it is released'),
      ({ review }) => isoTime(review.untilMs),
    ],
  },
  { title: 'ReviewedLink' },
)

const reviews = operatorRoute('GET /admin/v1/link-reviews', {
  permission: 'links:read',
  operationId: 'listLinkReviews',
  summary: 'Lists the links whose claims wait for a review, those that end soonest first',
  description: `At most ${REVIEWS_MAX}, of all partners. Names and addresses are masked.`,
  response: Type.Object({
    data: Type.Array(ReviewedLinkView.schema, { description: 'By the end of their review' }),
  }),
  async handle(_call, context) {
    const links = await listReviews(context.db, REVIEWS_MAX)
    const reviewed = await Promise.all(
      links.flatMap((link) => {
        const { review } = link
        return review ? reviewedBy(context, link, review) : []
      }),
    )
    return ok({ data: reviewed.map(ReviewedLinkView.body) })
  },
})

async function reviewedBy(context: Context, link: Link, review: LinkReview): Promise<ReviewedLink> {
  return { ...(await addressed(context, link, false)), review }
}

/** Returns a link of any partner. Refuses not_found. */
export async function anyLink(db: Db, id: string): Promise<Link> {
  const link = await findAnyLink(db, id)
  if (!link) throw notFound('link')
  return link
}

export async function findAnyLink(db: Db, id: string): Promise<Link | undefined> {
  const linkNo = numberOfLinkId(id)
  return linkNo === undefined ? undefined : findLink(db, partnerOfId(linkNo), linkNo)
}

export const adminLinkRoutes = [list, get, resend, cancel, reveal, release, reviews]
