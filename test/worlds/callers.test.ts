import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Route } from '../../src/http/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import {
  OPERATOR_ROLES,
  PARTNER_ROLES,
  permissionsOfOperator,
  permissionsOfPartner,
} from '../../src/identity/mod.ts'
import { ABSENT } from '../conformance/bad-input/absent-ids.ts'
import { openFixture, type Fixture } from '../conformance/bad-input/fixture.ts'
import { idsOf } from '../conformance/bad-input/ids-of-paths.ts'
import { requestFor } from '../conformance/bad-input/route-requests.ts'
import { sentLink } from '../links/link-fixture.ts'
import { OPERATOR_ROLES as ROLES_OF_CASES } from '../operator/cases.ts'
import { ROUTES_OF_PARTNERS, routesIn } from '../oracle/permissions-of-partners.ts'
import { CALLERS_OF_PATHS, KEYS_OF_PARTNER } from '../oracle/permissions.ts'
import {
  encoded,
  type Body,
  type Headers,
  type Reply,
  type SignedClient,
} from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { inTurn } from '../support/turns.ts'

type Send = (method: string, target: string, body?: Body, headers?: Headers) => Promise<Reply>

let fixture: Fixture
let callers: readonly (readonly [kind: string, Send])[]
let testClient: SignedClient

beforeAll(async () => {
  fixture = await openFixture()
  const { admin, browser, http, ids, owner, partner, shop } = fixture
  const bearer =
    (token: string): Send =>
    (method, target, body, headers) =>
      http.send({
        method,
        target,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: encoded(body) }),
      })
  const tokenOf = async () => dataOf(await admin.post('/admin/v1/tokens', A_TOKEN))
  const [token, revoked] = [await tokenOf(), await tokenOf()]
  dataOf(await admin.post(`/admin/v1/tokens/${revoked.tokenId}/revoke`, {}))
  testClient = await partner.issue({ mode: 'test' })
  callers = [
    ['nobody', (method, target) => http.send({ method, target, headers: {} })],
    ['partner', signedBy(partner)],
    ['partner', signedBy(testClient)],
    ['merchant', signedBy(shop)],
    ['operator', bearer(token.token)],
    ['operator', browser.send],
    ['portal', owner.send],
    ['ended', bearer(revoked.token)],
    ['ended', (await disabled()).send],
    ['ended', (await disabled(ids.partnerId)).send],
  ]
})

afterAll(() => fixture.end())

const signedBy =
  (client: SignedClient): Send =>
  (method, target, body, headers = {}) =>
    client.send(method, target, { ...(body !== undefined && { body }), headers })

const A_TOKEN = { name: 'night', role: 'admin' }

/** Signs a user in, then disables the user without the routes that end sessions. */
async function disabled(partnerId?: number): Promise<Browser> {
  const role = partnerId === undefined ? 'admin' : 'owner'
  const user = await signedIn(fixture, { role, ...(partnerId !== undefined && { partnerId }) })
  const disable = `update users set status = 'DISABLED' where user_id = $1`
  await fixture.db.pool.query(disable, [user.userId])
  return user
}

const NAMES = ROUTES.map(({ name }) => name)
const isWrite = (route: string): boolean => !route.startsWith('GET ')

test('the oracle knows which roles may call each route of people, and no other route', () => {
  const actual = ROUTES.flatMap(({ name, access }) => {
    if (access.to === 'operator') {
      const roles = OPERATOR_ROLES.filter((one) =>
        permissionsOfOperator(one).has(access.permission),
      )
      return [`${name}: ${roles.join(' ')}`]
    }
    if (access.to !== 'portal') return []
    const roles = PARTNER_ROLES.filter((one) => permissionsOfPartner(one).has(access.permission))
    return [`${name}: ${roles.join(' ')}`]
  })
  const routes = [...ROLES_OF_CASES, ...ROUTES_OF_PARTNERS].flatMap((each) =>
    routesIn(each).map((name) => `${name}: ${each.roles}`),
  )
  expect(actual.toSorted()).toEqual(routes.toSorted())
})

test('every route refuses a credential of the wrong kind, and one that has ended', async () => {
  const calls = NAMES.flatMap((route, place) => {
    const group = CALLERS_OF_PATHS.find(({ path }) => route.includes(` ${path}`))
    if (!group) return []
    const wrong = callers.filter(([kind]) => !group.kinds.includes(kind))
    return inTurn(wrong, isWrite(route) ? 2 : 8, place).map((caller) => ({ route, caller }))
  })
  const answers = await Promise.all(
    calls.map(async ({ route, caller: [kind, send] }) => {
      const { method, target, body, headers } = requestFor(route, fixture.ids)
      return [route, kind, (await send(method, target, body, headers)).status] as const
    }),
  )
  expect(answers.length).toBeGreaterThan(500)
  expect(answers.filter(([, , status]) => status !== 401 && status !== 403)).toEqual([])
})

/** Bodies of routes that refuse an empty object before they look up ids. */
const BODIES: Readonly<Record<string, object>> = {
  'PUT /portal/v1/link-templates/{templateId}': { name: 'Spring' },
}

