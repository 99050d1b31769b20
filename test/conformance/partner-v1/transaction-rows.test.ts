import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import {
  aCredit,
  aCustomer,
  aDebit,
  CUSTOMERS,
  expectError,
  newCustomer,
  onAnotherProcess,
  openCampaign,
  openCampaignWallet,
  race,
  setWalletStatus,
  times,
  transactionsOf,
} from './fixture.ts'
import { bodiesOf, expectFaults, newWallet, resultsOf, rowsOf, send, TRANSACTIONS } from './rows.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

test('a row has the status and the bytes of a single call', async () => {
  const { partner, walletId } = await newWallet(service)
  const frozen = await newCustomer(partner)
  await setWalletStatus(service, partner.partnerId, { ...frozen, status: 'FROZEN' })
  const [used, other] = [aCredit({ amount: 1.1 }), aCredit()]
  await partner.post(transactionsOf(walletId), used)
  await partner.post(transactionsOf(walletId), other)
  const faults: Json[] = [
    { walletId, ...used },
    { walletId, ...other, amount: 2 },
    { walletId, ...aCredit({ amount: 1e-7 }) },
    { walletId, ...aCredit({ amount: '1' }) },
    { walletId, ...aCredit({ amount: 101 }) },
    { walletId, ...aCredit({ amount: 1e14 }) },
    { walletId, ...aCredit({ referenceId: 'x'.repeat(256) }) },
    { walletId, ...aCredit({ referenceId: '' }) },
    { walletId, ...aCredit({ referenceId: 'a\u0000b' }) },
    { walletId, ...aCredit({ transactionType: 'GIFT' }) },
    { walletId, ...aDebit({ amount: 50 }) },
    { walletId: frozen.walletId, ...aCredit() },
    { walletId: `0${walletId}`, ...aCredit() },
    { walletId: ` ${walletId}`, ...aCredit() },
    { walletId: `${walletId}.0`, ...aCredit() },
    { walletId: '9007199254740993', ...aCredit() },
    { walletId: 'toString', ...aCredit() },
  ]
  const singleReplies: Reply[] = []
  for (const { walletId: id, ...row } of faults) {
    singleReplies.push(await partner.post(transactionsOf(encodeURIComponent(id)), row))
  }

  const reply = await send(partner, faults)

  expect(bodiesOf(reply)).toEqual(singleReplies.map(({ text }) => text))
  expect(reply.body.data.results.map(({ status }: Json) => status)).toEqual(
    singleReplies.map(({ status }) => status),
  )
  expect(await partner.funds()).toEqual({ USD: 97.9 })
})

test('a row sees the effects of the rows before it, in the order sent', async () => {
  const { partner, walletId } = await newWallet(service, '10.00')
  const rows = rowsOf(walletId, [
    aCredit({ amount: 10 }),
    aCredit({ amount: 1 }),
    aDebit({ amount: 4 }),
    aCredit({ amount: 4 }),
    aDebit({ amount: 11 }),
  ])

  const results = await resultsOf(partner, rows)

  expect(results.map(({ status }) => status)).toEqual([200, 402, 200, 200, 500])
  expect(results[3].body.data).toMatchObject({ previousBalance: 6, newBalance: 10 })
  expect(await partner.funds()).toEqual({ USD: 0 })
})

test('a row replays the first response byte for byte, from a single call or a bulk', async () => {
  const { partner, walletId } = await newWallet(service)
  const [single, bulkCredit, newCredit] = [
    aCredit({ amount: 1.5 }),
    aCredit({ amount: 2 }),
    aCredit(),
  ]
  const first = await partner.post(transactionsOf(walletId), single)
  const rows = rowsOf(walletId, [bulkCredit, single])

  const [one, other] = [await send(partner, rows), await send(partner, rows.toReversed())]
  const again = await partner.post(transactionsOf(walletId), bulkCredit)

  expect(bodiesOf(one)).toEqual([again.text, first.text])
  expect(bodiesOf(other)).toEqual([first.text, again.text])
  await setWalletStatus(service, partner.partnerId, { walletId, status: 'FROZEN' })
  const frozen = await send(partner, [...rows, { walletId, ...newCredit }], { mode: 'atomic' })
  expectFaults(frozen, 409, 'BUSINESS_RULE_ERROR', ['transactions[2].walletId'])
  expect(bodiesOf(await send(partner, rows, { mode: 'atomic' }))).toEqual(bodiesOf(one))
  expect(await partner.funds()).toEqual({ USD: 96.5 })
})

