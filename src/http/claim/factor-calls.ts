import { markup, maskText, type Html } from '../../core/mod.ts'
import {
  requestCode,
  enterCode,
  enterSigned,
  isTrusted,
  readTicket,
  signersOf,
  toSigners,
  type MessageName,
  type SignedEntry,
  type Signers,
} from '../../links/mod.ts'
import { unrevoked } from '../../partners/mod.ts'
import type { Context } from '../context.ts'
import { cookieOf, setCookie } from '../cookies/host-cookie.ts'
import type { Form, PageReply } from './page-reply.ts'
import { asciiDigits } from './ascii-digits.ts'
import { isNonce, nonceOf } from './nonce.ts'
import type { LinkView } from './view.ts'
import { noticeOf } from './chooser-views.ts'

/** The query of an address that the partner's app has signed. */
export type SignedAddress = SignedEntry & { readonly client: string }

const COOKIE_SECONDS = 3_600
/** The pages of a link that may ask for its second factor, and to which the person then returns. */
const BACK = /^(?:|(?:choose|cards)\/[1-9]\d{0,9}|return)$/

/** Returns the name of a link's cookie: all links share one host. */
function nameOf({ link }: Pick<LinkView, 'link'>) {
  return `__Host-tessera-link-${link.linkNo}` as const
}

/**
 * Returns this browser's cookie for a link. It shows that the browser has requested or entered a
 * code.
 */
export function factorCookieOf(view: Pick<LinkView, 'link'>, cookies: string | undefined) {
  return view.link.secondFactor === 'NONE' ? undefined : cookieOf(nameOf(view), cookies)
}

/**
 * Reads the credential that has signed the address for this browser, unless it is revoked. If the
 * cookie names none, no statement is sent.
 */
export async function readSigners(
  { db }: Pick<Context, 'db'>,
  partnerId: number,
  cookie: string | undefined,
): Promise<Signers> {
  const clientIds = signersOf([cookie])
  return toSigners(clientIds.length === 0 ? [] : await db.rows(unrevoked(partnerId, clientIds)))
}

/**
 * Returns a redirect to the page of the second factor, and then to the page `back`; undefined if
 * this browser has passed the second factor.
 */
export function factorBefore(
  { vault, clock }: Context,
  view: Pick<LinkView, 'link' | 'cookie' | 'path' | 'signers'>,
  back: string,
): PageReply | undefined {
  const { cookie: trust, signers } = view
  const isDone = isTrusted(vault, view.link, { trust, nowMs: clock.now(), signers })
  return isDone ? undefined : { status: 303, location: `${view.path}/code?to=${back}` }
}

/** Shows the page that offers to mail a code, or asks for the mailed code. Changes nothing. */
export function showFactor(
  context: Context,
  view: LinkView,
  { back, notice }: { readonly back: string; readonly notice?: MessageName },
): PageReply {
  const { vault, clock } = context
  const { link, language, path } = view
  const to = BACK.test(back) ? back : ''
  if (!factorBefore(context, view, to)) return { status: 303, location: pageAt(path, to) }
  if (link.secondFactor === 'SIGNED') return signedPage(view, { status: 200, name: 'signedAsk' })
  const ticket = readTicket(vault, link, { cookie: view.cookie, nowMs: clock.now() })
  const sentTo = addressOf(view)
  const address = maskText(sentTo ?? '')
  const { text } = language
  if (sentTo === undefined) {
    return { status: 409, body: page(view, text('codeNone', { sender: view.sender })) }
  }
  const nonce = nonceOf(vault, view.purse, 'code')
  const hidden = markup`<input type="hidden" name="nonce" value="${nonce}" />
    <input type="hidden" name="to" value="${to}" />`
  const send = (label: string, look: string) =>
    markup`<form method="post" action="${path}/code">
      ${hidden}<button class="${look}">${label}</button>
    </form>`
  if (!ticket) {
    const body = markup`${noticeOf(language, notice)}${send(text('codeSend'), '')}`
    return { status: notice ? 400 : 200, body: page(view, text('codeAsk', { address }), body) }
  }
  const date = language.instant(ticket.untilMs)
  const body = markup`${noticeOf(language, notice)}
    <form method="post" action="${path}/code/enter">
      ${hidden}<label for="code">${text('codeField')}</label>
      <input type="text" id="code" name="code" inputmode="numeric" autocomplete="one-time-code"
        dir="ltr" maxlength="12" required />
      <div><button>${text('codeEnter')}</button></div>
    </form>
    ${send(text('codeAgain'), 'quiet')}`
  const said = text('codeSent', { address, date })
  return { status: notice ? 400 : 200, body: page(view, said, body) }
}

