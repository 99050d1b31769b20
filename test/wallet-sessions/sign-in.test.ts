import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestSignIn } from '../../src/wallet-sessions/mod.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import { openBrowser, type Browser, type Page } from '../links/link-fixture.ts'
import { eventually } from '../support/eventually.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { dataOf } from '../support/service.ts'
import { ownedWallet, postSession, spend } from './wallet-fixture.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let service: MailedService
let base: string

beforeAll(async () => {
  service = await openMailedService()
  const { walletId } = await ownedWallet(service, 1)
  base = new URL(dataOf(await postSession(service.partner, { walletId })).url).origin
})
afterAll(() => service.end())

/** Makes a consumer with 50 dollars, of a partner whose consumers may sign in. */
async function consumer(partner = service.partner): Promise<{ email: string; id: number }> {
  await setSignIn(true, partner.partnerId)
  const email = `${randomUUID()}@example.com`
  const { id } = await newCustomer(partner, { email, initialFunds: 50 })
  return { email, id }
}

async function setSignIn(walletSignIn: boolean, partnerId = service.partner.partnerId) {
  dataOf(await service.admin.patch(`/admin/v1/partners/${partnerId}`, { walletSignIn }))
}

function addressOf(partnerId = service.partner.partnerId): string {
  return `${base}/w/sign-in/${partnerId}`
}

function requestCode(browser: Browser, email: string): Promise<Page> {
  return browser.submit(addressOf(), { email })
}

function enterCode(browser: Browser, code: string): Promise<Page> {
  return browser.submit(`${addressOf()}/code`, { code })
}

/** Waits until an address has `count` mails with codes, and returns the last code. */
function codeTo(email: string, count = 1): Promise<string> {
  return eventually(() => {
    const mails = service.mailbox.received.filter(
      ({ to, raw }) => to === email && /^\d{9}$/m.test(raw),
    )
    expect(mails).toHaveLength(count)
    return /^\d{9}$/m.exec(mails.at(-1)?.raw ?? '')?.[0] ?? ''
  })
}

/** Returns another code than this one. */
function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000_000).padStart(9, '0')
}

test('a person signs in by a code that is mailed, and spends a wallet', async () => {
  const { productId } = await service.product()
  const { email } = await consumer()
  const browser = openBrowser()
  expect((await browser.visit(addressOf())).html).toContain('type="email"')

  const reply = await requestCode(browser, ` ${email.toUpperCase()} `)
  expect(reply).toMatchObject({ status: 303 })
  const page = await browser.visit(reply.headers.get('location')?.replace(/^/, base) ?? '')
  expect(page.html).toContain('a code is on its way')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.html).not.toContain(email)
  const code = await codeTo(email)
  expect(await enterCode(browser, wrongCode(code))).toMatchObject({ status: 400 })
  expect(await enterCode(browser, `${code.slice(0, 8)}é`)).toMatchObject({ status: 400 })
  const opened = await enterCode(browser, `${code.slice(0, 3)} ${code.slice(3)}`)

  expect(opened.headers.get('location')).toBe('/w')
  const wallets = await browser.visit(`${base}/w`)
  expect(wallets.html).toContain('$50.00')
  const walletId = /href="\/w\/(\d+)"/.exec(wallets.html)?.[1] ?? ''
  const spending = await spend({ browser, base }, { walletId, productId, amount: '20' })
  expect(spending.status).toBe(303)
  expect((await browser.visit(`${base}/w`)).html).toContain('$30.00')
  // The code was used, so it opens nothing in any browser.
  const other = openBrowser()
  other.cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(await enterCode(other, code)).toMatchObject({ status: 400 })
  const { rows } = await service.db.pool.query(
    'select from wallet_sign_ins where wallet_sign_ins::text like $1',
    [`%${code}%`],
  )
  expect(rows).toEqual([])
})

test('an address gets five codes, however many are requested at once', async () => {
  const { email } = await consumer()
  const { partnerId } = service.partner

  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      requestSignIn(service.services, partnerId, { email, locale: 'en' }),
    ),
  )

  expect(replies.filter(({ outcome }) => outcome === 'requested')).toHaveLength(5)
})

test('an unknown address gets the same response, and no mail', async () => {
  const { email } = await consumer()
  const [known, unknown] = [openBrowser(), openBrowser()]
  const stranger = `${randomUUID()}@example.com`

  const pages = [await requestCode(known, email), await requestCode(unknown, stranger)]
  const code = await codeTo(email)

  const shapes = pages.map(({ status, html, headers }) => ({
    status,
    html,
    location: headers.get('location'),
    cookie: headers.get('set-cookie')?.replace(/[0-9a-f-]{36}/, 'key'),
  }))
  expect(shapes[0]).toEqual(shapes[1])
  const texts = await Promise.all(
    [known, unknown].map(async (browser) => (await browser.visit(`${addressOf()}/code`)).html),
  )
  expect(texts[0]).toBe(texts[1])
  for (let tried = 1; tried <= 5; tried += 1) {
    const [one, other] = [
      await enterCode(known, wrongCode(code)),
      await enterCode(unknown, wrongCode(code)),
    ]
    expect([one.status, one.html]).toEqual([other.status, other.html])
  }
  expect((await enterCode(known, code)).html).toContain('no longer valid')
  expect(service.mailbox.received.filter(({ to }) => to === stranger)).toEqual([])
})

