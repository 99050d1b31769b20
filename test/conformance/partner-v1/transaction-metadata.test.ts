import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { aCredit, aDebit, contentOf, expectError, transactionsOf } from './fixture.ts'
import { bodiesOf, expectFaults, opened, rowsOf, send } from './rows.ts'

const LABELS = { zone: 'east', team: 'hr', '10': '', ünï: 'a:b' }
const MOVEMENTS = '/v2/accounts/transactions'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})

afterAll(() => service.end())

function referencesOf(entries: readonly Json[]): unknown[] {
  return entries.map(({ referenceId, reference }) => referenceId ?? reference)
}

function metadataOf(entries: readonly Json[]): unknown[] {
  return entries.map(({ metadata }) => metadata)
}

function withMetadata(metadata: Json, make = aCredit): Json {
  return make({ metadata })
}

test('metadata is wherever the transaction is read; without it, no response has the field', async () => {
  const { partner, walletId } = await opened(service)
  const credit = aCredit({ amount: 2, description: 'bonus', metadata: LABELS })
  const debit = aDebit({ metadata: { team: 'hr' } })
  const replies: Reply[] = []
  for (const one of [credit, debit, aCredit({ metadata: {} }), aCredit()]) {
    replies.push(await partner.post(transactionsOf(walletId), one))
  }

  const expected = [undefined, {}, { team: 'hr' }, LABELS]
  expect(metadataOf(replies.map(dataOf)).toReversed()).toEqual(expected)
  const history = await contentOf(partner, transactionsOf(walletId))
  const movements: Json[] = dataOf(await partner.get(MOVEMENTS))
  const found = `${MOVEMENTS}?reference=${credit.referenceId}`
  expect(metadataOf(history)).toEqual(expected)
  expect(metadataOf(movements).slice(0, 4)).toEqual(expected)
  expect(dataOf(await partner.get(found))).toMatchObject([{ metadata: LABELS }])
  for (const plain of [replies[3]?.body.data, history[0], movements[0]]) {
    expect(Object.keys(plain ?? {})).not.toContain('metadata')
  }
})

test('a replay has the bytes of the first response; other metadata is a conflict', async () => {
  const { partner, walletId } = await opened(service)
  const credit = aCredit({ metadata: LABELS })
  const plain = aCredit()
  const post = (body: Json) => partner.post(transactionsOf(walletId), body)
  const [first, unlabelled] = [await post(credit), await post(plain)]
  const reordered = Object.fromEntries(Object.entries(LABELS).toReversed())

  expect((await post({ ...credit, metadata: reordered })).text).toBe(first.text)
  const row = aCredit({ metadata: LABELS })
  const rows = rowsOf(walletId, [row, credit, plain])
  const bulk = await send(partner, rows)
  expect(bodiesOf(bulk).slice(1)).toEqual([first.text, unlabelled.text])
  expect(bodiesOf(await send(partner, rows))).toEqual(bodiesOf(bulk))
  expect([(await post(row)).text]).toEqual(bodiesOf(bulk).slice(0, 1))
  for (const metadata of [{ ...LABELS, team: 'it' }, { team: 'hr' }, {}, undefined]) {
    expectError(await post({ ...credit, metadata }), 403, 'BUSINESS_RULE_ERROR', ['referenceId'])
  }
  for (const metadata of [{}, LABELS]) {
    expectError(await post({ ...plain, metadata }), 403, 'BUSINESS_RULE_ERROR', ['referenceId'])
  }
  expect(await partner.funds()).toEqual({ USD: 97 })
})

const at = (count: number, length: number, value: string): Json =>
  Object.fromEntries(
    Array.from({ length: count }, (_, no) => [String(no).padStart(length, 'k'), value]),
  )

test('20 keys of 40 characters and values of 200 are the most', async () => {
  const { partner, walletId } = await opened(service)
  const most = at(20, 40, 'v'.repeat(200))
  const reply = await partner.post(transactionsOf(walletId), aCredit({ metadata: most }))
  expect(dataOf(reply)).toMatchObject({ metadata: most })
  const funds = await partner.funds()

  const wrong: unknown[] = [
    at(21, 2, ''),
    at(1, 41, ''),
    at(1, 1, 'v'.repeat(201)),
    { '': 'x' },
    { 'a:b': 'x' },
    { team: 1 },
    { team: {} },
    ['team'],
    'team',
    null,
  ]
  for (const metadata of wrong) {
    const bad = aCredit({ metadata })
    const fields = ['metadata']
    expectError(await partner.post(transactionsOf(walletId), bad), 400, 'VALIDATION_ERROR', fields)
    const rows = rowsOf(walletId, [aCredit(), bad])
    const atomic = await send(partner, rows, { mode: 'atomic' })
    expectFaults(atomic, 400, 'VALIDATION_ERROR', ['transactions[1].metadata'])
  }
  expect(await partner.funds()).toEqual(funds)
})

test('lists have the transactions with one key and its value, of the partner only', async () => {
  const { partner, walletId } = await opened(service)
  const stranger = await opened(service)
  const other = dataOf(
    await partner.post('/api/partner/v1/customer', {
      fullName: 'Bo Lee',
      email: 'bo@example.com',
      currency: 'USD',
      initialFunds: 1,
    }),
  )
  const one = withMetadata({ team: 'hr', zone: 'a:b' })
  const two = withMetadata({ team: 'hr' }, aDebit)
  const three = withMetadata({ team: 'hr' })
  await send(partner, [
    ...rowsOf(walletId, [aCredit({ amount: 5 }), one, withMetadata({ team: 'it' }), two]),
    ...rowsOf(other.walletId, [three, withMetadata({ tea: 'hr' })]),
  ])
  await send(stranger.partner, rowsOf(stranger.walletId, [withMetadata({ team: 'hr' })]))
  const listed = async (query: string) =>
    referencesOf(await contentOf(partner, `${transactionsOf(walletId)}?${query}`))
  const moved = async (query: string) =>
    referencesOf(dataOf(await partner.get(`${MOVEMENTS}?${query}`)))

  const [first, second, third] = [one, two, three].map(({ referenceId }) => referenceId)
  expect(await listed('metadata=team:hr')).toEqual([second, first])
  expect(await listed('metadata=team:hr&page=1&size=1')).toEqual([first])
  expect(await listed('metadata=zone:a:b')).toEqual([first])
  expect(await listed('metadata=team:h')).toEqual([])
  expect(await moved('metadata=team:hr')).toEqual([third, second, first])
  expect(await moved('metadata=team:hr&kind=wallet_debit')).toEqual([second])
  expect(await moved(`metadata=team:hr&reference=${String(third)}`)).toEqual([third])
  expect(await moved('metadata=team:hr&kind=deposit')).toEqual([])
  const page = await partner.get(`${MOVEMENTS}?metadata=team:hr&pageSize=2`)
  const { after } = page.body.meta.pagination
  expect(await moved(`metadata=team:hr&pageSize=2&after=${String(after)}`)).toEqual([first])
})
