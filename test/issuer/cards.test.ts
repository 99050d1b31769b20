import { expect, test } from 'vitest'
import { submit, visit } from '../links/link-fixture.ts'
import { sql } from '../../src/db/mod.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf, shareService } from '../support/service.ts'
import { act, authorize, balanceOf, buyCode, buyCodes, newShop, redeemable } from './fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })

test('the address of a code is a page that shows its balance and history, and has no code', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const shop = await newShop(service)
  const { productId } = await redeemable(service)
  const [bought] = await buyCodes(service, { productId, amount: 25 })
  const { code = '', redemptionUrl = '' } = bought ?? {}
  const { authorizationId } = dataOf(await authorize(shop, code, { amount: 10 }))
  dataOf(await act(shop, `authorizations/${authorizationId}/capture`, { amount: 8 }))

  const form = await visit(redemptionUrl)
  const shown = await submit(redemptionUrl, { code: code.toLowerCase() })
  const unknown = await submit(redemptionUrl, { code: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ' })

  expect(new URL(redemptionUrl).pathname).toBe('/card')
  expect([form.status, shown.status, unknown.status]).toEqual([200, 200, 404])
  expect(form.html).toContain('<form method="post" action="/card">')
  const text = shown.html.replaceAll(/<style>.*<\/style>/gs, '').replaceAll(/<[^>]+>/g, ' ')
  expect(text).toMatch(/\$17\.00.*of \$25\.00.*Spent.*\$8\.00.*Reserved.*\$10\.00/s)
  for (const { html, headers } of [form, shown, unknown]) {
    expect(html.toUpperCase()).not.toContain(code)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect(service.logged.join('\n').toUpperCase()).not.toContain(code)
})

test('a merchant that is disabled, or whose credential is revoked, redeems nothing', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { admin } = service
  const [shop, other] = [await newShop(service), await newShop(service)]
  const code = await buyCode(service)
  const path = `/admin/v1/merchants/${shop.merchantId}`
  const { clientId } = other.credentials

  dataOf(await admin.patch(path, { status: 'DISABLED' }))
  const revoke = `/admin/v1/merchants/${other.merchantId}/credentials/${clientId}/revoke`
  dataOf(await admin.post(revoke))

  for (const one of [shop, other]) {
    expectError(await authorize(one, code), 401, 'AUTHENTICATION_ERROR')
  }
  dataOf(await admin.patch(path, { status: 'ACTIVE' }))
  expect(await balanceOf(shop, code)).toBe(25)
})

test('the cancellation of an order deletes the cards of its delivered batches', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { admin, partner, db } = service
  const { productId } = await redeemable(service)
  const empty = await service.product({ supplier: 'vault' })
  const lines = [productId, empty.productId].map((id) => ({
    productId: id,
    amount: 10,
    quantity: 2,
  }))
  const { id } = dataOf(await partner.post('/v2/orders', { ...anOrder(), items: lines }))
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  const cards = async () => {
    const rows = await db.rows<{ cards: bigint }>(
      sql`select count(*) as cards from cards where partner_id = ${partner.partnerId}`,
    )
    return rows[0]?.cards
  }
  await eventually(async () => expect(await cards()).toBe(2n))

  dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'no stock' }))

  await eventually(async () => expect(await cards()).toBe(0n))
})

test('a code that was redeemed is neither refunded nor replaced, whoever is first', async () => {
  const service = await shared({ funds: { USD: '500.00' } })
  const shop = await newShop(service)
  const { productId } = await redeemable(service)
  const bought = await Promise.all(
    Array.from({ length: 6 }, () => buyCodes(service, { productId, amount: 25 })),
  )
  const [first = expect.unreachable(), ...others] = bought.flat()
  const open = ({ orderId }: { orderId: string }, kind: string) =>
    service.admin.post(`/admin/v1/orders/${orderId}/cases`, { itemNo: 1, kind, reason: 'asked' })
  const { authorizationId } = dataOf(await authorize(shop, first.code, { amount: 1 }))
  for (const kind of ['refund', 'replace']) {
    expectError(await open(first, kind), 409, 'BUSINESS_RULE_VIOLATION')
  }
  dataOf(await act(shop, `authorizations/${authorizationId}/void`))
  dataOf(await open(first, 'refund'))

  const races = others.map(async (one) => {
    const replies = await Promise.all([open(one, 'refund'), authorize(shop, one.code)])
    return replies.filter(({ status }) => status < 300).length
  })
  expect(await Promise.all(races)).toEqual(others.map(() => 1))
})

