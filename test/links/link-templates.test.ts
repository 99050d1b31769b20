import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealUnits } from '../../src/connectors/units.ts'
import { sql } from '../../src/db/mod.ts'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import type { Json, Reply } from '../support/client.ts'
import { anImage } from '../support/images.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import {
  claimCard,
  hiddenOf,
  linkNow,
  postLinks,
  revealCode,
  sentLink,
  submit,
  visit,
  type Page,
} from './link-fixture.ts'

const PAGE_BYTES_MAX = 30_000
const TEMPLATES = '/portal/v1/link-templates'
let service: MailedService
let owner: Browser
let sold: Json

beforeAll(async () => {
  service = await openMailedService()
  sold = await service.product()
  owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
})
afterAll(() => service.end())

function create(input: Json = {}, by: Browser = owner): Promise<Reply> {
  return by.post(TEMPLATES, { name: 'Summer', ...input })
}

function faultOf({ status, body }: Reply): unknown {
  return [status, body.error?.details?.[0]]
}

test('page and mail of a link have the look and the texts of its template, in their language', async () => {
  const image = anImage().toString('base64')
  const { logo } = dataOf(await owner.post('/portal/v1/link-logos', { image }))
  const texts = [
    {
      locale: 'de',
      subject: '{{ amount }} von {{ partnerName }}',
      greeting: 'Liebe {{ consumerName }}!',
      message: 'Danke: {{ amount }} für zehn Jahre.',
    },
  ]
  const look = { logo, accentColor: '#FFD400', paperColor: '#fff7d6', senderName: 'Aurora & Co' }
  const template = dataOf(await create({ ...look, replyTo: 'hello@aurora.example', texts }))
  const { templateId } = template
  expect(template).toMatchObject({ ...look, accentColor: '#ffd400', secondFactor: 'NONE', texts })

  const recipients = [{ name: 'Ada', email: 'ada@example.com' }]
  const link = await sentLink(service.partner, {
    templateId,
    recipients,
    locale: 'de',
    delivery: 'EMAIL',
  })
  expect(link.templateId).toBe(templateId)
  expect((await linkNow(service.partner, link)).templateId).toBe(templateId)
  const { html, headers } = await visit(link.url)
  const message = 'Danke: 25,00\u00a0$ für zehn Jahre.'
  for (const text of ['Liebe Ada!', message, 'Aurora &amp; Co', `/images/${logo}`]) {
    expect(html).toContain(text)
  }
  expect(html.length).toBeLessThan(PAGE_BYTES_MAX)
  // Two styles, each named by its hash: nothing else may set a color.
  expect(headers.get('content-security-policy')).toMatch(/style-src 'sha256-\S+' 'sha256-\S+';/)
  expect((await visit(new URL(`/images/${logo}`, link.url).href)).status).toBe(200)
  const mail = await eventually(() => {
    const [first] = service.mailbox.received.filter(({ to }) => to === 'ada@example.com')
    if (!first) throw new Error('no mail yet')
    return Promise.resolve(first)
  })
  expect(mail.subject).toContain('von_Aurora')
  const source = mail.raw.replaceAll('=\r\n', '')
  for (const text of ['Liebe Ada!', 'hello@aurora.example', logo, '#ffd400']) {
    expect(source).toContain(text)
  }

  // A link keeps its terms, even after a part of it is claimed.
  await claimCard(link.url, { productId: Number(sold.productId), amount: '10' })
  expect((await visit(link.url)).html).toContain(message)

  // In a language without texts of the template, the page has its default texts.
  const plain = await visit((await sentLink(service.partner, { templateId, locale: 'fr' })).url)
  expect(plain.html).toContain('Aurora &amp; Co')
  expect(plain.html).not.toContain('Danke')

  // A change also affects links that were sent before.
  const path = `${TEMPLATES}/${templateId}`
  dataOf(await owner.send('PUT', path, JSON.stringify({ name: 'Autumn', senderName: 'Borealis' })))
  expect((await visit(link.url)).html).toContain('Borealis')
  expect(dataOf(await owner.get(TEMPLATES))[0]).toMatchObject({ name: 'Autumn', templateId })
})

test('a link without a template has the default mark and one style', async () => {
  const link = await sentLink(service.partner, {})
  expect(link).not.toHaveProperty('templateId')
  const { html, headers } = await visit(link.url)
  expect(html).toContain('<div class="mark" aria-hidden="true"></div>')
  expect(headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^ ]+';/)
})

