import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { imageTypeOf, readImageBytes } from '../../content/mod.ts'
import { MS_PER_HOUR, MS_PER_SECOND, networkOf, markup } from '../../core/mod.ts'
import { type Language } from '../../links/mod.ts'
import { readForwardedFor } from '../listeners/client-address.ts'
import type { Context } from '../context.ts'
import { addressesOf, listenAt, type Listening } from '../listeners/listen.ts'
import { createRateLimiter, type RateLimit } from '../limits/rate-limit.ts'
import { withoutEscapes } from '../request-target.ts'
import { claim, reveal, showCard, showChoice } from './claim-calls.ts'
import { enterBySignature, enterFactor, sendFactor, showFactor } from './factor-calls.ts'
import { askReturn, giveBack, showHello } from './link-calls.ts'
import { addBalancePage } from './balance-page.ts'
import { cardOf, formOf, numberIn, placeOf, textIn } from './claim-request.ts'
import { CARD_SCRIPT, CARD_SCRIPT_PATH } from './card-script.ts'
import { languageOf, openView, UNKNOWN, type Message } from './open-view.ts'
import { document, pageHeaders, type PageParts } from './page.ts'
import type { PageReply } from './page-reply.ts'
import { statusOf } from './reports.ts'
import { addUnsubscribing } from './unsubscribing.ts'
import { addSesFeedback } from './ses-feedback.ts'
import { addSmsFeedback } from './sms-feedback.ts'
import { addSupplierWebhooks } from './supplier-webhooks.ts'
import type { LinkView } from './view.ts'
import { addWalletPages } from './wallet-pages.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 4_096
const REQUEST_MS_MAX = 30_000
const PARAMETER_LENGTH_MAX = 1_024
const NETWORKS_MAX = 10_000
/** The limit of unknown tokens per network: 30 an hour. Valid links are always served. */
const GUESSES: RateLimit = { perSecond: (30 * MS_PER_SECOND) / MS_PER_HOUR, burst: 30 }
/** The limit of forms per link. */
const FORMS: RateLimit = { perSecond: 1, burst: 30 }

/** The headers of files whose addresses contain the hash of their bytes. */
const IMMUTABLE = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
}

/**
 * The server on which people claim links, at an address of its own. It has no other paths, and logs
 * no path.
 */
export interface ClaimServer {
  /** Returns its base URL, if the settings name a port. Throws if the address is not available. */
  listen(): Promise<string | undefined>
  close(): Promise<void>
}

export function createClaimServer(context: Context): ClaimServer {
  const { claimHost, claimPort, role } = context.config
  const port = role === 'worker' ? undefined : claimPort
  let listening: Listening | undefined
  const app = port === undefined ? undefined : createApp(context)
  return {
    async listen() {
      if (!app || port === undefined) return undefined
      listening = await listenAt({ app, port }, await addressesOf(claimHost))
      return listening.url
    },
    async close() {
      listening?.stopOthers()
      await app?.close()
    },
  }
}

function createApp(context: Context): FastifyInstance {
  const { config, log } = context
  const app = Fastify({
    logger: false,
    requestTimeout: REQUEST_MS_MAX,
    connectionTimeout: REQUEST_MS_MAX,
    bodyLimit: FORM_BYTES_MAX,
    trustProxy: config.trustedProxies !== undefined,
    rewriteUrl: ({ url = '' }) => withoutEscapes(url),
    routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
    forceCloseConnections: true,
  })
  readForwardedFor(app, config.trustedProxies)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  app.setNotFoundHandler((request, reply) => sendMessage(reply, languageOf(request), UNKNOWN))
  app.setErrorHandler((error, request, reply) => {
    const { status, isFault } = statusOf(error)
    // An address of a page is a secret: it is not part of what is logged.
    if (isFault) log.error({ err: error }, 'a page of a link failed')
    const name = status >= 500 ? 'notNow' : 'unknown'
    return sendMessage(reply, languageOf(request), { status, name })
  })
  addRoutes(app, context)
  addSupplierWebhooks(app, context)
  if (config.sesTopics) addSesFeedback(app, context, config.sesTopics)
  const { smsReports, smsUrl } = config
  if (smsReports === 'on' && smsUrl !== undefined) addSmsFeedback(app, context, smsUrl)
  return app
}

const TOO_MANY: Message = { status: 429, name: 'tooMany' }

function sendMessage(
  reply: FastifyReply,
  language: Language,
  { status, name }: Message,
): FastifyReply {
  return sendPage(reply, language, {
    status,
    body: markup`<h1 class="said">${language.text(name)}</h1>`,
  })
}

