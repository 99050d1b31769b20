import { randomUUID } from 'node:crypto'
import { contentOf, walletsOf } from '../conformance/partner-v1/fixture.ts'
import { hiddenOf, openBrowser, type Browser, type Page } from '../links/link-fixture.ts'
import type { Json, Reply, SignedClient } from '../support/client.ts'
import { dataOf, type RunningService } from '../support/service.ts'

/** Makes a consumer with a STANDARD wallet, of a partner whose owners may spend these. */
export async function ownedWallet(
  { partner, admin }: Pick<RunningService, 'partner' | 'admin'>,
  funds = 50,
): Promise<{ readonly walletId: string; readonly consumerId: number }> {
  await switchSpending({ partner, admin }, true)
  const { id, walletId } = dataOf(
    await partner.post('/api/partner/v1/customer', {
      fullName: 'Ada Lovelace',
      email: `${randomUUID()}@example.com`,
      currency: 'USD',
      initialFunds: funds,
    }),
  )
  return { walletId, consumerId: id }
}

export async function switchSpending(
  { partner, admin }: Pick<RunningService, 'partner' | 'admin'>,
  walletSpending: boolean,
): Promise<void> {
  dataOf(await admin.patch(`/admin/v1/partners/${partner.partnerId}`, { walletSpending }))
}

export function postSession(
  partner: SignedClient,
  body: Json,
  key: string = randomUUID(),
): Promise<Reply> {
  return partner.post('/v2/wallet-sessions', body, { 'idempotency-key': key })
}

/** The page of an owner, in a browser that has opened it. */
export interface OpenedWallets {
  readonly browser: Browser
  /** The scheme and host of the pages. */
  readonly base: string
}

/** Opens the page of an owner in a new browser. */
export async function openWallets(partner: SignedClient, body: Json): Promise<OpenedWallets> {
  const { url } = dataOf(await postSession(partner, body))
  const browser = openBrowser()
  const page = await browser.submit(url, {})
  if (page.headers.get('location') !== '/w') throw new Error(`${page.status} ${page.html}`)
  return { browser, base: new URL(url).origin }
}

interface CardChoice {
  readonly walletId: string
  readonly productId: number
  readonly amount: string
}

/** Returns the filled-in form that buys a card. */
export async function spendForm(
  { browser, base }: OpenedWallets,
  { walletId, productId, amount }: CardChoice,
): Promise<Record<string, string>> {
  const page = await browser.visit(`${base}/w/${walletId}/choose/${productId}`)
  return { ...hiddenOf(page), amount, agree: 'yes' }
}

export async function spend(opened: OpenedWallets, choice: CardChoice): Promise<Page> {
  const form = await spendForm(opened, choice)
  return opened.browser.submit(`${opened.base}/w/${choice.walletId}/claim`, form)
}

/** Returns a wallet as its partner reads it. */
export async function walletNow(
  partner: SignedClient,
  { walletId, consumerId }: { readonly walletId: string; readonly consumerId: number },
): Promise<Json> {
  const content = await contentOf(partner, walletsOf(consumerId))
  return content.find((one: Json) => one.walletId === walletId)
}