test('unreadable colors, and texts with unknown placeholders, are refused by field', async () => {
  const refused: readonly (readonly [Json, string, RegExp])[] = [
    [{ accentColor: '#7a7a7a' }, 'accentColor', /contrast of 4\.29:1/],
    [{ accentColor: 'red' }, 'accentColor', /a color such as/],
    [{ paperColor: '#777777' }, 'paperColor', /contrast of \d\.\d\d:1 with the text/],
    [{ replyTo: 'nobody' }, 'replyTo', /e-mail address/],
    [{ logo: `${'0'.repeat(64)}.png` }, 'logo', /no image/],
    [{ texts: [{ locale: 'xx' }] }, 'texts[0].locale', /not a language/],
    [{ texts: [{ locale: 'de' }, { locale: 'de' }] }, 'texts[1].locale', /twice/],
    [{ texts: [{ locale: 'de', subject: '{{ balance }}' }] }, 'texts[0].subject', /may name/],
    [{ texts: [{ locale: 'de', message: '{% if x %}{{' }] }, 'texts[0].message', /may name/],
    [{ secondFactorFrom: [{ currency: 'USD', amount: 0.001 }] }, 'secondFactorFrom[0].amount', /./],
  ]
  for (const [input, field, message] of refused) {
    const fault = { field, message: expect.stringMatching(message) }
    expect(faultOf(await create(input))).toEqual([400, fault])
  }
})

test('a repeat has the first addresses, whatever has changed since; another person gets none', async () => {
  const { templateId } = dataOf(await create())
  const reference = randomUUID()
  const recipients = [{ amount: 5, phone: '+14155550100' }]
  const body = JSON.stringify({ reference, currency: 'USD', templateId, recipients })
  const key = { 'idempotency-key': randomUUID() }
  const send = (by: Browser): Promise<Reply> => by.send('POST', '/portal/v1/links', body, key)
  const first = await send(owner)
  // This service has no provider of SMS, so the same cannot be sent again.
  const texted = { name: 'Summer', secondFactor: 'SMS' }
  dataOf(await owner.send('PUT', `${TEMPLATES}/${templateId}`, JSON.stringify(texted)))

  const { partnerId } = service.partner
  const other = await signedIn(service, { role: 'owner', partnerId })
  const [again, foreign] = [await send(owner), await send(other)]

  expect([first.status, again.status, foreign.status]).toEqual([201, 201, 409])
  expect(dataOf(again)).toEqual(dataOf(first))
})

test('a template requires its second factor from its amount on, unless a link sets another one', async () => {
  const { templateId } = dataOf(
    await create({ secondFactor: 'EMAIL', secondFactorFrom: [{ currency: 'USD', amount: 50 }] }),
  )
  const email = 'factor@example.com'
  const reply = await postLinks(service.partner, {
    templateId,
    recipients: [
      { email, amount: 49.99 },
      { email, amount: 50 },
      { email, amount: 50, secondFactor: 'NONE' },
    ],
  })
  const factors = dataOf(reply).links.map(({ secondFactor = 'NONE' }: Json) => secondFactor)
  expect(factors).toEqual(['NONE', 'EMAIL', 'NONE'])
  const texted = { secondFactor: 'SMS', secondFactorFrom: [{ currency: 'USD', amount: 50 }] }
  const byText = { templateId: dataOf(await create(texted)).templateId }
  const statuses = [49.99, 50].map(async (amount) => {
    const recipients = [{ amount, phone: '+14155550100' }]
    return (await postLinks(service.partner, { ...byText, recipients })).status
  })
  // This service has no provider of SMS.
  expect(await Promise.all(statuses)).toEqual([201, 409])
  const nobody = { templateId, amount: 60, recipients: [{}] }
  expect(faultOf(await postLinks(service.partner, nobody))).toEqual([
    400,
    { field: 'recipients[0].email', message: 'is required where codes are mailed' },
  ])
})

test("another partner's template gets the response of an absent one, if it is used or changed", async () => {
  const { templateId } = dataOf(await create())
  const stranger = await service.newPartner({ USD: '100.00' })
  const absent = `tpl_00000000-0000-4000-8000-000000000000`
  const [foreignReply, absentReply] = [
    await postLinks(stranger, { templateId }),
    await postLinks(stranger, { templateId: absent }),
  ]
  expect(foreignReply.text).toBe(absentReply.text)
  expect(faultOf(foreignReply)).toEqual([
    400,
    { field: 'templateId', message: 'names no template of yours' },
  ])
  expect(await stranger.funds()).toEqual({ USD: 100 })
  const other = await signedIn(service, { role: 'owner', partnerId: stranger.partnerId })
  const put = (id: string) => other.send('PUT', `${TEMPLATES}/${id}`, '{"name":"Mine"}')
  const [foreignPut, absentPut] = [await put(templateId), await put(absent)]
  expect([foreignPut.status, foreignPut.text]).toEqual([404, absentPut.text])
  expect(dataOf(await other.get(TEMPLATES))).toEqual([])
})

