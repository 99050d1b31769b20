import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Refusal } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { createLinkSweep, sumLinks } from '../../src/links/mod.ts'
import { expectError, stoppedClock } from '../conformance/v2/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { dataOf, shareService, startService, type RunningService } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import {
  claimCard,
  claimForm,
  linkNow,
  returnForm,
  revealCode,
  sentLink,
  sentLinks,
  submit,
  visit,
} from './link-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })
const DAY_MS = 86_400_000

async function expectVerified({ db }: Pick<RunningService, 'db'>): Promise<void> {
  expect((await verifyBooks(db)).differences).toEqual([])
}

/** Ends the links that are past their date, as the job does. */
function sweep({ services, db }: RunningService): Promise<void> {
  const { clock, orders } = services
  return createLinkSweep({ db, clock, end: (partnerId, act) => orders.link(partnerId, act) })()
}

test('an Idempotency-Key makes each change of a link once, and refuses another payload', async () => {
  const { partner, ...service } = await shared({ funds: { USD: '100.00' } })
  const { productId } = await service.product()
  const link = await sentLink(partner, { products: [productId] })
  const at = (act: string) => `/v2/links/${link.linkId}/${act}`
  const key = { 'idempotency-key': randomUUID() }
  const replaceEmail = (email: string) => partner.post(at('replace'), { email }, key)

  const replies = await Promise.all([1, 2, 3, 4].map(() => replaceEmail('a@example.com')))
  const again = await replaceEmail('a@example.com')
  for (const reply of replies) expect(reply).toMatchObject({ status: 200, text: again.text })
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await visit(dataOf(again).url)).status).toBe(200)
  expectError(await replaceEmail('b@example.com'), 409, 'BUSINESS_RULE_VIOLATION', [
    'Idempotency-Key',
  ])
  expectError(await partner.post(at('cancel'), {}, key), 409, 'BUSINESS_RULE_VIOLATION', [
    'Idempotency-Key',
  ])
  const other = { 'idempotency-key': randomUUID() }
  const cancelled = await partner.post(at('cancel'), { reason: 'left' }, other)
  const repeated = await partner.post(at('cancel'), { reason: 'left' }, other)
  expect(repeated).toMatchObject({ status: 200, text: cancelled.text })
  for (const act of ['cancel', 'resend', 'replace']) {
    const { status } = await partner.post(at(act), {}, { 'idempotency-key': 'x' })
    expect(status).toBe(400)
  }
  expect(await partner.funds()).toEqual({ USD: 100 })
  await expectVerified(service)
})

test('a claim at the last second either wins or loses, and the rest goes back', async () => {
  const clock = stoppedClock()
  const service = await startService({ clock, settings: { claimPort: 0 }, funds: { USD: '100' } })
  const { partner } = service
  const { productId } = await service.product()
  const claimBy = new Date(clock.now() + 2 * DAY_MS).toISOString()
  const recipients = Array.from({ length: 4 }, () => ({}))
  const links = await sentLinks(partner, { products: [productId], claimBy, recipients })
  const forms = await Promise.all(
    links.map(({ url }) => claimForm(url, { productId, amount: '20' })),
  )
  await sweep(service)
  expect(await partner.funds()).toEqual({ USD: 0 })
  clock.advance(2 * DAY_MS - 1)
  const early = await submit(`${links[0]?.url}/claim`, forms[0] ?? {})
  expect(early.status).toBe(303)

  clock.advance(1)
  await Promise.all([
    sweep(service),
    ...links.slice(1).map(({ url }, at) => submit(`${url}/claim`, forms[at + 1] ?? {})),
    sweep(service),
  ])

  await eventually(async () => {
    const found = await Promise.all(links.map((link) => linkNow(partner, link)))
    expect(found).toMatchObject([
      { status: 'EXPIRED', claimed: 20, returned: 5, left: 0 },
      ...links.slice(1).map(() => ({ status: 'EXPIRED', claimed: 0, returned: 25, orders: [] })),
    ])
  })
  expect(await partner.funds()).toEqual({ USD: 80 })
  await expectVerified(service)
})

