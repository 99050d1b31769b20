import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Admission } from '../../src/http/admission.ts'
import type { Context } from '../../src/http/context.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { ok } from '../../src/http/response.ts'
import { openRoute } from '../../src/http/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { registerRoutes } from '../../src/http/routing.ts'

const deprecation = { since: '2026-01-31', until: '2027-01-31' }
const old = openRoute('GET /v2/old', {
  operationId: 'getOld',
  summary: 'Is only in this test',
  deprecation,
  handle: () => Promise.resolve(ok({})),
})
const current = openRoute('GET /v2/current', {
  operationId: 'getCurrent',
  summary: 'Is only in this test',
  handle: () => Promise.resolve(ok({})),
})

/** Neither route uses its context or its call. */
const unused = {
  context: {} as Context,
  admission: { screen: () => undefined, admit: () => Promise.resolve({}) } as unknown as Admission,
}

test('a deprecated route says since when and until when, and no other route does', async () => {
  const app = Fastify()
  registerRoutes(app, [old, current], unused)

  expect((await app.inject('/v2/old')).headers).toMatchObject({
    deprecation: '@1769817600',
    sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
  })
  const { headers } = await app.inject('/v2/current')
  expect(Object.keys(headers)).not.toContain('deprecation')
  expect(Object.keys(headers)).not.toContain('sunset')
})

test('a route ends 12 months after its deprecation at the earliest', () => {
  const soon = ROUTES.filter(({ operation: { deprecation: dates } }) => {
    if (!dates?.until) return false
    return Date.parse(dates.until) - Date.parse(dates.since) < 365 * 86_400_000
  })

  expect(soon.map(({ name }) => name)).toEqual([])
})

test('a deprecated route is marked in the OpenAPI document', () => {
  expect(openApiDocument('partners', [old, current])).toMatchObject({
    paths: { '/v2/old': { get: { deprecated: true } } },
  })
})
