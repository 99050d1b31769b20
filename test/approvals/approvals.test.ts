import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MS_PER_HOUR, minorUnits } from '../../src/core/mod.ts'
import { sweepApprovals } from '../../src/approvals/expire.ts'
import {
  aDeposit,
  aReversal,
  auditCount,
  lastAudit,
  pathOf,
} from '../conformance/admin-v1/fixture.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import type { Json } from '../support/client.ts'
import { ADMIN_TOKEN, dataOf, openService, type RunningService } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { approveAs, gatedProcess, type GatedService } from './fixture.ts'

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService
let gated: GatedService
let ann: Browser
let ben: Browser
let deposits: string

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
  gated = await gatedProcess(service, {
    approvalAmounts: new Map([['deposits', new Map([['USD', minorUnits(10_000n)]])]]),
    sessionIdleSeconds: 30 * 86_400,
    sessionSecondsMax: 90 * 86_400,
  })
  ann = await gated.signedIn({ role: 'finance' })
  ben = await gated.signedIn({ role: 'finance' })
  deposits = `${pathOf(service.partner)}/deposits`
})

afterAll(async () => {
  gated.http.close()
  await service.end()
})

/** Requests an act that must wait, and returns its approval. */
async function requestApproval(user: Browser, target: string, body: Json): Promise<Json> {
  const reply = await user.post(target, body)
  expect(reply.status).toBe(202)
  return dataOf(reply)
}

function approvalOf(user: Browser, { approvalId }: Json): Promise<Json> {
  return user.get(`/admin/v1/approvals/${approvalId}`).then(dataOf)
}

test('a deposit waits for a second person, who sees the funds before and after it', async () => {
  const before = await service.partner.funds()

  const reply = await ann.post(deposits, aDeposit({ amount: 100, reference: 'bank 1' }))

  expect(reply.status).toBe(202)
  const { approvalId } = dataOf(reply)
  expect(reply.headers['location']).toBe(`/admin/v1/approvals/${approvalId}`)
  expect(dataOf(reply)).toMatchObject({ kind: 'deposits', state: 'PENDING', approvers: 1 })
  expect(await service.partner.funds()).toEqual(before)
  expect(await lastAudit(service)).toMatchObject({
    action: 'approval.request',
    actor: ann.email,
    target: `approval:${approvalId}`,
  })
  expect(await approvalOf(ben, { approvalId })).toMatchObject({
    state: 'PENDING',
    requestedBy: ann.email,
    before: { currency: 'USD', funds: '0.00' },
    after: { currency: 'USD', funds: '100.00', amount: '100.00', reference: 'bank 1' },
    mayDecide: true,
    changed: false,
  })

  const approved = await approveAs(ben, approvalId)

  expect(dataOf(approved)).toMatchObject({ state: 'EXECUTED', decidedBy: ben.email })
  expect(dataOf(approved).response).toBeUndefined()
  expect((await approvalOf(ann, { approvalId })).response).toMatchObject({
    status: 201,
    body: { data: { amount: 100 } },
  })
  expect(await service.partner.funds()).toEqual({ USD: 100 })
  const entries = dataOf(await service.admin.get('/admin/v1/audit?pageSize=4'))
  const names = entries.map(({ action, actor, approver }: Json) => [action, actor, approver])
  expect(names).toEqual([
    ['approval.execute', ann.email, ben.email],
    ['deposit', ann.email, ben.email],
    ['approval.approve', ben.email, undefined],
    ['approval.request', ann.email, undefined],
  ])
})

test('a deposit below the threshold is made at once; in a currency without one, it waits', async () => {
  expect((await ann.post(deposits, aDeposit({ amount: 99.99 }))).status).toBe(201)
  expect((await ann.post(deposits, aDeposit({ amount: 1, currency: 'EUR' }))).status).toBe(202)
})

test('without the setting nothing waits; the rules show the setting', async () => {
  const plain = dataOf(await service.admin.get('/admin/v1/approval-rules'))
  expect(plain.rules.filter(({ required }: Json) => required)).toEqual([])
  const { rules, hours } = dataOf(await ann.get('/admin/v1/approval-rules'))
  expect(rules[0]).toEqual({
    kind: 'deposits',
    required: true,
    amounts: [{ currency: 'USD', amount: 100 }],
  })
  expect(hours).toBe(72)
})

