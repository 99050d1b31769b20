import { expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { pdfPages } from '../../support/pdf-text.ts'
import { ADMIN_TOKEN, dataOf, shareService, type RunningService } from '../../support/service.ts'
import { aCredit, newCustomer, transactionsOf } from '../partner-v1/fixture.ts'
import { completeOrder, expectError, placeOrder, reverse } from './fixture.ts'

const shared = shareService()
const TRANSACTIONS = '/v2/accounts/transactions'
const EVER = 'from=2000-01-01&to=2100-01-01'

/** Makes a deposit, an order at a discount, a credit of a wallet, a refund, and a reversal. */
async function makeMovements(service: RunningService) {
  const { admin, partner } = service
  const path = `/admin/v1/partners/${partner.partnerId}`
  const { transferId } = dataOf(
    await admin.post(`${path}/deposits`, { currency: 'USD', amount: 100, reference: 'wire 1' }),
  )
  const { productId } = await service.product()
  const rule = { partnerId: partner.partnerId, productId, discountPercent: 5, feeAmount: 0.1 }
  dataOf(await admin.post('/admin/v1/price-rules', rule))
  const order = await completeOrder(service, { productId, amount: 10, quantity: 2 })
  const { walletId } = await newCustomer(partner, { initialFunds: 3 })
  const credit = aCredit({ amount: 4.5, referenceId: 'reward-1', description: 'thanks' })
  const reply = await partner.post(transactionsOf(walletId), credit)
  expect(reply.status).toBe(200)
  const refund = { kind: 'refund', itemNo: 1, reason: 'does not work', acknowledged: true }
  const { caseId } = dataOf(await admin.post(`/admin/v1/orders/${order.id}/cases`, refund))
  const reversal = { depositId: transferId, currency: 'USD', amount: 30 }
  dataOf(
    await admin.post(`${path}/reversals`, { ...reversal, reference: 'back 1', reason: 'twice' }),
  )
  return { order, walletId, caseId, depositId: transferId, path }
}

test('GET /v2/accounts/transactions: each movement of the funds, newest first', async () => {
  const service = await shared({ funds: {} })
  const { order, walletId, caseId, depositId, path } = await makeMovements(service)

  const movements: Json[] = dataOf(await service.partner.get(TRANSACTIONS))

  const ofOrder = { orderId: order.id, reference: order['clientReference'] }
  expect(movements).toMatchObject([
    { kind: 'reversal', amount: -30, available: 52.9, posted: -30, held: 0, depositId },
    { kind: 'case_refund', amount: 9.6, available: 82.9, caseId, ...ofOrder },
    { kind: 'wallet_credit', amount: -4.5, walletId, reference: 'reward-1', description: 'thanks' },
    { kind: 'initial_funds', amount: -3, available: 77.8, walletId },
    {
      kind: 'order_charge',
      amount: 0,
      available: 80.8,
      posted: -19.2,
      held: -19.2,
      faceValue: 20,
      discount: 1,
      fee: 0.2,
      ...ofOrder,
    },
    { kind: 'order_hold', amount: -19.2, available: 80.8, posted: 0, held: 19.2, ...ofOrder },
    { kind: 'deposit', amount: 100, available: 100, reference: 'wire 1', transactionId: depositId },
  ])
  expect(movements.some((one) => 'reason' in one)).toBe(false)
  const asOperator: Json[] = dataOf(await service.admin.get(`${path}/transactions`))
  expect(asOperator).toEqual(movements.map((one) => expect.objectContaining(one)))
  expect(asOperator[0]).toMatchObject({ kind: 'reversal', reason: 'twice' })
  const funds = { currency: 'USD', posted: 52.9, held: 0, creditLimit: 0, available: 52.9 }
  expect(dataOf(await service.admin.get(`${path}/funds`))).toEqual([
    { ...funds, daysLeft: expect.any(Number) },
  ])
})

test('transactions are filtered by kind, reference, currency and time, and read page by page', async () => {
  const service = await shared({ funds: { EUR: '5.00' } })
  const { order } = await makeMovements(service)
  const kinds = async (query: string) => {
    const transactions: Json[] = dataOf(await service.partner.get(`${TRANSACTIONS}?${query}`))
    return transactions.map(({ kind }) => kind)
  }

  expect(await kinds('kind=deposit')).toEqual(['deposit', 'deposit'])
  expect(await kinds('kind=deposit&currency=EUR')).toEqual(['deposit'])
  expect(await kinds('kind=order_hold')).toEqual(['order_hold'])
  expect(await kinds('currency=EUR')).toEqual(['deposit'])
  expect(await kinds('reference=reward-1')).toEqual(['wallet_credit'])
  expect(await kinds('reference=back%201')).toEqual(['reversal'])
  expect(await kinds('reference=unknown')).toEqual([])
  const reference = encodeURIComponent(String(order['clientReference']))
  const ofOrder = ['case_refund', 'order_charge', 'order_hold']
  expect(await kinds(`reference=${reference}`)).toEqual(ofOrder)
  expect(await kinds('to=2000-01-01')).toEqual([])
  expect(await kinds('from=2100-01-01T00:00:00Z')).toEqual([])
  const whole: Json[] = dataOf(await service.partner.get(TRANSACTIONS))
  const first = await service.partner.get(`${TRANSACTIONS}?pageSize=3`)
  const { after, hasNext } = first.body.meta.pagination
  const rest: Json[] = dataOf(await service.partner.get(`${TRANSACTIONS}?after=${after}`))
  expect({ hasNext, all: [...dataOf(first), ...rest] }).toEqual({ hasNext: true, all: whole })
})

test('a statement has the opening balance, each movement that changed it, and the closing balance', async () => {
  const service = await shared({ funds: {} })
  const { path, order } = await makeMovements(service)
  const { productId } = await service.product({ supplier: 'vault' })
  await placeOrder(service.partner, { productId })

  const query = `currency=USD&${EVER}`
  const reply = await service.partner.get(`/v2/accounts/statement?${query}`)
  const { movements, ...rest } = dataOf(reply)

  expect(rest).toMatchObject({
    partnerId: service.partner.partnerId,
    currency: 'USD',
    from: '2000-01-01T00:00:00.000Z',
    to: '2100-01-01T00:00:00.000Z',
    provisional: true,
    opening: 0,
    closing: 52.9,
    totals: [
      { kind: 'deposit', count: 1, amount: 100 },
      { kind: 'reversal', count: 1, amount: -30 },
      { kind: 'order_charge', count: 1, amount: -19.2 },
      { kind: 'wallet_credit', count: 1, amount: -4.5 },
      { kind: 'initial_funds', count: 1, amount: -3 },
      { kind: 'case_refund', count: 1, amount: 9.6 },
    ],
  })
  expect(movements.map(({ amount, balance }: Json) => [amount, balance])).toEqual([
    [100, 100],
    [-19.2, 80.8],
    [-3, 77.8],
    [-4.5, 73.3],
    [9.6, 82.9],
    [-30, 52.9],
  ])
  expect(movements[1]).toMatchObject({ faceValue: 20, discount: 1, fee: 0.2, orderId: order.id })
  const csv = await service.admin.get(`${path}/statement?${query}&format=csv`)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const rows = csv.text.trimEnd().split('\r\n')
  expect(rows[0]).toBe(
    'transactionId,at,kind,reference,orderId,walletId,caseId,depositId,' +
      'faceValue,discount,fee,amount,balance',
  )
  expect(rows.slice(1).map((row) => row.split(',').slice(-2))).toEqual([
    ['', '0.00'],
    ['100.00', '100.00'],
    ['-19.20', '80.80'],
    ['-3.00', '77.80'],
    ['-4.50', '73.30'],
    ['9.60', '82.90'],
    ['-30.00', '52.90'],
    ['', '52.90'],
  ])
})

test('a statement as PDF agrees with the JSON to the cent, and keeps its number', async () => {
  const service = await shared({ funds: {} })
  const { path } = await makeMovements(service)
  const query = `currency=USD&${EVER}`
  const { movements, totals, opening, closing } = dataOf(
    await service.admin.get(`${path}/statement?${query}`),
  )

  const [text = '', again = ''] = await Promise.all(
    [1, 2].map(() => pdfText(service, `${path}/statement?${query}&format=pdf`)),
  )

  const number = `ST-${service.partner.partnerId}-USD-20000101-21000101`
  expect([text, again].map((one) => one.includes(number))).toEqual([true, true])
  const amounts = [...text.matchAll(/−?[\d,]+\.\d\d(?!\d)/g)].map(([amount]) => numberOf(amount))
  expect(amounts).toEqual([
    opening,
    ...totals.map(({ amount }: Json) => amount),
    closing,
    ...movements.flatMap(({ amount, balance }: Json) => [amount, balance]),
  ])
  expect(text).toContain('Tax number: not stated')
  const refused = await service.partner.get(`/v2/accounts/statement?${query}&format=pdf`)
  expectError(refused, 400, 'VALIDATION_ERROR', ['format'])
})

async function pdfText({ url }: RunningService, target: string): Promise<string> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const response = await fetch(url + target, { headers })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; .*\.pdf"$/)
  return (await pdfPages(new Uint8Array(await response.arrayBuffer()))).join('\n')
}

