import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { auditCount } from './fixture.ts'

const PRODUCTS = '/admin/v1/products'
const COMMON = { brand: 'Northwind', currency: 'USD', supplier: 'generator' }
const FIXED = { ...COMMON, denominationType: 'FIXED', fixedAmounts: [10, 25] }
const VARIABLE = { ...COMMON, denominationType: 'VARIABLE', minAmount: 5, maxAmount: 50 }

let service: RunningService
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

async function pathOfNewProduct(input: Json): Promise<string> {
  return `${PRODUCTS}/${dataOf(await service.admin.post(PRODUCTS, input)).productId}`
}

const MISPLACED_AMOUNTS: [string, Json, Json, string][] = [
  ['fixedAmounts of a VARIABLE product', VARIABLE, { fixedAmounts: [10] }, 'fixedAmounts'],
  ['an empty fixedAmounts of a VARIABLE product', VARIABLE, { fixedAmounts: [] }, 'fixedAmounts'],
  ['minAmount of a FIXED product', FIXED, { minAmount: 5 }, 'minAmount'],
  ['maxAmount of a FIXED product', FIXED, { maxAmount: 50 }, 'maxAmount'],
]

describe('400 VALIDATION_ERROR: amounts of the other denomination type are refused, not ignored', () => {
  test.each(MISPLACED_AMOUNTS)('POST: %s', async (_what, product, wrong, field) => {
    const before = await auditCount(service)

    const reply = await service.admin.post(PRODUCTS, { ...product, ...wrong })

    expectError(reply, 400, 'VALIDATION_ERROR', [field])
    expect(await auditCount(service)).toBe(before)
  })

  test.each(MISPLACED_AMOUNTS)('PATCH: %s', async (_what, product, wrong, field) => {
    const path = await pathOfNewProduct(product)

    expectError(await service.admin.patch(path, wrong), 400, 'VALIDATION_ERROR', [field])
  })

  test.each([
    ['to VARIABLE', FIXED, { ...VARIABLE, fixedAmounts: [10] }, 'fixedAmounts'],
    ['to FIXED', VARIABLE, { ...FIXED, maxAmount: 50 }, 'maxAmount'],
  ])('PATCH that changes the type %s, with the amounts of both', async (_to, from, to, field) => {
    const path = await pathOfNewProduct(from)

    expectError(await service.admin.patch(path, to), 400, 'VALIDATION_ERROR', [field])
  })
})

describe('a PATCH of the type needs the amounts of the new type, which replace the old ones', () => {
  test.each([
    ['to VARIABLE', FIXED, VARIABLE, 'fixedAmounts'],
    ['to FIXED', VARIABLE, FIXED, 'minAmount'],
  ])('%s', async (_to, from, to, dropped) => {
    const path = await pathOfNewProduct(from)

    const data = dataOf(await service.admin.patch(path, to))

    expect(data).toMatchObject(to)
    expect(data).not.toHaveProperty(dropped)
  })

  test.each([
    ['to VARIABLE', FIXED, 'VARIABLE', 'minAmount'],
    ['to FIXED', VARIABLE, 'FIXED', 'fixedAmounts'],
  ])('400 %s without the amounts of the new type', async (_to, from, denominationType, field) => {
    const path = await pathOfNewProduct(from)

    const reply = await service.admin.patch(path, { denominationType })

    expectError(reply, 400, 'VALIDATION_ERROR', [field])
  })

  test('a PATCH may repeat the present type', async () => {
    const path = await pathOfNewProduct(FIXED)

    const data = dataOf(await service.admin.patch(path, { denominationType: 'FIXED' }))

    expect(data).toMatchObject(FIXED)
  })
})

test('a change that takes codes off sale returns their number, unless it is zero', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  const path = `${PRODUCTS}/${productId}`
  const csv = 'faceValue,giftCardNumber\n10,UNSOLD-1\n25,UNSOLD-2\n25,UNSOLD-3\n'
  const type = { 'content-type': 'text/csv' }
  dataOf(await service.admin.post(`${path}/codes`, csv, type))

  const renamed = dataOf(await service.admin.patch(path, { brand: 'Renamed' }))
  expect(renamed).not.toHaveProperty('unsellableCodes')
  const fixed = { denominationType: 'FIXED', fixedAmounts: [10] }
  expect(dataOf(await service.admin.patch(path, fixed)).unsellableCodes).toBe(2)
  const moved = dataOf(await service.admin.patch(path, { supplier: 'generator' }))
  expect(moved.unsellableCodes).toBe(1)
  const back = dataOf(await service.admin.patch(path, { supplier: 'vault' }))
  expect(back).not.toHaveProperty('unsellableCodes')
})
