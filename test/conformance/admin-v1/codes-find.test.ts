import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError } from '../v2/fixture.ts'
import {
  anUnstockedOrder,
  auditCount,
  expectData,
  importCsv,
  lastAudit,
  vaultProduct,
} from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { USD: '100000.00' } })
})
afterAll(() => service.end())

async function find(code: string, input: Json = {}): Promise<Json[]> {
  return expectData(await service.admin.post('/admin/v1/codes/find', { code, ...input }), 200)
}

async function importLot(productId: number, lines: string, lot: string): Promise<void> {
  const csv = `faceValue,giftCardNumber,giftCardPin\n${lines}`
  expectData(await importCsv(service, productId, csv, `?lot=${lot}`), 201)
}

async function codesOf(id: string): Promise<string[]> {
  const { body } = await service.partner.get(`/v2/orders/${id}/items`)
  return body.data.map((item: Json) => item.giftCardNumber)
}

describe('a code of stock leads to product, lot, order and item', () => {
  test('FREE before the sale, DELIVERED with order and item after the sale, in either case', async () => {
    const productId = await vaultProduct(service)
    await importLot(productId, '10,FIND-1,1111\n10,FIND-2,2222\n10,FIND-3,3333\n', 'spring')
    expect(await find('find-2')).toEqual([{ productId, lot: 'spring', state: 'FREE' }])

    const itemReference = 'gift for Ann'
    const items = [{ productId, amount: 10, quantity: 2, itemReference }]
    const order = await completeOrder(service, { items })

    const { id, clientReference } = order
    const [, second] = (await service.partner.get(`/v2/orders/${id}/items`)).body.data
    expect(second.giftCardNumber).toBe('FIND-2')
    expect(await find(' FIND-2 ')).toEqual([
      {
        productId,
        lot: 'spring',
        state: 'DELIVERED',
        partnerId: service.partner.partnerId,
        orderId: id,
        orderStatus: 'COMPLETED',
        clientReference,
        itemNo: 2,
        itemReference,
        cardIdentifier: second.cardIdentifier,
      },
    ])
    expect(await find('FIND-3')).toMatchObject([{ state: 'FREE' }])
  })

  test('each of 1,200 codes in several blocks leads to its item', async () => {
    const productId = await vaultProduct(service)
    const codes = Array.from({ length: 1_200 }, (_, at) => `10,MANY-${at},\n`)
    await importLot(productId, codes.join(''), 'many')
    await completeOrder(service, { productId, amount: 10, quantity: 450 })
    const { id } = await completeOrder(service, { productId, amount: 10, quantity: 700 })
    const delivered = await codesOf(id)

    for (const at of [0, 49, 50, 400, 699]) {
      expect(await find(delivered[at] ?? '')).toMatchObject([{ orderId: id, itemNo: at + 1 }])
    }
    expect(await find('MANY-1199')).toMatchObject([{ state: 'FREE' }])
  })

  test('HELD while its lot is quarantined, RESERVED in an order that is not COMPLETED', async () => {
    const [first, second] = [await vaultProduct(service), await vaultProduct(service)]
    await importLot(first, '10,HELD-1,\n', 'doubted')
    const path = `/admin/v1/products/${first}/lots/doubted/quarantine`
    expectData(await service.admin.post(path, { reason: 'doubted' }), 200)
    expect(await find('HELD-1')).toMatchObject([{ lot: 'doubted', state: 'HELD' }])

    await importLot(second, '10,PART-1,\n', 'part')
    const items = [
      { productId: second, amount: 10, quantity: 1 },
      { productId: first, amount: 10, quantity: 1 },
    ]
    const { id } = await anUnstockedOrder(service, service.partner, { items } as never)
    expect(await find('PART-1')).toMatchObject([
      { state: 'RESERVED', orderId: id, orderStatus: 'OUT_OF_STOCK', itemNo: 1 },
    ])
  })

  test('a REPLACED code, its replacement and a BLOCKED code name their case', async () => {
    const productId = await vaultProduct(service)
    await importLot(productId, '10,CASE-1,\n10,CASE-2,\n', 'sold')
    const { id } = await completeOrder(service, { productId, amount: 10, quantity: 2 })
    await importLot(productId, '10,CASE-3,\n', 'spare')
    const openCase = async (kind: string, itemNo: number): Promise<number> => {
      const body = { itemNo, kind, reason: 'test' }
      const reply = await service.admin.post(`/admin/v1/orders/${id}/cases`, body)
      return expectData(reply, 201).caseId
    }
    expect((await find('CASE-1'))[0]).not.toHaveProperty('caseId')
    const replaceCaseId = await openCase('replace', 1)
    const original = { lot: 'sold', state: 'REPLACED', itemNo: 1, caseId: replaceCaseId }
    expect(await find('CASE-1')).toMatchObject([{ ...original, replacementLot: 'spare' }])
    const { after } = await lastAudit(service)
    expect(after).toEqual([{ productId, orderId: id, ...original }])
    const replacement = {
      lot: 'spare',
      state: 'DELIVERED',
      caseId: replaceCaseId,
      isReplacement: true,
    }
    expect(await find('CASE-3')).toMatchObject([{ ...replacement, itemNo: 1 }])
    expect((await find('CASE-3'))[0]).not.toHaveProperty('replacementLot')
    const entries = await service.admin.get(`/admin/v1/audit?target=case:${replaceCaseId}`)
    expect(entries.body.data).toMatchObject([{ action: 'case.open' }])

    const blockCaseId = await openCase('block', 2)
    expect(await find('CASE-2')).toMatchObject([{ state: 'BLOCKED', caseId: blockCaseId }])
  })

  test('a code that two namespaces have is found in both', async () => {
    const [plain, named] = [
      await vaultProduct(service),
      await vaultProduct(service, { codeNamespace: 'acme' }),
    ]
    await importLot(plain, '10,4711,\n', 'a')
    await importLot(named, '10,4711,\n', 'b')
    const lots = (await find('4711')).map(({ lot }) => lot as string)
    expect(lots.toSorted()).toEqual(['a', 'b'])
  })
})