test('a row is a replay even if the present funds would refuse it', async () => {
  const { partner, walletId } = await newWallet(service, '10.00')
  const rows = rowsOf(walletId, [aCredit({ amount: 6 }), aCredit({ amount: 4 })])
  const first = await send(partner, rows)
  const makesRoom = { walletId, ...aDebit({ amount: 1 }) }

  const again = await send(partner, [makesRoom, ...rows])

  expect(bodiesOf(again).slice(1)).toEqual(bodiesOf(first))
  expect(await partner.funds()).toEqual({ USD: 1 })
})

test('the same rows, sent to several processes at once, in bulks and alone, are done once', async () => {
  const { partner, walletId } = await newWallet(service)
  const rows = times(8, (at) => aCredit({ amount: 1 + at / 100 }))
  const bulk = { target: TRANSACTIONS, body: { transactions: rowsOf(walletId, rows) } }
  const reversed = { ...bulk, body: { transactions: rowsOf(walletId, rows.toReversed()) } }
  const atomic = { ...bulk, body: { ...bulk.body, mode: 'atomic' } }
  const singles = rows.map((body) => ({ target: transactionsOf(walletId), body }))
  const other = await onAnotherProcess({ ...service, partner })

  const replies = await race(
    [partner, other],
    [bulk, reversed, ...singles, atomic, bulk, reversed, ...singles],
  )

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const bodies = replies.flatMap((reply) =>
    reply.body.data.results ? bodiesOf(reply) : [reply.text],
  )
  expect(new Set(bodies).size).toBe(rows.length)
  expect(await partner.funds()).toEqual({ USD: 91.72 })
})

test('atomic: each fault is named by its path, with the status of the first fault; nothing changes', async () => {
  const { partner, walletId } = await newWallet(service, '10.00')
  const used = aCredit()
  await partner.post(transactionsOf(walletId), used)
  const repeated = aCredit({ amount: 2 })
  const rows = rowsOf(walletId, [
    repeated,
    aCredit({ amount: 50 }),
    { ...used, amount: 3 },
    aCredit({ amount: -1, transactionType: 'X' }),
    { ...aCredit(), walletId: 'nobody' },
    aDebit({ amount: 900 }),
    aCredit({ description: 'a\u0000b' }),
    aDebit({ amount: 1 }),
  ])

  const reply = await send(partner, rows, { mode: 'atomic' })

  expectFaults(reply, 402, 'BUSINESS_RULE_ERROR', [
    'transactions[1].amount',
    'transactions[2].referenceId',
    'transactions[3].transactionType',
    'transactions[4].walletId',
    'transactions[5].amount',
    'transactions[6].description',
  ])
  expect(reply.headers['link']).toContain('#insufficient_funds')
  expect(await partner.funds()).toEqual({ USD: 9 })
  const afterwards = await partner.post(transactionsOf(walletId), { ...repeated, amount: 3 })
  expect(afterwards.body.data).toMatchObject({ previousBalance: 1, newBalance: 4 })
})

test('atomic: all rows are done, and all of 1,000 faults are named', async () => {
  const { partner, walletId } = await newWallet(service)
  const rows = rowsOf(walletId, [aCredit({ amount: 60 }), aDebit({ amount: 20 }), aCredit()])

  const reply = await send(partner, rows, { mode: 'atomic' })

  const results: Json[] = reply.body.data.results
  expect(results.map(({ body }) => body.data.newBalance)).toEqual([60, 40, 41])
  const faulty = rowsOf(
    walletId,
    times(1_000, () => aCredit({ amount: 0 })),
  )
  const refused = await send(partner, faulty, { mode: 'atomic' })
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } })
  expect(refused.body.error.details).toHaveLength(1_000)
})

test('two rows with one referenceId: 400 naming both, and nothing is done', async () => {
  const { partner, walletId } = await newWallet(service)
  const twice = aCredit()
  const rows = rowsOf(walletId, [aCredit(), twice, aCredit(), { ...twice, amount: 2 }])

  const reply = await send(partner, rows)

  expectError(reply, 400, 'VALIDATION_ERROR', [
    'transactions[1].referenceId',
    'transactions[3].referenceId',
  ])
  expect(await partner.funds()).toEqual({ USD: 100 })
})