/** Says that the link opens only from the partner's app. */
function signedPage(
  view: LinkView,
  { status, name }: { readonly status: number; readonly name: MessageName },
): PageReply {
  const { text } = view.language
  const body = markup`<h1>${text('title')}</h1>
    <p>${text(name, { sender: view.sender })}</p>
    <p><a href="${view.path}">${text('back')}</a></p>`
  return { status, body }
}

/**
 * Lets a browser use a link that it opens by an address signed by the partner's app. A GET may do
 * so: it changes nothing but the cookie of that browser.
 */
export async function enterBySignature(
  { vault, clock, credentials }: Context,
  view: LinkView,
  { client, ...entry }: SignedAddress,
): Promise<PageReply> {
  const { link, path } = view
  if (link.secondFactor !== 'SIGNED') return { status: 303, location: path }
  const credential = await credentials.find(client)
  const trust = enterSigned(vault, { link, entry, credential, now: clock.now() })
  if (trust === undefined) return signedPage(view, { status: 403, name: 'signedOver' })
  const cookie = setCookie(nameOf(view), trust, COOKIE_SECONDS)['set-cookie']
  return { status: 303, location: path, cookie }
}

function page({ language: { text }, path }: LinkView, said: string, body?: Html): Html {
  return markup`<h1>${text('codeTitle')}</h1>
    <p>${said}</p>
    ${body}
    <p><a href="${path}">${text('back')}</a></p>`
}

function pageAt(path: string, to: string): string {
  return to === '' ? path : `${path}/${to}`
}

/** Returns the address to which codes of a link are sent; undefined if there is none. */
function addressOf({ link, recipient }: LinkView): string | undefined {
  if (link.secondFactor === 'SMS') return recipient.phone
  return link.secondFactor === 'EMAIL' ? recipient.email : undefined
}

/** Sends a code to the person of the link, who asked for one by the form. */
export async function sendFactor(context: Context, view: LinkView, form: Form): Promise<PageReply> {
  const { link, language, path, isTest } = view
  const back = backOf(form)
  const formNonce = { act: 'code', nonce: form['nonce'] ?? '' }
  const canSend = addressOf(view) !== undefined
  if (!canSend || !isNonce(context.vault, view.purse, formNonce))
    return showFactor(context, view, { back })
  const result = await requestCode(context, link, isTest)
  if (result.outcome === 'replaced') return { status: 303, location: path }
  if (result.outcome === 'wait') {
    const said = language.text('codeWait', { date: language.instant(result.untilMs) })
    return { status: 429, body: page(view, said) }
  }
  const cookie = setCookie(nameOf(view), result.ticket, COOKIE_SECONDS)['set-cookie']
  return { status: 303, location: `${path}/code?to=${back}`, cookie }
}

/** Lets this browser use the link if the code is right. */
export async function enterFactor(
  context: Context,
  view: LinkView,
  form: Form,
): Promise<PageReply> {
  const { vault, clock } = context
  const { link, path } = view
  const back = backOf(form)
  const ticket = readTicket(vault, link, { cookie: view.cookie, nowMs: clock.now() })
  const formNonce = { act: 'code', nonce: form['nonce'] ?? '' }
  if (!ticket || !isNonce(vault, view.purse, formNonce)) {
    return showFactor(context, view, { back, notice: 'codeOver' })
  }
  const code = asciiDigits(form['code'] ?? '').replaceAll(/\s/g, '')
  const result = await enterCode(context, { link, ticket, code })
  if (result.outcome !== 'over' && !view.isTest) {
    const { partnerId } = link
    context.enteredCodes.count(result.outcome === 'trusted', { partnerId, of: 'links' })
  }
  if (result.outcome === 'trusted') {
    const cookie = setCookie(nameOf(view), result.trust, COOKIE_SECONDS)['set-cookie']
    return { status: 303, location: pageAt(path, back), cookie }
  }
  if (result.outcome === 'wrong') return showFactor(context, view, { back, notice: 'codeWrong' })
  return showFactor(context, { ...view, cookie: undefined }, { back, notice: 'codeOver' })
}

function backOf(form: Form): string {
  const back = form['to'] ?? ''
  return BACK.test(back) ? back : ''
}
