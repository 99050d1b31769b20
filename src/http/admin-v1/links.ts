import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  isoTime,
  maskName,
  maskText,
  normalizeEmail,
  partnerOfId,
  Refusal,
} from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import {
  blindAddress,
  findLink,
  LINK_STATUSES,
  linkId,
  listLastMessages,
  listLinks,
  listReviews,
  numberOfLinkId,
  openRecipient,
  resendLink,
  type Link,
  type LinkReview,
  type Recipient,
} from '../../links/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import type { Vault } from '../../vault/mod.ts'
import type { Context } from '../context.ts'
import { flag, optionalOneOf, optionalText, pages, type QueryOf } from '../query.ts'
import { timeRange } from '../query-times.ts'
import { continued, ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Instant, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import {
  lastMail,
  LinkView,
  MessageView,
  recipient,
  SentLinkView,
  storyFields,
} from '../shapes/link-shape.ts'
import { LINK_REVIEW_REASON } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { view } from '../shapes/view.ts'
import { AFTER, sentOf, storyOf } from '../v2/links.ts'
import { requireClaimUrl } from '../v2/require-delivery.ts'
import { Reason } from './reason.ts'
import { auditUnmasked } from './unmasked.ts'

const about = {
  partnerId: fields.partnerId,
  ...recipient,
}

interface AddressedLink extends Link, Pick<Recipient, 'name' | 'email' | 'phone'> {}

/** A link as operators see it: never its address, and never a code. */
export const AdminLinkView = view<AddressedLink>()(
  { ...LinkView.fields, ...about },
  { title: 'Link' },
)

const ListedLinkShape = Type.Object(
  { ...AdminLinkView.schema.properties, ...lastMail },
  { title: 'ListedLink' },
)

const AdminLinkDetailShape = Type.Object(
  {
    ...storyFields,
    ...about,
    addresses: Whole('Number of addresses it has had: only the last one opens it'),
  },
  { title: 'LinkDetail' },
)

const MASKED = 'Names and addresses are masked, unless `unmasked=true`, which is audited.'

/** The filters of a list of links of a partner. */
export const linkQuery = {
  status: optionalOneOf(LINK_STATUSES),
  reference: optionalText(),
  email: optionalText(),
  ...timeRange,
  after: AFTER,
  pageSize: pages.pageSize,
} as const

export function linkFilter(vault: Vault, partnerId: number, query: QueryOf<typeof linkQuery>) {
  const { email, from, to, after, ...filter } = query
  return {
    ...filter,
    emailBlind:
      email === undefined ? undefined : blindAddress(vault, partnerId, normalizeEmail(email)),
    createdFromMs: from,
    createdBeforeMs: to,
    afterNo: after,
  }
}

const list = operatorRoute('GET /admin/v1/partners/{partnerId}/links', {
  permission: 'links:read',
  operationId: 'listLinks',
  summary: 'Lists the links of a partner, newest first',
  description: `${MASKED} \`reference\` is that of a link, or of the request that sent it.`,
  query: { ...linkQuery, unmasked: flag() },
  response: ContinuedOf(ListedLinkShape),
  async handle({ params, query, actor }, context) {
    const { db, vault } = context
    const { partnerId } = await getPartner(db, Number(params.partnerId))
    const { unmasked, ...filter } = query
    const { links, nextNo } = await listLinks(db, partnerId, linkFilter(vault, partnerId, filter))
    if (unmasked) await auditRecipients(context, actor, links)
    const mails = await listLastMessages(db, partnerId, links)
    const shown = await Promise.all(
      links.map(async (link) => {
        const mail = mails.get(link.linkNo)
        return {
          ...(await shownOf(context, link, unmasked)),
          ...(mail && { lastMail: MessageView.body(mail) }),
        }
      }),
    )
    const next = nextNo === undefined ? undefined : linkId({ linkNo: nextNo })
    return ok(continued(shown, { pageSize: query.pageSize, after: next }))
  },
})

async function shownOf({ vault }: Context, link: Link, unmasked: boolean) {
  const { name, email, phone } = await openRecipient(vault, link)
  const shown = (text: string | undefined) => (text && !unmasked ? maskText(text) : text)
  return AdminLinkView.body({
    ...link,
    name: name === undefined || unmasked ? name : maskName(name),
    email: shown(email),
    phone: shown(phone),
  })
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
  response: Type.Object({ data: AdminLinkDetailShape }),
  async handle({ params, query: { unmasked }, actor }, context) {
    const link = await anyLink(context.db, params.linkId)
    const shown = await readLink(context, link, { actor, unmasked })
    return ok({
      data: { ...(await storyOf(context, link)), ...shown, addresses: link.generation },
    })
  },
})

/** Returns a link as an operator sees it. If it is unmasked, that is audited. */
export async function readLink(
  context: Context,
  link: Link,
  { actor, unmasked }: { readonly actor: Actor; readonly unmasked: boolean },
) {
  if (unmasked) await auditRecipients(context, actor, [link])
  return shownOf(context, link, unmasked)
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
    return ok({ data: await shownOf(context, link, false) })
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
    return ok({ data: await shownOf(context, link, false) })
  },
})

const reveal = operatorRoute('POST /admin/v1/links/{linkId}/reveal', {
  permission: 'links:reveal',
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
    return ok({ data: await shownOf(context, link, false) })
  },
})

const REVIEWS_MAX = 200

const ReviewedLinkShape = Type.Object(
  {
    ...AdminLinkView.schema.properties,
    rule: oneOf('The rule that a claim broke', LINK_REVIEW_REASON),
    reviewUntil: Instant('When its remainder returns to the funds, unless it is released'),
  },
  { title: 'ReviewedLink' },
)

const reviews = operatorRoute('GET /admin/v1/link-reviews', {
  permission: 'links:read',
  operationId: 'listLinkReviews',
  summary: 'Lists the links whose claims wait for a review, those that end soonest first',
  description: `At most ${REVIEWS_MAX}, of all partners. Names and addresses are masked.`,
  response: Type.Object({
    data: Type.Array(ReviewedLinkShape, { description: 'By the end of their review' }),
  }),
  async handle(_call, context) {
    const links = await listReviews(context.db, REVIEWS_MAX)
    const shown = await Promise.all(
      links.flatMap((link) => {
        const { review } = link
        return review ? reviewedOf(context, link, review) : []
      }),
    )
    return ok({ data: shown })
  },
})

async function reviewedOf(context: Context, link: Link, { reason, untilMs }: LinkReview) {
  const shown = await shownOf(context, link, false)
  return { ...shown, rule: reason, reviewUntil: isoTime(untilMs) }
}

/** Returns a link of any partner. Refuses not_found. */
export async function anyLink(db: Db, id: string): Promise<Link> {
  const link = await findAnyLink(db, id)
  if (!link) throw new Refusal('not_found', 'no such link')
  return link
}

export async function findAnyLink(db: Db, id: string): Promise<Link | undefined> {
  const linkNo = numberOfLinkId(id)
  return linkNo === undefined ? undefined : findLink(db, partnerOfId(linkNo), linkNo)
}

export const adminLinkRoutes = [list, get, resend, cancel, reveal, release, reviews]
