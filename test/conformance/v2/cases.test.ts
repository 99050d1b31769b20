import { expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { dataOf, shareService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, placeOrder } from './fixture.ts'

const shared = shareService()

function pathOf(orderId: string): string {
  return `/admin/v1/orders/${orderId}/cases`
}

function openCase({ admin }: RunningService, orderId: string, body: Json): Promise<Reply> {
  return admin.post(pathOf(orderId), { reason: 'does not work', ...body })
}

async function codesOf({ partner }: RunningService, orderId: string): Promise<string[]> {
  const items: Json[] = dataOf(await partner.get(`/v2/orders/${orderId}/items`))
  return items.map(({ giftCardNumber }) => giftCardNumber)
}

let imports = 0

/** A stocked product with `count` codes of 10, and their numbers. */
async function stockedProduct(service: RunningService, count: number) {
  imports += 1
  const { productId } = await service.product({ supplier: 'vault' })
  const codes = Array.from({ length: count }, (_, at) => `CASE-${imports}-${at}`)
  dataOf(await service.stock(productId, codes))
  return { productId, codes }
}

test('a refund gives back the price of the item once; the order and its codes stay as they are', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId, amount: 20, quantity: 2 })
  const before = [
    await partner.get(`/v2/orders/${id}`),
    await partner.get(`/v2/orders/${id}/items`),
  ]

  const refund = dataOf(await openCase(service, id, { itemNo: 2, kind: 'refund' }))

  expect(refund).toMatchObject({
    itemNo: 2,
    kind: 'refund',
    state: 'DONE',
    amount: 20,
    orderId: id,
  })
  expect(await partner.funds()).toEqual({ USD: 80 })
  const after = [await partner.get(`/v2/orders/${id}`), await partner.get(`/v2/orders/${id}/items`)]
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  expect(dataOf(await openCase(service, id, { itemNo: 2, kind: 'refund' }))).toEqual(refund)
  expectError(
    await openCase(service, id, { itemNo: 2, kind: 'refund', amount: 1 }),
    409,
    'BUSINESS_RULE_VIOLATION',
  )
  expectError(
    await openCase(service, id, { itemNo: 2, kind: 'replace' }),
    409,
    'BUSINESS_RULE_VIOLATION',
  )
  expect(await partner.funds()).toEqual({ USD: 80 })
})

test('the refunds of all items of a line with a rounded discount add up to what it was charged', async () => {
  const service = await shared({ funds: { JPY: '1000' } })
  const { partner, admin } = service
  const { productId } = await service.product({ currency: 'JPY' })
  const rule = { partnerId: partner.partnerId, productId, discountPercent: 5, feeAmount: 1 }
  dataOf(await admin.post('/admin/v1/price-rules', rule))
  const { id } = await completeOrder(service, {
    productId,
    currency: 'JPY',
    amount: 10,
    quantity: 7,
  })
  const { JPY: left = 0 } = await partner.funds()
  expect(left).toBe(1000 - 70 + 4 - 7)

  const amounts: number[] = []
  for (let itemNo = 1; itemNo <= 7; itemNo += 1) {
    amounts.push(dataOf(await openCase(service, id, { itemNo, kind: 'refund' })).amount)
  }

  expect(amounts.toSorted((one, other) => one - other)).toEqual([10, 10, 10, 10, 11, 11, 11])
  expect(await partner.funds()).toEqual({ JPY: 1000 })
})

test('a part may be refunded, and not more than the price; 400 names the field', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId, amount: 20, quantity: 2 })
  const expectRefused = async (body: Json, field: string): Promise<void> => {
    const reply = await openCase(service, id, body)
    expect({ status: reply.status, details: reply.body.error.details }).toMatchObject({
      status: 400,
      details: [{ field }],
    })
  }

  await expectRefused({ itemNo: 1, kind: 'refund', amount: 20.01 }, 'amount')
  await expectRefused({ itemNo: 1, kind: 'block', amount: 1 }, 'amount')
  await expectRefused({ itemNo: 3, kind: 'block' }, 'itemNo')
  await expectRefused({ itemNo: 1, kind: 'undo' }, 'kind')
  dataOf(await openCase(service, id, { itemNo: 1, kind: 'refund', amount: 0.01 }))

  expect(await service.partner.funds()).toEqual({ USD: 60.01 })
})

