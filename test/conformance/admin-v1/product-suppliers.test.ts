import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { expectData } from './fixture.ts'

const PRODUCTS = '/admin/v1/products'
const CARD = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 5,
  maxAmount: 500,
}
const PHONE = { name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }
const TOP_UP = { productType: 'TOP_UP', recipientFields: [PHONE] }

let service: RunningService

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

function patch(productId: number, change: Json): Promise<Reply> {
  return service.admin.patch(`${PRODUCTS}/${productId}`, change)
}

describe('several suppliers', () => {
  const suppliers = [
    { supplier: 'vault', settings: {} },
    { supplier: 'sandbox', settings: { outcome: 'slow' } },
    { supplier: 'generator', settings: {} },
  ]

  test('keep their order; `supplier` shows the first, and setting `supplier` replaces all', async () => {
    const newProduct = { ...CARD, suppliers: [{ supplier: 'vault' }, ...suppliers.slice(1)] }
    const product = expectData(await service.admin.post(PRODUCTS, newProduct), 201)
    expect(product).toMatchObject({ supplier: 'vault', supplierSettings: {}, suppliers })

    const reversed = suppliers.toReversed()
    const other = expectData(
      await patch(product.productId, { brand: 'B', suppliers: reversed }),
      200,
    )
    expect(other).toEqual({ ...product, brand: 'B', supplier: 'generator', suppliers: reversed })
    expect(expectData(await patch(product.productId, { brand: 'C' }), 200)).toEqual({
      ...other,
      brand: 'C',
    })
    const one = expectData(await patch(product.productId, { supplier: 'sandbox' }), 200)
    const { suppliers: _all, ...others } = other
    expect(one).toEqual({ ...others, brand: 'C', supplier: 'sandbox' })
  })

  test('stock can be imported if one of the suppliers is the vault, and makes the product available', async () => {
    const emptySupplier = { supplier: 'sandbox', settings: { outcome: 'out_of_stock' } }
    const { productId } = expectData(
      await service.admin.post(PRODUCTS, {
        ...CARD,
        suppliers: [emptySupplier, { supplier: 'vault' }],
      }),
      201,
    )
    const getProduct = () => service.partner.get(`/v2/products/${productId}?currency=USD`)
    expect((await getProduct()).body.data.inStock).toBe(false)

    expectData(await service.stock(productId, ['A-1']), 201)

    expect((await getProduct()).body.data.inStock).toBe(true)
  })

  test.each([
    ['suppliers', { suppliers: [] }],
    ['suppliers', { suppliers: Array.from({ length: 9 }, (_, n) => route('sandbox', { n })) }],
    ['suppliers', { suppliers: [route('vault'), route('vault')] }],
    ['suppliers', { suppliers: [route('vault')], supplier: 'vault' }],
    ['suppliers', { suppliers: [route('vault')], supplierSettings: {} }],
    ['suppliers[1].supplier', { suppliers: [route('vault'), route('nobody')] }],
    ['suppliers[0].settings', { suppliers: [route('sandbox', { text: 'x'.repeat(4_100) })] }],
    ['supplier', {}],
    ['supplier', { ...TOP_UP, supplier: 'wallet' }],
    ['supplier', { supplier: 'wallet' }],
    ['suppliers[1].supplier', { ...TOP_UP, suppliers: [route('vault'), route('wallet')] }],
  ])('400 VALIDATION_ERROR naming %s', async (field, input) => {
    const reply = await service.admin.post(PRODUCTS, { ...CARD, ...input })
    expectError(reply, 400, 'VALIDATION_ERROR', [field])
  })
})

test('a product cannot take a type that its suppliers cannot issue', async () => {
  const product = expectData(
    await service.admin.post(PRODUCTS, { ...CARD, supplier: 'vault' }),
    201,
  )

  const refused = await patch(product.productId, { ...TOP_UP, supplier: 'wallet' })
  expectError(refused, 400, 'VALIDATION_ERROR', ['supplier'])
  expect(expectData(await patch(product.productId, TOP_UP), 200)).toEqual({ ...product, ...TOP_UP })
  const back = { productType: 'GIFT_CARD', recipientFields: [] }
  expectError(await patch(product.productId, back), 400, 'VALIDATION_ERROR', ['productType'])
  expectData(await patch(product.productId, { productType: 'BILL_PAYMENT' }), 200)
})

test('an order ON_HOLD for a supplier goes to the new supplier of its product', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const suppliers = [route('sandbox', { outcome: 'unfunded' })]
  const { productId } = expectData(await service.admin.post(PRODUCTS, { ...CARD, suppliers }), 201)
  const items = [{ productId, amount: 10, quantity: 1 }]
  const order = { clientReference: 'held', currency: 'USD', items }
  const { id } = (await partner.post('/v2/orders', order)).body.data
  await service.waitForOrder(id, 'ON_HOLD')

  expectData(await patch(productId, { suppliers: [route('generator')] }), 200)

  await service.waitForOrder(id, 'COMPLETED')
})

function route(supplier: string, settings: object = {}) {
  return { supplier, settings }
}
