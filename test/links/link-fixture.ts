import { randomUUID } from 'node:crypto'
import type { Json, Reply, SignedClient } from '../support/client.ts'
import { dataOf } from '../support/service.ts'

export function postLinks(
  partner: SignedClient,
  input: Json = {},
  key: string = randomUUID(),
): Promise<Reply> {
  const body = {
    reference: randomUUID(),
    currency: 'USD',
    amount: 25,
    recipients: [{ name: 'Ada' }],
    ...input,
  }
  return partner.post('/v2/links', body, { 'idempotency-key': key })
}

/** Sends links, and returns them with their addresses. */
export async function sentLinks(partner: SignedClient, input: Json = {}): Promise<Json[]> {
  return dataOf(await postLinks(partner, input)).links
}

/** Sends one link, and returns it with its address. */
export async function sentLink(partner: SignedClient, input: Json = {}): Promise<Json> {
  const [link] = await sentLinks(partner, input)
  if (!link) throw new Error('a link was sent')
  return link
}

export async function linkNow(partner: SignedClient, { linkId }: Json): Promise<Json> {
  return dataOf(await partner.get(`/v2/links/${linkId}`))
}

/** A page in a browser without script: its text, and the address that it leads to. */
export interface Page {
  readonly status: number
  readonly html: string
  readonly headers: Headers
}

export async function visit(url: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return { status: response.status, html: await response.text(), headers: response.headers }
}

/** True if a page leads to a card. */
export function isCard({ headers }: Page): boolean {
  return /\/cards\/\d+$/.test(headers.get('location') ?? '')
}

/** Sends a form, and returns the response as a page. */
export function submit(url: string, fields: Readonly<Record<string, string>>): Promise<Page> {
  return visit(url, { method: 'POST', body: new URLSearchParams(fields) })
}

/** A browser without scripts that keeps one cookie. */
export interface Browser {
  cookie: string
  visit(url: string, init?: RequestInit): Promise<Page>
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<Page>
}

export function openBrowser(): Browser {
  return {
    cookie: '',
    async visit(url, init = {}) {
      const page = await visit(url, { ...init, headers: { cookie: this.cookie } })
      this.cookie = page.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
      return page
    },
    submit(url, fields) {
      return this.visit(url, { method: 'POST', body: new URLSearchParams(fields) })
    },
  }
}

/** Returns the hidden fields of a page. */
export function hiddenOf({ html }: Page): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}

/** Returns the form by which a person claims a card of a product, filled in. */
export async function claimForm(
  url: string,
  { productId, amount }: { productId: number; amount: string },
): Promise<Record<string, string>> {
  const page = await visit(`${url}/choose/${productId}`)
  return { ...hiddenOf(page), amount, agree: 'yes' }
}

/** Returns the form that gives a link back, filled in. */
export function returnForm(page: Page): Record<string, string> {
  return { ...hiddenOf(page), agree: 'yes' }
}

/** Claims a card, and returns the address of its page. */
export async function claimCard(
  url: string,
  choice: { productId: number; amount: string },
): Promise<string> {
  const page = await submit(`${url}/claim`, await claimForm(url, choice))
  const location = page.headers.get('location')
  if (page.status !== 303 || location === null) throw new Error(`${page.status} ${page.html}`)
  return new URL(location, url).href
}

/** Reveals the code of a card, and returns the page that shows it. */
export async function revealCode(card: string): Promise<Page> {
  return submit(card, hiddenOf(await visit(card)))
}
