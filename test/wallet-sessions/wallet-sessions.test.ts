import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findCurrency } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import {
  contentOf,
  openCampaign,
  openCampaignWallet,
  transactionsOf,
} from '../conformance/partner-v1/fixture.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import { hiddenOf, openBrowser, visit } from '../links/link-fixture.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import {
  openWallets,
  ownedWallet,
  postSession,
  spend,
  spendForm,
  switchSpending,
  walletNow,
} from './wallet-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })

async function expectVerified({ db }: Pick<RunningService, 'db'>): Promise<void> {
  expect((await verifyBooks(db)).differences).toEqual([])
}

test('an owner opens the page, gets a card of a wallet, and sees its code', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const own = await ownedWallet(service)
  const { walletId } = own
  const opened = await openWallets(partner, { consumerId: String(own.consumerId), locale: 'en' })
  const { browser, base } = opened

  expect((await browser.visit(`${base}/w`)).html).toContain('$50.00')
  const spending = await spend(opened, { walletId, productId, amount: '20' })

  expect(spending.status).toBe(303)
  const card = `${base}${spending.headers.get('location')}`
  await eventually(async () => {
    expect((await browser.visit(card)).html).toContain('Show the code')
  })
  const shown = await browser.submit(card, hiddenOf(await browser.visit(card)))
  expect(shown.html).toMatch(/class="value" dir="ltr">[0-9A-Z-]{8,}</)
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect((await browser.visit(`${base}/w/${walletId}`)).html).toContain('$30.00')
  expect(await walletNow(partner, own)).toMatchObject({ balance: 30 })
  expect(await partner.funds()).toEqual({ USD: 50 })
  expect(await contentOf(partner, transactionsOf(walletId))).toMatchObject([
    { kind: 'wallet_debit', amount: -20, balance: 30 },
    { kind: 'initial_funds', amount: 50, balance: 50 },
  ])
  // The code is the owner's.
  const [order] = await partner.orders()
  expectError(await partner.get(`/v2/orders/${order?.id}/items`), 403, 'AUTHORIZATION_ERROR')
  await expectVerified(service)
})

test('GET and HEAD of an address change nothing; its form opens it once', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const own = await ownedWallet(service)
  const { url } = dataOf(await postSession(service.partner, { walletId: own.walletId }))

  for (const method of ['GET', 'HEAD', 'GET']) {
    expect(await visit(url, { method })).toMatchObject({ status: 200 })
  }
  const [one, other] = [openBrowser(), openBrowser()]
  const pages = await Promise.all([one, other].map((browser) => browser.submit(url, {})))

  expect(pages.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 410])
  expect(await visit(url)).toMatchObject({ status: 410 })
  // Without the cookie, the page is gone.
  expect(await visit(new URL('/w', url).href)).toMatchObject({ status: 410 })
})

test('a form that is sent twice gets one card, and a wallet is never overdrawn', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const own = await ownedWallet(service)
  const opened = await openWallets(partner, { walletId: own.walletId })
  const form = await spendForm(opened, { walletId: own.walletId, productId, amount: '10' })
  const send = () => opened.browser.submit(`${opened.base}/w/${own.walletId}/claim`, form)
  const pages = await Promise.all(Array.from({ length: 10 }, send))

  expect(new Set(pages.map(({ headers }) => headers.get('location'))).size).toBe(1)
  expect(await walletNow(partner, own)).toMatchObject({ balance: 40 })

  const currency = findCurrency('USD')
  if (!currency) throw new Error('the dollar is listed')
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 60 }, (_, at) =>
      service.services.orders.place(partner.partnerId, {
        clientReference: randomUUID(),
        idempotencyKey: undefined,
        fingerprint: Buffer.from(String(at)),
        currency,
        items: [{ productId, amount: 3, quantity: 1 }],
        spend: { walletId: Number(own.walletId), priceMinorMax: 300n },
      }),
    ),
    ...Array.from({ length: 10 }, () =>
      partner.post(`/api/partner/v1/wallets/${own.walletId}/transactions`, {
        amount: 1,
        transactionType: 'DEBIT',
        referenceId: randomUUID(),
      }),
    ),
  ])

  const placed = outcomes.slice(0, 60).filter(({ status }) => status === 'fulfilled').length
  const debited = outcomes
    .slice(60)
    .filter(
      (one) => one.status === 'fulfilled' && 'status' in one.value && one.value.status === 200,
    )
  expect(placed).toBeGreaterThan(0)
  const balance = 40 - 3 * placed - debited.length
  expect(balance).toBeGreaterThanOrEqual(0)
  expect(balance).toBeLessThan(3)
  expect(await walletNow(partner, own)).toMatchObject({ balance })
  await expectVerified(service)
})

