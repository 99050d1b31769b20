import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findCurrency } from '../../src/core/mod.ts'
import { visit } from '../links/link-fixture.ts'
import { endAllSessions } from '../support/end-sessions.ts'
import { eventually } from '../support/eventually.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { refusalOf } from '../support/refusal.ts'
import { dataOf, shareService, startService, type RunningService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import {
  openWallets,
  ownedWallet,
  postSession,
  spend,
  spendForm,
  walletNow,
} from './wallet-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })

const COOKIE = '__Host-tessera-wallets'
const SPENDS = 1_000
const BALANCE = 50

async function expectVerified({ db }: Pick<RunningService, 'db'>): Promise<void> {
  expect((await verifyBooks(db)).differences).toEqual([])
}

function aSpend(productId: number, walletId: string, amount = 1) {
  const currency = findCurrency('USD')
  if (!currency) throw new Error('the dollar is listed')
  return {
    clientReference: randomUUID(),
    idempotencyKey: undefined,
    fingerprint: Buffer.from(walletId),
    currency,
    items: [{ productId, amount, quantity: 1 }],
    spend: { walletId: Number(walletId), priceMinorMax: BigInt(amount * 100) },
  }
}

test('a thousand spends at once, at two processes, never overdraw a wallet', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, services } = service
  const { productId } = await service.product({ minAmount: 1 })
  const own = await ownedWallet(service, BALANCE)
  const other = await service.another()

  const outcomes = await Promise.allSettled(
    Array.from({ length: SPENDS }, (_, at) =>
      (at % 2 === 0 ? services : other.services).orders.place(
        partner.partnerId,
        aSpend(productId, own.walletId),
      ),
    ),
  )

  const placed = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(placed).toHaveLength(BALANCE)
  expect(await walletNow(partner, own)).toMatchObject({ balance: 0 })
  expect(await partner.funds()).toEqual({ USD: 50 })
  await other.stop()
  await expectVerified(service)
})

test('a process that dies between hold and delivery: the next one delivers, and charges once', async () => {
  const service = await startService({
    funds: { USD: '100.00' },
    settings: { claimPort: 0, role: 'api' },
  })
  const { partner, db } = service
  const { productId } = await service.product({ supplier: 'sandbox' })
  const own = await ownedWallet(service, BALANCE)
  const opened = await openWallets(partner, { walletId: own.walletId })
  await spend(opened, { walletId: own.walletId, productId, amount: '20' })
  expect(await partner.orders()).toMatchObject([{ status: 'PENDING' }])
  expect(await walletNow(partner, own)).toMatchObject({ balance: 30 })
  await expectVerified(service)
  // The state after a kill of a worker that had leased the batch.
  await db.pool.query('update fulfillments set lease_epoch = 7')
  await endAllSessions(service.target)

  await service.another({ role: 'worker' })

  await eventually(async () => {
    expect(await partner.orders()).toMatchObject([{ status: 'COMPLETED' }])
  })
  expect(await walletNow(partner, own)).toMatchObject({ balance: 30 })
  await expectVerified(service)
})

test('a spend that waits for the lock of the partner is refused if the switch is turned off', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId } = await service.product()
  const own = await ownedWallet(service, BALANCE)
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('update partners set wallet_spending = false where partner_id = $1', [
    partner.partnerId,
  ])
  const spending = service.services.orders.place(
    partner.partnerId,
    aSpend(productId, own.walletId, 10),
  )
  const refused = refusalOf(spending)
  await untilOneWaits(db)
  await holder.query('commit')
  holder.release()

  expect(await refused).toMatchObject({ kind: 'state_conflict' })
  expect(await walletNow(partner, own)).toMatchObject({ balance: BALANCE })
})

test('a wallet that is frozen in the group of a spend is not spent', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin, db, services } = service
  const { partnerId } = partner
  const { productId } = await service.product()
  const own = await ownedWallet(service, BALANCE)
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select from books where partner_id = $1 for update', [partnerId])
  const path = `/admin/v1/partners/${partnerId}`
  const deposit = { currency: 'USD', amount: 1, reference: 'waits for the book' }
  const first = admin.post(`${path}/deposits`, deposit)
  await untilOneWaits(db)
  const queued = services.ledger.queued(partnerId)
  const freeze = { status: 'FROZEN', reason: 'lost' }
  const freezing = admin.post(`${path}/wallets/${own.walletId}/status`, freeze)
  await eventually(() => expect(services.ledger.queued(partnerId)).toBe(queued + 1))
  const spending = services.orders.place(partnerId, aSpend(productId, own.walletId, 10))
  const refused = refusalOf(spending)
  await holder.query('commit')
  holder.release()

  dataOf(await first)
  dataOf(await freezing)
  expect(await refused).toMatchObject({ kind: 'state_conflict' })
  await expectVerified(service)
})

test('no other token, spelling or owner opens a page or a wallet', async () => {
  const service = await shared({ funds: { USD: '200.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const [own, other] = [await ownedWallet(service), await ownedWallet(service)]
  const opened = await openWallets(partner, { walletId: own.walletId })
  const { base, browser } = opened
  const page = browser.cookie.slice(COOKIE.length + 1)
  const { url } = dataOf(await postSession(partner, { walletId: own.walletId }))
  const address = url.slice(`${base}/s/`.length)
  const stranger = await service.newPartner({})

  const visitWith = (cookie: string, path = '/w') =>
    visit(`${base}${path}`, { headers: { cookie: `${COOKIE}=${cookie}` } })
  const elsewhere = (token: string) => token.replace(/^\d+/, String(stranger.partnerId))
  const spellings = [address, page.toUpperCase(), `0${page}`, `${page}0`, elsewhere(page), '']
  for (const cookie of spellings) expect((await visitWith(cookie)).status).toBe(410)
  const escaped = address.replace('-', '%2d')
  for (const token of [page, address.toUpperCase(), `0${address}`, elsewhere(address), escaped]) {
    const sent = await visit(`${base}/s/${token}`, { method: 'POST', body: new URLSearchParams() })
    expect(sent.status).toBe(410)
  }
  const { walletId } = own
  const ids = [other.walletId, `0${walletId}`, `${walletId}.0`, `+${walletId}`, `${walletId}%20`]
  for (const id of ids) expect((await visitWith(page, `/w/${id}`)).status).toBe(410)
  const form = await spendForm(opened, { walletId, productId, amount: '10' })
  const sent = await browser.submit(`${base}/w/${other.walletId}/claim`, form)

  expect(sent.status).toBe(410)
  expect(await partner.orders()).toEqual([])
  expect((await visitWith(page)).status).toBe(200)
  expect((await browser.visit(`${base}/s/${address}`)).status).toBe(200)
})

test('the erasure of a consumer ends its pages and addresses at once', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin, db } = service
  const own = await ownedWallet(service, 0)
  const opened = await openWallets(partner, { walletId: own.walletId })
  const { url } = dataOf(await postSession(partner, { consumerId: String(own.consumerId) }))
  expect((await opened.browser.visit(`${opened.base}/w`)).status).toBe(200)

  const path = `/admin/v1/partners/${partner.partnerId}/consumers/${own.consumerId}/erasure`
  dataOf(await admin.post(path, { reason: 'asked for it' }))

  expect((await opened.browser.visit(`${opened.base}/w`)).status).toBe(410)
  expect((await visit(url)).status).toBe(410)
  const { rows } = await db.pool.query('select from wallet_sessions where consumer_id = $1', [
    own.consumerId,
  ])
  expect(rows).toEqual([])
  const gone = await postSession(partner, { consumerId: String(own.consumerId) })
  expect(gone.status).toBe(404)
})
