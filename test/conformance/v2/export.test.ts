import { afterAll, beforeAll, expect, test } from 'vitest'
import { isoTime } from '../../../src/core/mod.ts'
import { Http, signedClient, type Reply } from '../../support/client.ts'
import { withoutPauses } from '../../support/eventually.ts'
import { dataOf, openService, startService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, INSTANT, placeOrder, SECOND, stoppedClock } from './fixture.ts'

const LIFETIME = 900 * SECOND
const clock = stoppedClock()

let service: RunningService
let productId: number
let id: string

beforeAll(async () => {
  service = await openService({ clock, funds: { USD: '1000' } })
  productId = (await service.product()).productId
  id = (await completeOrder(service, { productId, quantity: 2 })).id
})

afterAll(() => service.end())

function requestLink(order = id, partner = service.partner): Promise<Reply> {
  return partner.get(`/v2/orders/${order}/fulfillments/export`)
}

async function newLink(order = id): Promise<URL> {
  return new URL(dataOf(await requestLink(order)).downloadUrl)
}

/** Fetches a link without any authentication header, as anybody could. */
function fetchFrom({ pathname, search }: URL, http = service.http): Promise<Reply> {
  return http.send({ method: 'GET', target: pathname + search })
}

test('200: exactly format csv, downloadUrl and expiresAt, 15 minutes ahead', async () => {
  const reply = await requestLink()
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({
    data: {
      format: 'csv',
      downloadUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/exports\/ord_/),
      expiresAt: isoTime(clock.now() + LIFETIME),
    },
  })
  expect(reply.body.data.expiresAt).toMatch(INSTANT)
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('the download needs no headers, and is CSV that no cache stores', async () => {
  const reply = await fetchFrom(await newLink())
  expect(reply.status).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="${id}.csv"`,
  })
  expect(reply.headers['x-request-id']).toBeDefined()
  expect(reply.text.split('\r\n')).toHaveLength(4)
})

test('a link may be fetched any number of times, and a second link is valid beside it', async () => {
  const first = await newLink()
  const second = await newLink()
  const texts = new Set<string>()
  for (const url of [first, first, second]) texts.add((await fetchFrom(url)).text)
  expect(texts.size).toBe(1)
})

test('403: from its expiry on, not a millisecond earlier', async () => {
  const { downloadUrl, expiresAt } = dataOf(await requestLink())
  const url = new URL(downloadUrl)
  clock.advance(LIFETIME - 1)
  expect(clock.now()).toBe(Date.parse(expiresAt) - 1)
  expect((await fetchFrom(url)).status).toBe(200)
  clock.advance(1)
  expectError(await fetchFrom(url), 403, 'AUTHORIZATION_ERROR')
  expect((await fetchFrom(await newLink())).status).toBe(200)
})

test('the lifetime is a setting', async () => {
  const { url } = await service.another({ linkSeconds: 5 })
  const http = new Http(url)
  const partner = signedClient(http, service.partner.credentials, () => clock.now())
  const reply = await partner.get(`/v2/orders/${id}/fulfillments/export`)
  expect(dataOf(reply).expiresAt).toBe(isoTime(clock.now() + 5 * SECOND))
  const target = new URL(dataOf(reply).downloadUrl)
  clock.advance(5 * SECOND)
  expectError(await fetchFrom(target, http), 403, 'AUTHORIZATION_ERROR')
  http.close()
})

function raiseExpiry(url: URL, seconds: number): void {
  url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + seconds))
}

function prefixParameter(url: URL, name: string, text: string): void {
  url.searchParams.set(name, text + (url.searchParams.get(name) ?? ''))
}

function replaceFirstCharacter(url: URL): void {
  const signature = url.searchParams.get('signature') ?? ''
  url.searchParams.set('signature', (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1))
}

function cutSignature(url: URL): void {
  url.searchParams.set('signature', (url.searchParams.get('signature') ?? '').slice(0, -1))
}

test('403: an altered link gets the same bytes as an expired link', async () => {
  const other = (await completeOrder(service, { productId })).id
  const expired = await newLink()
  clock.advance(LIFETIME)
  const refusal = await fetchFrom(expired)
  expectError(refusal, 403, 'AUTHORIZATION_ERROR')
  const foreign = await newLink(other)
  const alterations: [string, (url: URL) => void][] = [
    ['another order of the partner', (url) => void (url.pathname = `/exports/${other}`)],
    [
      'an order that does not exist',
      (url) => void (url.pathname = url.pathname.slice(0, -1) + 'Z'),
    ],
    ['no order id', (url) => void (url.pathname = '/exports/none')],
    ['a later expiry', (url) => raiseExpiry(url, 1)],
    ['an earlier expiry', (url) => raiseExpiry(url, -1)],
    ['the same expiry, spelled otherwise', (url) => prefixParameter(url, 'expires', '0')],
    ['no expiry', (url) => url.searchParams.delete('expires')],
    ['an expiry that is no number', (url) => url.searchParams.set('expires', 'never')],
    ['two expiries', (url) => url.searchParams.append('expires', '99999999999')],
    ['no signature', (url) => url.searchParams.delete('signature')],
    ['an empty signature', (url) => url.searchParams.set('signature', '')],
    ['a shorter signature', (url) => cutSignature(url)],
    ['another signature', (url) => replaceFirstCharacter(url)],
    [
      'the signature of another order',
      (url) => url.searchParams.set('signature', foreign.searchParams.get('signature') ?? ''),
    ],
    ['two signatures', (url) => url.searchParams.append('signature', 'x')],
    ['no query', (url) => void (url.search = '')],
  ]

  // At once, because wrong signatures wait for each other.
  const replies = alterations.map(async ([name, alter]) => {
    const url = await newLink()
    alter(url)
    const { status, text } = await fetchFrom(url)
    return [name, status, text]
  })
  const refused = alterations.map(([name]) => [name, refusal.status, refusal.text])
  expect(await withoutPauses(Promise.all(replies))).toEqual(refused)
})

test('a link from one process works at another process of the same service', async () => {
  const url = await newLink()
  const http = new Http((await service.another()).url ?? '')
  expect((await fetchFrom(url, http)).status).toBe(200)
  http.close()
})

test('a link that another service has signed is refused', async () => {
  const stranger = await startService({ clock, funds: { USD: '100' } })
  await stranger.product()
  const strangerOrder = await completeOrder(stranger, { quantity: 2 })
  const reply = await stranger.partner.get(`/v2/orders/${strangerOrder.id}/fulfillments/export`)
  const url = new URL(dataOf(reply).downloadUrl)
  expect((await fetchFrom(url, stranger.http)).status).toBe(200)
  expectError(await withoutPauses(fetchFrom(url)), 403, 'AUTHORIZATION_ERROR')
})

test('the base of the URL is never the Host that a request names', async () => {
  const foreign = { host: 'evil.example' }
  const reply = await service.partner.get(`/v2/orders/${id}/fulfillments/export`, foreign)
  expect(dataOf(reply).downloadUrl.startsWith(`${service.url}/exports/${id}?`)).toBe(true)
})

test('the base of the URL is a setting', async () => {
  const { url } = await service.another({ publicUrl: 'https://api.example.com/codes' })
  const http = new Http(url)
  const partner = signedClient(http, service.partner.credentials, () => clock.now())
  const reply = await partner.get(`/v2/orders/${id}/fulfillments/export`)
  expect(dataOf(reply).downloadUrl).toMatch(/^https:\/\/api\.example\.com\/codes\/exports\/ord_/)
  http.close()
})

test('409 BUSINESS_RULE_VIOLATION: not COMPLETED yet', async () => {
  const { productId: scarce } = await service.product({ supplier: 'vault' })
  const open = await placeOrder(service.partner, { productId: scarce })
  await service.waitForOrder(open.id, 'OUT_OF_STOCK')
  expectError(await requestLink(open.id), 409, 'BUSINESS_RULE_VIOLATION')
})

test('the signature of a link is not logged', async () => {
  const url = await newLink()
  await fetchFrom(url)
  const signature = url.searchParams.get('signature') ?? ''
  expect(signature).toHaveLength(43)
  const logged = service.logged.join('')
  expect(logged).toContain('GET /exports/{orderId}')
  expect(logged).not.toContain(signature)
})
