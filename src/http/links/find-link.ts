import { normalizeEmail, notFound } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import {
  blindAddress,
  findLink,
  type Link,
  LINK_STATUSES,
  listMessages,
  numberOfLinkId,
  parseLinkId,
  requestReferenceOf,
} from '../../links/mod.ts'
import { listLinkOrders } from '../../orders/mod.ts'
import type { Vault } from '../../vault/mod.ts'
import type { Context } from '../context.ts'
import { timeRange } from '../queries/query-times.ts'
import {
  optionalOneOf,
  optionalText,
  pages,
  type Parameter,
  ParameterFault,
  type QueryOf,
} from '../queries/query.ts'
import type { DetailedLink, LinkStory } from '../shapes/link-shape.ts'

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

export function numberOf(partnerId: number, id: string): number {
  const linkNo = parseLinkId(partnerId, id)
  if (linkNo === undefined) throw notFound('link')
  return linkNo
}

export async function ownLink(db: Db, partnerId: number, id: string): Promise<Link> {
  const link = await findLink(db, partnerId, numberOf(partnerId, id))
  if (!link) throw notFound('link')
  return link
}

/** Returns a link with its orders and messages. */
export async function readDetail({ db }: Context, link: Link): Promise<DetailedLink> {
  const [orders, messages] = await Promise.all([
    listLinkOrders(db, link.partnerId, link.linkNo),
    listMessages({ db }, link),
  ])
  return { ...link, orders, messages }
}

/** Returns a link with its orders, its messages and the request that sent it. */
export async function readStory(context: Context, link: Link): Promise<LinkStory> {
  const [detail, requestReference] = await Promise.all([
    readDetail(context, link),
    requestReferenceOf(context.db, link),
  ])
  return { ...detail, requestReference }
}

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