describe('who may decide', () => {
  let approval: Json
  let path: string
  beforeAll(async () => {
    approval = await requestApproval(ann, deposits, aDeposit({ amount: 500 }))
    path = `/admin/v1/approvals/${approval.approvalId}`
  })

  test('nobody approves or rejects an own request', async () => {
    expectError(await approveAs(ann, approval.approvalId), 403, 'AUTHORIZATION_ERROR')
    const rejected = await ann.post(`${path}/reject`, { reason: 'mine' })
    expectError(rejected, 403, 'AUTHORIZATION_ERROR')
    expect((await approvalOf(ann, approval)).mayDecide).toBe(false)
  })

  test('no token approves', async () => {
    const { seen } = await approvalOf(ben, approval)
    const created = await service.admin.post('/admin/v1/tokens', { name: 'm', role: 'admin' })
    for (const token of [ADMIN_TOKEN, dataOf(created).token]) {
      const reply = await gated.http.send({
        method: 'POST',
        target: `${path}/approve`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ seen })),
      })
      expectError(reply, 403, 'AUTHORIZATION_ERROR')
      expect(reply.body.error.message).toContain('a token cannot approve')
    }
  })

  test('nobody decides without the permission of the act, or sees it without its read permission', async () => {
    const operations = await gated.signedIn({ role: 'operations' })
    const reply = await approveAs(operations, approval.approvalId)
    expectError(reply, 403, 'AUTHORIZATION_ERROR')
    expect(reply.body.error.message).toContain('funds:write')
    const keys = await gated.signedIn({ role: 'admin' })
    const { approvalId } = await requestApproval(keys, '/admin/v1/keys/rotate', { scope: 'data' })
    expect((await ann.get(`/admin/v1/approvals/${approvalId}`)).status).toBe(404)
    const listed = dataOf(await ann.get('/admin/v1/approvals?kind=keys'))
    expect(listed).toEqual([])
  })

  test('only the requester cancels', async () => {
    expectError(await ben.post(`${path}/cancel`), 403, 'AUTHORIZATION_ERROR')
    expect(dataOf(await ann.post(`${path}/cancel`))).toMatchObject({ state: 'CANCELED' })
    expectError(await ben.post(`${path}/reject`, { reason: 'x' }), 409, 'BUSINESS_RULE_VIOLATION')
  })
})

test.each([
  ['was disabled', { status: 'DISABLED' }],
  ['has another role', { role: 'support' }],
])('a request whose user %s fails when it is approved', async (_, change) => {
  const cal = await gated.signedIn({ role: 'finance' })
  const { approvalId } = await requestApproval(cal, deposits, aDeposit({ amount: 500 }))
  const before = await service.partner.funds()
  dataOf(await service.admin.patch(`/admin/v1/users/${cal.userId}`, change))

  expect(dataOf(await approveAs(ben, approvalId))).toMatchObject(deniedTo(cal.email))
  expect(await service.partner.funds()).toEqual(before)
})

