import { hiddenOf, returnForm, visit, type Page } from '../links/link-fixture.ts'
import type { Reply, SignedClient } from '../support/client.ts'
import type { SentLink } from './record.ts'
import type { WriteRequest } from './requests.ts'
import { LINKS } from './script.ts'

/** How a partner and its people reach a link. */
interface Addresses {
  readonly partner: SignedClient
  readonly pages: string
}

type LinkAct = Extract<WriteRequest['act'], { act: 'claim' | 'end link' }>

/** Does an act to a link. Pages respond with HTML, which is returned as a status and fields. */
export async function sendToLink(
  { partner, pages }: Addresses,
  act: LinkAct,
  { link, form = {} }: WriteRequest,
): Promise<Reply> {
  if (!link) throw new Error('an act to a link names the link')
  const base = `${pages}${link.path}`
  if (act.act === 'claim') {
    const page = await postForm(`${base}/claim`, form)
    if (page.status >= 500 || page.status === 429) return replyOf(page.status)
    const card = page.headers.get('location')
    return card === null ? replyOf(409) : replyOf(201, { card })
  }
  const path = `/v2/links/${link.linkId}`
  if (act.how === 'return') {
    const page = await postForm(`${base}/return`, returnForm(await visit(`${base}/return`)))
    if (page.status !== 303) return replyOf(503)
  }
  const reply = await (act.how === 'return'
    ? partner.get(path)
    : partner.post(`${path}/cancel`, {}))
  if (reply.status !== 200) return reply
  const { status } = reply.body.data
  // The page of an ended link does not say who ended it.
  return act.how === 'cancel' || status === 'RETURNED' ? replyOf(200, { status }) : replyOf(409)
}

/** Returns the form that claims a card for the whole link, if its page has one now. */
export async function claimFormOf(
  pages: string,
  { path, amount }: SentLink,
  productIds: readonly number[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const { product, value } = cardOf(amount)
  const form = hiddenOf(await visit(`${pages}${path}/choose/${productIds[product]}`))
  return form['nonce'] === undefined ? undefined : { ...form, amount: value, agree: 'yes' }
}

/** The page of a purse that pays for cards, and the cookie that it needs. */
export interface Purse {
  readonly path: string
  readonly cookie: string
}

/** Returns the codes of claimed cards, by their place, as their owner reads them. */
export async function codesOf(
  pages: string,
  { path, cookie }: Purse,
  cards: number,
): Promise<string[]> {
  const codes: string[] = []
  for (let card = 1; card <= cards; card += 1) {
    const page = `${pages}${path}/cards/${card}`
    const form = hiddenOf(await visit(page, { headers: { cookie } }))
    const { html } = await postForm(page, form, cookie)
    const [, code] = /id="code"[^>]*>([^<]+)</.exec(html) ?? []
    if (code !== undefined) codes.push(code)
  }
  return codes
}

export function cardOf(amount: number) {
  const link = LINKS.find((one) => one.amount === amount)
  if (!link) throw new Error(`no card is worth ${amount}`)
  return { ...link, value: String(amount / 100) }
}

export function postForm(
  url: string,
  form: Readonly<Record<string, string>>,
  cookie = '',
): Promise<Page> {
  return visit(url, { method: 'POST', body: new URLSearchParams(form), headers: { cookie } })
}

export function replyOf(status: number, data?: object): Reply {
  return { status, headers: {}, body: data ? { data } : { error: {} }, text: '' }
}
