import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { wholeList } from './fixture.ts'

const PRODUCTS = '/admin/v1/products'

let service: RunningService
let product: Json

beforeAll(async () => {
  service = await openService()
  product = await service.product()
})

afterAll(() => service.end())

test.each([
  '=HYPERLINK("https://a.test")',
  '@SUM(A1)',
  '+1',
  '-1',
  ' =1',
  '\tNorthwind',
  'North\u202Edniw',
  'North\u2066wind',
])('400 VALIDATION_ERROR: the brand %j, which a CSV could not show as it is', async (brand) => {
  const { productId, ...others } = product
  const created = await service.admin.post(PRODUCTS, { ...others, brand })
  expectError(created, 400, 'VALIDATION_ERROR', ['brand'])

  const changed = await service.admin.patch(`${PRODUCTS}/${productId}`, { brand })
  expectError(changed, 400, 'VALIDATION_ERROR', ['brand'])
  expect(await wholeList(service, PRODUCTS)).toEqual([product])
})
