import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveAs, gatedProcess } from '../approvals/fixture.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { testFailedClaims } from './failed-claims.ts'
import {
  claimForm,
  isCard,
  linkNow,
  returnForm,
  sentLink,
  submit,
  visit,
  type Page,
} from './link-fixture.ts'

const HOUR_MS = 3_600_000
let service: RunningService
let owner: Browser
let productId: number
let aheadMs = 0
beforeAll(async () => {
  const clock = { now: () => Date.now() + aheadMs, monotonic: () => performance.now() + aheadMs }
  const settings = { claimPort: 0, countryHeader: 'X-Country' }
  service = await openService({ clock, settings, funds: { USD: '5000.00' } })
  ;({ productId } = await service.product())
})
afterAll(() => service.end())

/** Returns the id of a template with rules of its own. */
async function template(claimRules: Json): Promise<string> {
  // Signs in again, because tests have advanced the clock and earlier sessions have ended.
  owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
  const body = { name: 'Rules', claimRules }
  return dataOf(await owner.post('/portal/v1/link-templates', body)).templateId
}

async function threeLinksOf(templateId: string): Promise<[Json, Json, Json]> {
  return [await linkOf(templateId), await linkOf(templateId), await linkOf(templateId)]
}

function linkOf(templateId: string, recipient: Json = {}): Promise<Json> {
  const products = [productId]
  return sentLink(service.partner, { templateId, products, recipients: [recipient] })
}

async function claim({ url }: Json, amount = '10', headers: Record<string, string> = {}) {
  const form = await claimForm(url, { productId, amount })
  return visit(`${url}/claim`, { method: 'POST', body: new URLSearchParams(form), headers })
}

function operate({ linkId }: Json, act: string) {
  return service.admin.post(`/admin/v1/links/${linkId}/${act}`, { reason: 'asked by phone' })
}

async function openReviews(): Promise<Json[]> {
  return dataOf(await service.admin.get('/admin/v1/link-reviews'))
}

test('a claim that breaks a rule waits, its link shows until when, and it succeeds once it is released', async () => {
  const templateId = await template({ networkPerDay: 1, reviewHours: 48 })
  const [first, second] = [await linkOf(templateId), await linkOf(templateId)]

  expect(isCard(await claim(first))).toBe(true)
  const page = await claim(second)
  expect(isCard(page)).toBe(false)
  const { html } = await visit(second.url)
  expect(html).toContain('is being checked')
  expect(html).not.toContain('/choose/')
  expect(isCard(await claim(second))).toBe(false)
  expect(await linkNow(service.partner, second)).toMatchObject({ status: 'OPEN', left: 25 })
  const [review] = (await openReviews()).filter(({ linkId }) => linkId === second.linkId)
  expect(review).toMatchObject({ rule: 'NETWORK' })
  expect((await linkNow(service.partner, second)).reviewUntil).toBe(review?.reviewUntil)

  const both = await Promise.all([operate(second, 'release'), operate(second, 'release')])
  const statuses = both.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 409])
  expect(isCard(await claim(second))).toBe(true)
  expect(isCard(await claim(second, '5'))).toBe(true)
  const { data } = (await service.admin.get('/admin/v1/audit?action=link.release')).body
  expect(data[0]).toMatchObject({ reason: 'asked by phone', target: `link:${second.linkId}` })
})

test('under a rule of four eyes, a release waits for a second person, and lets one claim pass', async () => {
  const gated = await gatedProcess(service)
  const ann = await gated.signedIn({ role: 'admin' })
  const ben = await gated.signedIn({ role: 'admin' })
  const templateId = await template({ networkPerDay: 1 })
  const [first, heldLink] = [await linkOf(templateId), await linkOf(templateId)]
  await claim(first)
  await claim(heldLink)

  const release = await ann.post(`/admin/v1/links/${heldLink.linkId}/release`, {
    reason: 'is known',
  })
  expect(release.status).toBe(202)
  const { approvalId } = dataOf(release)
  const shown = dataOf(await ben.get(`/admin/v1/approvals/${approvalId}`))
  const before = { linkId: heldLink.linkId, amount: '25.00 USD', rule: 'NETWORK' }
  expect(shown).toMatchObject({ kind: 'links', before, after: { rule: null }, mayDecide: true })
  expect(isCard(await claim(heldLink))).toBe(false)
  expect((await approveAs(ann, approvalId)).status).toBe(403)
  expect(dataOf(await approveAs(ben, approvalId))).toMatchObject({ state: 'EXECUTED' })
  expect(isCard(await claim(heldLink))).toBe(true)
  const [entry] = dataOf(await service.admin.get('/admin/v1/audit?action=link.release'))
  expect(entry).toMatchObject({ actor: ann.email, approver: ben.email, reason: 'is known' })
  gated.http.close()
})