test('the price of a card that cannot be delivered goes back to the wallet', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin, db } = service
  const { productId } = await service.product({ supplier: 'vault' })
  await service.stock(productId, ['taken'])
  const own = await ownedWallet(service)
  const opened = await openWallets(partner, { walletId: own.walletId })
  const form = await spendForm(opened, { walletId: own.walletId, productId, amount: '10' })
  await db.rows(sql`delete from stock_free where product_id = ${productId}`)

  await opened.browser.submit(`${opened.base}/w/${own.walletId}/claim`, form)

  expect(await walletNow(partner, own)).toMatchObject({ balance: 40 })
  const [order] = await eventually(async () => {
    const found = await partner.orders()
    expect(found).toMatchObject([{ status: 'OUT_OF_STOCK' }])
    return found
  })
  await expectVerified(service)
  const moveOrders = (from: string, to: string) =>
    db.pool.query('update orders set wallet_id = $2 where wallet_id = $1', [from, to])
  await moveOrders(own.walletId, '1')
  expect((await verifyBooks(db)).differences).toMatchObject([
    { account: 'wallet 1', field: 'held_for_orders', stored: '0', recomputed: '1000' },
    { account: `wallet ${own.walletId}`, stored: '1000', recomputed: '0' },
  ])
  await moveOrders('1', own.walletId)
  const cancel = { reason: 'no stock' }
  dataOf(await admin.post(`/admin/v1/orders/${order?.id}/cancel`, cancel))

  expect(await walletNow(partner, own)).toMatchObject({ balance: 50 })
  expect(await partner.funds()).toEqual({ USD: 50 })
  expect(await contentOf(partner, transactionsOf(own.walletId))).toMatchObject([
    { kind: 'wallet_credit', amount: 10, balance: 50 },
    { kind: 'wallet_debit', amount: -10, balance: 40 },
    { kind: 'initial_funds', amount: 50 },
  ])
  await expectVerified(service)
})

test('STANDARD wallets can be spent if the partner allows it, CAMPAIGN ones by their terms', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { partnerId } = partner
  const [{ productId }, other] = [await service.product(), await service.product()]
  const own = await ownedWallet(service)
  const opened = await openWallets(partner, { consumerId: String(own.consumerId) })
  const form = await spendForm(opened, { walletId: own.walletId, productId, amount: '10' })
  await switchSpending(service, false)
  const campaignOf = async (input: object) => {
    const { campaignId } = await openCampaign(service, partnerId, input)
    const { consumerId } = own
    const wallet = await openCampaignWallet(service, partnerId, { campaignId, consumerId })
    const credit = { amount: 10, transactionType: 'CREDIT', referenceId: randomUUID() }
    await partner.post(`/api/partner/v1/wallets/${wallet.walletId}/transactions`, credit)
    return String(wallet.walletId)
  }
  const closed = await campaignOf({ name: 'closed' })
  const limited = await campaignOf({ name: 'limited', spendProducts: [productId] })

  const { html } = await opened.browser.submit(`${opened.base}/w/${own.walletId}/claim`, form)
  expect(html).toContain('Nothing can be chosen')
  const pageOf = (id: string) => opened.browser.visit(`${opened.base}/w/${id}`)
  expect((await pageOf(closed)).html).toContain('Nothing can be chosen')
  const { html: choices } = await pageOf(limited)
  expect(choices).toContain(`/choose/${productId}"`)
  expect(choices).not.toContain(`/choose/${other.productId}"`)
  expect((await spend(opened, { walletId: limited, productId, amount: '10' })).status).toBe(303)
  expect(await walletNow(partner, own)).toMatchObject({ balance: 50 })
  await expectVerified(service)
})

test('a session is for wallets of the partner that asks; the same key returns the same address', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { walletId, consumerId } = await ownedWallet(service)
  const stranger = await service.newPartner({})
  const key = randomUUID()

  const [first, again] = [
    await postSession(partner, { walletId }, key),
    await postSession(partner, { walletId }, key),
  ]

  expect(first.status).toBe(201)
  expect(again.text).toBe(first.text)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const other = { consumerId: String(consumerId) }
  expectError(await postSession(partner, other, key), 409, 'BUSINESS_RULE_VIOLATION', [
    'Idempotency-Key',
  ])
  expectError(await postSession(stranger, { walletId }), 404, 'RESOURCE_NOT_FOUND')
  expectError(await postSession(stranger, other), 404, 'RESOURCE_NOT_FOUND')
  expectError(await postSession(partner, {}), 400, 'VALIDATION_ERROR', ['walletId'])
  const limited = await partner.issue({ permissions: ['wallets:write', 'consumers:read'] })
  expectError(await postSession(limited, { walletId }), 403, 'AUTHORIZATION_ERROR')
  const { rows } = await service.db.pool.query(
    'select from wallet_sessions where encode(token_hash, $1) = $2',
    ['escape', dataOf(first).url],
  )
  expect(rows).toEqual([])
})

test('while the partner is suspended nothing can be bought, and nothing is lost', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const own = await ownedWallet(service)
  const opened = await openWallets(partner, { walletId: own.walletId })
  const form = await spendForm(opened, { walletId: own.walletId, productId, amount: '10' })
  const path = `/admin/v1/partners/${partner.partnerId}`
  dataOf(await admin.patch(path, { status: 'SUSPENDED' }))

  const page = await opened.browser.submit(`${opened.base}/w/${own.walletId}/claim`, form)

  expect(page.html).toContain('are paused')
  expect(page.html).toContain('$50.00')
  dataOf(await admin.patch(path, { status: 'ACTIVE' }))
  expect(await walletNow(partner, own)).toMatchObject({ balance: 50 })
})
