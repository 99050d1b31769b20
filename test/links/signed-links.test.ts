import { afterAll, beforeAll, expect, test } from 'vitest'
import { signLinkUrl, type Signer } from '@tessera/sdk'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { hiddenOf, linkNow, openBrowser, sentLink, visit, type Browser } from './link-fixture.ts'

const MINUTE_MS = 60_000
let service: MailedService
let signer: Signer
let productId: number

beforeAll(async () => {
  service = await openMailedService()
  ;({ productId } = await service.product())
  signer = service.partner.credentials
})
afterAll(() => service.end())

function sendSignedLink(input: Json = {}): Promise<Json> {
  const recipients = [{ name: 'Ada' }]
  const products = [productId]
  return sentLink(service.partner, { products, recipients, secondFactor: 'SIGNED', ...input })
}

interface Signing {
  readonly by?: Signer
  readonly inMs?: number
}

function addressOf(link: Json, { by = signer, inMs = 5 * MINUTE_MS }: Signing = {}) {
  const { linkId, url } = link
  const expiresAt = new Date(service.clock.now() + inMs)
  return signLinkUrl(by, { linkId: String(linkId), url: String(url), expiresAt })
}

async function statusAt(url: string, browser: Browser = openBrowser()): Promise<number> {
  return (await browser.visit(url)).status
}

test('a link that needs a signature gives a card only at a signed address', async () => {
  const link = await sendSignedLink()
  const choice = `${link.url}/choose/${productId}`
  const stranger = await openBrowser().visit(`${link.url}/code?to=choose/${productId}`)
  const browser = openBrowser()

  expect((await visit(choice)).headers.get('location')).toContain('/code?to=')
  expect(stranger.status).toBe(200)
  expect(stranger.html).toContain('opens from')
  expect(stranger.html).not.toContain('<form')
  expect(stranger.html).not.toContain('Your code')
  const entered = await browser.visit(await addressOf(link))
  expect(entered.headers.get('location')).toBe(new URL(String(link.url)).pathname)
  const form = { ...hiddenOf(await browser.visit(choice)), amount: '10', agree: 'yes' }
  const card = await browser.submit(`${link.url}/claim`, form)
  expect(card.headers.get('location')).toMatch(/\/cards\/1$/)
  await eventually(async () => {
    expect(await linkNow(service.partner, link)).toMatchObject({ left: 15, claimed: 10 })
  })

  service.clock.advance(31 * MINUTE_MS)
  expect((await browser.visit(choice)).headers.get('location')).toContain('/code?to=')
})

test('an address that is signed works until its end, for its own link, at most a quarter of an hour', async () => {
  const [link, other] = [await sendSignedLink(), await sendSignedLink()]
  const url = await addressOf(link, { inMs: 2 * MINUTE_MS })
  const { search } = new URL(url)

  expect(await statusAt(url)).toBe(303)
  expect(await statusAt(`${other.url}/signed${search}`)).toBe(403)
  expect(await statusAt(await addressOf(link, { inMs: 16 * MINUTE_MS }))).toBe(403)
  expect(await statusAt(url.replace('signature=', 'signature=A'))).toBe(403)
  expect(await statusAt(url.replace(/expires=\d/, 'expires=2'))).toBe(403)
  expect(await statusAt(`${link.url}/signed`)).toBe(403)
  service.clock.advance(2 * MINUTE_MS)
  const ended = await openBrowser().visit(url)
  expect(ended.status).toBe(403)
  expect(ended.headers.get('set-cookie')).toBeNull()
})

test('only an active credential of the partner with the permission to send links can sign', async () => {
  const link = await sendSignedLink()
  const stranger = await service.newPartner()
  const reader = await service.partner.issue({ permissions: ['links:read'] })
  const writer = await service.partner.issue({ permissions: ['links:write'] })

  expect(await statusAt(await addressOf(link, { by: stranger.credentials }))).toBe(403)
  expect(await statusAt(await addressOf(link, { by: reader.credentials }))).toBe(403)
  expect(await statusAt(await addressOf(link, { by: writer.credentials }))).toBe(303)
  const entered = openBrowser()
  await entered.visit(await addressOf(link, { by: writer.credentials }))
  const other = openBrowser()
  await other.visit(await addressOf(link))
  const choice = `${link.url}/choose/${productId}`
  const form = { ...hiddenOf(await entered.visit(choice)), amount: '10', agree: 'yes' }
  const { clientId } = writer.credentials
  const path = `/admin/v1/partners/${service.partner.partnerId}/credentials/${clientId}/revoke`
  expect((await service.admin.post(path, {})).status).toBe(200)
  expect(await statusAt(await addressOf(link, { by: writer.credentials }))).toBe(403)
  // A revocation also ends the trust of browsers that the address let in, and of no others.
  const card = await entered.submit(`${link.url}/claim`, form)
  expect(card.headers.get('location')).toContain('/code?to=')
  expect((await other.visit(choice)).status).toBe(200)
  expect(await linkNow(service.partner, link)).toMatchObject({ status: 'OPEN' })
})

test('a signed address gives no trust to links that need another factor', async () => {
  const link = await sendSignedLink({ secondFactor: 'EMAIL', recipients: [{ email: 'a@b.test' }] })
  const browser = openBrowser()

  expect(await statusAt(await addressOf(link), browser)).toBe(303)
  expect(browser.cookie).toBe('')
})
