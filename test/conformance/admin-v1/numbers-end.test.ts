import { expect, test } from 'vitest'
import { PARTNER_ID_MAX } from '../../../src/core/mod.ts'
import { dataOf, startService } from '../../support/service.ts'
import { FROM_OWN_PAGE } from '../../support/signed-in.ts'
import { completeOrder, expectError } from '../v2/fixture.ts'
import { aSupplier } from './purchases.ts'

test('the last partner number is assigned and works; 409 after it, and no partner is stored', async () => {
  const service = await startService()
  const { admin, db } = service
  await service.product()
  await db.pool.query(`select setval('partners_partner_id_seq', ${PARTNER_ID_MAX}, false)`)

  const last = await service.newPartner({ USD: '10.00' })
  const reply = await admin.post('/admin/v1/partners', { name: 'One too many' })

  expect(last.partnerId).toBe(PARTNER_ID_MAX)
  expect((await completeOrder(service, {}, last)).status).toBe('COMPLETED')
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  const { rows } = await db.pool.query('select count(*) as partners from partners')
  expect(rows).toEqual([{ partners: 2n }])
})

test('the last product number is assigned and sold; 409 after it, and no product is stored', async () => {
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

  expect((await completeOrder(service, { productId })).status).toBe('COMPLETED')
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  const { rows } = await db.pool.query('select product_id from products order by product_id')
  expect(rows).toEqual([{ product_id: first }, { product_id: productId }])
})

const LAST = 2 ** 31 - 1
test.each([
  ['supplier_accounts', 'account_id', '/admin/v1/suppliers'],
  ['service_tokens', 'token_id', '/admin/v1/tokens'],
] as const)(
  '409 after the last number of %s, and no row is stored',
  async (table, column, route) => {
    const { admin, db } = await startService()
    const body = table === 'supplier_accounts' ? aSupplier() : { name: 'nightly', role: 'auditor' }
    await db.pool.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, LAST])

    expectError(await admin.post(route, body), 409, 'BUSINESS_RULE_VIOLATION')
    expect((await db.pool.query(`select 1 from ${table}`)).rowCount).toBe(0)
  },
)

test('409 after the last user number, and the invitation can be accepted later', async () => {
  const { admin, db, http } = await startService()
  const invitation = { email: 'ada@operator.example', role: 'admin', delivery: 'link' }
  const { link } = dataOf(await admin.post('/admin/v1/invitations', invitation))
  const [, token] = String(link).split('#')
  const accept = () =>
    http.send({
      method: 'POST',
      target: '/auth/v1/invitations/accept',
      body: JSON.stringify({ token, name: 'Ada', password: 'correct horse battery' }),
      headers: { 'content-type': 'application/json', ...FROM_OWN_PAGE },
    })
  await db.pool.query(`select setval(pg_get_serial_sequence('users', 'user_id'), ${LAST})`)

  expectError(await accept(), 409, 'BUSINESS_RULE_VIOLATION')
  expect((await db.pool.query('select 1 from users')).rowCount).toBe(0)
  await db.pool.query(`select setval(pg_get_serial_sequence('users', 'user_id'), 1)`)
  expect((await accept()).status).toBe(201)
})

test('409 after the last lot number, and no code is stored', async () => {
  const { db, product, stock } = await startService()
  const { productId } = await product({ supplier: 'vault' })
  await db.pool.query(`select setval(pg_get_serial_sequence('stock_lots', 'lot_no'), ${LAST})`)

  expectError(await stock(productId, ['one']), 409, 'BUSINESS_RULE_VIOLATION')
  expect((await db.pool.query('select 1 from code_index')).rowCount).toBe(0)
})