test('a replacement is a new code of the stock; it is read with codes:read, and never sold again', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId, codes } = await stockedProduct(service, 3)
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 1 })
  const [old] = await codesOf(service, id)

  const replaceCase = dataOf(await openCase(service, id, { itemNo: 1, kind: 'replace' }))
  const [shown] = dataOf(await partner.get(`/v2/orders/${id}/cases`))

  expect(replaceCase).toMatchObject({ kind: 'replace', state: 'DONE' })
  expect(JSON.stringify(replaceCase)).not.toContain('CASE-')
  const { giftCardNumber: replacement } = shown.replacement
  expect(codes).toContain(replacement)
  expect(await codesOf(service, id)).toEqual([old])
  const blind = await partner.issue({ permissions: ['orders:read'] })
  const [hidden] = dataOf(await blind.get(`/v2/orders/${id}/cases`))
  expect(hidden).toEqual({ ...shown, replacement: undefined })
  const last = await completeOrder(service, { productId, amount: 10, quantity: 1 })
  expect(new Set([old, replacement, ...(await codesOf(service, last.id))]).size).toBe(3)
  expectError(
    await openCase(service, last.id, { itemNo: 1, kind: 'replace' }),
    409,
    'BUSINESS_RULE_VIOLATION',
  )
  const [code] = dataOf(await admin.post('/admin/v1/codes/find', { code: replacement }))
  expect(code).toMatchObject({ state: 'DELIVERED', orderId: id, itemNo: 1 })
  const again = await service.stock(productId, [old ?? '', replacement])
  expect(dataOf(again)).toMatchObject({ imported: 0, duplicates: 2 })
})

test('50 parallel requests of one case: one refund, one replacement, and the same case for all', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { productId } = await stockedProduct(service, 12)
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  const fifty = (body: Json): Promise<Reply[]> =>
    Promise.all(Array.from({ length: 50 }, () => openCase(service, id, body)))

  const refunds = await fifty({ itemNo: 1, kind: 'refund' })
  const replacements = await fifty({ itemNo: 2, kind: 'replace' })

  for (const replies of [refunds, replacements]) {
    expect(new Set(replies.map((reply) => dataOf(reply).caseId)).size).toBe(1)
  }
  expect(await service.partner.funds()).toEqual({ USD: 90 })
  const { faceValues } = dataOf(await service.admin.get(`/admin/v1/products/${productId}/stock`))
  expect(faceValues).toMatchObject([{ free: 9 }])
})

test('refund and replacement of one item at once: exactly one of them is done', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { productId } = await stockedProduct(service, 12)
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 5 })

  for (let itemNo = 1; itemNo <= 5; itemNo += 1) {
    const kinds = ['refund', 'replace', 'replace', 'refund']
    const replies = await Promise.all(kinds.map((kind) => openCase(service, id, { itemNo, kind })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
  }
})

test('the operator decides the request of a partner', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  const requestCase = async (itemNo: number): Promise<Json> => {
    const body = { itemNo, kind: 'refund', reason: 'not accepted at the till' }
    return dataOf(await partner.post(`/v2/orders/${id}/cases`, body))
  }

  const [first, second] = [await requestCase(1), await requestCase(2)]
  expect(first).toMatchObject({ state: 'REQUESTED', amount: 10 })
  expect(await partner.funds()).toEqual({ USD: 80 })
  dataOf(await admin.post(`/admin/v1/cases/${first.caseId}/accept`))
  const rejection = { reason: 'was redeemed' }
  dataOf(await admin.post(`/admin/v1/cases/${second.caseId}/reject`, rejection))

  expect(await partner.funds()).toEqual({ USD: 90 })
  const seen: Json[] = dataOf(await partner.get(`/v2/orders/${id}/cases`))
  expect(seen.map(({ state, decisionReason }) => [state, decisionReason])).toEqual([
    ['REJECTED', 'was redeemed'],
    ['DONE', undefined],
  ])
  expectError(
    await admin.post(`/admin/v1/cases/${first.caseId}/reject`, rejection),
    409,
    'BUSINESS_RULE_VIOLATION',
  )
  expect(await requestCase(2)).toMatchObject({ state: 'REQUESTED' })
  const other = await service.newPartner()
  const foreign = { itemNo: 1, kind: 'block', reason: 'mine' }
  expectError(await other.post(`/v2/orders/${id}/cases`, foreign), 404, 'RESOURCE_NOT_FOUND')
  expectError(await other.get(`/v2/orders/${id}/cases`), 404, 'RESOURCE_NOT_FOUND')
})