test('a refund to a code is not reversed once the code was refunded or replaced', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const shop = await newShop(service)
  const { productId } = await redeemable(service)
  const outcomes: number[] = []
  for (const kind of ['refund', 'block']) {
    const [bought = expect.unreachable()] = await buyCodes(service, { productId, amount: 25 })
    const { authorizationId } = dataOf(await authorize(shop, bought.code, { amount: 10 }))
    const { captureId } = dataOf(await act(shop, `authorizations/${authorizationId}/capture`))
    const reference = `refund before a ${kind}`
    dataOf(await act(shop, `captures/${captureId}/refund`, { amount: 10, reference }))
    const body = { itemNo: 1, kind, reason: 'asked' }
    dataOf(await service.admin.post(`/admin/v1/orders/${bought.orderId}/cases`, body))

    outcomes.push((await act(shop, 'reversals', { reference })).status)
  }

  // A code that is only blocked was paid back to nobody.
  expect(outcomes).toEqual([409, 200])
})

test('staff find a card by its code, its item and a call, and see calls; nothing has the code', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { admin } = service
  const [shop, other] = [await newShop(service), await newShop(service)]
  const { productId } = await redeemable(service)
  const [bought] = await buyCodes(service, { productId, amount: 25 })
  const { code = '', orderId = '' } = bought ?? {}
  const reference = `till-${shop.merchantId}`
  const { authorizationId } = dataOf(await authorize(shop, code, { amount: 10, reference }))
  dataOf(await act(shop, `authorizations/${authorizationId}/capture`, { amount: 8 }))
  const cardIdentifier = `crd_${orderId.slice(4)}-1`

  const searches = [{ code: code.toLowerCase() }, { cardIdentifier }, { reference }]
  const found = await Promise.all(searches.map((body) => admin.post('/admin/v1/cards/find', body)))
  const [card, ...same] = found.map((reply) => dataOf(reply)[0])
  expect(card).toMatchObject({
    state: 'ACTIVE',
    orderId,
    itemNo: 1,
    cardIdentifier,
    issued: 25,
    balance: 17,
    captured: 8,
    movements: [
      { kind: 'RELEASE', amount: 2 },
      { kind: 'CAPTURE', amount: 8, merchantId: shop.merchantId },
      { kind: 'AUTHORIZE', amount: 10, reference, authorizationId },
    ],
  })
  expect(same).toEqual([card, card])
  const calls = await admin.get(`/admin/v1/merchants/${shop.merchantId}/calls?pageSize=1`)
  expect(dataOf(calls)).toMatchObject([{ kind: 'CAPTURE', amount: 8, currency: 'USD' }])
  const { after } = calls.body.meta.pagination
  const rest = await admin.get(`/admin/v1/merchants/${shop.merchantId}/calls?after=${after}`)
  expect(dataOf(rest)).toMatchObject([{ kind: 'AUTHORIZE', amount: 10, reference }])
  expect(dataOf(await admin.get(`/admin/v1/merchants/${other.merchantId}/calls`))).toEqual([])
  // The card of a code leads to the order, so a search need not name it.
  const place = await admin.post('/admin/v1/codes/find', { code })
  expect(dataOf(place)).toMatchObject([{ productId, state: 'DELIVERED', orderId, itemNo: 1 }])
  const both = await admin.post('/admin/v1/cards/find', { code, reference })
  expect([both.status, both.body.error?.details?.[0]?.field]).toEqual([400, 'code'])
  const audit = await admin.get('/admin/v1/audit?target=cards')
  const shown = [...found, calls, rest, place, audit].map(({ text }) => text).join()
  expect((shown + service.logged.join()).toUpperCase()).not.toContain(code)
})
