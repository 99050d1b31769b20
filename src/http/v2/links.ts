import { Type } from 'typebox'
import { invalidField, normalizeEmail } from '../../core/mod.ts'
import {
  blindAddress,
  linkId,
  listLinks,
  openRecipient,
  readPhone,
  resendLink,
  sealRecipient,
} from '../../links/mod.ts'
import { AFTER, readDetail, numberOf, ownLink } from '../links/find-link.ts'
import { NO_PHONE, PHONE_TEXT_MAX } from '../links/link-addresses.ts'
import { NewLinks } from '../links/links-body.ts'
import { requireClaimUrl } from '../links/require-delivery.ts'
import { sentOf } from '../links/sent-link.ts'
import { respondWithSent, SENDING_REFUSALS } from '../links/sent-links.ts'
import { pages } from '../queries/query.ts'
import { continued, ok } from '../response.ts'
import { route, type Route } from '../route.ts'
import { textField } from '../schema.ts'
import { LinkDetailView, LinkView, SentLinksShape, SentLinkView } from '../shapes/link-shape.ts'
import { LABEL } from '../shapes/metadata.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'

const sendLinks = route('POST /v2/links', {
  operationId: 'sendLinks',
  success: [201],
  isKeyed: true,
  manyRowsAt: 'recipients',
  refuses: SENDING_REFUSALS,
  summary: 'Sends links: each sets an amount aside, which its person claims as gift cards',
  description:
    'All links are accepted, or none. The response has a link for each recipient, in their ' +
    'order. Requires an address for the pages of links (TESSERA_CLAIM_PORT).',
  permission: 'links:write',
  body: NewLinks,
  response: Type.Object({ data: SentLinksShape }),
  handle: ({ partnerId, credential: { clientId, isTest }, body, headers }, context) =>
    respondWithSent(context, body, { partnerId, isTest, clientId, headers }),
})

const list = route('GET /v2/links', {
  operationId: 'listLinks',
  summary: 'Lists links, newest first',
  permission: 'links:read',
  query: { metadata: LABEL, after: AFTER, pageSize: pages.pageSize },
  response: ContinuedOf(LinkView.schema),
  async handle({ partnerId, query: { metadata: label, after, pageSize } }, { db }) {
    const { links, nextNo } = await listLinks(db, partnerId, { label, afterNo: after, pageSize })
    const next = nextNo === undefined ? undefined : linkId({ linkNo: nextNo })
    return ok(continued(links.map(LinkView.body), { pageSize, after: next }))
  },
})

const get = route('GET /v2/links/{linkId}', {
  operationId: 'getLink',
  summary: 'Returns a link with its orders',
  description: 'The codes are shown to its person only.',
  permission: 'links:read',
  response: Type.Object({ data: LinkDetailView.schema }),
  async handle({ partnerId, params }, context) {
    const link = await ownLink(context.db, partnerId, params.linkId)
    return ok({ data: LinkDetailView.body(await readDetail(context, link)) })
  },
})

const WRITTEN_ONCE = {
  isKeyed: true,
  isWrittenOnce: true,
  refuses: ['state_conflict', 'idempotency_conflict'],
} as const

const resend = route('POST /v2/links/{linkId}/resend', {
  operationId: 'resendLink',
  ...WRITTEN_ONCE,
  summary: 'Sends a link to its person once more',
  description:
    'At most five times, and once an hour, while something of it can be claimed. An address that ' +
    'the mail server refused must be replaced.',
  permission: 'links:write',
  response: Type.Object({ data: LinkDetailView.schema }),
  async handle({ partnerId, params, actor }, context) {
    const linkNo = numberOf(partnerId, params.linkId)
    const link = await resendLink(context, { partnerId, linkNo, actor })
    return ok({ data: LinkDetailView.body(await readDetail(context, link)) })
  },
})

const cancel = route('POST /v2/links/{linkId}/cancel', {
  operationId: 'cancelLink',
  ...WRITTEN_ONCE,
  summary: 'Ends a link; its remainder returns to the funds at once',
  description:
    'Products that were chosen before are delivered. The same request again changes nothing.',
  permission: 'links:write',
  body: Type.Object({ reason: Type.Optional(Reason) }, { title: 'LinkCancellation' }),
  isBodyOptional: true,
  response: Type.Object({ data: LinkView.schema }),
  async handle({ partnerId, params, body, actor }, context) {
    const linkNo = numberOf(partnerId, params.linkId)
    const { reason } = body
    const act = { act: 'cancel', linkNo, reason, actor } as const
    const link = await context.orders.link(partnerId, act)
    return ok({ data: LinkView.body(link) })
  },
})

const replace = route('POST /v2/links/{linkId}/replace', {
  operationId: 'replaceLink',
  ...WRITTEN_ONCE,
  hasPrivateBody: true,
  summary: 'Gives a link a new address; the old address ends at once',
  description:
    'For a link that went to the wrong person, while nothing of it is claimed. `email` and ' +
    '`phone` replace the stored ones. If the link was sent by mail or SMS, it is sent again.',
  permission: 'links:write',
  body: Type.Object(
    {
      email: Type.Optional(textField('E-mail address of the recipient, stored sealed', 320)),
      phone: Type.Optional(
        textField('Mobile number of the recipient, stored sealed', PHONE_TEXT_MAX),
      ),
    },
    { title: 'LinkReplacement' },
  ),
  isBodyOptional: true,
  response: Type.Object({ data: SentLinkView.schema }),
  async handle({ partnerId, isTest, params, body, actor }, context) {
    const email = body.email === undefined ? undefined : normalizeEmail(body.email)
    const { db, vault } = context
    const before = await ownLink(db, partnerId, params.linkId)
    const base = requireClaimUrl(context)
    const { linkNo } = before
    const addresses = { ...(email !== undefined && { email }), ...phoneIn(body.phone) }
    const isOther = Object.keys(addresses).length > 0
    const recipientSealed = isOther
      ? sealRecipient(vault, before, { ...(await openRecipient(vault, before)), ...addresses })
      : undefined
    const emailBlind =
      email === undefined ? before.emailBlind : blindAddress(vault, partnerId, email)
    const { phone } = addresses
    const phoneBlind =
      phone === undefined ? before.phoneBlind : blindAddress(vault, partnerId, phone)
    const blinds = { emailBlind, phoneBlind }
    const act = { act: 'replace', linkNo, recipientSealed, ...blinds, isTest, actor } as const
    const link = await context.orders.link(partnerId, act)
    return ok({ data: sentOf(context, base, link) })
  },
})

function phoneIn(text: string | undefined): { readonly phone?: string } {
  if (text === undefined) return {}
  const phone = readPhone(text)
  if (phone === undefined) throw invalidField('phone', NO_PHONE)
  return { phone }
}

export const linkRoutes: readonly Route[] = [sendLinks, list, get, resend, cancel, replace]