test('a top-up is refunded only if the operator acknowledges that it cannot be taken back', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const recipientFields = [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }]
  const { productId } = await service.product({
    productType: 'TOP_UP',
    supplier: 'sandbox',
    recipientFields,
  })
  const items = [{ productId, amount: 10, quantity: 1, recipient: { phone: '49170' } }]
  const { id } = await completeOrder(service, { items })

  const refused = await openCase(service, id, { itemNo: 1, kind: 'refund' })
  expect(refused.body.error.details).toMatchObject([{ field: 'acknowledged' }])
  dataOf(await openCase(service, id, { itemNo: 1, kind: 'refund', acknowledged: true }))

  expect(await service.partner.funds()).toEqual({ USD: 100 })
})

test('only COMPLETED orders can have cases; a blocked item can still be refunded', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const sandbox = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
  const waiting = await placeOrder(service.partner, {
    ...(await service.product(sandbox)),
    amount: 10,
  })
  expectError(
    await openCase(service, waiting.id, { itemNo: 1, kind: 'block' }),
    409,
    'BUSINESS_RULE_VIOLATION',
  )

  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId, amount: 10 })
  dataOf(await openCase(service, id, { itemNo: 1, kind: 'block' }))
  dataOf(await openCase(service, id, { itemNo: 1, kind: 'refund' }))
  const kinds: Json[] = dataOf(await service.admin.get(pathOf(id)))
  expect(kinds.map(({ kind }) => kind)).toEqual(['refund', 'block'])
})

test('the list of all cases is filtered, newest first, and continues after a case', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId, amount: 10, quantity: 3 })
  const [one, two, three] = [
    dataOf(await openCase(service, id, { itemNo: 1, kind: 'refund' })),
    dataOf(await openCase(service, id, { itemNo: 2, kind: 'block' })),
    dataOf(await openCase(service, id, { itemNo: 3, kind: 'refund' })),
  ]
  const list = async (query: string): Promise<number[]> => {
    const rows: Json[] = dataOf(
      await admin.get(`/admin/v1/cases?partnerId=${partner.partnerId}${query}`),
    )
    return rows.map(({ caseId }) => caseId)
  }

  expect(await list('')).toEqual([three.caseId, two.caseId, one.caseId])
  expect(await list('&kind=refund')).toEqual([three.caseId, one.caseId])
  expect(await list('&state=REQUESTED')).toEqual([])
  expect(await list(`&after=${three.caseId}`)).toEqual([two.caseId, one.caseId])
  expect(await list('&page=2&pageSize=2')).toEqual([one.caseId])
  expect(dataOf(await admin.get(`/admin/v1/cases/${two.caseId}`))).toEqual(two)
})

test('a partner requests a case once under an Idempotency-Key, even if the response is lost', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId, amount: 20, quantity: 2 })
  const key = { 'idempotency-key': '0197d3c0-5a3c-7000-8000-000000000021' }
  const requestCase = (body: Json, headers: Record<string, string> = {}) =>
    partner.post(`/v2/orders/${id}/cases`, { kind: 'refund', reason: 'is used', ...body }, headers)

  const [one, other] = await Promise.all([
    requestCase({ itemNo: 1 }, key),
    requestCase({ itemNo: 1 }, key),
  ])
  expect(one.text).toBe(other.text)
  expect(dataOf(await requestCase({ itemNo: 1 }))).toEqual(dataOf(one))
  const details = [{ field: 'Idempotency-Key' }]
  for (const [headers, status] of [
    [key, 409],
    [{ 'idempotency-key': 'one' }, 400],
  ] as const) {
    expect(await requestCase({ itemNo: 2 }, headers)).toMatchObject({
      status,
      body: { error: { details } },
    })
  }
  expect((await partner.get(`/v2/orders/${id}/cases`)).body.data).toHaveLength(1)
})
