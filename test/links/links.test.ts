import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectError } from '../conformance/v2/fixture.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, shareService, startService, type RunningService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import {
  claimCard,
  claimForm,
  linkNow,
  postLinks,
  revealCode,
  sentLink,
  sentLinks,
  submit,
  visit,
} from './link-fixture.ts'
import { testLinkStatements } from './link-statements.ts'

const shared = shareService({ settings: { claimPort: 0 } })

async function expectVerified({ db }: Pick<RunningService, 'db'>): Promise<void> {
  expect((await verifyBooks(db)).differences).toEqual([])
}

test('a link sets its amount aside; cards are paid from it; nothing is charged twice', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()

  const link = await sentLink(partner, { products: [productId] })

  expect(link).toMatchObject({ status: 'OPEN', amount: 25, left: 25, claimed: 0, returned: 0 })
  expect(await partner.funds()).toEqual({ USD: 75 })
  const card = await claimCard(link.url, { productId, amount: '10' })
  await eventually(async () => {
    expect(await linkNow(partner, link)).toMatchObject({
      status: 'PARTLY_CLAIMED',
      left: 15,
      claimed: 10,
      orders: [{ status: 'COMPLETED', productId, faceValue: 10, currency: 'USD' }],
    })
  })
  const [first, again] = [await revealCode(card), await revealCode(card)]
  expect(first.html).toMatch(/class="value" dir="ltr">[0-9A-Z-]{8,}</)
  expect(again.html).toBe(first.html)
  await claimCard(link.url, { productId, amount: '15.00' })
  await eventually(async () => {
    expect(await linkNow(partner, link)).toMatchObject({ status: 'CLAIMED', left: 0, claimed: 25 })
  })
  expect(await partner.funds()).toEqual({ USD: 75 })
  await expectVerified(service)
})

test('the partner sees the order of a link, but not its code', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const link = await sentLink(partner, { products: [productId] })
  await claimCard(link.url, { productId, amount: '25' })
  const { orders } = await eventually(async () => {
    const current = await linkNow(partner, link)
    expect(current.orders).toMatchObject([{ status: 'COMPLETED' }])
    return current
  })
  const path = `/v2/orders/${orders[0].orderId}`

  expect(await partner.get(path)).toMatchObject({ status: 200 })
  expectError(await partner.get(`${path}/items`), 403, 'AUTHORIZATION_ERROR')
  expectError(await partner.get(`${path}/fulfillments/export`), 403, 'AUTHORIZATION_ERROR')
})

test('GET and HEAD of every address of a link change nothing', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const link = await sentLink(partner, { products: [productId] })
  const paths = ['', `/choose/${productId}`, '/return', '/cards/1']

  for (const path of paths) {
    for (const method of ['GET', 'HEAD']) await visit(link.url + path, { method })
  }
  // A scanner that presses the button has not confirmed and has chosen no card.
  const { agree: _, ...unconfirmed } = await claimForm(link.url, { productId, amount: '25' })
  expect((await submit(`${link.url}/claim`, unconfirmed)).status).toBe(400)

  expect(await linkNow(partner, link)).toMatchObject({ status: 'OPEN', left: 25, orders: [] })
  const { headers } = await visit(link.url)
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': expect.stringContaining('noindex'),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('concurrent claims of one link by the same form give one card', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const [{ productId }, other] = [await service.product(), await service.product()]
  const link = await sentLink(partner, { products: [productId, other.productId] })
  const form = await claimForm(link.url, { productId, amount: '25' })
  const forms = [form, { ...form, product: String(other.productId) }, { ...form, amount: '5' }]

  const pages = await Promise.all(
    Array.from({ length: 90 }, (_, at) => submit(`${link.url}/claim`, forms[at % 3] ?? form)),
  )

  expect(pages.filter(({ status }) => status === 303).length).toBeGreaterThan(0)
  const {
    orders,
    left,
    claimed: charged,
  } = await eventually(async () => {
    const current = await linkNow(partner, link)
    expect(current.orders).toMatchObject([{ status: 'COMPLETED' }])
    return current
  })
  expect(left + orders[0].faceValue).toBe(25)
  expect(charged).toBe(orders[0].faceValue)
  expect(await partner.funds()).toEqual({ USD: 75 })
  await expectVerified(service)
})

test('links are found by a key of their metadata with its value', async () => {
  const { partner } = await shared({ funds: { USD: '100.00' } })
  const labels = [{ team: 'a', site: 'b' }, { team: 'b' }, undefined]
  const sent = await sentLinks(partner, { recipients: labels.map((metadata) => ({ metadata })) })

  const { data, meta } = (await partner.get('/v2/links?metadata=team:a')).body
  expect(data.map(({ linkId }: Json) => linkId)).toEqual([sent[0]?.linkId])
  expect(meta.pagination).toEqual({ pageSize: 100, hasNext: false })
  expect((await partner.get('/v2/links?metadata=site:a')).body.data).toEqual([])
})

test('a fault in the amount of all recipients is named once', async () => {
  const { partner } = await shared()
  const input = { amount: 1.001, recipients: [{}, {}, { amount: 0 }] }

  expectError(await postLinks(partner, input), 400, 'VALIDATION_ERROR', [
    'amount',
    'recipients[2].amount',
  ])
})

