import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { inTurn } from '../../support/turns.ts'
import { ENDPOINTS } from './all-endpoints.ts'
import { PARTNERS, type Endpoint } from './endpoints.ts'
import { OFFERED_ROUTES } from './offered-routes.ts'
import { badAt } from './values.ts'
import { faultOf, openFixture, send, type Fixture } from './fixture.ts'
import { expectRefused } from './refused.ts'

/** The routes of this run: in the short form, every eighth. */
const ROUTES_OF_RUN = inTurn(ENDPOINTS, 8)

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

/** Splits a path such as `items[0].amount` into its parts. */
function partsOf(field: string): (string | number)[] {
  return [...field.matchAll(/[^.[\]]+/g)].map(([part]) =>
    /^\d+$/.test(part) ? Number(part) : part,
  )
}

/** Returns the body as JSON text in which the field has this value, or is missing. */
function bodyWith(body: Json, field: string, value: string | undefined): string {
  const copy = structuredClone(body)
  const parts = partsOf(field)
  const last = parts.pop() ?? ''
  let holder: Json = copy
  for (const part of parts) holder = holder[part]
  if (value === undefined) delete holder[last]
  else holder[last] = 'THE BAD VALUE'
  return JSON.stringify(copy).replace('"THE BAD VALUE"', () => value ?? '')
}

function labelOf({ route, variant }: Endpoint): string {
  return variant === undefined ? route : `${route} ${variant}`
}

test('every route that takes JSON is in the table', () => {
  const withCases = new Set(ENDPOINTS.map(({ route }) => route))
  const withJson = OFFERED_ROUTES.filter(({ bodyKind }) => bodyKind.kind === 'json')
  const routes = withJson.map(({ name }) => name)
  expect([...withCases].toSorted()).toEqual(routes.toSorted())
})

/** Returns bad values of a field, each with the field that the response must name. */
function badValues(endpoint: Endpoint, field: string, place: number) {
  const kind = endpoint.fields[field]
  const values: readonly { json?: string; names?: string }[] = [
    ...(kind ? badAt(kind, place) : []),
    ...(kind?.isRequired ? [{}] : []),
  ]
  return values.map(({ json, names = field }) => ({ field, json, names }))
}

test('400 VALIDATION_ERROR naming the field, and nothing changes', async () => {
  const cases = ROUTES_OF_RUN.flatMap((endpoint, at) => {
    const method = endpoint.route.split(' ')[0] ?? ''
    const target = endpoint.path(fixture.ids)
    const values = Object.keys(endpoint.fields).flatMap((field, fieldNo) =>
      badValues(endpoint, field, at + fieldNo),
    )
    return values.map(({ field, json, names }) => ({
      label: `${labelOf(endpoint)} ${field}: ${json?.slice(0, 60) ?? 'left out'}`,
      async fault() {
        const body = bodyWith(endpoint.body(fixture.ids), field, json)
        const reply = await send(fixture, method, { target, body })
        return faultOf(reply, target, { status: 400, fields: [names] })
      },
    }))
  })
  await expectRefused(fixture, cases)
})

/** Returns the body with an unknown field in each of its objects, and the paths of these fields. */
function withUnknown(body: Json): { body: Json; names: string[] } {
  const copy = structuredClone(body)
  const names: string[] = []
  const visit = (value: Json, path: string): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) return value.forEach((one, at) => visit(one, `${path}[${at}]`))
    // The supplier decides which settings it has.
    if (/(^|\.)(supplierSettings|settings|metadata)$/.test(path)) return
    for (const [name, inner] of Object.entries(value)) visit(inner, path + dot(path) + name)
    value.strange = 1
    names.push(`${path}${dot(path)}strange`)
  }
  visit(copy, '')
  return { body: copy, names }
}

function dot(path: string): string {
  return path === '' ? '' : '.'
}

test('400 VALIDATION_ERROR of /admin/v1 names every unknown field, at any depth', async () => {
  const operators = ROUTES_OF_RUN.filter(({ route }) => route.includes(' /admin/v1/'))
  const cases = operators.map((endpoint) => ({
    label: labelOf(endpoint),
    async fault() {
      const method = endpoint.route.split(' ')[0] ?? ''
      const target = endpoint.path(fixture.ids)
      const { body, names } = withUnknown(endpoint.body(fixture.ids))
      const reply = await send(fixture, method, { target, body: JSON.stringify(body) })
      return faultOf(reply, target, { status: 400, fields: names })
    },
  }))
  await expectRefused(fixture, cases)
})

describe('an unknown field is ignored on the paths of partners', () => {
  test.each(inTurn(PARTNERS, 8).map((endpoint) => [labelOf(endpoint), endpoint] as const))(
    '%s',
    async (_route, endpoint) => {
      const method = endpoint.route.split(' ')[0] ?? ''
      const target = endpoint.path(fixture.ids)
      const { body } = withUnknown(endpoint.body(fixture.ids))
      const reply = await send(fixture, method, { target, body: JSON.stringify(body) })
      expect(endpoint.accepted ?? [200, 201]).toContain(reply.status)
    },
  )
})

describe('without the bad value, the body is accepted', () => {
  test.each(ROUTES_OF_RUN.map((endpoint) => [labelOf(endpoint), endpoint] as const))(
    '%s',
    async (_route, endpoint) => {
      const method = endpoint.route.split(' ')[0] ?? ''
      const target = endpoint.path(fixture.ids)
      const body = JSON.stringify(endpoint.body(fixture.ids))

      const reply = await send(fixture, method, { target, body })

      expect(endpoint.accepted ?? [200, 201]).toContain(reply.status)
    },
  )
})
