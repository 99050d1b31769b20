import { expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import type { Json } from '../support/client.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { startPair, UPSTREAM } from './pair.ts'

const PRODUCT = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'FIXED',
  fixedAmounts: [10],
}

test('an account shows its float and no secret; a low float raises one alert until it is over', async () => {
  const { ours, theirs, account } = await startPair({ float: '50.00' })
  const path = `/admin/v1/upstreams/${UPSTREAM}`
  const changed = await ours.admin.patch(path, { lowFloat: 80 })

  await expect
    .poll(async () => (await ours.admin.get('/admin/v1/upstreams')).body.data)
    .toMatchObject([{ answers: true, floats: [{ currency: 'USD', funds: 50 }], lowFloat: 80 }])
  await expect.poll(() => openAlerts(ours.admin)).toEqual([LOW])

  const deposit = { currency: 'USD', amount: 100, reference: 'more' }
  dataOf(await theirs.admin.post(`/admin/v1/partners/${account.partnerId}/deposits`, deposit))
  await expect.poll(() => openAlerts(ours.admin)).toEqual([])

  const { apiKey, hmacSecret } = account.credentials
  const shown = changed.text + (await ours.admin.get('/admin/v1/upstreams')).text
  const audit = (await ours.admin.get('/admin/v1/audit')).text
  for (const secret of [apiKey, hmacSecret]) {
    expect([shown, audit, ours.logged.join('\n')].filter((text) => text.includes(secret))).toEqual(
      [],
    )
  }
})

test('alerts of an account that is not used any more are resolved', async () => {
  const { ours } = await startPair({ float: '50.00' })
  const path = `/admin/v1/upstreams/${UPSTREAM}`
  dataOf(await ours.admin.patch(path, { lowFloat: 80 }))
  await expect.poll(() => openAlerts(ours.admin)).toEqual([LOW])

  dataOf(await ours.admin.patch(path, { active: false }))

  expect(await openAlerts(ours.admin)).toEqual([])
})

test('409 BUSINESS_RULE_VIOLATION: a credential of another account, which lacks our orders', async () => {
  const { theirs, account, ours, resold, completed } = await startPair()
  const path = `/admin/v1/upstreams/${UPSTREAM}`
  const { productId } = await resold((await theirs.product()).productId)
  const { id } = dataOf(await ours.partner.post('/v2/orders', anOrder({ productId })))
  await completed(id)
  const [stranger, next] = [await theirs.newPartner(), await account.issue()]

  const refused = await ours.admin.patch(path, stranger.credentials)
  const unknown = await ours.admin.patch(path, { ...next.credentials, apiKey: 'tsk_not_yet' })
  const taken = await ours.admin.patch(path, next.credentials)

  expect([refused.status, unknown.status, taken.status]).toEqual([409, 200, 200])
  const { body } = await ours.admin.get(`/admin/v1/audit?target=upstream:${UPSTREAM}`)
  const acts = body.data.map(({ action }: Json) => action)
  expect(acts).toEqual(['upstream.update', 'upstream.update', 'upstream.create'])
})

test('a cancelled order identifies the account too; one that the upstream lost bars no credential', async () => {
  const { theirs, ours, resold, completed } = await startPair()
  const path = `/admin/v1/upstreams/${UPSTREAM}`
  const { productId } = await resold((await theirs.product()).productId)
  const { id } = dataOf(await ours.partner.post('/v2/orders', anOrder({ productId })))
  await completed(id)
  const { credentials } = await theirs.newPartner()

  await ours.db.rows(sql`update upstream_purchases set status = 'CANCELLED'`)
  const cancelled = await ours.admin.patch(path, credentials)
  await ours.db.rows(sql`update upstream_purchases set upstream_order_id = 'ord_none'`)
  const lost = await ours.admin.patch(path, credentials)

  expect([cancelled.status, lost.status]).toEqual([409, 200])
})

const LOW = `upstream_low_float upstream:${UPSTREAM}`

async function openAlerts(admin: {
  get(target: string): Promise<{ body: { data: { kind: string; subject: string }[] } }>
}): Promise<string[]> {
  const { body } = await admin.get('/admin/v1/alerts?state=open')
  return body.data.map(({ kind, subject }) => `${kind} ${subject}`)
}

const UNNAMED: readonly (readonly [supply: object, field: string])[] = [
  [{ supplier: 'upstream' }, 'supplierSettings.upstream'],
  [
    { supplier: 'upstream', supplierSettings: { upstream: 'nobody', productId: 1 } },
    'supplierSettings.upstream',
  ],
  [
    { supplier: 'upstream', supplierSettings: { upstream: UPSTREAM, productId: '1' } },
    'supplierSettings.productId',
  ],
  [
    { suppliers: [{ supplier: 'vault' }, { supplier: 'upstream', settings: { productId: 1 } }] },
    'suppliers[1].settings.upstream',
  ],
]

test('400 VALIDATION_ERROR: a product must name an upstream and a product there', async () => {
  const { ours } = await startPair()

  for (const [supply, field] of UNNAMED) {
    const reply = await ours.admin.post('/admin/v1/products', { ...PRODUCT, ...supply })

    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toMatchObject([{ field }])
  }
})
