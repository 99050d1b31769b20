import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseLinkId } from '../../src/links/mod.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import {
  hiddenOf,
  linkNow,
  openBrowser,
  postLinks,
  returnForm,
  sentLink,
  submit,
  visit,
  type Browser,
  type Page,
} from './link-fixture.ts'

const MINUTE_MS = 60_000
let service: MailedService
let productId: number

beforeAll(async () => {
  service = await openMailedService()
  ;({ productId } = await service.product())
})
afterAll(() => service.end())

function sendGuardedLink(email: string, input: Json = {}): Promise<Json> {
  const recipients = [{ email, secondFactor: 'EMAIL' }]
  return sentLink(service.partner, { products: [productId], recipients, ...input })
}

async function requestCode(browser: Browser, { url }: Json): Promise<Page> {
  return browser.submit(`${url}/code`, hiddenOf(await browser.visit(`${url}/code`)))
}

async function enterCode(browser: Browser, { url }: Json, code: string): Promise<Page> {
  const page = await browser.visit(`${url}/code?to=return`)
  return browser.submit(`${url}/code/enter`, { ...hiddenOf(page), code })
}

/** Waits until an address has received `count` mails; returns the code in the last one. */
function codeTo(email: string, count = 1): Promise<string> {
  return eventually(async () => {
    const mails = service.mailbox.received.filter(({ to }) => to === email)
    expect(mails).toHaveLength(count)
    const code = /^\d{9}$/m.exec(mails.at(-1)?.raw ?? '')?.[0]
    if (code === undefined) throw new Error('no code')
    return Promise.resolve(code)
  })
}

/** A browser in which the code of a link was entered. */
async function trustedBrowser(link: Json, email: string): Promise<Browser> {
  const browser = openBrowser()
  await requestCode(browser, link)
  expect(await enterCode(browser, link, await codeTo(email))).toMatchObject({ status: 303 })
  return browser
}

function wrongCode(code: string): string {
  return code === '000000000' ? '000000001' : '000000000'
}

test('without its code, a link that needs one gives no card, shows none and takes none back', async () => {
  const link = await sendGuardedLink('ada@example.com')
  const choice = `${link.url}/choose/${productId}`
  const browser = await trustedBrowser(link, 'ada@example.com')
  const form = { ...hiddenOf(await browser.visit(choice)), amount: '10', agree: 'yes' }
  const back = returnForm(await browser.visit(`${link.url}/return`))
  const { linkNo, partnerId } = numbersOf(link)

  for (const page of [
    await visit(choice),
    await submit(`${link.url}/claim`, form),
    await submit(`${link.url}/return`, back),
  ]) {
    expect(page).toMatchObject({ status: 303 })
    expect(page.headers.get('location')).toMatch(/\/code\?to=/)
  }
  // The group of the book refuses a return with a false trust, too.
  const trust = browser.cookie
    .split('=')[1]
    ?.replace(/\d(?=\.[^.]*$)/, (last) => String(9 - Number(last)))
  const bearer = { generation: 1, trust }
  const returning = service.services.orders.link(partnerId, { act: 'return', linkNo, bearer })
  await expect(returning).rejects.toMatchObject({ kind: 'state_conflict' })
  expect(await linkNow(service.partner, link)).toMatchObject({ left: 25, secondFactor: 'EMAIL' })

  const card = new URL(await locationOf(browser, `${link.url}/claim`, form), link.url).href
  await eventually(async () => {
    expect(await linkNow(service.partner, link)).toMatchObject({ left: 15, claimed: 10 })
  })
  const reveal = hiddenOf(await browser.visit(card))
  expect((await browser.submit(card, reveal)).html).toContain('class="value"')
  expect(await submit(card, reveal)).toMatchObject({ status: 303, html: '' })
  service.clock.advance(31 * MINUTE_MS)
  expect(await browser.submit(card, reveal)).toMatchObject({ status: 303, html: '' })
})

function numbersOf({ linkId }: Json) {
  const partnerId = Number(BigInt(linkId.slice('lnk_'.length)) >> 32n)
  const linkNo = parseLinkId(partnerId, linkId)
  if (linkNo === undefined) throw new Error('not the id of a link')
  return { partnerId, linkNo }
}