/** Expects the same bytes for ids of another partner as for absent ids. */
async function expectAbsent(
  route: string,
  send: Send,
  ids: Readonly<Record<string, string>>,
): Promise<void> {
  const answers = await Promise.all(
    [ids, ABSENT].map(async (named) => {
      const { method, target, body, headers } = requestFor(route, fixture.ids, named)
      const sent = body ?? (isWrite(route) ? JSON.stringify(BODIES[route] ?? {}) : undefined)
      return send(method, target, sent, { ...headers, 'idempotency-key': randomUUID() })
    }),
  )
  const [foreignReply, absentReply] = answers.map(({ status, text }) => [route, status, text])
  expect(foreignReply).toEqual(absentReply)
  expect([
    [route, 404],
    [route, 409],
    [route, 422],
  ]).toContainEqual(foreignReply?.slice(0, 2))
}

const WITH_IDS = ROUTES.filter(({ ids }) => ids.some(({ name }) => name !== 'productId'))
const routeNames = (to: string, routes: readonly Route[] = WITH_IDS): string[] =>
  routes.flatMap(({ name, access }) => (access.to === to ? [name] : []))
const sampleOf = (to: string, place: number) => {
  const all = routeNames(to)
  return [
    ...all.filter(isWrite),
    ...inTurn(
      all.filter((one) => !isWrite(one)),
      3,
      place,
    ),
  ]
}
test('for a credential, ids of another partner or of the other mode do not exist', async () => {
  const { foreign, ids, partner } = fixture
  const { linkId } = await sentLink(testClient, { currency: 'USD', amount: 1 })
  const inTest = { ...ABSENT, linkId }
  await Promise.all(
    sampleOf('partner', 0).flatMap((route) => [
      expectAbsent(route, signedBy(partner), idsOf(foreign)),
      expectAbsent(route, signedBy(testClient), idsOf(ids)),
      expectAbsent(route, signedBy(partner), inTest),
    ]),
  )
})

test('in test mode, the ids of live mode do not exist', async () => {
  const { ids, owner } = fixture
  const inTest: Send = (method, target, body, headers) =>
    owner.send(method, target, body, { ...headers, 'x-tessera-mode': 'test' })
  // The users of a partner are the same in both modes.
  const routes = sampleOf('portal', 1).filter((one) => !/\/(users|invitations)\//.test(one))
  await Promise.all(routes.map((route) => expectAbsent(route, inTest, idsOf(ids))))
})

test('a foreign id in a body gets the response of an absent id', async () => {
  const { foreign, partner, owner, newPartner } = fixture
  const { partnerId } = await newPartner()
  const other = await signedIn(fixture, { role: 'owner', partnerId })
  const template = { name: 'Spring' }
  const { templateId } = dataOf(await other.post('/portal/v1/link-templates', template))
  const link = { reference: randomUUID(), currency: 'USD', amount: 1, recipients: [{}], templateId }
  const absent = { ...link, templateId: ABSENT.templateId }
  const walletId = foreign.wallets[0]
  for (const [foreignReply, absentReply] of [
    [await partner.post('/v2/links', link), await partner.post('/v2/links', absent)],
    [await owner.post('/portal/v1/links', link), await owner.post('/portal/v1/links', absent)],
    [
      await partner.post('/v2/wallet-sessions', { walletId }),
      await partner.post('/v2/wallet-sessions', { walletId: ABSENT.walletId }),
    ],
  ] as const) {
    expect([foreignReply.status, foreignReply.text]).toEqual([absentReply.status, absentReply.text])
    expect([400, 404]).toContain(foreignReply.status)
  }
})

test('a key of another person, partner or mode replays no write of the portal, unless a partner shares it', async () => {
  const { ids, foreign, owner } = fixture
  const [colleague, stranger] = await Promise.all([
    signedIn(fixture, { role: 'owner', partnerId: ids.partnerId }),
    signedIn(fixture, { role: 'owner', partnerId: foreign.partnerId }),
  ])
  const others = [
    ['colleague', colleague, 'live'],
    ['stranger', stranger, 'live'],
    ['owner in test mode', owner, 'test'],
  ] as const
  const replayed: string[] = []
  let writes = 0
  for (const route of routeNames('portal', ROUTES).filter(isWrite)) {
    const { method, target, body, headers } = requestFor(route, ids)
    const keyed = { ...headers, 'idempotency-key': randomUUID() }
    const first = await owner.send(method, target, body, keyed)
    if (first.status >= 300) continue
    writes += 1
    for (const [who, user, mode] of others) {
      const modeHeaders = { ...keyed, 'x-tessera-mode': mode }
      const reply = await user.send(method, target, body, modeHeaders)
      if (reply.headers['idempotent-replayed'] !== undefined) replayed.push(`${route}: ${who}`)
    }
  }
  expect(writes).toBeGreaterThan(15)
  expect(replayed.toSorted()).toEqual(KEYS_OF_PARTNER.map((one) => `${one}: colleague`))
})
