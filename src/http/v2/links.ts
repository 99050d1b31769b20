import { Type, type Static } from 'typebox'
import { invalidField, normalizeEmail, Refusal } from '../../core/mod.ts'
import type { Actor } from '../../audit/mod.ts'
import type { Db } from '../../db/mod.ts'
import {
  blindAddress,
  findBatch,
  findLink,
  linkId,
  listBatch,
  listLinks,
  listMessages,
  numberOfLinkId,
  openRecipient,
  parseLinkId,
  readPhone,
  requestReferenceOf,
  resendLink,
  sealRecipient,
  tokenOf,
  type Link,
  type LinkBatch,
  type SendLinks,
} from '../../links/mod.ts'
import { fingerprintOf, listLinkOrders } from '../../orders/mod.ts'
import { Reason } from '../admin-v1/reason.ts'
import type { Context } from '../context.ts'
import { derivedKey } from '../derived-key.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { optionalText, pages, ParameterFault, type Parameter } from '../query.ts'
import { continued, created, ok, replayed } from '../response.ts'
import { route, type Route } from '../route.ts'
import { textField } from '../schema.ts'
import { LinkDetailView, LinkView, SentLinkView, SentLinksShape } from '../shapes/link-shape.ts'
import { LABEL } from '../shapes/metadata.ts'
import { ContinuedOf } from '../shapes/page-shape.ts'
import { NO_PHONE, PHONE_TEXT_MAX } from './link-addresses.ts'
import { NewLinks, readNewLinks, requireTemplate } from './new-links.ts'
import { requireClaimUrl, requireDelivery } from './require-delivery.ts'

const ID_TEXT = optionalText('The id of a link, such as lnk_8589934597')

/** Reads the id of a link. Does not check that the link exists. */
export const AFTER: Parameter<number | undefined> = {
  ...ID_TEXT,
  absent: () => undefined,
  read(text) {
    const linkNo = numberOfLinkId(text)
    if (linkNo === undefined) throw new ParameterFault('must be the id of a link')
    return linkNo
  },
}

export const sendLinks = route('POST /v2/links', {
  operationId: 'sendLinks',
  success: [201],
  isKeyed: true,
  refuses: [
    'insufficient_funds',
    'idempotency_conflict',
    'client_reference_exists',
    'numbers_exhausted',
    'state_conflict',
  ],
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

type SentBy = Pick<SendLinks, 'clientId' | 'actor' | 'isTest'> & {
  readonly partnerId: number
  readonly headers: Readonly<Record<string, unknown>>
}

/** Sends links for a program or a person, as `sendLinks` describes it. */
export async function respondWithSent(
  context: Context,
  body: Static<typeof NewLinks>,
  { partnerId, headers, ...by }: SentBy,
) {
  const header = headers['idempotency-key']
  const idempotencyKey = ownKey(by.actor, readIdempotencyKey(header).value)
  const earlier = await findBatch(context.db, partnerId, idempotencyKey)
  // A repeat has the first response, even if the same could not be sent today.
  if (earlier?.fingerprint.equals(fingerprintOf(body)) === true) {
    return replayed(await sentResponse(context, partnerId, earlier))
  }
  const input = readNewLinks(context, { partnerId, body, idempotencyKey: header })
  const template = await requireTemplate(context, partnerId, body)
  await requireDelivery(context, { ...input, template, delivery: body.delivery }, by)
  const sending = { ...by, ...input, idempotencyKey }
  const { batch, isReplayed } = await context.orders.sendLinks(partnerId, sending)
  const response = await sentResponse(context, partnerId, batch)
  return isReplayed ? replayed(response) : response
}

/** Binds a key to its sender, because the response has addresses. Credentials share their keys. */
function ownKey(actor: Actor | undefined, key: string | undefined): string | undefined {
  return key && derivedKey(`links ${actor ? `${actor.kind} ${actor.id}` : 'credential'} ${key}`)
}

async function sentResponse(
  context: Context,
  partnerId: number,
  { batchNo, reference }: LinkBatch,
) {
  const base = requireClaimUrl(context)
  const links = await listBatch(context.db, partnerId, batchNo)
  return created({
    data: { reference, links: links.map((link) => sentOf(context, base, asSent(link))) },
  })
}

/** Returns a link as it was sent, whatever has become of it. */
export function asSent(link: Link): Link {
  const money = { chosenMinor: 0n, heldMinor: 0n, claimedMinor: 0n, returnedMinor: 0n }
  return { ...link, ...money, ended: undefined, generation: 1 }
}

export function sentOf({ vault }: Context, base: string, link: Link) {
  return SentLinkView.body({ ...link, url: `${base}/c/${tokenOf(vault, link)}` })
}

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
    return ok({ data: await detailOf(context, link) })
  },
})

async function detailOf({ db }: Context, link: Link) {
  const [orders, messages] = await Promise.all([
    listLinkOrders(db, link.partnerId, link.linkNo),
    listMessages({ db }, link),
  ])
  return LinkDetailView.body({ ...link, orders, messages })
}

/** Returns a link with `storyFields`. */
export async function storyOf(context: Context, link: Link) {
  const [detail, requestReference] = await Promise.all([
    detailOf(context, link),
    requestReferenceOf(context.db, link),
  ])
  return { ...detail, requestReference }
}

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
    return ok({ data: await detailOf(context, link) })
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

function numberOf(partnerId: number, id: string): number {
  const linkNo = parseLinkId(partnerId, id)
  if (linkNo === undefined) throw noSuchLink()
  return linkNo
}

export async function ownLink(db: Db, partnerId: number, id: string): Promise<Link> {
  const link = await findLink(db, partnerId, numberOf(partnerId, id))
  if (!link) throw noSuchLink()
  return link
}

function noSuchLink(): Refusal {
  return new Refusal('not_found', 'no such link')
}

export const linkRoutes: readonly Route[] = [sendLinks, list, get, resend, cancel, replace]
