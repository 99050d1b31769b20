import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { wholeList } from './fixture.ts'

const RULES = '/admin/v1/price-rules'
const SPREADS = '/admin/v1/fx-spreads'

let service: RunningService
let product: Json

beforeAll(async () => {
  service = await openService()
  product = await service.product({ brand: 'Contoso', currency: 'USD', minAmount: 0.01 })
})
afterAll(() => service.end())

test('POST 201 returns the rule, GET lists rules and ends of rules, latest first', async () => {
  const { partnerId } = service.partner
  const first = dataOf(
    await service.admin.post(RULES, { partnerId, brand: 'Contoso', discountPercent: 2.125 }),
  )
  const second = dataOf(
    await service.admin.post(RULES, { partnerId, brand: 'Contoso', discountPercent: -1 }),
  )
  const ended = dataOf(
    await service.admin.post(`${RULES}/${second.ruleNo}/end`, { reason: 'over' }),
  )

  expect(first).toMatchObject({ partnerId, brand: 'Contoso', discountPercent: 2.125, feeAmount: 0 })
  expect(ended).not.toHaveProperty('discountPercent')
  const listed = await wholeList(service, `${RULES}?partnerId=${partnerId}`)
  expect(listed).toEqual([ended, second, first])
})

const IN_2020 = '2020-01-01T00:00:00Z'
const IN_2999 = '2999-01-01T00:00:00Z'

test.each<[string, (product: Json) => object, string]>([
  ['neither discount nor fee', () => ({}), 'discountPercent'],
  ['a discount of 100 percent', () => ({ discountPercent: 100 }), 'discountPercent'],
  ['a discount above 100 percent', () => ({ discountPercent: 1e300 }), 'discountPercent'],
  ['a surcharge above 100 percent', () => ({ discountPercent: -100.0001 }), 'discountPercent'],
  ['five decimals', () => ({ discountPercent: 1.00001 }), 'discountPercent'],
  ['a text', () => ({ discountPercent: '5' }), 'discountPercent'],
  ['a fee without a currency', () => ({ feeAmount: 1 }), 'currency'],
  ['a negative fee', () => ({ currency: 'USD', feeAmount: -1 }), 'feeAmount'],
  ['too many decimals', () => ({ currency: 'JPY', feeAmount: 0.5 }), 'feeAmount'],
  ['an unknown currency', () => ({ currency: 'XXX', discountPercent: 1 }), 'currency'],
  ['an unknown partner', () => ({ partnerId: 999_999, discountPercent: 1 }), 'partnerId'],
  ['an unknown product', () => ({ productId: 999_999, discountPercent: 1 }), 'productId'],
  ['an unknown brand', () => ({ brand: 'contoso', discountPercent: 1 }), 'brand'],
  ['an unknown type', () => ({ productType: 'CAR', discountPercent: 1 }), 'productType'],
  [
    'a product and a brand',
    ({ productId }) => ({ productId, brand: 'Contoso', discountPercent: 1 }),
    'brand',
  ],
  [
    'a product and a currency',
    ({ productId }) => ({ productId, currency: 'USD', discountPercent: 1 }),
    'currency',
  ],
  ['the past', () => ({ discountPercent: 1, effectiveAt: IN_2020 }), 'effectiveAt'],
  ['a far future', () => ({ discountPercent: 1, effectiveAt: IN_2999 }), 'effectiveAt'],
  [
    'a text that is not a time',
    () => ({ discountPercent: 1, effectiveAt: 'tomorrow' }),
    'effectiveAt',
  ],
  [
    'a unit that would be free',
    ({ productId }) => ({ productId, discountPercent: 50 }),
    'discountPercent',
  ],
  ['an unknown field', () => ({ discountPercent: 1, discuont: 1 }), 'discuont'],
])('400 VALIDATION_ERROR: %s', async (_, ruleOf, field) => {
  const before = await wholeList(service, RULES)

  expectError(await service.admin.post(RULES, ruleOf(product)), 400, 'VALIDATION_ERROR', [field])

  expect(await wholeList(service, RULES)).toEqual(before)
})