test('the first end of a link returns its rest, once; a chosen card stays', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product({ supplier: 'vault' })
  const [one, two] = await sentLinks(partner, { products: [productId], recipients: [{}, {}] })
  await service.stock(productId, ['code-of-the-link'])
  const card = await claimCard(one.url, { productId, amount: '10' })
  const giveBack = returnForm(await visit(`${one.url}/return`))

  const outcomes = await Promise.all([
    ...Array.from({ length: 5 }, () => submit(`${one.url}/return`, giveBack)),
    ...Array.from({ length: 5 }, () => partner.post(`/v2/links/${one.linkId}/cancel`, {})),
  ])

  expect(outcomes.every(({ status }) => [200, 303, 409].includes(status))).toBe(true)
  await eventually(async () => {
    expect(await linkNow(partner, one)).toMatchObject({ claimed: 10, returned: 15, left: 0 })
  })
  expect((await revealCode(card)).html).toContain('code-of-the-link')
  const cancelled = dataOf(await partner.post(`/v2/links/${two.linkId}/cancel`, {}))
  expect(cancelled).toMatchObject({ status: 'CANCELLED', returned: 25 })
  expect(dataOf(await partner.post(`/v2/links/${two.linkId}/cancel`, {}))).toEqual(cancelled)
  expect(await partner.funds()).toEqual({ USD: 90 })
  expect((await visit(two.url)).html).toContain('ended this gift')
  await expectVerified(service)
})

test('a link whose whole amount is chosen cannot be claimed again, even before the delivery', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId } = await service.product({ supplier: 'vault' })
  await service.stock(productId, ['gone'])
  const sent = { amount: 10, products: [productId], recipients: [{}, {}] }
  const [one] = await sentLinks(partner, sent)
  const form = await claimForm(one.url, { productId, amount: '10' })
  await db.rows(sql`delete from stock_free where product_id = ${productId}`)

  await submit(`${one.url}/claim`, form)

  expect(await linkNow(partner, one)).toMatchObject({ status: 'CLAIMED', claimed: 0 })
  expect(await sumLinks(db, partner.partnerId)).toMatchObject([{ links: 2, openLinks: 1 }])
})

test('an order of a link that fails gives its amount back to the person, or to the funds', async () => {
  const service = await shared({ funds: { USD: '50.00' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const { productId: missing } = await service.product({ supplier: 'vault' })
  await service.stock(missing, ['taken'])
  const products = [productId, missing]
  const [one, two] = await sentLinks(partner, { products, recipients: [{}, {}] })
  const choice = { productId: missing, amount: '10' }
  const forms = [await claimForm(one.url, choice), await claimForm(two.url, choice)]
  const { db } = service
  await db.rows(sql`delete from stock_free where product_id = ${missing}`)
  for (const [at, { url }] of [one, two].entries()) await submit(`${url}/claim`, forms[at] ?? {})
  const orders = await eventually(async () => {
    const found = [await linkNow(partner, one), await linkNow(partner, two)]
    expect(found).toMatchObject(
      [1, 2].map(() => ({ left: 15, orders: [{ status: 'OUT_OF_STOCK' }] })),
    )
    return found.map((link) => link.orders[0].orderId)
  })
  await expectVerified(service)
  await partner.post(`/v2/links/${two.linkId}/cancel`, {})
  expect(await partner.funds()).toEqual({ USD: 15 })

  for (const id of orders) {
    dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'not to be had' }))
  }

  expect(await linkNow(partner, one)).toMatchObject({ status: 'OPEN', left: 25, returned: 0 })
  expect(await linkNow(partner, two)).toMatchObject({ status: 'CANCELLED', returned: 25 })
  expect(await partner.funds()).toEqual({ USD: 25 })
  expect((await visit(`${one.url}/cards/1`)).html).toContain('yours again')
  await claimCard(one.url, { productId, amount: '25' })
  await expectVerified(service)
})

