import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../core/mod.ts'
import type { BrokenRule, Link, LinkClaim } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import type { PageReply } from './page-reply.ts'

/** Returns the network and the country that a claim comes from. */
export function clientOf(
  { config: { countryHeader } }: Context,
  { ip, headers }: FastifyRequest,
): LinkClaim['client'] {
  const named = countryHeader === undefined ? undefined : headers[countryHeader.toLowerCase()]
  const country = typeof named === 'string' ? named.toUpperCase() : undefined
  return { network: networkOf(ip), country }
}

interface ClaimToReview {
  readonly link: Link
  /** The path of the link's page. */
  readonly path: string
  readonly trust: string | undefined
  readonly broken: BrokenRule
}

/** Makes a link wait for a person to review it, and shows that on its page. */
export async function holdLink(
  { orders }: Context,
  { link, path, trust, broken }: ClaimToReview,
): Promise<PageReply> {
  const { partnerId, linkNo, generation } = link
  await orders.link(partnerId, {
    act: 'review',
    linkNo,
    bearer: { generation, trust },
    ...broken,
  })
  return { status: 303, location: path }
}
