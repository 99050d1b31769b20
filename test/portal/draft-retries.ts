import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { act, aTeam, deposit, endQuotes, makeDearer } from '../support/draft-team.ts'
import { helpersOf, ordersOf, read } from './scheduled-drafts.ts'

/** Defines the tests of orders that were refused at their time, and are tried again. */
export function testRetries(fixtureOf: () => Fixture): void {
  const { schedule, place, refusedDraft } = helpersOf(fixtureOf)

  test('the maker retries a refused order once, however often the request is sent; nobody else may', async () => {
    const { partnerId, owner, buyer, approver } = await aTeam(fixtureOf(), '5.00')
    const draftId = await refusedDraft(buyer)
    expect((await act(buyer, draftId, 'retry')).status).toBe(402)
    expect(await read(buyer, draftId)).toMatchObject({
      state: 'WAITING',
      reason: expect.stringContaining('required 9.90 USD'),
    })
    await deposit(fixtureOf(), partnerId)
    expect((await act(owner, draftId, 'retry')).status).toBe(403)
    expect((await act(approver, draftId, 'retry')).status).toBe(403)

    const key = { 'idempotency-key': randomUUID() }
    const send = () => buyer.send('POST', `/portal/v1/drafts/${draftId}/retry`, '{}', key)
    const replies = [...(await Promise.all([send(), send()])), await send()]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const [order] = await ordersOf(buyer)
    for (const reply of replies) {
      expect(dataOf(reply)).toMatchObject({ state: 'ORDERED', orderId: order?.id })
    }
    expect(await ordersOf(buyer)).toHaveLength(1)
    expect((await act(buyer, draftId, 'retry')).status).toBe(409)
    const { admin } = fixtureOf()
    const audit = dataOf(await admin.get(`/admin/v1/audit?target=draft:${draftId}`))
    expect(audit.map(({ action, actor }: Json) => [action, actor])).toEqual([
      ['order_draft.retry', buyer.email],
      ['order_draft.make', buyer.email],
    ])
  })

  test('the present rules apply to a retry, and an earlier approval does not', async () => {
    const { partnerId, owner, buyer, approver } = await aTeam(fixtureOf(), '5.00')
    const { draftId } = await schedule(buyer, 2)
    expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('SCHEDULED')
    expect((await act(buyer, draftId, 'retry')).status).toBe(409)
    await place(draftId)
    const { state, decidedBy, decidedAt } = await read(buyer, draftId)
    expect([state, decidedBy, decidedAt]).toEqual(['WAITING', undefined, undefined])
    await deposit(fixtureOf(), partnerId)

    const { status, body } = await act(buyer, draftId, 'retry')
    expect([status, body.error?.message]).toEqual([403, expect.stringContaining('15.00 USD')])
    const viewer = JSON.stringify({ role: 'viewer' })
    dataOf(await owner.send('PATCH', `/portal/v1/users/${buyer.userId}`, viewer))
    expect((await act(buyer, draftId, 'retry')).status).toBe(403)
    expect(await ordersOf(owner)).toEqual([])
  })

  test('a refused order that has become dearer is shown at the new price before a retry places it', async () => {
    const { partnerId, buyer } = await aTeam(fixtureOf(), '5.00')
    const draftId = await refusedDraft(buyer)
    await deposit(fixtureOf(), partnerId)
    await makeDearer(fixtureOf(), partnerId, 20)
    await endQuotes(fixtureOf(), partnerId)

    const { status, body } = await act(buyer, draftId, 'retry')
    expect([status, body.error?.message]).toEqual([409, expect.stringMatching(/ 12 USD/)])
    expect((await read(buyer, draftId)).chargedAmount).toBe(12)
    // The page in another tab still shows the earlier price.
    const stale = await act(buyer, draftId, 'retry', { chargedAmount: 9.9 })
    expect([stale.status, stale.body.error?.message]).toEqual([
      409,
      expect.stringMatching(/ 12 USD/),
    ])
    const seen = { chargedAmount: 12 }
    expect(dataOf(await act(buyer, draftId, 'retry', seen)).state).toBe('ORDERED')
  })

  test('a draft that waits for an approval is not retried before its time; links are never retried', async () => {
    const { buyer } = await aTeam(fixtureOf())
    const { draftId } = await schedule(buyer, 2)
    expect((await act(buyer, draftId, 'retry')).status).toBe(409)
    const links = { reference: randomUUID(), currency: 'USD', amount: 10 }
    const recipients = [{ name: 'Ann' }, { name: 'Ben' }]
    const reply = await buyer.post('/portal/v1/link-drafts', { ...links, recipients })
    expect((await act(buyer, dataOf(reply).draftId, 'retry')).status).toBe(409)
  })
}