test('a code is valid for ten minutes, in the browser that requested it', async () => {
  const { email } = await consumer()
  const [browser, thief] = [openBrowser(), openBrowser()]
  await requestCode(browser, email)
  const code = await codeTo(email)
  await requestCode(thief, `${randomUUID()}@example.com`)

  expect(await enterCode(thief, code)).toMatchObject({ status: 400 })
  service.clock.advance(10 * MINUTE_MS)
  expect((await enterCode(browser, code)).html).toContain('no longer valid')
})

test('an address gets five codes in an hour, whether somebody has it or not', async () => {
  const { email } = await consumer()
  const stranger = `${randomUUID()}@example.com`
  const statuses = async (address: string) => {
    const found: number[] = []
    for (let count = 1; count <= 6; count += 1) {
      found.push((await requestCode(openBrowser(), address)).status)
    }
    return found
  }

  const expected = [303, 303, 303, 303, 303, 429]
  expect(await statuses(email)).toEqual(expected)
  service.clock.advance(MINUTE_MS)
  expect(await statuses(stranger)).toEqual(expected)
  await codeTo(email, 5)
  service.clock.advance(HOUR_MS)
  expect((await requestCode(openBrowser(), email)).status).toBe(303)
})

test('many forms of one network are refused for a while', async () => {
  const { email } = await consumer()
  service.clock.advance(HOUR_MS)
  const browser = openBrowser()
  await requestCode(browser, email)
  const code = await codeTo(email)
  const many = await Promise.all(
    Array.from({ length: 40 }, () => requestCode(openBrowser(), `${randomUUID()}@example.com`)),
  )
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([303, 429]))

  service.clock.advance(1_000)
  expect(await enterCode(browser, code)).toMatchObject({ status: 303 })
})

test('guesses for many people raise one alert, and keep nobody out of the same network', async () => {
  const { admin, partner, clock } = service
  const { email } = await consumer()
  const alerts = async () => {
    const found: unknown[] = dataOf(await admin.get('/admin/v1/alerts?kind=codes_guessed'))
    return found
  }
  const guess = async (people: number) => {
    for (let at = 0; at < people; at += 1) {
      const stranger = openBrowser()
      clock.advance(5_000)
      await requestCode(stranger, `${randomUUID()}@example.com`)
      for (let tried = 1; tried <= 4; tried += 1) await enterCode(stranger, '000000000')
    }
  }
  clock.advance(HOUR_MS)
  await guess(24)
  expect(await alerts()).toEqual([])
  await guess(2)
  const details = { partnerId: partner.partnerId, of: 'wallets' }
  const subject = `partner:${partner.partnerId}`
  await eventually(async () => expect(await alerts()).toMatchObject([{ subject, details }]))

  const browser = openBrowser()
  clock.advance(5_000)
  await requestCode(browser, email)
  expect(await enterCode(browser, await codeTo(email))).toMatchObject({ status: 303 })
})

test('without the switch there is no page to sign in, and mails of credits do not link to it', async () => {
  const { partner } = service
  const off = await service.newPartner({ USD: '10.00' })
  const page = await openBrowser().visit(addressOf(off.partnerId))
  expect(page.status).toBe(410)
  expect((await openBrowser().visit(`${base}/w/sign-in/0${partner.partnerId}`)).status).toBe(410)
  const { email } = await consumer()
  const there = await newCustomer(off, { email, initialFunds: 1 })

  const mails = await eventually(() => {
    const found = service.mailbox.received.filter(
      ({ to, subject }) => to === email && subject !== '',
    )
    expect(found).toHaveLength(2)
    return found.map(({ raw }) => raw.replaceAll('=\r\n', ''))
  })
  expect(there.walletId).toBeDefined()
  expect(mails.filter((raw) => raw.includes(addressOf()))).toHaveLength(1)
  expect(mails.filter((raw) => raw.includes('/w/sign-in/'))).toHaveLength(1)
})

test('if the switch is turned off meanwhile, the code is refused', async () => {
  const { partner, db } = service
  const { email } = await consumer()
  const browser = openBrowser()
  await requestCode(browser, email)
  const code = await codeTo(email)
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('update partners set wallet_sign_in = false where partner_id = $1', [
    partner.partnerId,
  ])
  const other = openBrowser()
  const entering = Promise.all([enterCode(browser, code), requestCode(other, email)])
  await eventually(async () => expect(await lockWaits(db)).toBe(2))
  await holder.query('commit')
  holder.release()

  expect((await entering).map(({ status }) => status)).toEqual([410, 410])
  expect(other.cookie).toBe('')
  await setSignIn(true)
  expect(await enterCode(browser, code)).toMatchObject({ status: 303 })
})

test('an erasure deletes the codes of its consumer', async () => {
  const { partner, admin, db } = service
  await setSignIn(true)
  const email = `${randomUUID()}@example.com`
  const { id } = await newCustomer(partner, { email })
  const browser = openBrowser()
  await requestCode(browser, email)
  const code = await codeTo(email)
  const path = `/admin/v1/partners/${partner.partnerId}/consumers/${id}/erasure`
  dataOf(await admin.post(path, { reason: 'asked for it' }))

  expect(await enterCode(browser, code)).toMatchObject({ status: 400 })
  const { rows } = await db.pool.query('select from wallet_sign_ins where consumer_id = $1', [id])
  expect(rows).toEqual([])
})
