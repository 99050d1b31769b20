import { expect, test } from 'vitest'
import { sweepDrafts } from '../../src/orders/mod.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import {
  act,
  aTeam,
  deposit,
  draftBy,
  endQuotes,
  makeDearer,
  mailsOfDrafts,
  orderOf,
} from '../support/draft-team.ts'
import { withdrawDuringApproval } from './team-locks.ts'

/** Defines the tests of orders that people of a partner approve for each other. */
export function testDrafts(fixtureOf: () => Fixture): void {
  const team = (funds?: string) => aTeam(fixtureOf(), funds)
  const anOrder = (quantity?: number) => orderOf(fixtureOf(), quantity)
  const draftOf = (by: Browser, order = anOrder()) => draftBy(by, order)

  test('an order from the amount of the rule on is a draft without a hold until another person approves it', async () => {
    const { owner, buyer, approver } = await team()
    expect((await buyer.post('/portal/v1/orders', anOrder())).status).toBe(403)
    expect((await owner.post('/portal/v1/orders', anOrder())).status).toBe(403)
    const halves = [anOrder(1), anOrder(1)].map((half) => buyer.post('/portal/v1/orders', half))
    const statuses = (await Promise.all(halves)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 403]))
    const [rule] = dataOf(await buyer.get('/portal/v1/order-rules'))
    expect([rule.approveFrom, rule.today]).toEqual([15, 9.9])
    const draftId = await draftOf(buyer)
    expect(await heldBy(buyer)).toBe(0)

    expect((await act(buyer, draftId, 'approve')).status).toBe(403)
    const twins = await Promise.all([
      act(approver, draftId, 'approve'),
      act(owner, draftId, 'approve'),
    ])
    const approved = twins.find(({ status }) => status === 200)
    const { orderId, state, decidedBy } = dataOf(approved ?? twins[0])
    expect([state, decidedBy]).toEqual(['ORDERED', expect.stringMatching(/@/)])
    expect(dataOf(await buyer.get('/portal/v1/orders'))).toHaveLength(2)
    await fixtureOf().waitForOrder(orderId, 'COMPLETED')
    const audit = dataOf(await fixtureOf().admin.get(`/admin/v1/audit?target=order:${orderId}`))
    const acts = audit.map(({ action, actor }: Json) => [action, actor])
    expect(acts).toContainEqual(['order.place', buyer.email])
    expect((await act(approver, draftId, 'approve')).status).toBe(409)
  })

  test('nobody decides about their own draft, and nobody without the permission decides about any', async () => {
    const { partnerId, owner, buyer } = await team()
    const draftId = await draftOf(owner)
    expect((await act(owner, draftId, 'approve')).status).toBe(403)
    expect((await act(owner, draftId, 'reject', { reason: 'no' })).status).toBe(403)
    expect((await act(buyer, draftId, 'withdraw')).status).toBe(403)
    const developer = await signedIn(fixtureOf(), { role: 'developer', partnerId })
    expect((await act(developer, draftId, 'approve')).status).toBe(403)
    expect(dataOf(await act(owner, draftId, 'withdraw')).state).toBe('WITHDRAWN')
    expect(dataOf(await owner.get(`/portal/v1/drafts/${draftId}`)).items).toEqual([])
  })

  test('a draft whose maker may no longer order is not ordered, and waits again', async () => {
    const { owner, buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    const viewer = JSON.stringify({ role: 'viewer' })
    dataOf(await owner.send('PATCH', `/portal/v1/users/${buyer.userId}`, viewer))
    expect((await act(approver, draftId, 'approve')).status).toBe(403)
    expect(dataOf(await owner.get(`/portal/v1/drafts/${draftId}`)).state).toBe('WAITING')
    expect(await heldBy(owner)).toBe(0)
  })

  test('an approval without funds leaves the draft waiting; an approval after a deposit orders it', async () => {
    const { partnerId, buyer, approver } = await team('15.00')
    const draftId = await draftOf(buyer)
    expect((await act(approver, draftId, 'approve')).status).toBe(402)
    await deposit(fixtureOf(), partnerId)
    expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('ORDERED')
  })

  test('a draft that has become dearer since its quote ended is shown at the new price first', async () => {
    const { partnerId, owner, buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    await makeDearer(fixtureOf(), partnerId, 50)
    await endQuotes(fixtureOf(), partnerId)

    const refused = await act(approver, draftId, 'approve')
    expect([refused.status, refused.body.error?.message]).toEqual([
      409,
      expect.stringMatching(/30/),
    ])
    expect(dataOf(await approver.get(`/portal/v1/drafts/${draftId}`)).chargedAmount).toBe(30)
    // The page of another approver still shows the earlier price.
    const stale = await act(owner, draftId, 'approve', { chargedAmount: 19.8 })
    expect([stale.status, stale.body.error?.message]).toEqual([409, expect.stringMatching(/30/)])
    const seen = { chargedAmount: 30 }
    expect(dataOf(await act(approver, draftId, 'approve', seen)).state).toBe('ORDERED')
  })

  test('a draft that is withdrawn while its approval waits for the lock of the book is not ordered', async () => {
    const { partnerId, owner, buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    await withdrawDuringApproval(fixtureOf(), { partnerId, draftId, maker: buyer, approver })
    expect((await act(owner, draftId, 'approve')).status).toBe(409)
    expect(dataOf(await buyer.get('/portal/v1/orders'))).toEqual([])
  })

  test('a draft that nobody decided in time cannot be approved', async () => {
    const { buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    const { db } = fixtureOf()
    await db.pool.query(`update order_drafts set expires_at = now() where draft_id = $1`, [
      draftId.slice('drf_'.length),
    ])
    expect((await act(approver, draftId, 'approve')).status).toBe(409)
    expect(dataOf(await buyer.get(`/portal/v1/drafts/${draftId}`)).state).toBe('EXPIRED')

    await sweepDrafts(fixtureOf().services)
    await sweepDrafts(fixtureOf().services)
    const swept = dataOf(await buyer.get(`/portal/v1/drafts/${draftId}`))
    expect([swept.state, swept.items]).toEqual(['EXPIRED', []])
    const sentMails = (await mailsOfDrafts(fixtureOf())).filter(
      ({ to }) => to.address === buyer.email,
    )
    expect(sentMails.map(({ subject }) => subject)).toEqual(['Nobody approved your order'])
  })
}

async function heldBy(by: Browser): Promise<unknown> {
  return dataOf(await by.get('/portal/v1/funds'))[0].held
}
