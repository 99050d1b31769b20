import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../support/client.ts'
import { shareOf } from '../../support/length.ts'
import { expectSameAnswer } from '../v2/fixture.ts'
import { OFFERED_ROUTES } from './offered-routes.ts'
import { idsOf, requestFor, type IdName } from './route-requests.ts'
import { expectRefused, faultOf, familyOf, openFixture, send } from './fixture.ts'
import type { Expected, Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

/** Texts that name nothing, of any kind of id. */
const NO_IDS = (
  '0 -1 -0 1.5 1e3 +1 01 0x1 1_000 %201 1%20 1;a 1,2 9007199254740992 9007199254740993' +
  ` 9223372036854775808 ${'9'.repeat(400)} null undefined NaN true [object%20Object] __proto__` +
  ' constructor {} %00 1%00 %0a %2f %F0%9F%92%A9 %D9%A1 %EF%BC%91' +
  ` %27%20or%201=1-- * %25 ${'x'.repeat(8_000)}`
).split(' ')

/** Texts that are no path at all. */
const BROKEN = ['%', '%zz', '%f', '%ff', '%c0%af', '%ed%a0%80', 'a%']

/** Texts that make a path another spelling of one. */
const RESPELLED = ['.', '..', '%2e%2e', '%2E', '%31', 'a%5f', '%7e', '/1', 'a\\b', '1#']

/** How each family answers to an id that names nothing, and to one that cannot name anything. */
function expectedFor(target: string, name: IdName, id: string): Expected {
  if (name === 'customerId') return { status: 422, fields: ['customerId'] }
  const isNumber = /^-?\d+$/.test(id)
  if (familyOf(target) === 'v2' && name === 'productId' && !isNumber) {
    return { status: 400, fields: ['productId'] }
  }
  if (target.startsWith('/exports/')) return { status: 403, code: 'AUTHORIZATION_ERROR' }
  return { status: 404, code: 'RESOURCE_NOT_FOUND', fields: [] }
}

/** Every route with an id, and every place of an id in it. */
const places = OFFERED_ROUTES.flatMap(({ name }) => {
  const ids = [...name.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id as IdName)
  return ids.map((id) => [name, id] as const)
})

async function call(
  route: string,
  ids: Partial<Readonly<Record<IdName, string>>>,
): Promise<{ reply: Reply; target: string }> {
  const { method, ...request } = requestFor(route, fixture.ids, ids)
  return { reply: await send(fixture, method, request), target: request.target }
}

test('the places of ids are those of the interface and of the operator API', () => {
  expect(places.length).toBe(133)
})

/** Ids in a path, each with the error that the route must respond with; of each list its share. */
function badIds([route, name]: (typeof places)[number], place: number) {
  const invalid = route.includes(' /api/partner/v1/') ? 422 : 400
  return [
    ...shareOf(NO_IDS, place).map((id) => ({
      id,
      expected: (target: string) => expectedFor(target, name, id),
    })),
    // No percent-encoded UTF-8.
    ...shareOf(BROKEN, place).map((id) => ({
      id,
      expected: () => ({ status: invalid, fields: ['path'] }),
    })),
    // Another spelling: refused before it is routed.
    ...shareOf(RESPELLED, place).map((id) => ({
      id,
      expected: () => ({ status: 400, fields: ['request'] }),
    })),
  ]
}

test('a bad id in a path is refused as the family refuses it, and nothing has changed', async () => {
  const cases = places.flatMap((one, place) =>
    badIds(one, place).map(({ id, expected }) => ({
      label: `${one.join(': ')}: ${id.slice(0, 40)}`,
      async fault() {
        const [route, name] = one
        const { reply, target } = await call(route, { [name]: id })
        return faultOf(reply, target, expected(target))
      },
    })),
  )
  await expectRefused(fixture, cases)
})

describe('a foreign id and an absent one get the same bytes', () => {
  const absent: Readonly<Partial<Record<IdName, string>>> = {
    orderId: 'ord_01M7YH3EJW00004000001',
    customerId: '4503599627370495',
    consumerId: '4503599627370495',
    walletId: '4503599627370495',
    clientId: randomUUID(),
    campaignId: '4503599627370495',
    endpointId: 'whe_1_4503599627370495',
  }
  const owned = places.filter(
    ([route, id]) =>
      absent[id] !== undefined && !/orders\/\{orderId\}/.test(route.replace('/v2/', '')),
  )

  test.each(owned)('%s: {%s}', async (route, name) => {
    const before = await call(route, { [name]: absent[name] ?? '' })
    const foreign = await call(route, { [name]: idsOf(fixture.foreign)[name] })

    expectSameAnswer(foreign.reply, before.reply)
    expect(foreign.reply.status).toBeGreaterThanOrEqual(400)
    expect(foreign.reply.status).toBeLessThan(500)
  })
})

describe('a path that is too long for a request line gets 431 in the format of its family', () => {
  test.each(['/v2/orders/', '/api/partner/v1/customer/', '/admin/v1/orders/', '/'])(
    '%s',
    async (prefix) => {
      const target = prefix + 'x'.repeat(20_000)
      const reply = await fixture.http.send({ method: 'GET', target })
      expect(faultOf(reply, target, { status: 431, fields: [] })).toBeUndefined()
    },
  )
})
