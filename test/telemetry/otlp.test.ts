import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { sourceFiles } from '../architecture/sources.ts'
import { accountOf } from '../tessera/pair.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import { Http, signedClient, type Json } from '../support/client.ts'
import { hurryTimersOf } from '../support/hurried-timers.ts'
import { anOrder, dataOf, startService, type RunningService } from '../support/service.ts'
import { openWebhookReceiver } from '../support/webhook-receiver.ts'
import { LOCAL } from '../webhooks/feed.ts'
import { startCollector, type CollectedSpan, type Collector } from './collector.ts'

const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`
/** The files that import the SDK; `otlp.ts` loads the others. */
const SDK_FILES = ['metric-producer.ts', 'otlp.ts', 'spans.ts']

test('the SDK is imported by files that a process without a collector does not load', () => {
  const files = sourceFiles('src')
  const paths = SDK_FILES.map((name) => `src/telemetry/${name}`)
  const importing = new RegExp(
    String.raw`^import (?!type).*'(@opentelemetry/|.*/(${SDK_FILES.join('|')})')`,
    'm',
  )

  const importers = files.filter(({ code }) => importing.test(code)).map(({ path }) => path)

  expect(importers.toSorted()).toEqual(paths)
})

/** Returns the loaded files of the SDK, without its API, which the test runner loads. */
function loadedFiles(): string[] {
  const paths = Object.keys(createRequire(import.meta.url).cache)
  return paths.filter((path) => /@opentelemetry\/(?!api\/)/.test(path))
}

test('an order has one trace: caller, request, worker, supplier; its commit is linked', async () => {
  const collector = await startCollector()
  const service = await startService({ funds: { USD: '100.00' }, settings: { role: 'api' } })
  await service.partner.post('/v2/orders', anOrder(await service.product()))
  const filesLoadedBefore = loadedFiles()
  const sent = await orderWhileTraced(service, collector)
  const spansNamed = (name: string): CollectedSpan[] =>
    collector.spans.filter((span) => span.name === name)

  const [order, theirs] = spansNamed('POST /v2/orders')
  expect(order).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId })
  expect(order?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v2/orders',
    'http.response.status_code': 201,
    'tessera.request_id': sent.requestId,
    'tessera.partner_id': service.partner.partnerId,
  })
  const path = pathTo(theirs, collector.spans)
  expect(path.map(({ name }) => name)).toEqual([
    'POST /v2/orders',
    'fulfill batches',
    'supplier call',
    'purchase',
    'POST /v2/orders',
  ])
  expect(path.map(({ traceId }) => traceId)).toEqual(path.map(() => CALLER.traceId))
  expect(path[2]?.attributes).toMatchObject({
    'tessera.supplier': 'tessera',
    'tessera.batches': 1,
    'tessera.batches_not_issued': expect.any(Number),
  })
  const delivered = spansNamed('deliver batches').filter(
    ({ traceId }) => traceId === CALLER.traceId,
  )
  expect(delivered.map(({ attributes }) => attributes['tessera.partner_id'])).toContain(
    service.partner.partnerId,
  )
  expect(
    spansNamed('ledger group commit').some(({ links }) => links.includes(order?.spanId ?? '')),
  ).toBe(true)
  expect(spansNamed('webhook attempt')[0]).toMatchObject({
    attributes: { 'http.response.status_code': 204 },
  })
  expect(spansNamed('POST /api/partner/v1/wallets/{walletId}/transactions')[0]).toMatchObject({
    attributes: { 'http.response.status_code': 404, 'error.type': 'wallet_unknown' },
  })
  expectNothingPrivate(collector, sent.secrets)
  // A process without a collector, that served an order, has loaded nothing of the SDK.
  expect(filesLoadedBefore).toEqual([])
  expect(loadedFiles()).not.toEqual([])
})

test('the metrics of GET /metrics are exported, buckets and labels included', async () => {
  const collector = await startCollector()
  const service = await startService({ settings: { role: 'api' } })
  const exporting = await service.another({ otlpEndpoint: collector.url })
  const http = new Http(exporting.url)
  await http.send({ method: 'GET', target: '/health/live' })
  await http.send({ method: 'GET', target: '/health/live' })
  http.close()
  const { text } = await service.http.send({ method: 'GET', target: '/metrics' })
  await exporting.stop()

  const names = Array.from(text.matchAll(/^# TYPE (tessera_\w+)/gm), ([, name]) => name)
  expect(names.filter((name) => !collector.metrics.has(name ?? ''))).toEqual([])
  const { histogram } = collector.metrics.get('tessera_http_request_duration_seconds')
  const [point] = histogram.dataPoints
  expect(point).toMatchObject({ count: 2 })
  expect(point.bucketCounts.reduce((sum: number, count: number) => sum + count, 0)).toBe(2)
  expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1)
  expect(point.attributes).toContainEqual({
    key: 'route',
    value: { stringValue: 'GET /health/live' },
  })
})

test('a collector that does not respond delays neither requests nor the end of the process, and is logged', async () => {
  // The SDK tries again for seconds.
  hurryTimersOf('/@opentelemetry/otlp-exporter-base/')
  const service = await startService({ settings: { role: 'api' } })
  const exporting = await service.another({ standardOtlpEndpoint: 'http://127.0.0.1:1' })
  const http = new Http(exporting.url)

  expect((await http.send({ method: 'GET', target: '/health/live' })).status).toBe(200)
  http.close()
  await exporting.stop()

  expect(service.logged.join()).toContain('traces or metrics were not exported')
})

test('a request at another service has an id that leads to our order, traced or not', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { admin, newPartner, partner, product } = service
  const account = await newPartner({ USD: '100.00' })
  const place = { adapter: 'tessera', name: 'acme', baseUrl: service.url }
  dataOf(await admin.post('/admin/v1/suppliers', { ...place, ...accountOf(account) }))
  const supplierSettings = { account: 'acme', product: String((await product()).productId) }
  const { productId } = await product({ supplier: 'tessera', supplierSettings })
  const target = `/v2/products/${productId}?currency=USD`
  await expect.poll(async () => (await partner.get(target)).status).toBe(200)
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId })))
  await withoutBackoffs(service.db, service.waitForOrder(id, 'COMPLETED'))
  await service.services.requestLog.write()

  const { clientId } = account.credentials
  const sent = dataOf(await admin.get(`/admin/v1/requests?clientId=${clientId}`))
  const paths = sent.map(({ method, path }: Json) => `${method} ${path}`)
  const purchaseRequests = sent.filter(({ path }: Json) => path.startsWith('/v2/orders'))
  expect(paths).toContain('POST /v2/orders')
  expect(paths.some((path: string) => path.endsWith('/items'))).toBe(true)
  const [requestId] = purchaseRequests.map(({ callerRequestId }: Json) => callerRequestId)
  expect(purchaseRequests).toEqual(
    purchaseRequests.map((one: Json) => ({ ...one, callerRequestId: requestId })),
  )
  const { orders } = dataOf(await admin.get(`/admin/v1/trace?q=${requestId}`))
  expect(orders).toContainEqual(expect.objectContaining({ as: 'purchase', id }))
})

/** Returns the spans from the first one of a trace here to this one. */
function pathTo(last: CollectedSpan | undefined, all: readonly CollectedSpan[]): CollectedSpan[] {
  const parent = all.find(({ spanId }) => spanId === last?.parentSpanId)
  return last ? [...pathTo(parent, all), last] : []
}

/** Runs a process with the collector until an order and its webhook are done, and ends it. */
async function orderWhileTraced(service: RunningService, { url }: Collector) {
  const { db, admin, partner, newPartner, product, waitForOrder } = service
  const tracing = { role: 'all', otlpEndpoint: url, ...LOCAL } as const
  const process = await service.another(tracing)
  const http = new Http(process.url)
  const account = await newPartner({ USD: '100.00' })
  const place = { adapter: 'tessera', name: 'acme', baseUrl: process.url }
  dataOf(await admin.post('/admin/v1/suppliers', { ...place, ...accountOf(account) }))
  const { productId } = await product()
  const supplierSettings = { account: 'acme', product: String(productId) }
  const resold = await product({ supplier: 'tessera', supplierSettings })
  const client = signedClient(http, partner.credentials)
  const statusOfProduct = async (): Promise<number> =>
    (await client.get(`/v2/products/${resold.productId}?currency=USD`)).status
  // A product of theirs that was missing once is looked for again after seconds.
  await expect.poll(statusOfProduct).toBe(200)
  const receiver = await openWebhookReceiver()
  dataOf(await client.post('/v2/webhook-endpoints', { url: receiver.url }))

  const order = anOrder({ productId: resold.productId })
  const headers = { traceparent: TRACEPARENT }
  const placed = await client.post('/v2/orders', order, headers)
  await client.post('/api/partner/v1/wallets/7/transactions', credit())
  await withoutBackoffs(db, waitForOrder(dataOf(placed).id, 'COMPLETED'))
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  http.close()
  await process.stop()
  const { apiKey, hmacSecret, clientId } = partner.credentials
  const secrets = [apiKey, hmacSecret, clientId, order.clientReference, 'of-the-path']
  return { requestId: placed.headers['x-request-id'], secrets }
}

function credit() {
  return { amount: 1, transactionType: 'CREDIT', referenceId: 'a-credit' }
}

function expectNothingPrivate({ texts }: Collector, secrets: readonly string[]): void {
  const sent = texts.join()
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
}