test('all links of a request are sent, or none; a key returns the first response', async () => {
  const service = await shared({ funds: { USD: '60.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const input = { reference: randomUUID(), products: [productId], recipients: [{}, {}] }
  const key = randomUUID()

  const first = await postLinks(partner, input, key)
  const replies = await Promise.all([
    postLinks(partner, input, key),
    postLinks(partner, input, key),
  ])

  expect(first.status).toBe(201)
  for (const { status, text, headers } of replies) {
    expect({ status, text }).toEqual({ status: 201, text: first.text })
    expect(headers['idempotent-replayed']).toBe('true')
  }
  const other = { ...input, amount: 5 }
  expectError(await postLinks(partner, other, key), 409, 'BUSINESS_RULE_VIOLATION', [
    'Idempotency-Key',
  ])
  expectError(await postLinks(partner, other), 409, 'BUSINESS_RULE_VIOLATION', ['reference'])
  const more = { products: [productId], recipients: [{}, { amount: 5 }] }
  expectError(await postLinks(partner, more), 402, 'BUSINESS_RULE_VIOLATION', ['currency'])
  // This service sends no mails.
  const mailed = { ...more, delivery: 'EMAIL', recipients: [{ email: 'a@b.test', amount: 5 }] }
  expectError(await postLinks(partner, mailed), 409, 'BUSINESS_RULE_VIOLATION')
  const { data } = (await partner.get('/v2/links')).body
  expect(data).toHaveLength(2)
  expect(await partner.funds()).toEqual({ USD: 10 })
})

test('a replaced token ends at once, and other partners do not find the link', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const link = await sentLink(partner, { products: [productId] })
  const form = await claimForm(link.url, { productId, amount: '25' })
  const stranger = await service.newPartner({})

  for (const path of ['', '/cancel', '/replace']) {
    const target = `/v2/links/${link.linkId}${path}`
    const reply = path === '' ? await stranger.get(target) : await stranger.post(target, {})
    expectError(reply, 404, 'RESOURCE_NOT_FOUND')
  }
  const { url } = dataOf(await partner.post(`/v2/links/${link.linkId}/replace`, {}))

  expect(url).not.toBe(link.url)
  expect(await visit(link.url)).toMatchObject({ status: 410 })
  expect((await submit(`${link.url}/claim`, form)).status).toBe(410)
  // The form was made for the previous token.
  await submit(`${url}/claim`, form)
  expect(await linkNow(partner, link)).toMatchObject({ status: 'OPEN', orders: [] })
  await claimCard(url, { productId, amount: '5' })
  expectError(
    await partner.post(`/v2/links/${link.linkId}/replace`, {}),
    409,
    'BUSINESS_RULE_VIOLATION',
  )
})

test('guesses are slowed down by network, and people with a link are served', async () => {
  const service = await startService({ settings: { claimPort: 0 }, funds: { USD: '25.00' } })
  const { productId } = await service.product()
  const { url } = await sentLink(service.partner, { products: [productId] })
  const guess = (at: number) => url.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a') + at)

  const pages = await Promise.all(Array.from({ length: 40 }, (_, at) => visit(guess(at))))

  const statuses = pages.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect((await visit(url)).status).toBe(200)
})

testLinkStatements(() => shared({ funds: { USD: '100.00' } }))

test('a clientReference of the partner cannot prevent a claim', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const link = await sentLink(partner, { products: [productId] })
  const items = [{ productId, quantity: 1, amount: 10 }]
  const clientReference = `${link.linkId}-1`
  dataOf(await partner.post('/v2/orders', { clientReference, currency: 'USD', items }))

  await claimCard(link.url, { productId, amount: '25' })

  expect(await linkNow(partner, link)).toMatchObject({ left: 0, orders: [{ faceValue: 25 }] })
})

test('a page whose cards are no longer sold says that nothing can be chosen now', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { productId } = await service.product()
  const { url } = await sentLink(service.partner, { products: [productId] })
  const nothing = 'Nothing can be chosen here just now.'
  expect((await visit(url)).html).not.toContain(nothing)

  dataOf(await service.admin.patch(`/admin/v1/products/${productId}`, { active: false }))

  await eventually(async () => expect((await visit(url)).html).toContain(nothing))
})

test('an erasure includes the links of a person, which keep their value', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin, db } = service
  const { productId } = await service.product()
  const recipients = [{ name: 'Zoë Grün', email: 'Zoe@example.com' }, { name: 'Ben' }]
  const [link, other] = await sentLinks(partner, { products: [productId], recipients })
  const path = `/admin/v1/partners/${partner.partnerId}/recipients/erasure`
  const erasure = { recipient: 'zoe@EXAMPLE.com', reason: 'ticket 12' }
  const stranger = await service.newPartner({})

  const foreign = `/admin/v1/partners/${stranger.partnerId}/recipients/erasure`
  expect((await admin.post(foreign, erasure)).status).toBe(404)
  expect((await visit(link?.url)).html).toContain('Zoë Grün')
  dataOf(await admin.post(path, erasure))

  expect((await visit(link?.url)).html).not.toContain('Zoë')
  expect((await visit(other?.url)).html).toContain('Ben')
  await claimCard(link?.url, { productId, amount: '10' })
  const { rows } = await db.pool.query(
    `select from links where partner_id = ${partner.partnerId}
     and (recipient_sealed is not null or email_blind is not null)`,
  )
  expect(rows).toHaveLength(1)
  expect((await admin.post(path, erasure)).status).toBe(404)
})

test('a link with a wrongly written promise is not sent, because the sentinel refuses the group', async () => {
  const { db, partner, services } = await shared({ funds: { USD: '100.00' } })
  await db.pool.query(`
    create function break_promise() returns trigger language plpgsql as
      $$begin new.claimed_minor = 1; return new; end$$;
    create trigger break_promise before insert on links
      for each row execute function break_promise()`)

  expect((await postLinks(partner)).status).toBe(500)

  await db.pool.query('drop function break_promise cascade')
  expect(await partner.funds()).toEqual({ USD: 100 })
  const metrics = await services.metrics.text()
  expect(metrics).toContain('tessera_sentinel_faults_total{invariant="promise_of_link"} 1')
})
