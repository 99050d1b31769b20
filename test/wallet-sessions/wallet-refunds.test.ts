import { expect, test } from 'vitest'
import { leaseMails } from '../../src/consumers/mail-lease-rows.ts'
import { queueNews } from '../../src/consumers/notification-rows.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { aDebit, contentOf, transactionsOf } from '../conformance/partner-v1/fixture.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import { openWallets, ownedWallet, spend, walletNow } from './wallet-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })

const REASON = 'seen by staff only'

async function differences({ db }: Pick<RunningService, 'db'>) {
  return (await verifyBooks(db)).differences
}

/** Makes an owner who bought a card of 20 dollars from a wallet of 50. */
async function ownerWithCard(service: RunningService) {
  const { partner } = service
  const { productId } = await service.product()
  const own = await ownedWallet(service)
  const { walletId } = own
  const opened = await openWallets(partner, { walletId })
  await spend(opened, { walletId, productId, amount: '20' })
  const orderId = await eventually(async () => {
    const orders = await partner.orders()
    expect(orders).toMatchObject([{ status: 'COMPLETED' }])
    return String(orders[0]?.id)
  })
  return { ...own, opened, orderId }
}

function refund({ admin }: RunningService, { orderId }: { orderId: string }, more: Json = {}) {
  const body = { itemNo: 1, kind: 'refund', reason: REASON, acknowledged: true, ...more }
  return admin.post(`/admin/v1/orders/${orderId}/cases`, body)
}

function close({ admin, partner }: RunningService, { walletId }: { walletId: string }) {
  const path = `/admin/v1/partners/${partner.partnerId}/wallets/${walletId}/status`
  return admin.post(path, { status: 'CLOSED', reason: 'left' })
}

async function empty({ partner }: RunningService, { walletId }: { walletId: string }) {
  dataOf(await partner.post(transactionsOf(walletId), aDebit({ amount: 30 })))
}

test('a refund of a card goes back to the wallet that paid, once', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const own = await ownerWithCard(service)

  const first = await refund(service, own, { amount: 15 })
  expect(first.status).toBe(201)
  expect((await refund(service, own, { amount: 15 })).text).toBe(first.text)

  expect(await walletNow(partner, own)).toMatchObject({ balance: 45 })
  expect(await partner.funds()).toEqual({ USD: 50 })
  const [movement, ...earlier] = await contentOf(partner, transactionsOf(own.walletId))
  expect(movement).toMatchObject({ kind: 'wallet_credit', amount: 15, balance: 45 })
  expect(JSON.stringify(movement)).not.toContain(REASON)
  expect(earlier).toMatchObject([
    { kind: 'wallet_debit', amount: -20 },
    { kind: 'initial_funds', amount: 50 },
  ])
  const { html } = await own.opened.browser.visit(`${own.opened.base}/w/${own.walletId}`)
  expect(html).toContain('$45.00')
  expect(html).not.toContain(REASON)
  expect(await differences(service)).toEqual([])
})

test('a refund to a wallet causes the event and the mail of that wallet', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, db } = service
  await partner.get('/v2/events')
  const own = await ownerWithCard(service)
  dataOf(await refund(service, own))

  const events = await eventually(async () => {
    const found = (await partner.get('/v2/events?pageSize=100')).body.data as Json[]
    expect(found.some(({ data }) => data.newBalance === 50 && data.amount === 20)).toBe(true)
    return found
  })
  expect(events.filter(({ type }) => type === 'balance.credited')).toEqual([])
  const { partnerId } = partner
  const mails = await transact(db, async (tx) => {
    await queueNews(tx, partnerId, { limit: 1_000, now: 0 })
    // Mails of a wallet are sent one by one, so the earlier ones must be SENT.
    await tx.rows(sql`
      update notifications set status = 'SENT', next_try_at = null, sent_at = created_at
      where partner_id = ${partnerId} and transfer_no < (
        select max(transfer_no) from notifications where partner_id = ${partnerId})`)
    return leaseMails(tx, partnerId, { limit: 1_000, now: 1, until: 2 })
  })
  expect(mails.map(({ news }) => news)).toMatchObject([
    { amountMinor: 2_000n, newBalanceMinor: 5_000n, description: undefined },
  ])
})

test.for(['closed', 'erased'])('a refund goes to the funds if the wallet is %s', async (how) => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const own = await ownerWithCard(service)
  await empty(service, own)
  const { partnerId } = partner
  if (how === 'closed') dataOf(await close(service, own))
  else {
    const path = `/admin/v1/partners/${partnerId}/consumers/${own.consumerId}/erasure`
    dataOf(await admin.post(path, { reason: 'asked for it' }))
  }

  dataOf(await refund(service, own))

  expect(await partner.funds()).toEqual({ USD: 100 })
  expect(await differences(service)).toEqual([])
})

test('a wallet that is closed in the group of the refund gets nothing', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, db, services } = service
  const { partnerId } = partner
  const own = await ownerWithCard(service)
  await empty(service, own)
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select from books where partner_id = $1 for update', [partnerId])
  const first = service.admin.post(`/admin/v1/partners/${partnerId}/deposits`, {
    currency: 'USD',
    amount: 1,
    reference: 'waits for the book',
  })
  await untilOneWaits(db)
  const queued = services.ledger.queued(partnerId)
  const closing = close(service, own)
  await eventually(() => expect(services.ledger.queued(partnerId)).toBe(queued + 1))
  const refunding = refund(service, own)
  await eventually(() => expect(services.ledger.queued(partnerId)).toBe(queued + 2))
  await holder.query('commit')
  holder.release()

  dataOf(await first)
  dataOf(await closing)
  dataOf(await refunding)
  expect(await walletNow(partner, own)).toMatchObject({ balance: 0, status: 'CLOSED' })
  expect(await partner.funds()).toEqual({ USD: 101 })
  expect(await differences(service)).toEqual([])
})

test('orders and refunds of wallets leave no gap in the list of movements of the funds', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const own = await ownerWithCard(service)
  dataOf(await refund(service, own))

  const page = await partner.get('/v2/accounts/transactions?pageSize=1')
  expect(page.body.data).toMatchObject([{ kind: 'initial_funds' }])
  const next = await partner.get(
    `/v2/accounts/transactions?pageSize=1&after=${page.body.data[0].transactionId}`,
  )
  expect(next.body.data).toMatchObject([{ kind: 'deposit', amount: 100 }])
})

test('ledger verify names a refund that went to another wallet than the one that paid', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const own = await ownerWithCard(service)
  const other = await ownedWallet(service, 1)
  dataOf(await refund(service, own))
  const moveOrders = (from: string, to: string) =>
    db.pool.query('update orders set wallet_id = $3 where partner_id = $1 and wallet_id = $2', [
      partner.partnerId,
      from,
      to,
    ])
  await moveOrders(own.walletId, other.walletId)

  expect(await differences(service)).toMatchObject([
    { account: 'wallet_refunds', field: 'cases', stored: '2000', recomputed: '0' },
    { account: expect.stringMatching(/^case /), field: 'refunded_to', recomputed: other.walletId },
  ])
  await moveOrders(other.walletId, own.walletId)
  expect(await differences(service)).toEqual([])
})
