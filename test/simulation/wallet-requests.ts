import { randomUUID } from 'node:crypto'
import { hiddenOf, openBrowser, visit } from '../links/link-fixture.ts'
import { AMOUNTS } from '../worlds/catalog.ts'
import type { Reply, SignedClient } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { postForm, replyOf } from './link-requests.ts'
import type { Seller } from './requests.ts'
import { CARDS } from './script.ts'

/** Opens the page of each wallet, and returns the cookies of their owners. */
export async function openWalletPages(
  { partner, pages }: { readonly partner: SignedClient; readonly pages: string },
  walletIds: readonly string[],
): Promise<string[]> {
  const cookies: string[] = []
  for (const walletId of walletIds) {
    const key = { 'idempotency-key': randomUUID() }
    const { url } = dataOf(await partner.post('/v2/wallet-sessions', { walletId }, key))
    const browser = openBrowser()
    await browser.submit(`${pages}${new URL(url).pathname}`, {})
    cookies.push(browser.cookie)
  }
  return cookies
}

/** Returns the form that takes the card of a wallet, if its page has one now. */
export async function spendFormOf(
  pages: string,
  { walletIds, walletCookies }: Seller,
  { wallet, productIds }: { readonly wallet: number; readonly productIds: readonly number[] },
): Promise<Readonly<Record<string, string>> | undefined> {
  const { product, face } = CARDS[wallet] ?? CARDS[0]
  const page = `${pages}/w/${walletIds[wallet]}/choose/${productIds[product]}`
  const form = hiddenOf(await visit(page, { headers: { cookie: walletCookies[wallet] ?? '' } }))
  return form['claim'] === undefined
    ? undefined
    : { ...form, amount: AMOUNTS[face] ?? '', agree: 'yes' }
}

/** Sends the form that buys the card. Each refusal of a page is shown as 409. */
export async function sendToWallet(
  pages: string,
  { walletIds, walletCookies }: Seller,
  { wallet, form = {} }: { wallet: number; form: Readonly<Record<string, string>> | undefined },
): Promise<Reply> {
  const url = `${pages}/w/${walletIds[wallet]}/claim`
  const page = await postForm(url, form, walletCookies[wallet])
  if (page.status >= 500 || page.status === 429) return replyOf(page.status)
  const place = page.headers.get('location')
  return place === null ? replyOf(409) : replyOf(201, { card: place })
}
