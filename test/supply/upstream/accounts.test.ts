import { expect, test } from 'vitest'
import { dataOf } from '../../support/service.ts'
import { startPair, UPSTREAM } from './pair.ts'

const PRODUCT = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'FIXED',
  fixedAmounts: [10],
}

test('an account shows its float and no secret; a low float is told of once, and when it is over', async () => {
  const { ours, theirs, account } = await startPair({ float: '50.00' })
  const path = `/admin/v1/upstreams/${UPSTREAM}`
  const changed = await ours.admin.patch(path, { lowFloat: 80 })

  await expect
    .poll(async () => (await ours.admin.get('/admin/v1/upstreams')).body.data, { timeout: 20_000 })
    .toMatchObject([{ answers: true, floats: [{ currency: 'USD', funds: 50 }], lowFloat: 80 }])
  await expect.poll(() => openAlerts(ours.admin), { timeout: 20_000 }).toEqual([LOW])

  const deposit = { currency: 'USD', amount: 100, reference: 'more' }
  dataOf(await theirs.admin.post(`/admin/v1/partners/${account.partnerId}/deposits`, deposit))
  await expect.poll(() => openAlerts(ours.admin), { timeout: 20_000 }).toEqual([])

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
  await expect.poll(() => openAlerts(ours.admin), { timeout: 20_000 }).toEqual([LOW])

  dataOf(await ours.admin.patch(path, { active: false }))

  expect(await openAlerts(ours.admin)).toEqual([])
})

const LOW = `upstream_low_float upstream:${UPSTREAM}`

async function openAlerts(admin: {
  get(target: string): Promise<{ body: { data: { kind: string; subject: string }[] } }>
}): Promise<string[]> {
  const { body } = await admin.get('/admin/v1/alerts?state=open')
  return body.data.map(({ kind, subject }) => `${kind} ${subject}`)
}

test.each([
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
])(
  '400 VALIDATION_ERROR: a product must name an upstream and a product there: %j',
  async (supply, field) => {
    const { ours } = await startPair()

    const reply = await ours.admin.post('/admin/v1/products', { ...PRODUCT, ...supply })

    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toMatchObject([{ field }])
  },
)