function numberOf(amount: string): number {
  return Number(amount.replaceAll(',', '').replace('\u2212', '-'))
}

test('a statement to print escapes what partners wrote, and needs no script', async () => {
  const service = await shared({ funds: {} })
  const { partner, admin } = service
  const path = `/admin/v1/partners/${partner.partnerId}`
  const deposit = { currency: 'USD', amount: 1, reference: '<script>alert("1")</script>' }
  dataOf(await admin.post(`${path}/deposits`, deposit))
  dataOf(await admin.patch(path, { name: 'Acme & <b>Co</b>', reason: 'renamed' }))

  const page = await admin.get(`${path}/statement?currency=USD&${EVER}&format=html`)

  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.text).toContain('Acme &amp; &lt;b&gt;Co&lt;/b&gt;')
  expect(page.text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')
  expect(page.text).not.toMatch(/<script|<b>|src=|href=/)
})

test('the CSV of a statement has no formula, and negative amounts as numbers', async () => {
  const service = await shared({ funds: {} })
  const path = `/admin/v1/partners/${service.partner.partnerId}`
  const deposit = { currency: 'USD', amount: 1, reference: '=HYPERLINK("http://example.com")' }
  dataOf(await service.admin.post(`${path}/deposits`, deposit))
  await reverse(service, ['USD', 1])

  const { text } = await service.admin.get(`${path}/statement?currency=USD&${EVER}&format=csv`)

  expect(text).toContain(`,"'=HYPERLINK(""http://example.com"")",`)
  expect(text).toContain(',-1.00,0.00\r\n')
})

