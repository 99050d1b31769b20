import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../support/client.ts'
import { inTurn } from '../../support/turns.ts'
import { expectSameAnswer } from '../v2/fixture.ts'
import type { PathIdName } from '../../../src/http/path-ids.ts'
import { ROUTES } from '../../../src/http/routes.ts'
import { ABSENT } from './absent-ids.ts'
import { idsOf } from './ids-of-paths.ts'
import { requestFor } from './route-requests.ts'
import { faultOf, openFixture, send } from './fixture.ts'
import { expectRefused } from './refused.ts'
import type { ExpectedRefusal, Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

/** Texts that are no id of any kind. */
const NO_IDS = (
  '0 -1 -0 1.5 1e3 +1 01 0x1 1_000 %201 1%20 1;a 1,2 9007199254740992 9007199254740993' +
  ` 9223372036854775808 ${'9'.repeat(400)} null undefined NaN true [object%20Object] __proto__` +
  ' constructor {} %00 1%00 %0a %2f %F0%9F%92%A9 %D9%A1 %EF%BC%91' +
  ` %27%20or%201=1-- * %25 ${'x'.repeat(8_000)}`
).split(' ')

/** Texts that cannot be decoded. */
const NOT_ENCODED = ['%', '%zz', '%f', '%ff', '%c0%af', '%ed%a0%80', 'a%']

/** Texts with which a path is not normalized. Such a path does not exist. */
const OTHER_SPELLINGS = ['.', '..', '/1']

/** Texts with which a target is not a path and a query. */
const NO_TARGETS = ['a\\b', '1#']

/** Returns the error of each path family for an absent and for a malformed id. */
function expectedFor(target: string, name: PathIdName): ExpectedRefusal {
  if (name === 'customerId') return { status: 422, fields: [] }
  if (target.startsWith('/exports/')) return { status: 403, code: 'AUTHORIZATION_ERROR' }
  return { status: 404, code: 'RESOURCE_NOT_FOUND', fields: [] }
}

type Place = readonly [route: string, name: PathIdName]

/** Each id in the path of each route, except in paths of web pages. */
const places: readonly Place[] = ROUTES.filter(({ name }) => !/ \/(web|docs)\//.test(name)).flatMap(
  ({ name, ids }) => ids.map((id) => [name, id.name] as const),
)

/** The places of this run: in the short form, every fourth. */
const placesOfRun = inTurn(places, 4)

async function call(
  route: string,
  ids: Partial<Readonly<Record<PathIdName, string>>>,
): Promise<{ reply: Reply; target: string }> {
  const { method, ...request } = requestFor(route, fixture.ids, ids)
  return { reply: await send(fixture, method, request), target: request.target }
}

test('the table has more than 150 ids in paths', () => {
  expect(places.length).toBeGreaterThan(150)
})

/** Returns bad ids, each with the error that the route must respond with. */
function badIds([route, name]: Place, place: number) {
  const invalid = route.includes(' /api/partner/v1/') ? 422 : 400
  return [
    ...inTurn(NO_IDS, 8, place).map((id) => ({
      id,
      expected: (target: string) => expectedFor(target, name),
    })),
    // Not percent-encoded UTF-8.
    ...inTurn(NOT_ENCODED, 8, place).map((id) => ({
      id,
      expected: () => ({ status: invalid, fields: ['path'] }),
    })),
    // Refused before they are routed.
    ...inTurn(OTHER_SPELLINGS, 8, place).map((id) => ({
      id,
      expected: () => ({ status: 404, code: 'RESOURCE_NOT_FOUND', fields: [] }),
    })),
    ...inTurn(NO_TARGETS, 8, place).map((id) => ({
      id,
      expected: () => ({ status: 400, fields: ['request'] }),
    })),
  ]
}

test('a bad id in a path gets the error of its path family, and nothing changes', async () => {
  const cases = placesOfRun.flatMap((one, place) =>
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

function escaped(text: string): string {
  return Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')
}

/** Other spellings of an id that exists, which some programs would accept as the id. */
function spellingsOf(id: string): string[] {
  const variants = [
    id.toUpperCase(),
    id.toLowerCase(),
    `0${id}`,
    `+${id}`,
    `${id}.0`,
    `${id}.`,
    `${id}e0`,
    `${id}%20`,
    `%20${id}`,
    `${id}%09`,
    `${id}%00`,
    `${id}%2f`,
    `${'0'.repeat(300)}${id}`,
    escaped(id),
    escaped(id).toUpperCase(),
    escaped(id.slice(0, 1)) + id.slice(1),
    id.slice(0, -1) + escaped(id.slice(-1)),
    id.replace(/(?<=_)[1-9]/, '0$&'),
    // Of an order id: another time of creation.
    id.replace(/^ord_../, 'ord_00'),
  ]
  return [...new Set(variants)].filter((one) => one !== id)
}

/** The passkey is looked up after the password, which this test does not have. */
const AFTER_PASSWORD = 'POST /auth/v1/second-factors/passkeys/{passkeyId}/remove'

/** Returns the response of a route to an id that does not exist. */
async function absentReply([route, name]: Place): Promise<Reply> {
  const { reply, target } = await call(route, { [name]: ABSENT[name as keyof typeof ABSENT] })
  if (route === AFTER_PASSWORD) expect(reply.status).toBe(400)
  else
    expect([route, faultOf(reply, target, expectedFor(target, name))]).toEqual([route, undefined])
  return reply
}

test('another spelling of an existing id gets the response of an absent id', async () => {
  const absent = new Map<string, string>()
  for (const place of placesOfRun) absent.set(String(place), (await absentReply(place)).text)
  const cases = placesOfRun.flatMap((place) =>
    spellingsOf(idOf(place)).map((id) => ({
      label: `${place.join(': ')}: ${id.slice(0, 60)}`,
      async fault() {
        const [route, name] = place
        const { reply, target } = await call(route, { [name]: id })
        const isOther = reply.text !== absent.get(String(place))
        const fault = faultOf(reply, target, expectedFor(target, name))
        return fault ?? (isOther && route !== AFTER_PASSWORD ? reply.text : undefined)
      },
    })),
  )
  await expectRefused(fixture, cases)
})

/** Returns an id that exists, for a place in a path. */
function idOf([route, name]: Place): string {
  return idsOf(fixture.ids, route.includes(' /portal/v1/') ? fixture.owner.userId : undefined)[name]
}

describe('a foreign id and an absent one get the same bytes', () => {
  const owned = places.filter(
    ([route, id]) =>
      [
        'orderId',
        'customerId',
        'consumerId',
        'walletId',
        'clientId',
        'campaignId',
        'endpointId',
      ].includes(id) && !/admin\/v1\/orders\/\{orderId\}|exports/.test(route),
  )

  test.each(inTurn(owned, 4))('%s: {%s}', async (route, name) => {
    const absent = await call(route, { [name]: ABSENT[name as keyof typeof ABSENT] })
    const foreign = await call(route, { [name]: idsOf(fixture.foreign)[name] })

    expectSameAnswer(foreign.reply, absent.reply)
    expect(foreign.reply.status).toBeGreaterThanOrEqual(400)
    expect(foreign.reply.status).toBeLessThan(500)
  })
})

describe('a path that is too long for a request line gets 431 in the format of its path family', () => {
  test.each(['/v2/orders/', '/api/partner/v1/customer/', '/admin/v1/orders/', '/'])(
    '%s',
    async (prefix) => {
      const target = prefix + 'x'.repeat(20_000)
      const reply = await fixture.http.send({ method: 'GET', target })
      expect(faultOf(reply, target, { status: 431, fields: [] })).toBeUndefined()
    },
  )
})
