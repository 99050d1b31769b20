import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findCreditSubscriber, unsubscribeFromCredits } from '../../consumers/mod.ts'
import { markup, type Html } from '../../core/mod.ts'
import { findUnsubscribing, unsubscribe, type Language, type MessageName } from '../../links/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import type { Context } from '../context.ts'

/** Sends a page about the mails of a partner, or says that there are none. */
export type SendFound = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { readonly locale: string | undefined; bodyOf(language: Language): Html } | undefined,
) => FastifyReply

/** Mails from which a person unsubscribes. */
interface Subscription {
  readonly partnerId: number
  readonly locale: string | undefined
  readonly texts: Readonly<Record<'title' | 'ask' | 'done', MessageName>>
}

const REMINDERS = { title: 'unsubscribe', ask: 'unsubscribeAsk', done: 'unsubscribed' } as const
const CREDITS = {
  title: 'creditsUnsubscribe',
  ask: 'creditsUnsubscribeAsk',
  done: 'creditsUnsubscribed',
} as const

/**
 * Adds the pages that end reminders of links, or mails about credits: by RFC 8058, a mail program
 * sends one POST without a nonce. A GET only shows a form, because mail scanners open it.
 */
export function addUnsubscribing(app: FastifyInstance, context: Context, send: SendFound): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'string' },
    (_request, _body, done) => {
      done(null, {})
    },
  )
  const path = '/u/:mail'
  const sendAbout = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { isAsked }: { readonly isAsked: boolean },
  ) => {
    const found = await (isAsked ? findSubscription : endSubscription)(context, mailOf(request))
    if (!found) return send(request, reply, undefined)
    const { partnerId, locale, texts } = found
    const { name: sender } = await getPartner(context.db, partnerId)
    const bodyOf = ({ text }: Language) => {
      const title = text(texts.title)
      const says = text(isAsked ? texts.ask : texts.done, { sender })
      const form = markup`
    <form method="post" action="${request.url}"><button>${title}</button></form>`
      return markup`<h1>${title}</h1><p>${says}</p>${isAsked ? form : undefined}`
    }
    return send(request, reply, { locale, bodyOf })
  }
  app.get(path, (request, reply) => sendAbout(request, reply, { isAsked: true }))
  app.post(path, (request, reply) => sendAbout(request, reply, { isAsked: false }))
}

/** Finds what a token unsubscribes from. Changes nothing. */
async function findSubscription(
  context: Context,
  token: string,
): Promise<Subscription | undefined> {
  const link = await findUnsubscribing(context, token)
  if (link) return { ...link, texts: REMINDERS }
  return ofCredits(await findCreditSubscriber(context, token))
}

async function endSubscription(context: Context, token: string): Promise<Subscription | undefined> {
  const link = await unsubscribe(context, token)
  if (link) return { ...link, texts: REMINDERS }
  return ofCredits(await unsubscribeFromCredits(context, token))
}

function ofCredits(
  consumer: { readonly partner_id: number } | undefined,
): Subscription | undefined {
  return consumer && { partnerId: consumer.partner_id, locale: undefined, texts: CREDITS }
}

function mailOf({ params }: FastifyRequest): string {
  return (params as { mail?: string }).mail ?? ''
}