function sendPage(
  reply: FastifyReply,
  language: Language,
  { status, body, location, cookie, ...parts }: PageReply & PageParts,
): FastifyReply {
  reply.code(status).headers(pageHeaders(parts))
  if (cookie !== undefined) reply.header('set-cookie', cookie)
  if (location !== undefined) return reply.header('location', location).send('')
  return reply.send(body ? document(language, body, parts) : '')
}

type Respond = (view: LinkView, request: FastifyRequest) => PageReply | Promise<PageReply>
type AddPage = (path: string, respond: Respond) => void

function addRoutes(app: FastifyInstance, context: Context): void {
  const { clock } = context
  const guesses = createRateLimiter(clock, NETWORKS_MAX)
  const forms = createRateLimiter(clock, NETWORKS_MAX)
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply, found = UNKNOWN) => {
    const isOver = guesses.take(networkOf(request.ip), GUESSES) !== undefined
    return sendMessage(reply, languageOf(request), isOver ? TOO_MANY : found)
  }
  const handlerOf = (respond: Respond) => async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await openView(context, request)
    if (typeof found === 'object' && 'link' in found) {
      if (request.method === 'POST' && forms.take(String(found.link.linkNo), FORMS) !== undefined) {
        return sendMessage(reply, found.language, TOO_MANY)
      }
      const { brand, language } = found
      return sendPage(reply, language, { ...(await respond(found, request)), brand })
    }
    return sendUnknown(request, reply, found)
  }
  const get: AddPage = (path, respond) => app.get(path, handlerOf(respond))
  const post: AddPage = (path, respond) => app.post(path, handlerOf(respond))
  addLinkPages(context, { get, post })
  addBalancePage(app, context, async (request, reply, shownIn) => {
    const language = languageOf(request)
    return sendPage(reply, language, { ...(await shownIn(language)), title: 'cardBalance' })
  })
  addWalletPages(app, context, {
    send: (reply, language, shown) => sendPage(reply, language, { ...shown, title: 'wallets' }),
    mayAct: (name) => forms.take(name, FORMS) === undefined,
    sendUnknown: (request, reply, name) =>
      name === 'tooMany'
        ? sendMessage(reply, languageOf(request), TOO_MANY)
        : sendUnknown(request, reply, { status: 410, name }),
  })
  addUnsubscribing(app, context, (request, reply, page) => {
    if (!page) return sendUnknown(request, reply)
    const language = languageOf(request, page.locale)
    return sendPage(reply, language, { status: 200, body: page.bodyOf(language) })
  })
  app.get(CARD_SCRIPT_PATH, (_request, reply) =>
    reply
      .headers({ ...IMMUTABLE, 'content-type': 'text/javascript; charset=utf-8' })
      .send(CARD_SCRIPT),
  )
  app.get('/images/:imageId', (request, reply) => sendImage(context, request, reply))
}

function addLinkPages(
  context: Context,
  { get, post }: { readonly get: AddPage; readonly post: AddPage },
): void {
  get('/c/:token', (view, request) => showHello(context, view, { place: placeOf(request) }))
  get('/c/:token/choose/:product', (view, request) =>
    showChoice(context, view, { productId: numberIn(request, 'product') }),
  )
  post('/c/:token/claim', (view, request) => claim(context, view, formOf(request)))
  get('/c/:token/cards/:card', (view, request) => {
    const card = cardOf(view, request)
    return card ? showCard(context, view, card) : showHello(context, view)
  })
  post('/c/:token/cards/:card', (view, request) => {
    const card = cardOf(view, request)
    const form = formOf(request)
    return card ? reveal(context, view, { card, form }) : showHello(context, view)
  })
  get('/c/:token/code', (view, request) =>
    showFactor(context, view, { back: textIn(request, 'to') }),
  )
  post('/c/:token/code', (view, request) => sendFactor(context, view, formOf(request)))
  post('/c/:token/code/enter', (view, request) => enterFactor(context, view, formOf(request)))
  get('/c/:token/signed', (view, request) =>
    enterBySignature(context, view, {
      client: textIn(request, 'client'),
      expires: textIn(request, 'expires'),
      signature: textIn(request, 'signature'),
    }),
  )
  get('/c/:token/return', (view) => askReturn(context, view))
  post('/c/:token/return', (view, request) => giveBack(context, view, formOf(request)))
}

async function sendImage(
  { db }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { imageId = '' } = request.params as { imageId?: string }
  const isId = /^[0-9a-f]{64}\.(png|jpg|webp)$/.test(imageId)
  const bytes = isId ? await readImageBytes(db, imageId) : undefined
  if (!bytes) return sendMessage(reply, languageOf(request), UNKNOWN)
  return reply
    .headers({
      ...IMMUTABLE,
      'content-type': imageTypeOf(imageId),
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(bytes)
}
