import { afterAll, beforeAll, expect, test } from 'vitest'
import { PARTNER_ROLES, permissionsOfPartner, type PartnerRole } from '../../src/identity/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { lockAdmins } from '../../src/identity/user-rows.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { listCredentials } from '../../src/partners/mod.ts'
import { openFixture, send, type Fixture } from '../conformance/bad-input/fixture.ts'
import { requestFor } from '../conformance/bad-input/route-requests.ts'
import type { Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { inTurn } from '../support/turns.ts'
import { completeOrder } from '../conformance/v2/fixture.ts'
import { testClaims, testEndpointSecrets, testIssuers } from './credential-claims.ts'
import { testCreditApprovals, testFileApprovals, testFilesAlone } from './credit-approvals.ts'
import { testDraftMails } from './draft-mails.ts'
import { testRetries } from './draft-retries.ts'
import { testDrafts } from './drafts.ts'
import { testLinkDrafts } from './link-drafts.ts'
import { PAY_IN_ACCOUNTS, testPayIn } from './pay-in.ts'
import { testPeople } from './people.ts'
import { testRefusedSchedules, testScheduledDrafts } from './scheduled-drafts.ts'
import { testShop } from './shop.ts'
import { testProgramDrafts } from './program-drafts.ts'
import { testSignInRules } from './sign-in-rules.ts'
import { testSpending } from './spending.ts'
import { testSuspensions } from './suspensions.ts'
import { testTeamLocks } from './team-locks.ts'
import { testTeams } from './teams.ts'

let fixture: Fixture
let users: Readonly<Record<PartnerRole, Browser>>

beforeAll(async () => {
  fixture = await openFixture({ settings: { payInAccounts: PAY_IN_ACCOUNTS } })
  const { partnerId } = fixture.ids
  const sessions = PARTNER_ROLES.map(
    async (role) => [role, await signedIn(fixture, { role, partnerId })] as const,
  )
  users = Object.fromEntries(await Promise.all(sessions)) as typeof users
})

afterAll(() => fixture.end())

const PORTAL = ROUTES.flatMap(({ name, access }) =>
  access.to === 'portal' ? [{ name, permission: access.permission }] : [],
)
const READS = PORTAL.filter(({ name }) => name.startsWith('GET '))
/** The routes that have an id in their path. */
const WITH_ID = PORTAL.filter(({ name }) => name.includes('{'))

test.each(PORTAL)('$name is for roles with the permission $permission', async (route) => {
  const { method, target, headers } = requestFor(route.name, fixture.ids, { orderId: 'ord_none' })
  for (const role of PARTNER_ROLES) {
    const isPermitted = permissionsOfPartner(role).has(route.permission)
    // An invalid body: a permitted user gets 400 for it, and nothing changes.
    const body = method === 'GET' ? undefined : '[]'
    const { status } = await users[role].send(method, target, body, headers)
    expect(status === 403, `${role}: ${status}`).toBe(!isPermitted)
    // A read has the query that it requires.
    if (isPermitted && method === 'GET') expect(status).not.toBe(400)
  }
})

test.each(PORTAL)(
  '$name is refused for a user of the operator, and without a session',
  async (route) => {
    const { method, target } = requestFor(route.name, fixture.ids)
    expect((await fixture.browser.send(method, target)).status).toBe(403)
    expect((await fixture.http.send({ method, target, headers: {} })).status).toBe(401)
  },
)

test.each(WITH_ID)('$name responds with 404 to the ids of another partner', async ({ name }) => {
  const foreign = { ...fixture.foreign, orderId: fixture.foreign.openOrderId }
  const request = requestFor(name, foreign)
  const body = bodyOf(name)
  const reply = await send(fixture, request.method, {
    target: request.target,
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([reply.status, reply.body.error?.code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
})

test.each(READS)('$name refuses a partnerId in its query', async (route) => {
  const { target } = requestFor(route.name, fixture.ids)
  const other = fixture.foreign.partnerId
  const otherTarget = `${target}${target.includes('?') ? '&' : '?'}partnerId=${other}`
  expect((await users.owner.get(otherTarget)).status).toBe(400)
})

test('lists have all rows of the own partner, and no others', async () => {
  const { owner } = users
  const { partner, ids, foreign } = fixture
  const orders = dataOf(await owner.get('/portal/v1/orders?pageSize=100'))
  expect(idsOf(orders, 'id')).toEqual(idsOf(await partner.orders(), 'id'))
  expect(idsOf(orders, 'id')).not.toContain(foreign.orderId)
  const requests = dataOf(await owner.get('/portal/v1/requests?pageSize=100'))
  expect(idsOf(requests, 'requestId')).toContain(ids.requestId)
  expect(new Set(idsOf(requests, 'partnerId'))).toEqual(new Set([ids.partnerId]))
  expect(dataOf(await owner.get('/portal/v1/cases'))).toHaveLength(1)
  expect(idsOf(dataOf(await owner.get('/portal/v1/credentials')), 'clientId')).toContain(
    ids.clientId,
  )
  const listed = dataOf(await owner.get('/portal/v1/users'))
  expect(new Set(idsOf(listed, 'partnerId'))).toEqual(new Set([ids.partnerId]))
})

test('an order is shown with its lines and history, without the fields for operators', async () => {
  const { openOrderId } = fixture.ids
  const order = dataOf(await users.viewer.get(`/portal/v1/orders/${openOrderId}`))
  expect(order.history.map(({ status }: { status: string }) => status)).toEqual([
    'PENDING',
    'PROCESSING',
    'OUT_OF_STOCK',
  ])
  const unit = { currency: 'USD', faceValue: 10, unitCost: 10 }
  expect(order.lines).toEqual([
    { lineNo: 1, productId: fixture.ids.vaultId, brand: 'Northwind', quantity: 1, ...unit },
  ])
  const [listed] = dataOf(await users.viewer.get('/portal/v1/orders?status=OUT_OF_STOCK'))
  expect(Object.keys(listed).toSorted()).toEqual([
    'clientReference',
    'createdAt',
    'currency',
    'id',
    'itemCount',
    'status',
    'totalAmount',
  ])
})

test('codes are shown only to roles that may read codes', async () => {
  const { id } = await completeOrder(fixture, { productId: fixture.ids.products[0] })
  const target = `/portal/v1/orders/${id}/items`
  expect(dataOf(await users.owner.get(target))[0].giftCardNumber).toMatch(/\w/)
  expect((await users.developer.get(target)).status).toBe(403)
})
testShop(() => ({ fixture, buyer: users.buyer }))

/** `npm test` runs one of these groups each day. */
const GROUPS = [
  [testSuspensions, testTeams, testTeamLocks, testSpending, testPeople],
  [testCreditApprovals, testFileApprovals, testFilesAlone, testDrafts, testLinkDrafts],
  [testScheduledDrafts, testRefusedSchedules, testRetries, testProgramDrafts, testDraftMails],
]
for (const define of inTurn(GROUPS, 3).flat()) define(() => fixture)
testSignInRules(() => fixture)
testPayIn(() => ({ fixture, finance: users.finance }))

testClaims(() => ({ fixture, owner: users.owner, developer: users.developer }))
testIssuers(() => ({ fixture, owner: users.owner, developer: users.developer }))
testEndpointSecrets(() => ({ fixture, developer: users.developer }))

test('a request of an owner who loses the role while it waits for a lock is refused', async () => {
  const { db, newPartner, services } = fixture
  const { partnerId } = await newPartner()
  const owner = await signedIn(fixture, { role: 'owner', partnerId })
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query(`update users set role = 'developer' where user_id = $1`, [owner.userId])
  const issued = owner.post('/portal/v1/credentials', {})
  // The request was admitted as one of an owner, and waits for the row with the role.
  await eventually(async () => {
    const { rows } = await db.pool.query(`
      select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`)
    expect(rows).toHaveLength(1)
  })
  await holder.query('commit')
  holder.release()

  expect((await issued).status).toBe(403)
  expect(await listCredentials(db, services.clock, partnerId)).toHaveLength(1)
})

test('the mode `test` works on the test partner, which the first test credential creates', async () => {
  const { partner } = fixture
  const owner = await signedIn(fixture, { role: 'owner', partnerId: partner.partnerId })
  const inTest = (method: string, target: string, body?: object) =>
    owner.send(method, target, body && JSON.stringify(body), { 'x-tessera-mode': 'test' })
  expect((await inTest('GET', '/portal/v1/funds')).status).toBe(404)

  dataOf(await owner.post('/portal/v1/credentials', { mode: 'test' }))

  const live = dataOf(await owner.get('/portal/v1/funds'))
  const play = dataOf(await inTest('GET', '/portal/v1/funds'))
  expect(play).not.toEqual(live)
  expect(dataOf(await inTest('GET', '/portal/v1/pay-in'))).toEqual([])
  expect(dataOf(await inTest('GET', '/portal/v1/orders'))).toEqual([])
  expect(dataOf(await inTest('GET', '/portal/v1/credentials'))).toHaveLength(1)
  const testUsers = dataOf(await inTest('GET', '/portal/v1/users'))
  expect(testUsers).toEqual(dataOf(await owner.get('/portal/v1/users')))
})

test('a case that a user requests names the user, and waits for the operator', async () => {
  const { id } = await completeOrder(fixture, { productId: fixture.ids.products[0] })
  const request = { itemNo: 1, kind: 'block', reason: 'was stolen' }
  const opened = dataOf(await users.developer.post(`/portal/v1/orders/${id}/cases`, request))
  expect(opened.state).toBe('REQUESTED')
  const seen = dataOf(await fixture.admin.get(`/admin/v1/cases/${opened.caseId}`))
  expect(seen.openedBy).toBe(users.developer.email)
  expect((await users.viewer.post(`/portal/v1/orders/${id}/cases`, request)).status).toBe(403)
})

test('the last owner of a partner can be neither demoted nor disabled', async () => {
  const { partnerId } = await fixture.newPartner()
  const first = await signedIn(fixture, { role: 'owner', partnerId })
  expect((await change(first, first, { role: 'viewer' })).status).toBe(409)
  expect((await change(first, first, { status: 'DISABLED' })).status).toBe(409)
  const second = await signedIn(fixture, { role: 'owner', partnerId })
  const both = [
    change(first, second, { role: 'viewer' }),
    change(second, first, { role: 'viewer' }),
  ]
  const statuses = (await Promise.all(both)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('an owner changes a user while administrators are being changed, without a deadlock', async () => {
  const { partnerId } = await fixture.newPartner()
  const [owner, user] = await Promise.all([
    signedIn(fixture, { role: 'owner', partnerId }),
    signedIn(fixture, { role: 'viewer', partnerId }),
    signedIn(fixture, { role: 'admin' }),
  ])
  const changed = await transact(fixture.db, async (tx) => {
    await tx.rows(lockAdmins())
    return await change(owner, user, { role: 'developer' })
  })
  expect(changed.status).toBe(200)
})

test('users of a suspended partner are refused', async () => {
  const { partnerId } = await fixture.newPartner()
  const owner = await signedIn(fixture, { role: 'owner', partnerId })
  expect((await owner.get('/portal/v1/funds')).status).toBe(200)
  await fixture.admin.patch(`/admin/v1/partners/${partnerId}`, { status: 'SUSPENDED' })
  expect((await owner.get('/portal/v1/funds')).status).toBe(403)
})

test('a write with an Idempotency-Key is done once; the key of another partner is another key', async () => {
  const { partnerId } = await fixture.newPartner()
  const other = await signedIn(fixture, { role: 'owner', partnerId })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = JSON.stringify({ permissions: ['orders:read'] })
  const issue = (user: Browser) => user.send('POST', '/portal/v1/credentials', body, key)
  const [first, again] = [await issue(users.owner), await issue(users.owner)]
  expect(dataOf(again).clientId).toBe(dataOf(first).clientId)
  expect(dataOf(await issue(other)).clientId).not.toBe(dataOf(first).clientId)
})

function change(user: Browser, target: Browser, body: object): Promise<Reply> {
  return user.send('PATCH', `/portal/v1/users/${target.userId}`, JSON.stringify(body))
}

function idsOf(rows: readonly Readonly<Record<string, unknown>>[], field: string): unknown[] {
  return rows.map((row) => row[field])
}

/** Returns a valid body for a route, or undefined for a GET. */
function bodyOf(name: string): object | undefined {
  if (name.endsWith('/cases') && name.startsWith('POST')) {
    return { itemNo: 1, kind: 'block', reason: 'stolen' }
  }
  if (name.includes('/link-templates')) return { name: 'Any' }
  if (name.endsWith('/credit-drafts')) return { amount: 1, referenceId: 'r' }
  if (name.endsWith('/replay')) return { eventIds: ['evt_1_1'] }
  if (name.startsWith('PATCH') && name.includes('users')) return { role: 'viewer' }
  if (name.endsWith('/transactions') && name.startsWith('POST')) {
    return { amount: 1, transactionType: 'CREDIT', referenceId: 'r' }
  }
  return name.startsWith('GET ') ? undefined : {}
}
