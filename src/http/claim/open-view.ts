import type { FastifyRequest } from 'fastify'
import {
  brandOf,
  findLinkTemplate,
  languageFor,
  openLink,
  openRecipient,
  testClaimOf,
  type Language,
  type MessageName,
} from '../../links/mod.ts'
import { listLinkOrders } from '../../orders/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import type { Context } from '../context.ts'
import { clientOf, holdLink } from './claim-review.ts'
import { factorBefore, factorCookieOf, readSigners } from './factor-calls.ts'
import { showHello } from './link-calls.ts'
import { purseOfLink } from './link-purse.ts'
import type { LinkView } from './view.ts'

/** A page with a single message. */
export interface Message {
  readonly status: number
  readonly name: MessageName
}

export const UNKNOWN: Message = { status: 404, name: 'unknown' }
const REPLACED: Message = { status: 410, name: 'replaced' }

export function languageOf(request: FastifyRequest, locale?: string): Language {
  return languageFor(locale, request.headers['accept-language'])
}

/** Returns the data for the pages of a token, or the message that says why there are none. */
export async function openView(
  context: Context,
  request: FastifyRequest,
): Promise<LinkView | Message> {
  const { db, vault } = context
  const { token = '' } = request.params as { token?: string }
  const opened = await openLink(db, vault, token)
  if (!opened) return UNKNOWN
  if (opened.isReplaced) return REPLACED
  const { link } = opened
  const { partnerId, templateId } = link
  const cookie = factorCookieOf({ link }, request.headers.cookie)
  const [partner, recipient, orders, template, signers] = await Promise.all([
    getPartner(db, partnerId),
    openRecipient(vault, link),
    link.claims > 0 ? listLinkOrders(db, partnerId, link.linkNo) : [],
    templateId === undefined ? undefined : findLinkTemplate(db, partnerId, templateId),
    readSigners(context, partnerId, cookie),
  ])
  const language = languageOf(request, link.locale)
  const brand = brandOf({ template, partnerName: partner.name, link, recipient, language })
  const path = `/c/${token}`
  const isTest = partner.testOf !== undefined
  const view: LinkView = {
    link,
    purse: purseOfLink(link, { trust: cookie, client: clientOf(context, request) }),
    language,
    brand,
    sender: brand.sender,
    recipient,
    path,
    hold: (broken) => holdLink(context, { link, path, trust: cookie, broken }),
    orders,
    isTest,
    testClaim: isTest ? testClaimOf(link, recipient, context.clock.now()) : undefined,
    isPaused: partner.status === 'SUSPENDED',
    cookie,
    signers,
    before: (back) => factorBefore(context, view, back),
    showHome: (notice) => showHello(context, view, { notice }),
  }
  return view
}