test('a statement has each reference as it was written, with quotes and line breaks', async () => {
  const service = await shared({ funds: { USD: '10.00' } })
  const { partner } = service
  const { walletId } = await newCustomer(partner)
  const references = ['plain', 'a, "b"', String.raw`c\d (e)`, 'f\ng\th', '{null}']
  for (const referenceId of references) {
    dataOf(await partner.post(transactionsOf(walletId), aCredit({ amount: 1, referenceId })))
  }

  const path = `/v2/accounts/statement?currency=USD&${EVER}`
  const { movements } = dataOf(await partner.get(path))

  const credits = movements.filter(({ kind }: Json) => kind === 'wallet_credit')
  expect(credits.map(({ reference }: Json) => reference)).toEqual(references)
})

test('a currency without movements has an empty statement', async () => {
  const { partner } = await shared({ funds: {} })
  const statement = dataOf(await partner.get(`/v2/accounts/statement?currency=EUR&${EVER}`))
  expect(statement).toMatchObject({ opening: 0, closing: 0, totals: [], movements: [] })
})

test('a partner sees its own movements only, and cannot continue after a movement of another partner', async () => {
  const service = await shared({ funds: { USD: '5.00' } })
  const other = await service.newPartner({ USD: '7.00' })
  const [own]: Json[] = dataOf(await other.get(TRANSACTIONS))
  expect(own).toMatchObject({ amount: 7 })
  const reply = await service.partner.get(`${TRANSACTIONS}?after=${own?.['transactionId']}`)
  expectError(reply, 400, 'VALIDATION_ERROR', ['after'])
})