test('discounts go back when a card is delivered; fees are set aside, and unused ones go back', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const { productId: expensive } = await service.product()
  const { partnerId } = partner
  const rules = [
    { productId, discountPercent: 10 },
    { productId: expensive, feeAmount: 0.5 },
  ]
  for (const rule of rules)
    dataOf(await admin.post('/admin/v1/price-rules', { partnerId, ...rule }))

  const link = await sentLink(partner, { products: [productId, expensive] })

  expect(await partner.funds()).toEqual({ USD: 72.5 })
  await claimCard(link.url, { productId, amount: '20' })
  await eventually(async () => {
    expect(await linkNow(partner, link)).toMatchObject({ claimed: 18, returned: 2, left: 5 })
  })
  expect(await partner.funds()).toEqual({ USD: 74.5 })
  await claimCard(link.url, { productId: expensive, amount: '5' })
  await eventually(async () => {
    const found = await linkNow(partner, link)
    expect(found).toMatchObject({ claimed: 23.5, returned: 4, left: 0, status: 'CLAIMED' })
  })
  expect(await partner.funds()).toEqual({ USD: 76.5 })
  await expectVerified(service)
})

test('links that cannot be ended yet do not delay others, and few are ended at a time', async () => {
  const clock = stoppedClock()
  const service = await startService({ clock, settings: { claimPort: 0 }, funds: { USD: '100' } })
  const { productId } = await service.product()
  const claimBy = new Date(clock.now() + 2 * DAY_MS).toISOString()
  const recipients = [{}, {}, {}, {}]
  const links = await sentLinks(service.partner, { products: [productId], claimBy, recipients })
  clock.advance(2 * DAY_MS)
  const numbers = links.map(({ linkId }) => Number(linkId.slice('lnk_'.length)))
  const attempts: number[][] = []
  let running = 0
  const concurrency: number[] = []
  const sweepTwo = createLinkSweep({
    db: service.db,
    clock,
    linksPerSweep: 2,
    writesMax: 1,
    async end(_partnerId, { linkNo }) {
      concurrency.push((running += 1))
      await Promise.resolve()
      running -= 1
      attempts.at(-1)?.push(linkNo)
      throw new Refusal('state_conflict', 'it cannot be ended')
    },
  })

  for (let time = 0; time < 4; time += 1) {
    attempts.push([])
    await sweepTwo()
  }

  expect(attempts).toEqual([numbers.slice(0, 2), numbers.slice(2), [], numbers.slice(0, 2)])
  expect(Math.max(...concurrency)).toBe(1)
})

test('while the sender is suspended, the page shows until when the gift stays, and nothing is lost', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const claimBy = new Date(Date.now() + 60 * DAY_MS)
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(claimBy)
  const link = await sentLink(partner, { products: [productId], claimBy, locale: 'en' })
  const form = await claimForm(link.url, { productId, amount: '10' })
  const card = await claimCard(link.url, { productId, amount: '5' })
  await eventually(async () => {
    expect(await linkNow(partner, link)).toMatchObject({ claimed: 5 })
  })
  const path = `/admin/v1/partners/${partner.partnerId}`
  dataOf(await admin.patch(path, { status: 'SUSPENDED', reason: 'under review' }))

  for (const page of [
    await visit(link.url),
    await visit(`${link.url}/choose/${productId}`),
    await submit(`${link.url}/claim`, { ...form, claim: '1' }),
    await submit(`${link.url}/claim`, form),
  ]) {
    expect(page.html).toContain('are paused')
    expect(page.html).toContain(`not lost, and stays here until ${day}`)
    expect(page.html).not.toContain('/choose/')
  }
  expect((await revealCode(card)).html).toContain('class="value"')

  dataOf(await admin.patch(path, { status: 'ACTIVE', reason: 'reviewed' }))
  await claimCard(link.url, { productId, amount: '20' })
  expect(await linkNow(partner, link)).toMatchObject({ left: 0 })
})

test('a card that is chosen while the sender is being suspended is not given', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId } = await service.product()
  const link = await sentLink(partner, { products: [productId], locale: 'en' })
  const form = await claimForm(link.url, { productId, amount: '10' })
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query(`update partners set status = 'SUSPENDED' where partner_id = $1`, [
    partner.partnerId,
  ])

  // The claim reads the partner before the suspension commits, and waits for the commit.
  const sent = submit(`${link.url}/claim`, form)
  await Promise.race([untilOneWaits(db), sent])
  await holder.query('commit')
  holder.release()

  expect((await sent).status).toBe(409)
  const { admin } = service
  dataOf(await admin.patch(`/admin/v1/partners/${partner.partnerId}`, { status: 'ACTIVE' }))
  expect(await linkNow(partner, link)).toMatchObject({ left: 25 })
})