test('400: two rules of the same partners and products cannot begin at the same time', async () => {
  const effectiveAt = new Date(Date.now() + 86_400_000).toISOString()
  const rule = { brand: 'Contoso', discountPercent: 1, effectiveAt }
  const { ruleNo } = dataOf(await service.admin.post(RULES, rule))

  const simultaneous = await service.admin.post(RULES, { ...rule, discountPercent: 2 })

  expectError(simultaneous, 400, 'VALIDATION_ERROR', ['effectiveAt'])
  expect(simultaneous.body.error.message).toContain(`price rule ${ruleNo}`)
})

test('a rule of the future is in the list, and not in force', async () => {
  const { productId } = await service.product()
  const effectiveAt = new Date(Date.now() + 3_600_000).toISOString()
  dataOf(await service.admin.post(RULES, { productId, discountPercent: 5, effectiveAt }))

  const shownProduct = dataOf(await service.partner.get(`/v2/products/${productId}?currency=USD`))

  expect(shownProduct).not.toHaveProperty('discountPercent')
})

test('404 for ending an unknown rule, 409 for ending the end of a rule', async () => {
  const { ruleNo } = dataOf(await service.admin.post(RULES, { discountPercent: 1 }))
  const end = dataOf(await service.admin.post(`${RULES}/${ruleNo}/end`))

  for (const unknown of ['999999', '0', 'abc', '1e3']) {
    expectError(await service.admin.post(`${RULES}/${unknown}/end`), 404, 'RESOURCE_NOT_FOUND')
  }
  const again = await service.admin.post(`${RULES}/${end.ruleNo}/end`)
  expectError(again, 409, 'BUSINESS_RULE_VIOLATION')
})

test.each<[string, object, string]>([
  ['a negative spread', { spreadPercent: -1 }, 'spreadPercent'],
  ['a spread of 100 percent', { spreadPercent: 100 }, 'spreadPercent'],
  ['no spread', {}, 'spreadPercent'],
  ['half a pair', { from: 'USD', spreadPercent: 1 }, 'to'],
  ['a pair of one currency', { from: 'USD', to: 'USD', spreadPercent: 1 }, 'to'],
  ['an unknown currency', { from: 'XXX', to: 'USD', spreadPercent: 1 }, 'from'],
  ['the past', { spreadPercent: 1, effectiveAt: IN_2020 }, 'effectiveAt'],
])('400 VALIDATION_ERROR for an FX spread: %s', async (_, spread, field) => {
  expectError(await service.admin.put(SPREADS, spread), 400, 'VALIDATION_ERROR', [field])

  expect(await wholeList(service, SPREADS)).toEqual([])
})

test('GET price-comparison: the present price and the price by a new rule; a more specific rule wins', async () => {
  const { partnerId } = service.partner
  const [brand, BOUNDS] = ['Fabrikam', { minAmount: 10, maxAmount: 500 }]
  const cheap = await service.product({ brand, currency: 'USD', ...BOUNDS })
  const dear = await service.product({ brand, currency: 'USD', ...BOUNDS })
  const dinars = await service.product({ brand, currency: 'KWD', minAmount: 1, maxAmount: 5 })
  const own = await service.admin.post(RULES, {
    partnerId,
    productId: dear.productId,
    feeAmount: 1,
  })
  const { ruleNo } = dataOf(own)
  const compare = async (query: string): Promise<Json> =>
    dataOf(await service.admin.get(`/admin/v1/partners/${partnerId}/price-comparison?${query}`))

  const newRule = `brand=${brand}&discountPercent=2.125`
  expect(await compare(newRule)).toEqual([
    { products: 1, productId: cheap.productId, currency: 'USD', ...prices(100, 100, 97.87) },
    {
      products: 1,
      productId: dear.productId,
      currency: 'USD',
      ruleNo,
      ...prices(100, 101, 101),
    },
    { products: 1, productId: dinars.productId, currency: 'KWD', ...prices(5, 5, 4.894) },
  ])
  expect(await compare(`productId=${dear.productId}&discountPercent=5`)).toMatchObject([
    { ruleNo, ...prices(100, 101, 95) },
  ])
})

function prices(faceValue: number, today: number, after: number) {
  return { faceValue, today, after }
}