test('a deposit that a token asked for fails once the token or its maker has lost the right', async () => {
  const admin = await gated.signedIn()
  const before = await service.partner.funds()
  const viaToken = async () => {
    const maker = await signedIn(service)
    const token = dataOf(await maker.post('/admin/v1/tokens', { name: 'till', role: 'finance' }))
    const headers = { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' }
    const body = JSON.stringify(aDeposit({ amount: 500 }))
    const reply = await gated.http.send({ method: 'POST', target: deposits, headers, body })
    return { maker, token, approvalId: dataOf(reply).approvalId }
  }
  const [stolen, orphan] = [await viaToken(), await viaToken()]
  dataOf(await service.admin.post(`/admin/v1/tokens/${stolen.token.tokenId}/revoke`))
  dataOf(await service.admin.patch(`/admin/v1/users/${orphan.maker.userId}`, { role: 'auditor' }))

  for (const { approvalId } of [stolen, orphan]) {
    expect(dataOf(await approveAs(admin, approvalId))).toMatchObject(deniedTo('token:till'))
  }
  expect(await service.partner.funds()).toEqual(before)
})

function deniedTo(name: string) {
  const message = `${name} may not do this now: it needs funds:write`
  return { state: 'FAILED', error: { code: 'AUTHORIZATION_ERROR', message } }
}

test('an approval is refused, and shows the change, if the state has changed since it was read', async () => {
  const limits = `${pathOf(service.partner)}/credit-limits`
  const limit = { currency: 'USD', amount: 1_000 }
  const reply = await ann.send('PUT', limits, limit)
  const { approvalId } = dataOf(reply)
  const path = `/admin/v1/approvals/${approvalId}`
  const { seen, before } = await approvalOf(ben, { approvalId })
  expect(before).toEqual({ currency: 'USD', amount: '0.00' })
  dataOf(await service.admin.put(limits, { currency: 'USD', amount: 50 }))

  expectError(await ben.post(`${path}/approve`, { seen }), 409, 'BUSINESS_RULE_VIOLATION')

  expect(await approvalOf(ben, { approvalId })).toMatchObject({
    state: 'PENDING',
    changed: true,
    before: { amount: '50.00' },
  })
  expect(dataOf(await approveAs(ben, approvalId))).toMatchObject({ state: 'EXECUTED' })
  expect(dataOf(await service.admin.get(limits))).toEqual([limit])
})

test('an approved act that is refused is FAILED with the reason, and is not attempted again', async () => {
  const { transferId } = dataOf(await service.admin.post(deposits, aDeposit({ amount: 7 })))
  const target = `${pathOf(service.partner)}/reversals`
  const whole = aReversal({ amount: 7, depositId: transferId })
  const { approvalId } = await requestApproval(ann, target, whole)
  dataOf(await service.admin.post(target, aReversal({ amount: 1, depositId: transferId })))

  const reply = await approveAs(ben, approvalId)

  expect(reply.status).toBe(200)
  expect(dataOf(reply)).toMatchObject({
    state: 'FAILED',
    error: { code: 'BUSINESS_RULE_VIOLATION', message: expect.stringContaining('6.00') },
  })
  const again = await ben.post(`/admin/v1/approvals/${approvalId}/approve`, { seen: 'x' })
  expectError(again, 409, 'BUSINESS_RULE_VIOLATION')
})

test('a request that its act would refuse is refused at once, and does not wait', async () => {
  const audits = await auditCount(service)
  const partner = '/admin/v1/partners/2097151/deposits'
  expectError(await ann.post(partner, aDeposit({ amount: 500 })), 404, 'RESOURCE_NOT_FOUND')
  const more = aReversal({ amount: 500, depositId: 'trf_1_999' })
  expectError(
    await ann.post(deposits.replace(/deposits$/, 'reversals'), more),
    400,
    'VALIDATION_ERROR',
    ['depositId'],
  )
  const odd = await ann.post(deposits, aDeposit({ amount: 500.001 }))
  expectError(odd, 400, 'VALIDATION_ERROR', ['amount'])
  expect(await auditCount(service)).toBe(audits)
})

test('the same request with its Idempotency-Key waits once', async () => {
  const [deposit, key] = [aDeposit({ amount: 800 }), { 'idempotency-key': randomUUID() }]
  const first = await ann.send('POST', deposits, deposit, key)
  const again = await ann.send('POST', deposits, deposit, key)

  expect(first.status).toBe(202)
  expect(again.text).toBe(first.text)
})

test('a repeated approval with its Idempotency-Key gets the first response', async () => {
  const { approvalId } = await requestApproval(ann, deposits, aDeposit({ amount: 800 }))
  const { seen } = await approvalOf(ben, { approvalId })
  const key = { 'idempotency-key': randomUUID() }
  const target = `/admin/v1/approvals/${approvalId}/approve`
  const first = await ben.send('POST', target, { seen }, key)
  const again = await ben.send('POST', target, { seen }, key)

  expect(dataOf(first)).toMatchObject({ state: 'EXECUTED' })
  expect(again.text).toBe(first.text)
})

test('a request that nobody decides in time expires: that is audited, and its secrets are removed', async () => {
  const { approvalId } = await requestApproval(ann, deposits, aDeposit({ amount: 900 }))
  const { seen } = await approvalOf(ben, { approvalId })
  now += 72 * MS_PER_HOUR

  const reply = await ben.post(`/admin/v1/approvals/${approvalId}/approve`, { seen })
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  expect((await approvalOf(ben, { approvalId })).state).toBe('EXPIRED')
  await sweepApprovals(service.services)

  const expired = dataOf(await service.admin.get(`/admin/v1/audit?target=approval:${approvalId}`))
  expect(expired[0]).toMatchObject({ action: 'approval.expire', actorKind: 'system' })
  const { rows } = await service.db.pool.query(
    `select 1 from approvals where sealed is not null and state <> 'PENDING'`,
  )
  expect(rows).toEqual([])
  // The approval was requested three days ago.
  const day = new Date(now - 24 * MS_PER_HOUR).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const idsOf = async (query: string) =>
    dataOf(await ben.get(`/admin/v1/approvals?${query}`)).map((one: Json) => one.approvalId)
  expect(await idsOf('state=EXPIRED')).toContain(approvalId)
  expect(await idsOf(`to=${day}`)).toContain(approvalId)
  expect(await idsOf(`from=${day}`)).not.toContain(approvalId)
})
