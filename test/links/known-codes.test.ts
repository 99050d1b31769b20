import { expect, test } from 'vitest'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import { openSmsProvider } from '../stand-ins/sms-provider.ts'
import type { Json } from '../support/client.ts'
import { textsOf } from '../support/database-texts.ts'
import { eventually } from '../support/eventually.ts'
import { codesIn, stockKnownCodes } from '../support/known-codes.ts'
import { dataOf } from '../support/service.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { startCollector } from '../telemetry/collector.ts'
import { LOCAL } from '../webhooks/feed.ts'
import { claimCard, hiddenOf, linkNow, sentLink, submit, visit, type Page } from './link-fixture.ts'

const DAY_MS = 86_400_000
const PAGES_MAX = 50

/**
 * Opens a link as a mail scanner that runs scripts does: each page that it finds, with GET and
 * HEAD, and each button of these pages. It fills in no field. Returns all responses.
 */
async function scan(url: string): Promise<string[]> {
  const { origin, pathname } = new URL(url)
  const waiting = [url]
  const served: string[] = []
  const hrefs = new Set(waiting)
  const addPage = (page: Page): void => {
    served.push(page.html, JSON.stringify([...page.headers]))
    const location = page.headers.get('location')
    const links = [...page.html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
    for (const href of [...links, ...(location === null ? [] : [location])]) {
      const next = new URL(href, url)
      if (next.origin !== origin || !next.pathname.startsWith(pathname)) continue
      if (hrefs.has(next.href) || hrefs.size > PAGES_MAX) continue
      hrefs.add(next.href)
      waiting.push(next.href)
    }
  }
  for (let at = 0; at < waiting.length; at += 1) {
    const next = waiting[at] ?? url
    await visit(next, { method: 'HEAD' })
    const page = await visit(next)
    addPage(page)
    for (const [, action = ''] of page.html.matchAll(/<form method="post" action="([^"]+)"/g)) {
      addPage(await submit(new URL(action, url).href, hiddenOf(page)))
    }
  }
  return served
}

/** Returns what the APIs show partner and operator of a link, its order, events and requests. */
async function apiViewsOf({ partner, admin }: MailedService, link: Json): Promise<string[]> {
  const replies = await Promise.all([
    partner.get(`/v2/links/${link.linkId}`),
    partner.get('/v2/links'),
    partner.get('/v2/orders'),
    partner.get('/v2/events?pageSize=100'),
    admin.get(`/admin/v1/links/${link.linkId}`),
    admin.get('/admin/v1/orders'),
    admin.get('/admin/v1/audit'),
    admin.get('/admin/v1/requests'),
  ])
  return replies.map(({ status, body }) => {
    expect(status).toBe(200)
    return JSON.stringify(body)
  })
}

/** Returns the source of a mail, and its decoded Base64 parts. */
function mailTexts(raw: string): string[] {
  const plain = raw.replaceAll('=\r\n', '')
  const encoded = plain.match(/^[\w+/=]{60,}$/gm) ?? []
  return [plain, ...encoded.map((line) => Buffer.from(line, 'base64').toString())]
}

test('a scanner with script claims nothing, and no byte before the reveal has a code', async () => {
  const [provider, collector] = [await openSmsProvider(), await startCollector()]
  const receiver = await openWebhookReceiver()
  const service = await openMailedService({
    settings: {
      smsUrl: provider.url,
      smsFrom: '+12025550199',
      otlpEndpoint: collector.url,
      ...LOCAL,
    },
  })
  try {
    const { partner, mailbox, clock } = service
    dataOf(await partner.post('/v2/webhook-endpoints', { url: receiver.url }))
    const { productId } = await stockKnownCodes(service)
    const input = { products: [productId], amount: 20 }
    const [email, phone] = ['scanned@example.com', '+4915112345678']
    const mailed = await sentLink(partner, { ...input, delivery: 'EMAIL', recipients: [{ email }] })
    await sentLink(partner, { ...input, delivery: 'SMS', recipients: [{ phone }] })
    await eventually(async () => {
      expect([mailbox.received.length, provider.received.length]).toEqual([1, 1])
      return Promise.resolve()
    })

    const served = await scan(mailed.url)
    expect(served.length).toBeGreaterThan(8)
    expect(await linkNow(partner, mailed)).toMatchObject({ status: 'OPEN', left: 20, orders: [] })

    const card = await claimCard(mailed.url, { productId, amount: '10' })
    await eventually(async () => {
      const { orders } = await linkNow(partner, mailed)
      expect(orders).toMatchObject([{ status: 'COMPLETED' }])
    })
    clock.advance(8 * DAY_MS)
    await eventually(async () => {
      expect(mailbox.received.length).toBeGreaterThan(1)
      expect(receiver.received.map(({ body }) => body).join()).toContain('link.claimed')
      expect(collector.spans.length).toBeGreaterThan(0)
      return Promise.resolve()
    })
    for (const path of ['', `/choose/${productId}`, '/return']) {
      served.push((await visit(mailed.url + path)).html)
    }
    served.push((await visit(card)).html, ...(await apiViewsOf(service, mailed)))
    const storedTexts = async (): Promise<string[]> => [
      ...mailbox.received.flatMap(({ raw }) => mailTexts(raw)),
      ...provider.received.map(({ body }) => body),
      ...receiver.received.map(({ body, headers }) => body + JSON.stringify(headers)),
      ...collector.texts,
      ...service.logged,
      ...(await textsOf(service.db)),
    ]
    expect([...served, ...(await storedTexts())].flatMap(codesIn)).toEqual([])

    // The page of the person has a code, so the search would have found it; no store has it then.
    const revealedPage = await submit(card, hiddenOf(await visit(card)))
    expect(new Set(codesIn(revealedPage.html)).size).toBe(1)
    expect((await storedTexts()).flatMap(codesIn)).toEqual([])
  } finally {
    await service.end()
    await provider.close()
  }
})
