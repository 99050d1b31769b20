import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import type { ErrorCode } from '@tessera/sdk'
import { Refusal, type RefusalKind } from '../../src/core/mod.ts'
import {
  DIALECTS,
  FAULT,
  faultResponse,
  refusalResponse,
  type Family,
} from '../../src/http/dialects.ts'
import { renderMarkdown } from '../../src/http/docs/render/markdown.ts'
import { ADMIN_TOKEN, startService } from '../support/service.ts'
import { sourceFiles } from '../architecture/sources.ts'
import { stoppedClock } from '../conformance/v2/fixture.ts'
import { readPage, sectionOf, tableOf } from './markdown.ts'

const PAGE = readPage('docs/errors.md')
const FAMILIES: readonly Family[] = ['v2', 'partner-v1', 'admin-v1']

test('the table of refusals matches the response of each family to each kind', () => {
  const written = tableOf(sectionOf(PAGE, 'Refusals')).map(([kind, v2, partnerV1, adminV1]) => [
    kind,
    v2,
    partnerV1 || v2,
    adminV1 || v2,
  ])

  const answered = Object.keys(DIALECTS.v2).map((kind) => [
    `[\`${kind}\`](#${kind})`,
    ...FAMILIES.map((family) => {
      const { status, code } = new Map(Object.entries(DIALECTS[family])).get(kind) ?? {}
      return `${status} ${code}`
    }),
  ])
  expect(written).toEqual(answered)
})

test('each kind of the union has a section that says when it occurs and what to do', () => {
  const union = Array.from(
    readPage('src/core/refusal.ts').matchAll(/^ {2}\| '(\w+)'/gm),
    (found) => found[1] ?? '',
  )

  expect(union).toEqual(Object.keys(DIALECTS.v2))
  for (const kind of union) {
    expect(sectionOf(PAGE, kind)).toMatch(/^\n[A-Z`][^]{20,}\n\n\*\*What to do:\*\* [^]{20,}/)
  }
})

/** All codes: a new one does not compile until it is added here. */
const SDK_CODES: Readonly<Record<ErrorCode, true>> = {
  VALIDATION_ERROR: true,
  AUTHENTICATION_ERROR: true,
  AUTHORIZATION_ERROR: true,
  RESOURCE_NOT_FOUND: true,
  BUSINESS_RULE_VIOLATION: true,
  BUSINESS_RULE_ERROR: true,
  RATE_LIMIT_EXCEEDED: true,
  SYSTEM_ERROR: true,
  INTERNAL_SERVER_ERROR: true,
  CONNECTION_FAILED: true,
  UNEXPECTED_RESPONSE: true,
  ABORTED: true,
}

test('the page has an anchor for each docUrl, of the operator paths and of the SDK', () => {
  const { html } = renderMarkdown(PAGE, 'docs/errors.md', () => undefined)
  const kinds = Object.keys(DIALECTS.v2) as RefusalKind[]
  const bodies = [
    ...kinds.map(
      (kind) => refusalResponse('admin-v1', new Refusal(kind, 'no', { details: [] })).body,
    ),
    faultResponse('admin-v1').body,
  ]
  const links = bodies.map((body) => (body as { error: { docUrl: string } }).error.docUrl)
  const codes = Object.keys(SDK_CODES).map((code) => `/docs/errors#${code.toLowerCase()}`)

  const dead = [...links, ...codes].filter((link) => {
    const [page, anchor] = link.split('#')
    return page !== '/docs/errors' || !html.includes(` id="${anchor}"`)
  })
  expect(dead).toEqual([])
})

test('every kind of refusal is used in src', () => {
  const makers = sourceFiles('src').filter(
    ({ path }) => path !== 'src/core/refusal.ts' && path !== 'src/http/dialects.ts',
  )

  const unusedKinds = Object.keys(DIALECTS.v2).filter(
    (kind) => !makers.some(({ code }) => code.includes(`'${kind}'`)),
  )

  expect(unusedKinds).toEqual([])
})

test('the response to an internal error is as the page says', () => {
  const [ours] = tableOf(sectionOf(PAGE, 'Errors without a kind'))

  expect(ours?.slice(1)).toEqual([String(FAULT.status), FAULT.code])
})

test.each([
  ['The bytes are not an HTTP request', 'no request\r\n\r\n'],
  ['The headers are too large', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  [
    "A chunk's extensions are too large",
    'POST /admin/v1/partners HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n' +
      `authorization: Bearer ${ADMIN_TOKEN}\r\n\r\n1;${'x'.repeat(20_000)}\r\n`,
  ],
])('the errors without a kind: %s', async (when, bytes) => {
  const row = tableOf(sectionOf(PAGE, 'Errors without a kind')).find(([first]) => first === when)
  const { url } = await startService()

  const answer = await answerTo(url, bytes)

  const [, status, body] = /^HTTP\/1\.1 (\d+) [^]*\r\n\r\n(.*)$/.exec(answer) ?? []
  const { code, docUrl } = JSON.parse(body ?? '').error
  expect([status, code]).toEqual(row?.slice(1))
  const isOperators = bytes.includes('/admin/v1')
  const section = '/docs/errors#errors-without-a-kind'
  expect(docUrl).toBe(isOperators ? section : undefined)
  const link = /^link: (.*)\r$/m.exec(answer)?.[1]
  expect(link).toBe(isOperators ? undefined : `<${section}>; rel="help"`)
  expect(answer).toMatch(/^x-request-id: \S+\r$/m)
})

async function answerTo(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return answer
}

test('if several errors apply, the response has the first one of the page', async () => {
  const { http, admin, partner } = await startService({ clock: stoppedClock() })
  const reader = await partner.issue({ permissions: ['catalog:read'] })
  const tooLarge = 'x'.repeat(1_048_577)
  const answers = [
    await http.send({ method: 'POST', target: '/v2/%', body: 'x' }),
    await http.send({ method: 'POST', target: '/v2/nowhere', body: tooLarge }),
    await http.send({ method: 'PUT', target: '/v2/orders', body: 'x' }),
    await http.send({ method: 'POST', target: '/v2/nowhere', body: 'x' }),
    await http.send({ method: 'GET', target: '/v2/products?currency=x' }),
    await reader.get('/v2/orders?page=0'),
    await reader.get('/v2/products?currency=x'),
    await partner.post('/v2/orders', '{', { 'content-type': 'text/plain' }),
    await partner.post('/v2/orders', '{'),
    await partner.post('/v2/orders', { currency: 'x', items: [] }),
  ]
  await admin.patch(`/admin/v1/partners/${partner.partnerId}`, { rateLimit: 1 })
  for (let i = 0; i < 2; i += 1) await partner.get('/v2/accounts/balances')
  answers.push(await partner.get('/v2/products?currency=x'))

  expect(answers.map(({ status }) => status)).toEqual([
    400, 413, 405, 404, 401, 403, 400, 415, 400, 400, 429,
  ])
})