describe('codes that are not in the index', () => {
  test('a generated code is found only if its order is named', async () => {
    const { productId } = await service.product()
    const { id } = await completeOrder(service, { productId, amount: 10, quantity: 3 })
    const code = (await codesOf(id))[2] ?? ''

    expect(await find(code)).toEqual([])
    expect(await find(code, { orderId: id })).toMatchObject([
      { productId, state: 'DELIVERED', orderId: id, itemNo: 3 },
    ])
    expect(await find('GENERATED-BY-NOBODY', { orderId: id })).toEqual([])
  })

  test('400 naming orderId: a text that is not an order id', async () => {
    for (const orderId of ['ord_1', 'ord_01M7YH3EJW00004000001']) {
      const reply = await service.admin.post('/admin/v1/codes/find', { code: 'x', orderId })
      expectError(reply, 400, 'VALIDATION_ERROR', ['orderId'])
    }
  })
})

describe('a code that is looked up is not shown', () => {
  test('the look-up is audited with what it found, and the code is in no log, entry or response', async () => {
    const productId = await vaultProduct(service)
    await importLot(productId, '10,UNSEEN-77,\n', 'unseen')
    const before = await auditCount(service)

    const reply = await service.admin.post('/admin/v1/codes/find', {
      code: 'UNSEEN-77',
      reason: 'ticket 9',
    })

    expect(expectData(reply, 200)).toMatchObject([{ lot: 'unseen' }])
    expect(reply.text).not.toContain('UNSEEN')
    expect(await auditCount(service)).toBe(before + 1)
    const entry = await lastAudit(service)
    expect(entry).toMatchObject({
      action: 'code.find',
      target: 'codes',
      reason: 'ticket 9',
      after: [{ productId, lot: 'unseen', state: 'FREE' }],
    })
    expect(JSON.stringify(entry)).not.toContain('UNSEEN')
    expect(service.logged.join('\n')).not.toContain('UNSEEN')
  })

  test('a refusal does not repeat the code', async () => {
    for (const body of [
      '{"code":"REFUSED-77\\n"}',
      '{"code":"REFUSED-77"',
      '{"code":"REFUSED-77","codes":1}',
    ]) {
      const reply = await service.admin.post('/admin/v1/codes/find', body)
      expect(reply.status).toBe(400)
      expect(reply.text).not.toContain('REFUSED-77')
    }
    expect(service.logged.join('\n')).not.toContain('REFUSED-77')
  })
})