test('a preview is rendered like the page and the mail, in a sandboxed frame', async () => {
  const query = 'locale=ar&currency=USD&accentColor=%23123456&message=%3Cb%3EHi'
  for (const part of ['page', 'mail']) {
    const { status, text, headers } = await owner.get(
      `/portal/v1/link-preview?part=${part}&${query}`,
    )
    expect({ part, status }).toEqual({ part, status: 200 })
    expect(text).toContain('dir="rtl"')
    expect(text).toContain('&lt;b&gt;Hi')
    expect(text).toContain('#123456')
    const policy = headers['content-security-policy']
    for (const rule of ['sandbox', "frame-ancestors 'self'", "default-src 'none'"]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toContain('unsafe')
  }
  const wrong = await owner.get('/portal/v1/link-preview?locale=de&currency=USD&accentColor=red')
  expect(wrong.text).toContain('accentColor must be a color')
})

test('the bar code of a card is in the format that its supplier has named for this code', async () => {
  const { partner, db, services } = service
  const { productId } = await service.product({ supplier: 'vault' })
  const [number, barcode] = ['4006381333931', '6035710000000001']
  const file = `faceValue,giftCardNumber,barCodeNumber\n10,${number},${barcode}\n`
  const path = `/admin/v1/products/${productId}/codes`
  expect((await service.admin.post(path, file, { 'content-type': 'text/csv' })).status).toBe(201)
  const link = await sentLink(partner, { products: [productId] })
  const card = await claimCard(link.url, { productId, amount: '10' })
  expect((await revealCode(card)).html).toContain('<svg class="bars"')
  const { partnerId } = partner
  const [order] = await db.rows(sql<{ no: string }>`
    select order_no::text as no from orders
    where partner_id = ${partnerId} and link_no = ${link.linkId.slice('lnk_'.length)}`)
  const orderNo = Number(order?.no)
  const at = { partnerId, orderNo, batchNo: 1, firstUnit: 1, createNo: 1, reference: randomUUID() }

  const sealed = sealUnits(services.vault, at, [{ number, barcode, barcodeType: 'qr-code' }])
  await db.rows(sql`
    insert into supplier_creates (partner_id, order_no, batch_no, first_unit, create_no, reference,
      product_id, currency, face_value_minor, quantity, settings, status, kept, released, begun_at)
    values (${partnerId}, ${orderNo}, 1, 1, 1, ${at.reference}, ${productId}, 'USD', 1000, 1,
      '{}', 'DONE', ${sealed}, true, now())`)

  expect((await revealCode(card)).html).toContain('<svg class="qr"')
})

function brandsIn({ html }: Page): readonly string[] {
  return html.match(/Bücher \d+/g) ?? []
}

test('36 cards fit a page without pictures, and cards are found by a part of their brand', async () => {
  const brands = Array.from({ length: 40 }, (_, at) => `Wörter und Bücher ${at + 10}`)
  const created = await Promise.all(brands.map((brand) => service.product({ brand })))
  const products = created.map(({ productId }: Json) => productId)
  const { url } = await sentLink(service.partner, { products })

  const [first, second] = [await visit(url), await visit(`${url}?page=2`)]
  const searchPage = await visit(`${url}?q=${encodeURIComponent(' BUCHER 2')}`)

  expect(brandsIn(first)).toHaveLength(36)
  expect(Buffer.byteLength(first.html)).toBeLessThan(PAGE_BYTES_MAX)
  expect(brandsIn(second)).toHaveLength(4)
  expect(brandsIn(searchPage)).toEqual(Array.from({ length: 10 }, (_, at) => `Bücher 2${at}`))
  expect((await visit(`${url}?q=none`)).html).toContain('No card here has this name')
})

test('before a choice, the page names the lowest price of a card in stock', async () => {
  const [expensive, cheap, soldOut] = [
    await service.product({ minAmount: 10 }),
    await service.product({ minAmount: 5 }),
    await service.product({ minAmount: 1, supplier: 'vault' }),
  ]
  const products = [expensive.productId, cheap.productId, soldOut.productId]
  const { url } = await sentLink(service.partner, { products })
  const { html } = await visit(`${url}/choose/${expensive.productId}`)
  expect(html).toContain('Another card costs at least $5.00.')
})

test('a card of our own leads to its balance, also after its pages have moved', async () => {
  const { productId } = await service.product({ supplierSettings: { redeemable: true } })
  const { url } = await sentLink(service.partner, { products: [productId] })
  const card = await claimCard(url, { productId, amount: '10' })
  const otherProcess = await service.another()
  const started = service.logged.findLast((line) => line.includes('"started"')) ?? ''
  const base: string = JSON.parse(started).claimUrl

  const revealedPage = await revealCode(new URL(new URL(card).pathname, base).href)

  expect(revealedPage.html).not.toContain('at the brand')
  const balance = await submit(new URL('/card', base).href, hiddenOf(revealedPage))
  expect(balance.html).toContain('>$10.00</h1>')
  await otherProcess.stop()
})