test('1 and 1,000 rows are done; 0 or 1,001 rows, or a row that is not an object, refuse all', async () => {
  const { partner, walletId } = await newWallet(service)
  const rows = rowsOf(
    walletId,
    times(1_001, () => aCredit({ amount: 0.01 })),
  )

  expect(await resultsOf(partner, rows.slice(0, 1))).toHaveLength(1)
  const all = await resultsOf(partner, rows.slice(0, 1_000))
  expect(all.at(-1)).toMatchObject({ status: 200, body: { data: { newBalance: 10 } } })
  for (const transactions of [[], rows, {}, null, 'rows', undefined]) {
    expectError(await partner.post(TRANSACTIONS, { transactions }), 400, 'VALIDATION_ERROR', [
      'transactions',
    ])
  }
  const notObjects = await send(partner, [rows[1_000], null, 7, []])
  expectError(
    notObjects,
    400,
    'VALIDATION_ERROR',
    [1, 2, 3].map((at) => `transactions[${at}]`),
  )
  expect(await partner.funds()).toEqual({ USD: 90 })
})

test('a body that is nested too deep is refused as a whole, whatever its rows hold', async () => {
  const { partner, walletId } = await newWallet(service)
  const deep = `${'['.repeat(20)}${']'.repeat(20)}`
  for (const note of ['short', `\u0000${'x'.repeat(9_000)}`]) {
    const rows = rowsOf(walletId, [{ ...aCredit(), note, deep: 0 }, aCredit()])
    const text = JSON.stringify({ transactions: rows }).replace('"deep":0', `"deep":${deep}`)
    expect(await partner.post(TRANSACTIONS, text)).toMatchObject({ status: 400 })
  }
  expect(await partner.funds()).toEqual({ USD: 100 })
})

test("a row for another partner's wallet gets the response of an absent wallet", async () => {
  const [{ partner }, stranger] = [await newWallet(service), await newWallet(service)]
  const rows = ['999999', stranger.walletId].map((walletId) => ({ walletId, ...aCredit() }))

  const [absent, foreign] = await resultsOf(partner, rows)

  expect(foreign).toEqual(absent)
  expect(foreign).toMatchObject({ status: 404 })
  expect(await stranger.partner.funds()).toEqual({ USD: 100 })
})

test('a budget and a spend limit count row by row, without the rows of a refused atomic request', async () => {
  const { partner } = await newWallet(service)
  const { partnerId } = partner
  const { id: consumerId } = await newCustomer(partner)
  const { campaignId } = await openCampaign(service, partnerId, { budget: 5 })
  const opening = { campaignId, consumerId }
  const { walletId } = await openCampaignWallet(service, partnerId, opening)
  const spendLimits = `/admin/v1/partners/${partnerId}/spend-limits`
  await service.admin.put(spendLimits, { currency: 'USD', perDay: 7 })
  const rows = (): Json[] =>
    rowsOf(walletId, [aCredit({ amount: 3 }), aCredit({ amount: 3 }), aCredit({ amount: 2 })])

  expect(await send(partner, rows(), { mode: 'atomic' })).toMatchObject({ status: 409 })
  const byRow = await resultsOf(partner, rows())
  const afterDebit = await resultsOf(partner, rowsOf(walletId, [aDebit({ amount: 5 }), ...rows()]))

  expect(byRow.map(({ status }) => status)).toEqual([200, 409, 200])
  expect(afterDebit.map(({ status }) => status)).toEqual([200, 402, 402, 200])
})

test('the request log has one entry, with the number of rows in the request', async () => {
  const { partner, walletId } = await newWallet(service)
  const rows = rowsOf(
    walletId,
    times(3, () => aCredit({ amount: 0 })),
  )

  const reply = await send(partner, rows)

  const path = `/admin/v1/requests/${String(reply.headers['x-request-id'])}`
  const entry = await eventually(async () => {
    await service.services.requestLog.write()
    return dataOf(await service.admin.get(path))
  })
  expect(entry).toMatchObject({ path: TRANSACTIONS, status: 200, rows: 3 })
})

test('403 without the permission that the single call needs', async () => {
  const { partner, walletId } = await newWallet(service)
  const reader = await partner.issue({ permissions: ['consumers:read'] })

  const replies = await Promise.all([
    reader.post(TRANSACTIONS, { transactions: rowsOf(walletId, [aCredit()]) }),
    reader.post(`${CUSTOMERS}/bulk`, { customers: [aCustomer()] }),
  ])

  for (const reply of replies) expectError(reply, 403, 'AUTHORIZATION_ERROR')
})
