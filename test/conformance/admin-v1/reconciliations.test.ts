import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payInReference } from '../../../src/pay-in/mod.ts'
import type { Json, Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { CSV_HEADERS } from '../bad-input/fixture.ts'
import { expectError } from '../v2/fixture.ts'
import { deposit, expectData, lastAudit, reverse, wholeList } from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

const BASE = '/admin/v1/reconciliations'
const TIME = 'from=2020-01-01&to=2099-01-01'

function send(query: string, csv: string, kind = 'deposits'): Promise<Reply> {
  return service.admin.post(`${BASE}/${kind}?currency=USD&${query}`, csv, CSV_HEADERS)
}

test('the file of a bank is compared with deposits and reversals, and saved', async () => {
  const partner = await service.newPartner()
  const transfers: Json[] = []
  for (const [reference, amount] of [
    ['wire 1', 100],
    ['wire 2', 250.5],
    ['wire 3', 30],
  ] as const) {
    transfers.push(expectData(await deposit(service, partner, { reference, amount }), 201))
  }
  await deposit(service, partner, { reference: 'wire 4', amount: 5, currency: 'EUR' })
  const reversal = { reference: 'back 1', amount: 30, reason: 'paid twice' }
  transfers.push(expectData(await reverse(service, partner, reversal), 201))
  const csv =
    'Date,Ref,Amount\n2026-01-02,wire 1,100.00\n2026-01-03,wire 2,250.00\n' +
    '2026-01-04,back 1,-30.00\n2026-01-05,wire 9,12.00\n2026-01-31,balance,\n'
  const { partnerId } = partner
  const columns = 'referenceColumn=Ref&amountColumn=Amount&fileName=january.csv'

  const reply = await send(`${TIME}&partnerId=${partnerId}&${columns}`, csv)
  const { unmatched, ...summary } = expectData(reply, 201)

  expect(summary).toMatchObject({
    kind: 'deposits',
    partnerId,
    currency: 'USD',
    fileName: 'january.csv',
    fileSha256: createHash('sha256').update(csv).digest('hex'),
    fileLines: 5,
    skippedLines: 1,
    matched: 2,
    missingHere: 1,
    missingThere: 1,
    differentCurrency: 0,
    differentAmount: 1,
    fileAmount: 332,
    bookedAmount: 350.5,
    difference: -18.5,
  })
  const ids = transfers.map(({ transferId }) => transferId)
  expect(unmatched).toEqual([
    {
      status: 'missing_here',
      reference: 'wire 9',
      fileAmount: 12,
      fileLines: 1,
      firstLine: 5,
      records: [],
    },
    {
      status: 'missing_there',
      reference: 'wire 3',
      bookedAmount: 30,
      fileLines: 0,
      records: [ids[2]],
    },
    {
      status: 'different_amount',
      reference: 'wire 2',
      fileAmount: 250,
      bookedAmount: 250.5,
      fileLines: 1,
      firstLine: 3,
      records: [ids[1]],
    },
  ])
  const { reconciliationId: id } = summary
  expect(await wholeList(service, BASE)).toMatchObject([summary])
  expect(expectData(await service.admin.get(`${BASE}/${id}`), 200)).toEqual(summary)
  const listOf = async (range: string) => dataOf(await service.admin.get(`${BASE}?${range}`))
  expect(await listOf('from=2000-01-01')).toContainEqual(summary)
  expect(await listOf('to=2000-01-01')).toEqual([])
  const items = await wholeList(service, `${BASE}/${id}/items`)
  expect(items.slice(0, 3)).toEqual(unmatched)
  expect(items.slice(3)).toMatchObject([
    { status: 'matched', reference: 'wire 1', records: [ids[0]] },
    { status: 'matched', reference: 'back 1', fileAmount: -30, records: [ids[3]] },
  ])
  expect(await wholeList(service, `${BASE}/${id}/items?status=missing_there`)).toEqual([items[1]])
  expect(await lastAudit(service)).toMatchObject({
    action: 'reconciliation.create',
    target: `reconciliation:${id}`,
    after: { kind: 'deposits', partnerId, matched: 2, missing_here: 1 },
  })
})

test('a payment that is not booked names the partner whose reference it has', async () => {
  const { partnerId } = await service.newPartner()
  const reference = `THANKS ${payInReference({ partnerId, currency: 'USD' })}`
  const csv = `reference,amount\n${reference},5.00\nRF00USD${partnerId},6.00\n`
  const { unmatched } = expectData(await send(`${TIME}&partnerId=${partnerId}`, csv), 201)
  const item = { status: 'missing_here', fileLines: 1, records: [] }
  expect(unmatched).toEqual([
    { ...item, reference, partnerId, fileAmount: 5, firstLine: 2 },
    { ...item, reference: `RF00USD${partnerId}`, fileAmount: 6, firstLine: 3 },
  ])
})

test('a line may name a deposit from outside the period of the file', async () => {
  const partner = await service.newPartner()
  await deposit(service, partner, { reference: 'late 1', amount: 100 })
  await deposit(service, partner, { reference: 'late 2', amount: 100 })
  const time = 'from=2020-01-01&to=2020-02-01'

  const reply = await send(time, 'reference,amount\nlate 1,100\n')

  expect(expectData(reply, 201)).toMatchObject({ matched: 1, missingThere: 0, unmatched: [] })
})

test('a file that cannot be compared is refused with the fault named, and nothing is saved', async () => {
  const before = await wholeList(service, BASE)
  const csv = 'reference,amount\nr,1\n'

  expectError(await send('from=2026-02-01&to=2026-02-01', csv), 400, 'VALIDATION_ERROR', ['to'])
  expectError(await send(`${TIME}&partnerId=999999`, csv), 400, 'VALIDATION_ERROR', ['partnerId'])
  expectError(await send(`${TIME}&supplier=x`, csv, 'purchases'), 400, 'VALIDATION_ERROR', [
    'supplier',
  ])
  expectError(await send(`${TIME}&amountColumn=sum`, csv), 400, 'VALIDATION_ERROR', [
    'amountColumn',
  ])
  expectError(await send(TIME, 'reference,amount\nr,1.001\n'), 400, 'VALIDATION_ERROR', [
    'line 2, amount',
  ])
  const large = `reference,amount\n${'r'.repeat(8_388_608)},1\n`
  expect((await send(TIME, large)).status).toBe(413)

  expect(await wholeList(service, BASE)).toEqual(before)
})

test('a row of one currency does not match a deposit of another', async () => {
  const partner = await service.newPartner()
  const euros = { reference: 'wire 1', amount: 100, currency: 'EUR' }
  const { transferId } = expectData(await deposit(service, partner, euros), 201)
  await deposit(service, partner, { reference: 'wire 2', amount: 5 })
  const csv = 'reference,amount,Currency\nwire 1,100.00,USD\nwire 2,5.00,eur\nwire 2,5.00,\n'

  const reconciliation = expectData(await send(`${TIME}&partnerId=${partner.partnerId}`, csv), 201)

  expect(reconciliation).toMatchObject({
    matched: 1,
    differentCurrency: 2,
    fileAmount: 105,
    bookedAmount: 5,
  })
  const status = 'different_currency'
  const [first, second] = reconciliation.unmatched
  expect(first).toMatchObject({ status, reference: 'wire 1', fileAmount: 100, bookedAmount: 100 })
  expect(first).toMatchObject({ bookedCurrency: 'EUR', records: [transferId] })
  expect(second).toMatchObject({ status, reference: 'wire 2', fileAmount: 5, fileCurrency: 'EUR' })
  const items = await wholeList(
    service,
    `${BASE}/${reconciliation.reconciliationId}/items?status=${status}`,
  )
  expect(items).toEqual(reconciliation.unmatched)
  const invalidCurrency = await send(TIME, 'reference,amount,Currency\nwire 1,1.00,dollars\n')
  expectError(invalidCurrency, 400, 'VALIDATION_ERROR', ['line 2, Currency'])
})
