import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

interface Shop {
  readonly fixture: Fixture
  readonly buyer: Browser
}

function placeOrder(buyer: Browser, body: object, key: string = randomUUID()): Promise<Reply> {
  return buyer.send('POST', '/portal/v1/orders', JSON.stringify(body), { 'idempotency-key': key })
}

/** Defines the tests of what people of a partner buy. */
export function testShop(shop: () => Shop): void {
  const anOrder = (more: Json = {}): Json => {
    const items = [{ productId: shop().fixture.ids.products[0], amount: 10, quantity: 2 }]
    return { clientReference: randomUUID(), currency: 'USD', items, ...more }
  }

  test('the catalog of a person has the prices of the partner, with content where it is asked for', async () => {
    const { fixture, buyer } = shop()
    const path = '?currency=USD&include=content&pageSize=100'
    const own = dataOf(await buyer.get(`/portal/v1/products${path}`))
    expect(own).toEqual(dataOf(await fixture.partner.get(`/v2/products${path}`)))
    expect(own[0].content).toBeDefined()
  })

  test('a person orders at the quoted price, and the audit log names the person', async () => {
    const { fixture, buyer } = shop()
    const { currency, items, clientReference } = anOrder()
    const quote = dataOf(await buyer.post('/portal/v1/quotes', { currency, items }))
    expect(quote).toMatchObject({ totalAmount: 20, faults: [] })
    const body = { clientReference, currency, items, quoteId: quote.quoteId }
    const { id } = dataOf(await placeOrder(buyer, body))
    await fixture.waitForOrder(id, 'COMPLETED')
    const codes = dataOf(await buyer.get(`/portal/v1/orders/${id}/items`))
    expect(codes).toHaveLength(2)
    const [entry] = dataOf(await fixture.admin.get(`/admin/v1/audit?target=order:${id}`))
    expect(entry).toMatchObject({ action: 'order.place', actor: buyer.email })
  })

  test('a repeated order of a person is the first one, byte for byte', async () => {
    const { buyer } = shop()
    const [body, key] = [anOrder(), randomUUID()]
    const twins = await Promise.all([placeOrder(buyer, body, key), placeOrder(buyer, body, key)])
    const again = await placeOrder(buyer, body, key)
    expect(twins.map(({ text }) => text)).toEqual([again.text, again.text])
    expect((await placeOrder(buyer, anOrder(), key)).status).toBe(409)
    expect((await placeOrder(buyer, body)).status).toBe(409)
  })

  test('the spend limit and the funds of the partner limit orders of its people', async () => {
    const { fixture } = shop()
    const { partnerId } = await fixture.newPartner({ USD: '50.00' })
    const buyer = await signedIn(fixture, { role: 'buyer', partnerId })
    const limits = `/admin/v1/partners/${partnerId}/spend-limits`
    dataOf(await fixture.admin.put(limits, { currency: 'USD', perDay: 30 }))
    dataOf(await placeOrder(buyer, anOrder()))
    const limited = await placeOrder(buyer, anOrder())
    expect([limited.status, limited.body.error?.message]).toEqual([
      402,
      expect.stringMatching(/day/),
    ])
    const quote = dataOf(await buyer.post('/portal/v1/quotes', anOrderBody(anOrder())))
    expect(quote.faults).toHaveLength(1)
    dataOf(await fixture.admin.put(limits, { currency: 'USD', perDay: 1_000 }))
    const before = dataOf(await buyer.get('/portal/v1/funds'))
    expect(
      (await placeOrder(buyer, anOrder({ items: [{ ...itemOf(anOrder()), quantity: 4 }] }))).status,
    ).toBe(402)
    expect(dataOf(await buyer.get('/portal/v1/funds'))).toEqual(before)
  })

  test.each([
    ['the buyer loses the role', `update users set role = 'viewer' where partner_id = $1`],
    ['the partner is suspended', `update partners set status = 'SUSPENDED' where partner_id = $1`],
  ])('an order that a buyer sends while %s is refused', async (_, change) => {
    const { fixture } = shop()
    const { db } = fixture
    const { partnerId } = await fixture.newPartner({ USD: '50.00' })
    const buyer = await signedIn(fixture, { role: 'buyer', partnerId })
    const holder = await db.pool.connect()
    await holder.query('begin')
    await holder.query(change, [partnerId])
    const order = placeOrder(buyer, anOrder())
    // The request was admitted as one of a buyer, and waits for the row with the role.
    await Promise.race([untilOneWaits(db), order])
    await holder.query('commit')
    holder.release()

    expect((await order).status).toBe(403)
    await db.pool.query(`update partners set status = 'ACTIVE' where partner_id = $1`, [partnerId])
    expect(dataOf(await buyer.get('/portal/v1/orders'))).toEqual([])
    expect(dataOf(await buyer.get('/portal/v1/funds'))).toMatchObject([{ available: 50, held: 0 }])
  })

  test('play money buys test products, which live mode does not sell', async () => {
    const { fixture } = shop()
    const { partnerId } = await fixture.newPartner({ USD: '50.00' })
    const owner = await signedIn(fixture, { role: 'owner', partnerId })
    dataOf(await owner.post('/portal/v1/credentials', { mode: 'test' }))
    const inTest = { 'x-tessera-mode': 'test' }
    const list = '/portal/v1/products?currency=USD'
    const [product] = dataOf(await owner.send('GET', list, undefined, inTest))
    const items = [{ productId: product.productId, amount: 10, quantity: 1 }]
    expect((await placeOrder(owner, anOrder({ items }))).status).toBe(400)
    const body = JSON.stringify(anOrder({ items }))
    expect((await owner.send('POST', '/portal/v1/orders', body, inTest)).status).toBe(201)
  })
}

function anOrderBody({ currency, items }: Json): Json {
  return { currency, items }
}

function itemOf(order: Json): Json {
  return (order['items'] as Json[])[0] ?? {}
}
