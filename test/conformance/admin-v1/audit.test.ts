import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../../src/http/routes.ts'
import { writesOfCases } from '../../operator/cases.ts'
import type { Reply } from '../../support/client.ts'
import { dataOf, openService, type Partner, type RunningService } from '../../support/service.ts'
import { newCustomer } from '../partner-v1/fixture.ts'
import { completeOrder, expectError, INSTANT, placeOrder } from '../v2/fixture.ts'
import { aDeposit, aReversal, auditCount, importCsv, lastAudit, pathOf } from './fixture.ts'

let service: RunningService
let partner: Partner
let path: string

beforeAll(async () => {
  service = await openService({
    funds: { USD: '1000.00' },
    settings: { claimUrl: 'https://gifts.example.com' },
  })
  partner = service.partner
  path = pathOf(partner)
})

afterAll(() => service.end())

const writes = writesOfCases(() => service)

test('every operation of the operator API that writes has a case below', () => {
  const names = ROUTES.map(({ name }) => name).filter((name) =>
    /^(POST|PUT|PATCH) \/admin/.test(name),
  )
  // This route writes nothing.
  names.splice(names.indexOf('POST /admin/v1/mail-templates/preview'), 1)
  expect(Object.keys(writes).toSorted()).toEqual(names.toSorted())
})

describe('the last audit entry after a write: actor, action, target, reason, state before and after', () => {
  test.each(Object.keys(writes))('%s', async (name) => {
    const { reply, ...entry } = (await writes[name]?.()) ?? expect.unreachable()

    expect(reply.status).toBeLessThan(300)
    expect(await lastAudit(service)).toEqual({
      auditId: expect.any(Number),
      actor: 'operator',
      actorKind: 'environment_token',
      address: '127.0.0.1',
      at: expect.stringMatching(INSTANT),
      ...entry,
    })
  })
})

test('an import that stored codes and was then refused is audited too', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  const csv = 'faceValue,giftCardNumber\n10,BROKEN-1\n10,BROKEN-2\n10,"OPEN\n'

  expectError(await importCsv(service, productId, csv), 400, 'VALIDATION_ERROR', ['line 4'])

  expect(await lastAudit(service)).toMatchObject({
    action: 'codes.import',
    target: `product:${productId}`,
    after: { importId: expect.any(String), lot: expect.any(String) },
  })
})

describe('requests that leave no audit entry', () => {
  test.each<[string, () => Promise<Reply>, number]>([
    ['a refused body', () => service.admin.post('/admin/v1/partners', { name: '' }), 400],
    [
      'a refused product',
      () => service.admin.post('/admin/v1/products', { brand: '', currency: 'USD' }),
      400,
    ],
    [
      'no such partner',
      () => service.admin.patch('/admin/v1/partners/2097151', { name: 'x' }),
      404,
    ],
    [
      'a change to the status that the partner already has',
      () => service.admin.patch(path, { status: 'ACTIVE' }),
      200,
    ],
  ])('%s', async (_what, write, status) => {
    const before = await auditCount(service)

    expect((await write()).status).toBe(status)

    expect(await auditCount(service)).toBe(before)
  })

  test('an import of codes that are all duplicates', async () => {
    const { productId } = await service.product({ supplier: 'vault' })
    dataOf(await service.stock(productId, ['AGAIN-1', 'AGAIN-2']))
    const before = await auditCount(service)

    expect(dataOf(await service.stock(productId, ['AGAIN-1', 'AGAIN-2'])).duplicates).toBe(2)

    expect(await auditCount(service)).toBe(before)
  })

  test('a deposit and a reversal that are replayed', async () => {
    const [deposit, reversal] = [aDeposit(), aReversal()]
    dataOf(await service.admin.post(`${path}/deposits`, deposit))
    dataOf(await service.admin.post(`${path}/reversals`, reversal))
    const before = await auditCount(service)

    dataOf(await service.admin.post(`${path}/deposits`, deposit))
    dataOf(await service.admin.post(`${path}/reversals`, reversal))

    expect(await auditCount(service)).toBe(before)
  })

  test('a cancellation of a COMPLETED order', async () => {
    const { productId } = await service.product()
    const { id } = await completeOrder(service, { productId })
    const before = await auditCount(service)

    const reply = await service.admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'late' })

    expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
    expect(await auditCount(service)).toBe(before)
  })

  test('an order and a new customer of a partner', async () => {
    const { productId } = await service.product()
    const before = await auditCount(service)

    await placeOrder(partner, { productId })
    await newCustomer(partner)

    expect(await auditCount(service)).toBe(before)
  })
})
