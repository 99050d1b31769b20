import type { Static } from 'typebox'
import { isMailingOn } from '../../consumers/mod.ts'
import { Refusal } from '../../core/mod.ts'
import { factorsOf, type LinkTemplate, type SendManyLinks } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import type { NewLinks } from './links-body.ts'

interface LinksToSend extends Pick<SendManyLinks, 'links' | 'currency'> {
  readonly delivery: Static<typeof NewLinks>['delivery'] | undefined
  readonly template: LinkTemplate | undefined
}

/**
 * Refuses state_conflict if the service serves no pages of links, or cannot send the mails or texts
 * that these links need.
 */
export async function requireDelivery(
  context: Context,
  { delivery, template, ...input }: LinksToSend,
  { isTest }: Pick<SendManyLinks, 'isTest'>,
): Promise<void> {
  requireClaimUrl(context)
  if (isTest === true) return
  const ways = new Set<string | undefined>([delivery, ...factorsOf(template, input)])
  if (ways.has('EMAIL')) await requireMailing(context)
  if (ways.has('SMS') && context.config.smsUrl === undefined) {
    throw new Refusal('state_conflict', 'this service sends no SMS: it has no provider of them')
  }
}

/** Returns the base of the addresses of links. Refuses as `requireDelivery`. */
export function requireClaimUrl({ claimUrl }: Context): string {
  const base = claimUrl()
  if (base !== undefined) return base
  throw new Refusal('state_conflict', 'this service serves no pages of links')
}

async function requireMailing({ db }: Context): Promise<void> {
  if (await isMailingOn(db)) return
  throw new Refusal('state_conflict', 'this service sends no mails: it has no mail server')
}
