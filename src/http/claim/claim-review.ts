import type { FastifyRequest } from 'fastify'
import { checkClaim, type Link, type LinkTemplate } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../failed-attempts.ts'
import type { View } from './view.ts'

interface Reviewed {
  readonly link: Link
  readonly template: LinkTemplate | undefined
  /** Where the page of the link is. */
  readonly path: string
  readonly trust: string | undefined
}

/**
 * Returns what checks claims of a link by the rules of its template; undefined without any, so that
 * other links cost nothing. A claim that breaks one has the link wait, and its page says so.
 */
export function reviewOf(
  context: Context,
  { ip, headers }: FastifyRequest,
  { link, template, path, trust }: Reviewed,
): View['review'] {
  if (!template?.claimRules || link.review?.releasedMs !== undefined) return undefined
  const { countryHeader } = context.config
  const named = countryHeader === undefined ? undefined : headers[countryHeader.toLowerCase()]
  const country = typeof named === 'string' ? named.toUpperCase() : undefined
  return async (claimNo, amountMinor) => {
    const client = { network: networkOf(ip), country }
    const broken = await checkClaim(context, { link, claimNo, ...client, amountMinor })
    if (!broken) return undefined
    const { partnerId, linkNo, generation } = link
    const bearer = { generation, trust }
    await context.orders.link(partnerId, { act: 'review', linkNo, bearer, ...broken })
    return { status: 303, location: path }
  }
}