test('a claim that nobody releases in time is given back; at the deadline, a release is too late', async () => {
  const templateId = await template({ networkPerDay: 1, reviewHours: 1 })
  const [first, second, third] = await threeLinksOf(templateId)
  await claim(first)
  await claim(second)
  await claim(third)
  const before = (await service.partner.funds())['USD'] ?? 0

  aheadMs += HOUR_MS
  expect((await operate(second, 'release')).status).toBe(409)
  await eventually(async () => {
    for (const link of [second, third]) {
      expect(await linkNow(service.partner, link)).toMatchObject({ status: 'CANCELLED', left: 0 })
    }
  })
  expect((await service.partner.funds())['USD']).toBe(before + 50)
  expect((await visit(second.url)).html).toContain('ended this gift')
})

test('three claims at once of a template that allows one: one gets a card, the others wait', async () => {
  const templateId = await template({ amountPerDay: [{ currency: 'USD', amount: 10 }] })
  const links = await Promise.all([linkOf(templateId), linkOf(templateId), linkOf(templateId)])
  const pages = await Promise.all(links.map((link) => claim(link)))

  expect(pages.filter(isCard)).toHaveLength(1)
  const waiting = (await openReviews()).map(({ linkId, rule }) => [linkId, rule])
  for (const [at, link] of links.entries()) {
    const isWaiting = waiting.some(([id, rule]) => id === link.linkId && rule === 'AMOUNT')
    expect(isWaiting).toBe(!isCard(pages[at] as Page))
  }
})

test('a failed claim is not counted, and a rule applies from its change on', async () => {
  const templateId = await template({ amountPerDay: [{ currency: 'USD', amount: 10 }] })
  const [retriedLink, large, small] = await threeLinksOf(templateId)
  // This claim is refused, because no card is worth so little.
  expect(isCard(await claim(retriedLink, '0.01'))).toBe(false)
  expect(isCard(await claim(retriedLink, '10'))).toBe(true)
  expect(isCard(await claim(large, '5'))).toBe(false)
  expect((await openReviews()).map(({ linkId }) => linkId)).toContain(large.linkId)

  const none = JSON.stringify({ name: 'Rules' })
  dataOf(await owner.send('PUT', `/portal/v1/link-templates/${templateId}`, none))
  expect(isCard(await claim(small, '5'))).toBe(true)
  const again = await linkOf(templateId)
  const stricter = JSON.stringify({ name: 'Rules', claimRules: { countries: ['DE'] } })
  dataOf(await owner.send('PUT', `/portal/v1/link-templates/${templateId}`, stricter))
  expect(isCard(await claim(again, '5'))).toBe(false)
  expect((await openReviews()).map(({ linkId }) => linkId)).toContain(again.linkId)
})

testFailedClaims(() => ({ service, productId, template, claim }))

function putRules(claimRules?: Json) {
  return owner.send('PUT', '/portal/v1/claim-rules', JSON.stringify({ claimRules }))
}

test('the rules of a partner count claims of all its links, with a template or without', async () => {
  // The rule of this template allows all claims of the test.
  const templateId = await template({ networkPerDay: 1_000 })
  const phone = '+4915155500011'
  const sendPlainLink = () =>
    sentLink(service.partner, { products: [productId], recipients: [{ phone }] })
  const first = await sendPlainLink()
  const second = await linkOf(templateId, { phone })
  const third = await linkOf(templateId)
  dataOf(await putRules({ addressPerDay: 1, reviewHours: 5 }))
  expect(dataOf(await owner.get('/portal/v1/claim-rules'))).toEqual({
    claimRules: { addressPerDay: 1, reviewHours: 5 },
  })

  expect(isCard(await claim(first))).toBe(true)
  expect(isCard(await claim(second))).toBe(false)
  expect((await openReviews()).find(({ linkId }) => linkId === second.linkId)).toMatchObject({
    rule: 'ADDRESS',
  })
  expect(isCard(await claim(third))).toBe(true)

  const { partnerId } = service.partner
  const buyer = await signedIn(service, { role: 'buyer', partnerId })
  expect((await buyer.send('PUT', '/portal/v1/claim-rules', '{}')).status).toBe(403)
  const wrong = await putRules({ countries: ['Germany'] })
  expect([wrong.status, wrong.body.error.details[0].field]).toEqual([
    400,
    'claimRules.countries[0]',
  ])
  expect(dataOf(await putRules())).toEqual({})
  const [entry] = dataOf(await service.admin.get('/admin/v1/audit?action=partner.claim_rules'))
  expect(entry).toMatchObject({ before: { claimRules: { addressPerDay: 1 } } })
  expect(isCard(await claim(await sendPlainLink()))).toBe(true)
})