async function locationOf(browser: Browser, url: string, form: Record<string, string>) {
  return (await browser.submit(url, form)).headers.get('location') ?? ''
}

test('a code is valid once, in the browser and for the link that requested it', async () => {
  const [link, other] = [
    await sendGuardedLink('bea@example.com'),
    await sendGuardedLink('cid@example.com'),
  ]
  const [browser, stranger] = [openBrowser(), openBrowser()]
  await requestCode(browser, link)
  await requestCode(stranger, other)
  const code = await codeTo('bea@example.com')
  const cookie = browser.cookie

  expect(cookie).toMatch(/^__Host-/)
  expect((await stranger.visit(`${other.url}/code`)).html).toContain('c***@example.com')
  expect((await enterCode(stranger, other, code)).status).toBe(400)
  const form = { ...hiddenOf(await browser.visit(`${link.url}/code?to=return`)), code }
  const enter = () => browser.submit(`${link.url}/code/enter`, form)
  const both = await Promise.all([enter(), enter()])
  const statuses = both.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 400])
  expect((await enterCode({ ...openBrowser(), cookie }, link, code)).status).toBe(400)
  // The trust of one link does not open another one, whatever the name of the cookie.
  const value = browser.cookie.split('=')[1]
  const name = `__Host-tessera-link-${numbersOf(other).linkNo}`
  const forged = await visit(`${other.url}/return`, { headers: { cookie: `${name}=${value}` } })
  expect(forged.status).toBe(303)
  // Another address of the link voids codes and trust.
  const path = `/v2/links/${link.linkId}/replace`
  const replaced = dataOf(await service.partner.post(path, { email: 'dan@example.com' }))
  expect((await browser.visit(`${replaced.url}/return`)).status).toBe(303)
})

test('after five wrong codes or three mails, a person has to wait, and then gets a new code', async () => {
  const link = await sendGuardedLink('eve@example.com')
  const browser = openBrowser()
  await requestCode(browser, link)
  const code = await codeTo('eve@example.com')
  for (let time = 1; time <= 5; time += 1) {
    expect((await enterCode(browser, link, wrongCode(code))).status).toBe(400)
  }
  expect((await enterCode(browser, link, code)).status).toBe(400)

  await Promise.all([requestCode(openBrowser(), link), requestCode(openBrowser(), link)])
  expect((await requestCode(openBrowser(), link)).status).toBe(429)
  await codeTo('eve@example.com', 3)

  service.clock.advance(61 * MINUTE_MS)
  await requestCode(browser, link)
  expect((await enterCode(browser, link, await codeTo('eve@example.com', 4))).status).toBe(303)
  const { messages } = await linkNow(service.partner, link)
  expect(messages.map(({ kind }: Json) => kind)).toEqual(['CODE', 'CODE', 'CODE', 'CODE'])
})

test('only a form with the nonce of its page mails a code, and no row has a code', async () => {
  const link = await sendGuardedLink('fay@example.com')
  for (const path of ['/code', '/code?to=return', '/code/enter']) await visit(link.url + path)
  await submit(`${link.url}/code`, {})
  await submit(`${link.url}/code/enter`, { code: '123456789' })
  const { rows } = await service.db.pool.query('select m::text from link_messages m')
  const token = link.url.split('/c/')[1] ?? ''
  const text = JSON.stringify(rows)

  expect(await linkNow(service.partner, link)).toMatchObject({ left: 25, messages: [] })
  expect(service.mailbox.received.filter(({ to }) => to === 'fay@example.com')).toEqual([])
  expect(text).not.toContain(token.slice(5))
  for (const { raw, subject } of service.mailbox.received) {
    const code = /^\d{9}$/m.exec(raw)?.[0] ?? ''
    expect(text).not.toContain(`,${code},`)
    expect(subject).not.toContain(code)
    expect(raw).not.toContain('/c/')
  }
})

test('a link that needs a code is refused without an address for the code', async () => {
  const recipients = [{ email: 'a@b.test' }, {}]
  const input = { secondFactor: 'EMAIL', products: [productId], recipients }
  const reply = await postLinks(service.partner, input)
  expectError(reply, 400, 'VALIDATION_ERROR', ['recipients[1].email'])
  expect(await sentLink(service.partner, { products: [productId] })).not.toHaveProperty(
    'secondFactor',
  )
})
