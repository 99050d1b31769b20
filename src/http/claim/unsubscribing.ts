import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markup, type Html } from '../../core/mod.ts'
import { findUnsubscribing, unsubscribe, type Language, type Link } from '../../links/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import type { Context } from '../context.ts'

/** Sends a page of a link that a mail names, or says that there is none. */
export type SendFound = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { readonly link: Link; bodyOf(language: Language): Html } | undefined,
) => FastifyReply

/**
 * Adds the pages that end reminders: by RFC 8058, a mail program sends one POST without a nonce. A
 * GET only shows a form, because mail scanners open it.
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
  app.get(path, async (request, reply) => {
    const link = await findUnsubscribing(context, mailOf(request))
    return send(request, reply, link && { link, bodyOf: ask.bind(undefined, request.url) })
  })
  app.post(path, async (request, reply) => {
    const link = await unsubscribe(context, mailOf(request))
    if (!link) return send(request, reply, undefined)
    const { name: sender } = await getPartner(context.db, link.partnerId)
    return send(request, reply, {
      link,
      bodyOf: ({ text }) =>
        markup`<h1>${text('unsubscribe')}</h1><p>${text('unsubscribed', { sender })}</p>`,
    })
  })
}

function ask(path: string, { text }: Language): Html {
  return markup`<h1>${text('unsubscribe')}</h1>
    <p>${text('unsubscribeAsk')}</p>
    <form method="post" action="${path}"><button>${text('unsubscribe')}</button></form>`
}

function mailOf({ params }: FastifyRequest): string {
  return (params as { mail?: string }).mail ?? ''
}
