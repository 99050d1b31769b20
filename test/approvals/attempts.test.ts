import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, finishAttempt } from '../../src/approvals/attempt.ts'
import { rejectApproval } from '../../src/approvals/decide.ts'
import { openApproval } from '../../src/approvals/find-approval.ts'
import type { Actor } from '../../src/audit/mod.ts'
import { isAttemptOver } from '../../src/audit/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { deposit, issueCredential } from '../../src/partners/mod.ts'
import { aDeposit, pathOf } from '../conformance/admin-v1/fixture.ts'
import { expectError } from '../conformance/v2/fixture.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'
import { approveAs, gatedProcess, type GatedService } from './fixture.ts'

const ATTEMPT_MS = 60_000
const APPROVERS = 5
const APPROVALS_PER_USER = 10

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService
let gated: GatedService
let ann: Browser
let cal: Browser
let dan: Browser

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
  gated = await gatedProcess(service)
  ann = await gated.signedIn({ role: 'finance' })
  cal = await gated.signedIn({ role: 'finance' })
  dan = await gated.signedIn({ role: 'finance' })
})

afterAll(async () => {
  gated.http.close()
  await service.end()
})

async function aWaitingDeposit() {
  const partner = await service.newPartner()
  const body = aDeposit({ amount: 10 })
  const { approvalId } = dataOf(await ann.post(`${pathOf(partner)}/deposits`, body))
  const { approval } = await openApproval(service.services, approvalId)
  const make = (actor: Actor) =>
    deposit(service.services.ledger, {
      partnerId: partner.partnerId,
      currency: 'USD',
      amountMinor: minorUnits(1_000n),
      reference: body.reference,
      actor,
    })
  return { partner, approval, approvalId, make }
}

function approver({ userId, email: name }: Browser): {
  readonly actor: Actor
  readonly reason: undefined
} {
  const id = String(userId)
  return { actor: { kind: 'user', id, name, permission: 'approvals:write' }, reason: undefined }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('of 50 approvals at the same time one does the act, and the others are refused', async () => {
  const { partner, approvalId } = await aWaitingDeposit()
  const users = await Promise.all(
    Array.from({ length: APPROVERS }, () => gated.signedIn({ role: 'finance' })),
  )
  const path = `/admin/v1/approvals/${approvalId}`
  const { seen } = dataOf(await ann.get(path))

  const replies = await Promise.all(
    users.flatMap((user) =>
      Array.from({ length: APPROVALS_PER_USER }, () => user.post(`${path}/approve`, { seen })),
    ),
  )

  const [done, ...others] = replies.toSorted((one, other) => one.status - other.status)
  expect(done && dataOf(done)).toMatchObject({ state: 'EXECUTED' })
  for (const other of others) expectError(other, 409, 'BUSINESS_RULE_VIOLATION')
  expect(await partner.funds()).toEqual({ USD: 10 })
})

test('a process that ends after the act leaves it executed, and it is not done again', async () => {
  const { partner, approval, approvalId, make } = await aWaitingDeposit()
  const ben = await gated.signedIn({ role: 'finance' })
  const { actor } = await approve(service.services, approval, approver(cal))
  await make(actor)
  now += ATTEMPT_MS

  const { state, target, decidedBy } = dataOf(await ben.get(`/admin/v1/approvals/${approvalId}`))
  expect({ state, target, decidedBy }).toEqual({
    state: 'EXECUTED',
    target: expect.stringMatching(/^transfer:trf_/),
    decidedBy: cal.email,
  })
  const again = await ben.post(`/admin/v1/approvals/${approvalId}/approve`, { seen: 'x' })
  expectError(again, 409, 'BUSINESS_RULE_VIOLATION')
  expect(await partner.funds()).toEqual({ USD: 10 })
})

test('a process that ends before the act leaves it pending, and it is approved again', async () => {
  const { partner, approval, approvalId } = await aWaitingDeposit()
  const ben = await gated.signedIn({ role: 'finance' })
  await approve(service.services, approval, approver(cal))
  expect(dataOf(await ben.get(`/admin/v1/approvals/${approvalId}`)).underWay).toBe(true)
  expectError(await approveAs(ben, approvalId), 409, 'BUSINESS_RULE_VIOLATION')
  now += ATTEMPT_MS

  expect(dataOf(await approveAs(ben, approvalId))).toMatchObject({
    state: 'EXECUTED',
    decidedBy: ben.email,
  })
  expect(await partner.funds()).toEqual({ USD: 10 })
})

test('an attempt that was overtaken commits nothing, in the ledger and elsewhere', async () => {
  const { services } = service
  const { partner, approval, make } = await aWaitingDeposit()
  const slow = await approve(services, approval, approver(cal))
  now += ATTEMPT_MS
  const fast = await approve(services, approval, approver(dan))
  const { partnerId } = partner
  const issue = (actor: Actor) =>
    transact(service.db, (tx) => issueCredential(tx, services, { partnerId, actor }))

  expect(isAttemptOver(await failureOf(make(slow.actor)))).toBe(true)
  expect(isAttemptOver(await failureOf(issue(slow.actor)))).toBe(true)
  expect(await partner.funds()).toEqual({})
  await make(fast.actor)
  await finishAttempt(services, fast, { status: 201, body: {} })

  expect(await partner.funds()).toEqual({ USD: 10 })
})

test('an attempt whose approval was rejected after a minute commits nothing', async () => {
  const { partner, approval, make } = await aWaitingDeposit()
  const slow = await approve(service.services, approval, approver(cal))
  now += ATTEMPT_MS
  await rejectApproval(service.services, approval, { ...approver(dan), reason: 'not ours' })

  expect(isAttemptOver(await failureOf(make(slow.actor)))).toBe(true)
  expect(await partner.funds()).toEqual({})
})

test('an act that was done can neither be rejected nor attempted again', async () => {
  const { approval, make } = await aWaitingDeposit()
  const { actor } = await approve(service.services, approval, approver(cal))
  await make(actor)
  now += ATTEMPT_MS

  const rejected = rejectApproval(service.services, approval, { ...approver(dan), reason: 'x' })
  await expect(rejected).rejects.toMatchObject({ kind: 'state_conflict' })
  const approving = approve(service.services, approval, approver(dan))
  await expect(approving).rejects.toMatchObject({ kind: 'state_conflict' })
})
