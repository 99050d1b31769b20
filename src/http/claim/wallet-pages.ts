import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageFor, type Language } from '../../links/mod.ts'
import {
  findWalletAddress,
  findWalletPage,
  openWalletPage,
  type WalletSession,
} from '../../wallet-sessions/mod.ts'
import type { Context } from '../context.ts'
import { cookieOf, setCookie } from '../cookies/host-cookie.ts'
import { cardOf, formOf, numberIn, placeOf } from './claim-request.ts'
import { claim, reveal, showCard, showChoice } from './claim-calls.ts'
import type { PageSenders } from './page-senders.ts'
import type { PageReply } from './page-reply.ts'
import { addSignInPages } from './sign-in-pages.ts'
import type { View } from './view.ts'
import { openWallet, showWallets, WALLETS_PATH, type WalletRequest } from './wallet-calls.ts'
import { addressPage } from './wallet-views.ts'

const COOKIE = '__Host-tessera-wallets'

type Respond = (view: View, request: FastifyRequest) => PageReply | Promise<PageReply>

/**
 * Adds the pages on which owners spend wallets. Opening an address changes nothing; its form opens
 * the page once, for the browser that sends it. The cookie of the page is its only token: the
 * paths name nothing but wallets.
 */
export function addWalletPages(app: FastifyInstance, context: Context, senders: PageSenders): void {
  addAddress(app, context, senders)
  addSignInPages(app, context, { senders, openWallets })
  const get = (path: string, respond: Respond) =>
    app.get(`${WALLETS_PATH}/:wallet${path}`, handlerOf(context, senders, respond))
  const post = (path: string, respond: Respond) =>
    app.post(`${WALLETS_PATH}/:wallet${path}`, handlerOf(context, senders, respond))
  app.get(WALLETS_PATH, async (request, reply) => {
    const found = await findPage(context, request)
    if (!found) return senders.sendUnknown(request, reply, 'walletOver')
    return senders.send(reply, found.language, await showWallets(context, found))
  })
  get('', (view, request) => view.showHome(undefined, placeOf(request)))
  get('/choose/:product', (view, request) =>
    showChoice(context, view, { productId: numberIn(request, 'product') }),
  )
  post('/claim', (view, request) => claim(context, view, formOf(request)))
  get('/cards/:card', (view, request) => {
    const card = cardOf(view, request)
    return card ? showCard(context, view, card) : view.showHome()
  })
  post('/cards/:card', (view, request) => {
    const card = cardOf(view, request)
    return card ? reveal(context, view, { card, form: formOf(request) }) : view.showHome()
  })
}

function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token
}

function addAddress(app: FastifyInstance, context: Context, senders: PageSenders): void {
  const path = '/s/:token'
  app.get(path, async (request, reply) => {
    const token = tokenOf(request)
    const session = await findWalletAddress(context, token)
    if (!session) return senders.sendUnknown(request, reply, 'walletOver')
    const language = languageOf(request, session)
    return senders.send(reply, language, {
      status: 200,
      body: addressPage(language, `/s/${token}`),
    })
  })
  app.post(path, async (request, reply) => {
    const page = await openWalletPage(context, tokenOf(request))
    if (page === undefined) return senders.sendUnknown(request, reply, 'walletOver')
    return senders.send(reply, languageOf(request), openWallets(page))
  })
}

function openWallets(page: string): PageReply {
  return { status: 303, location: WALLETS_PATH, cookie: setCookie(COOKIE, page)['set-cookie'] }
}

function languageOf(request: FastifyRequest, session?: WalletSession): Language {
  return languageFor(session?.locale, request.headers['accept-language'])
}

async function findPage(
  context: Context,
  request: FastifyRequest,
): Promise<WalletRequest | undefined> {
  const token = cookieOf(COOKIE, request.headers.cookie)
  const session = token === undefined ? undefined : await findWalletPage(context, token)
  return session && { session, language: languageOf(request, session) }
}

function handlerOf(context: Context, senders: PageSenders, respond: Respond) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await findPage(context, request)
    const walletId = numberIn(request, 'wallet')
    const view = found && (await openWallet(context, found, walletId))
    if (!view) return senders.sendUnknown(request, reply, 'walletOver')
    if (request.method === 'POST' && !senders.mayAct(`wallet ${walletId}`)) {
      return senders.sendUnknown(request, reply, 'tooMany')
    }
    return senders.send(reply, view.language, await respond(view, request))
  }
}
