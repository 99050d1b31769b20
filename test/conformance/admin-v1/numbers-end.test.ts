import { expect, test } from 'vitest'
import { PARTNER_ID_MAX } from '../../../src/core/mod.ts'
import { startService } from '../../support/service.ts'
import { completed, expectError } from '../v2/fixture.ts'

test('the last partner number is given and works; 409 after it, and no partner is stored', async () => {
  const service = await startService()
  const { admin, db } = service
  await service.product()
  await db.pool.query(`select setval('partners_partner_id_seq', ${PARTNER_ID_MAX}, false)`)

  const last = await service.newPartner({ USD: '10.00' })
  const reply = await admin.post('/admin/v1/partners', { name: 'One too many' })

  expect(last.partnerId).toBe(PARTNER_ID_MAX)
  expect((await completed(service, {}, last)).status).toBe('COMPLETED')
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  const { rows } = await db.pool.query('select count(*) as partners from partners')
  expect(rows).toEqual([{ partners: 2n }])
})

test('the last product number is given and sold; 409 after it, and no product is stored', async () => {
  const service = await startService({ funds: { USD: '10.00' } })
  const { admin, db } = service
  const { productId: first } = await service.product()
  await db.pool.query(`select setval('products_product_id_seq', 2147483647, false)`)

  const { productId } = await service.product()
  const reply = await admin.post('/admin/v1/products', {
    brand: 'Northwind',
    currency: 'USD',
    denominationType: 'FIXED',
    fixedAmounts: [10],
    supplier: 'generator',
  })

  expect((await completed(service, { productId })).status).toBe('COMPLETED')
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  const { rows } = await db.pool.query('select product_id from products order by product_id')
  expect(rows).toEqual([{ product_id: first }, { product_id: productId }])
})