test('twenty claims of a partner at once, under a sum of fifty a day: five get a card', async () => {
  await template({ networkPerDay: 1_000 })
  const funds = { USD: '1000.00' }
  const other = await service.newPartner(funds)
  owner = await signedIn(service, { role: 'owner', partnerId: other.partnerId })
  dataOf(await putRules({ amountPerDay: [{ currency: 'USD', amount: 50 }] }))
  const links = []
  for (let at = 0; at < 20; at += 1) links.push(await sentLink(other, { products: [productId] }))

  const pages = await Promise.all(links.map((link) => claim(link)))

  expect(pages.filter(isCard)).toHaveLength(5)
  const { rows } = await service.db.pool.query(
    'select sum(amount_minor)::integer as sum from link_claim_checks where partner_id = $1',
    [other.partnerId],
  )
  expect(rows).toEqual([{ sum: 5_000 }])
})

test('rules count by address, phone or country; a form that is sent twice counts once', async () => {
  const addressTemplate = await template({ addressPerDay: 1 })
  const one = await linkOf(addressTemplate, { email: 'ada@example.com' })
  const same = await linkOf(addressTemplate, { email: 'ADA@example.com' })
  const other = await linkOf(addressTemplate, { email: 'ben@example.com' })
  const form = await claimForm(one.url, { productId, amount: '10' })
  const twice = await Promise.all([
    submit(`${one.url}/claim`, form),
    submit(`${one.url}/claim`, form),
  ])
  expect(twice.every(isCard)).toBe(true)
  expect(isCard(await claim(same))).toBe(false)
  expect(isCard(await claim(other))).toBe(true)

  const phone = '+4915112345678'
  const first = await linkOf(addressTemplate, { phone, email: 'cyd@example.com' })
  const second = await linkOf(addressTemplate, { phone: '+49 151 1234-5678' })
  const third = await linkOf(addressTemplate, { phone: '+4915112345679' })
  expect(isCard(await claim(first))).toBe(true)
  expect(isCard(await claim(second))).toBe(false)
  expect(isCard(await claim(third))).toBe(true)

  const countryTemplate = await template({ countries: ['DE', 'AT'] })
  const [allowedCountry, otherCountry, unknownCountry] = await threeLinksOf(countryTemplate)
  expect(isCard(await claim(allowedCountry, '10', { 'x-country': 'de' }))).toBe(true)
  expect(isCard(await claim(otherCountry, '10', { 'x-country': 'FR' }))).toBe(false)
  expect(isCard(await claim(unknownCountry))).toBe(false)
  expect((await visit(`${unknownCountry.url}/return`)).status).toBe(200)
  const back = returnForm(await visit(`${unknownCountry.url}/return`))
  await submit(`${unknownCountry.url}/return`, back)
  expect(await linkNow(service.partner, unknownCountry)).toMatchObject({ status: 'RETURNED' })
  expect((await openReviews()).map(({ linkId }) => linkId)).not.toContain(unknownCountry.linkId)
})

test('claims of partners without rules read no checks, also after rules were removed', async () => {
  const other = await service.newPartner({ USD: '100.00' })
  owner = await signedIn(service, { role: 'owner', partnerId: other.partnerId })
  dataOf(await putRules({ networkPerDay: 1 }))
  const body = { name: 'Rules', claimRules: { networkPerDay: 1 } }
  const { templateId } = dataOf(await owner.post('/portal/v1/link-templates', body))
  dataOf(await putRules())
  const path = `/portal/v1/link-templates/${templateId}`
  dataOf(await owner.send('PUT', path, JSON.stringify({ name: 'No rules' })))
  const link = await sentLink(other, { products: [productId], templateId })

  const client = await service.db.pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table link_claim_checks in access exclusive mode')
    expect(isCard(await claim(link))).toBe(true)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a template with an invalid rule is refused with the field of the rule', async () => {
  await template({ networkPerDay: 1 })
  for (const [claimRules, field] of [
    [{ countries: ['DE', 'Germany'] }, 'claimRules.countries[1]'],
    [{ networkPerDay: 0 }, 'claimRules.networkPerDay'],
    [{ amountPerDay: [{ currency: 'USD', amount: 0.001 }] }, 'claimRules.amountPerDay[0].amount'],
  ] as const) {
    const reply = await owner.post('/portal/v1/link-templates', { name: 'Bad', claimRules })
    expect([reply.status, reply.body.error.details[0].field]).toEqual([400, field])
  }
})

test('another partner cannot read a link whose claim waits for review', async () => {
  const templateId = await template({ networkPerDay: 1 })
  await claim(await linkOf(templateId))
  const heldLink = await linkOf(templateId)
  await claim(heldLink)
  const stranger = await service.newPartner({ USD: '100.00' })
  expect((await stranger.get(`/v2/links/${heldLink.linkId}`)).status).toBe(404)
})
