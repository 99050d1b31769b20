import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markup, PARTNER_ID_MAX, Refusal, type Html, networkOf } from '../../core/mod.ts'
import { languageFor, type Language, type MessageName } from '../../links/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { requestSignIn, enterSignIn } from '../../wallet-sessions/mod.ts'
import type { Context } from '../context.ts'
import { cookieOf, setCookie } from '../cookies/host-cookie.ts'
import { asciiDigits } from './ascii-digits.ts'
import { noticeOf } from './chooser-views.ts'
import { formOf, numberIn } from './claim-request.ts'
import type { PageSenders } from './page-senders.ts'
import type { PageReply } from './page-reply.ts'

const COOKIE = '__Host-tessera-sign-in'
const COOKIE_SECONDS = 600
const EMAIL_LENGTH_MAX = 254

/** The data for the sign-in page of a partner. */
interface SignIn {
  readonly partnerId: number
  readonly sender: string
  readonly language: Language
  readonly path: string
}

/** Undefined if the page was switched off meanwhile. */
type MaybeShown = PageReply | undefined

/** Returns a redirect to the page of wallets, with its cookie. */
type OpenWallets = (pageToken: string) => PageReply

/**
 * Adds the pages on which people of a partner sign in to their wallets by a code that is mailed.
 * They respond alike whether the address is known or not. A cookie names the code that this browser
 * has requested, so it cannot enter a code that another browser has requested.
 */
export function addSignInPages(
  app: FastifyInstance,
  context: Context,
  { senders, openWallets }: { readonly senders: PageSenders; readonly openWallets: OpenWallets },
): void {
  const handlerOf =
    (respond: (page: SignIn, request: FastifyRequest) => MaybeShown | Promise<MaybeShown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const page = await findSignIn(context, request)
      if (!page) return senders.sendUnknown(request, reply, 'unknown')
      const network = networkOf(request.ip)
      if (request.method === 'POST' && !senders.mayAct(`sign-in ${network}`)) {
        return senders.sendUnknown(request, reply, 'tooMany')
      }
      const shown = await respond(page, request)
      if (shown === undefined) return senders.sendUnknown(request, reply, 'unknown')
      return senders.send(reply, page.language, shown)
    }
  const path = '/w/sign-in/:partner'
  app.get(
    path,
    handlerOf((page) => ({ status: 200, body: addressForm(page) })),
  )
  app.post(
    path,
    handlerOf((page, request) => askCode(context, page, request)),
  )
  app.get(
    `${path}/code`,
    handlerOf((page, request) =>
      keyIn(page, request) === undefined
        ? { status: 303, location: page.path }
        : { status: 200, body: codeForm(page) },
    ),
  )
  app.post(
    `${path}/code`,
    handlerOf((page, request) => enterCode(context, page, { request, openWallets })),
  )
}

/**
 * Returns undefined if the partner has not switched the sign-in on, and for test partners, which
 * send no mails.
 */
async function findSignIn({ db }: Context, request: FastifyRequest): Promise<SignIn | undefined> {
  const partnerId = numberIn(request, 'partner')
  if (partnerId === 0 || partnerId > PARTNER_ID_MAX) return undefined
  try {
    const { name: sender, walletSignIn, testOf } = await getPartner(db, partnerId)
    if (!walletSignIn || testOf !== undefined) return undefined
    const language = languageFor(undefined, request.headers['accept-language'])
    return { partnerId, sender, language, path: `/w/sign-in/${partnerId}` }
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not_found') return undefined
    throw error
  }
}

/** Returns the key that this browser's cookie has for the partner; undefined without one. */
function keyIn({ partnerId }: SignIn, request: FastifyRequest): string | undefined {
  const [partner, key] = (cookieOf(COOKIE, request.headers.cookie) ?? '').split('.')
  return partner === String(partnerId) ? key : undefined
}

async function askCode(
  context: Context,
  page: SignIn,
  request: FastifyRequest,
): Promise<MaybeShown> {
  const { partnerId, language, path } = page
  const email = formOf(request)['email'] ?? ''
  if (email.trim() === '' || email.length > EMAIL_LENGTH_MAX) {
    return { status: 303, location: path }
  }
  const result = await requestSignIn(context, partnerId, { email, locale: language.tag })
  if (result.outcome === 'off') return undefined
  if (result.outcome === 'wait') {
    const date = language.instant(result.untilMs)
    const body = withTitle(page, markup`<p>${language.text('codeWait', { date })}</p>`)
    return { status: 429, body }
  }
  const value = `${partnerId}.${result.key}`
  const cookie = setCookie(COOKIE, value, COOKIE_SECONDS)['set-cookie']
  return { status: 303, location: `${path}/code`, cookie }
}

async function enterCode(
  context: Context,
  page: SignIn,
  { request, openWallets }: { readonly request: FastifyRequest; readonly openWallets: OpenWallets },
): Promise<MaybeShown> {
  const { partnerId } = page
  const key = keyIn(page, request) ?? ''
  const code = asciiDigits(formOf(request)['code'] ?? '').replaceAll(/\s/g, '')
  const entered = await enterSignIn(context, partnerId, { key, code })
  const { outcome } = entered
  if (outcome === 'off') return undefined
  if (outcome === 'over') return { status: 400, body: addressForm(page, 'codeOver') }
  context.enteredCodes.count(outcome === 'opened', { partnerId, of: 'wallets' })
  if (outcome === 'opened') return openWallets(entered.pageToken)
  return { status: 400, body: codeForm(page, 'codeWrong') }
}

function withTitle({ language, sender }: SignIn, body: Html): Html {
  return markup`<p class="soft">${sender}</p>
    <h1>${language.text('wallets')}</h1>
    ${body}`
}

function addressForm(page: SignIn, notice?: MessageName): Html {
  const { language, sender, path } = page
  const { text } = language
  return withTitle(
    page,
    markup`${noticeOf(language, notice)}
      <p>${text('walletSignIn', { sender })}</p>
      <form method="post" action="${path}">
        <label for="email">${text('walletAddress')}</label>
        <input type="email" id="email" name="email" autocomplete="email" dir="ltr"
          maxlength="${String(EMAIL_LENGTH_MAX)}" required />
        <div><button>${text('codeSend')}</button></div>
      </form>`,
  )
}

function codeForm(page: SignIn, notice?: MessageName): Html {
  const { language, sender, path } = page
  const { text } = language
  return withTitle(
    page,
    markup`${noticeOf(language, notice)}
      <p>${text('walletCodeSent', { sender })}</p>
      <form method="post" action="${path}/code">
        <label for="code">${text('codeField')}</label>
        <input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code"
          dir="ltr" maxlength="12" required />
        <div><button>${text('codeEnter')}</button></div>
      </form>
      <p><a href="${path}">${text('codeAgain')}</a></p>`,
  )
}
