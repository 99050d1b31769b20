import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { sendDueMails, type UserMail } from '../../src/identity/mod.ts'
import { draftMails, sweepDrafts } from '../../src/orders/mod.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

interface Team {
  readonly partnerId: number
  readonly owner: Browser
  readonly buyer: Browser
  readonly approver: Browser
}

/** Defines the tests of orders that people of a partner approve for each other. */
export function testDrafts(fixtureOf: () => Fixture): void {
  /** A partner whose orders from 15 US dollars on need an approval. */
  const team = async (funds = '100.00'): Promise<Team> => {
    const fixture = fixtureOf()
    const { partnerId } = await fixture.newPartner({ USD: funds })
    const of = (role: 'owner' | 'buyer' | 'approver') => signedIn(fixture, { role, partnerId })
    const [owner, buyer, approver] = [await of('owner'), await of('buyer'), await of('approver')]
    const rule = JSON.stringify({ currency: 'USD', approveFrom: 15 })
    dataOf(await owner.send('PUT', '/portal/v1/order-rules', rule))
    return { partnerId, owner, buyer, approver }
  }
  const anOrder = (quantity = 2): Json => {
    const items = [{ productId: fixtureOf().ids.products[0], amount: 10, quantity }]
    return { clientReference: randomUUID(), currency: 'USD', items }
  }
  const draftOf = async (by: Browser, order = anOrder()): Promise<string> =>
    dataOf(await by.post('/portal/v1/drafts', order)).draftId

  test('an order from the amount of the rule on is a draft without a hold until another person approves it', async () => {
    const { owner, buyer, approver } = await team()
    expect((await buyer.post('/portal/v1/orders', anOrder())).status).toBe(403)
    expect((await owner.post('/portal/v1/orders', anOrder())).status).toBe(403)
    expect((await buyer.post('/portal/v1/orders', anOrder(1))).status).toBe(201)
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

  test('nobody decides on a draft of their own, and a role without the permission on none', async () => {
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

  test('an approval without the funds for it leaves the draft waiting; once they are there it orders', async () => {
    const { partnerId, buyer, approver } = await team('15.00')
    const draftId = await draftOf(buyer)
    expect((await act(approver, draftId, 'approve')).status).toBe(402)
    const deposit = { currency: 'USD', amount: 50, reference: randomUUID() }
    dataOf(await fixtureOf().admin.post(`/admin/v1/partners/${partnerId}/deposits`, deposit))
    expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('ORDERED')
  })

  test('a draft that has become dearer since its quote ended is shown at the new price first', async () => {
    const fixture = fixtureOf()
    const { partnerId, buyer, approver } = await team()
    const draftId = await draftOf(buyer)
    const [productId] = fixture.ids.products
    const rule = { partnerId, productId, discountPercent: -50 }
    dataOf(await fixture.admin.post('/admin/v1/price-rules', rule))
    await fixture.db.pool.query(`update quotes set expires_at = now() - interval '1 s'`)

    const refused = await act(approver, draftId, 'approve')
    expect([refused.status, refused.body.error?.message]).toEqual([
      409,
      expect.stringMatching(/30/),
    ])
    expect(dataOf(await approver.get(`/portal/v1/drafts/${draftId}`)).chargedAmount).toBe(30)
    expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('ORDERED')
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
    const told = (await mails()).filter(({ to }) => to.address === buyer.email)
    expect(told.map(({ subject }) => subject)).toEqual(['Nobody approved your order'])
  })

  /** Sends the mails about drafts that are due, and returns them. */
  const mails = async (): Promise<UserMail[]> => {
    const { services, db } = fixtureOf()
    const sent: UserMail[] = []
    const mailer = {
      send(mail: UserMail) {
        sent.push(mail)
        return Promise.resolve({ outcome: 'sent' } as const)
      },
      close: () => undefined,
    }
    const onRefused = () => expect.unreachable()
    await sendDueMails({ ...services, mailer, onRefused }, draftMails(db))
    return sent
  }

  test('approvers are mailed of a draft, once for many; whoever asked hears what became of it', async () => {
    await mails()
    const { owner, buyer, approver } = await team()
    const first = await draftOf(owner)
    const [mail, ...others] = await mails()
    // Nobody approves their own, and a buyer approves nothing.
    expect([mail?.to.address, others]).toEqual([approver.email, []])
    expect(mail?.subject).toBe('An order waits for your approval')
    expect(mail?.text).toContain(`/portal/approvals/${first}\n`)
    expect(mail?.text).toContain(': 2 items for 19.80 USD, asked for by ')

    const second = await draftOf(buyer)
    await draftOf(buyer)
    // The approver was mailed a moment ago, the owner was not.
    expect((await mails()).map(({ to }) => to.address)).toEqual([owner.email])
    dataOf(await act(approver, first, 'approve'))
    dataOf(await act(owner, second, 'reject', { reason: 'too  dear' }))
    const told = await mails()
    const subjects = new Map(told.map(({ to, subject }) => [to.address, subject]))
    expect(subjects).toEqual(
      new Map([
        [owner.email, 'Your order was approved'],
        [buyer.email, 'Your order was rejected'],
      ]),
    )
    expect(told.map(({ text }) => text).join('\n')).toContain(': too dear\n')

    const { pool } = fixtureOf().db
    await pool.query(
      `update draft_mails set mail_due_at = now() - interval '1 s' where mail_due_at is not null`,
    )
    const later = await mails()
    expect(later.map(({ to, subject }) => [to.address, subject])).toEqual([
      [approver.email, 'An order waits for your approval'],
    ])
  })

  test('whoever may no longer approve is not mailed, and nobody is mailed of what was decided', async () => {
    await mails()
    const { owner, buyer, approver } = await team()
    dataOf(await act(approver, await draftOf(buyer), 'reject'))
    const viewer = JSON.stringify({ role: 'viewer' })
    const draftId = await draftOf(owner)
    dataOf(await owner.send('PATCH', `/portal/v1/users/${approver.userId}`, viewer))
    expect((await mails()).map(({ to }) => to.address)).toEqual([buyer.email])
    expect(dataOf(await owner.get(`/portal/v1/drafts/${draftId}`)).state).toBe('WAITING')
  })
}

function act(by: Browser, draftId: string, what: string, body: Json = {}): Promise<Reply> {
  return by.post(`/portal/v1/drafts/${draftId}/${what}`, body)
}

async function heldBy(by: Browser): Promise<unknown> {
  return dataOf(await by.get('/portal/v1/funds'))[0].held
}
