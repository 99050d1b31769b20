import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json } from '../support/client.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

type WriteRequest = readonly [method: 'POST' | 'PUT' | 'PATCH', target: string, body: Json]

/**
 * Acts of an owner. Each prepares what it needs, and returns a request to send during the
 * suspension.
 */
const ACTS: Readonly<Record<string, (owner: Browser) => Promise<WriteRequest>>> = {
  'a consumer is added': async () => ['POST', 'consumers', aConsumer()],
  'a wallet is credited': async (owner) => {
    const { walletId } = dataOf(await owner.post('/portal/v1/consumers', aConsumer()))
    const credit = { amount: 5, transactionType: 'CREDIT', referenceId: randomUUID() }
    return ['POST', `wallets/${walletId}/transactions`, credit]
  },
  'links are sent': async () => ['POST', 'links', someLinks()],
  'a link is cancelled': async (owner) => {
    const [link] = dataOf(await owner.post('/portal/v1/links', someLinks())).links
    return ['POST', `links/${link.linkId}/cancel`, { reason: 'test' }]
  },
  'a draft is made': async (owner) => {
    const [product] = dataOf(await owner.get('/portal/v1/products?currency=USD'))
    const items = [{ productId: product.productId, amount: 10, quantity: 1 }]
    const rule = JSON.stringify({ currency: 'USD', approveFrom: 1 })
    await owner.send('PUT', '/portal/v1/order-rules', rule)
    return ['POST', 'drafts', { clientReference: randomUUID(), currency: 'USD', items }]
  },
  'a credential is issued': async () => ['POST', 'credentials', {}],
  'a credential is rotated': async (owner) => {
    const { clientId } = dataOf(await owner.post('/portal/v1/credentials', {}))
    return ['POST', `credentials/${clientId}/rotate`, {}]
  },
  'a person is invited': async () => [
    'POST',
    'invitations',
    { email: `${randomUUID()}@example.com`, role: 'viewer' },
  ],
  'a rule of approvals is set': async () => [
    'PUT',
    'order-rules',
    { currency: 'USD', approveFrom: 15 },
  ],
  'a template is made': async () => ['POST', 'link-templates', { name: 'Any' }],
  'a webhook is added': async () => [
    'POST',
    'webhook-endpoints',
    { url: 'https://example.com/hook' },
  ],
}

function aConsumer(): Json {
  return { fullName: 'Ann', email: `${randomUUID()}@example.com`, currency: 'USD', initialFunds: 0 }
}

function someLinks(): Json {
  return { reference: randomUUID(), currency: 'USD', amount: 5, recipients: [{ name: 'Ada' }] }
}

/** Defines the tests of what people send while their partner is being suspended. */
export function testSuspensions(fixtureOf: () => Fixture): void {
  test.each(Object.keys(ACTS))(
    'a request is refused if the partner is suspended while it waits: %s',
    async (name) => {
      const fixture = fixtureOf()
      const { db } = fixture
      const { partnerId } = await fixture.newPartner({ USD: '50.00' })
      const owner = await signedIn(fixture, { role: 'owner', partnerId })
      const [method, target, body] = (await ACTS[name]?.(owner)) ?? []
      const holder = await db.pool.connect()
      await holder.query('begin')
      await holder.query(`update partners set status = 'SUSPENDED' where partner_id = $1`, [
        partnerId,
      ])
      const path = `/portal/v1/${target}`
      const key = { 'idempotency-key': randomUUID() }
      const sent = owner.send(method ?? 'POST', path, JSON.stringify(body), key)
      // The request was admitted, and waits for the row that says whether the partner is active.
      await Promise.race([untilOneWaits(db), sent])
      await holder.query('commit')
      holder.release()

      expect((await sent).status).toBe(403)
      expect(dataOf(await fixture.admin.get(`/admin/v1/partners/${partnerId}`)).status).toBe(
        'SUSPENDED',
      )
    },
  )
}
