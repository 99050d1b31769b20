import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { aCredit, aDebit, contentOf, expectError, transactionsOf } from './fixture.ts'
import { bodiesOf, expectFaults, newWallet, rowsOf, send } from './rows.ts'

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

function withMetadata(metadata: Json, create = aCredit): Json {
  return create({ metadata })
}

test('every response with a transaction has its metadata, or lacks the field if there is none', async () => {
  const { partner, walletId } = await newWallet(service)
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
  const byReference = `${MOVEMENTS}?reference=${credit.referenceId}`
  expect(metadataOf(history)).toEqual(expected)
  expect(metadataOf(movements).slice(0, 4)).toEqual(expected)
  expect(dataOf(await partner.get(byReference))).toMatchObject([{ metadata: LABELS }])
  for (const plain of [replies[3]?.body.data, history[0], movements[0]]) {
    expect(Object.keys(plain ?? {})).not.toContain('metadata')
  }
})

test('a replay has the bytes of the first response; other metadata is a conflict', async () => {
  const { partner, walletId } = await newWallet(service)
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

const labels = (count: number, length: number, value: string): Json =>
  Object.fromEntries(
    Array.from({ length: count }, (_, no) => [String(no).padStart(length, 'k'), value]),
  )

test('metadata has at most 20 keys of 40 characters, with values of 200', async () => {
  const { partner, walletId } = await newWallet(service)
  const largest = labels(20, 40, 'v'.repeat(200))
  const reply = await partner.post(transactionsOf(walletId), aCredit({ metadata: largest }))
  expect(dataOf(reply)).toMatchObject({ metadata: largest })
  const funds = await partner.funds()

  const wrong: unknown[] = [
    labels(21, 2, ''),
    labels(1, 41, ''),
    labels(1, 1, 'v'.repeat(201)),
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

test('lists are filtered by a key and its value, and have only transactions of the partner', async () => {
  const { partner, walletId } = await newWallet(service)
  const stranger = await newWallet(service)
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
  const listedByWallet = async (query: string) =>
    referencesOf(await contentOf(partner, `${transactionsOf(walletId)}?${query}`))
  const listedByPartner = async (query: string) =>
    referencesOf(dataOf(await partner.get(`${MOVEMENTS}?${query}`)))

  const [first, second, third] = [one, two, three].map(({ referenceId }) => referenceId)
  expect(await listedByWallet('metadata=team:hr')).toEqual([second, first])
  expect(await listedByWallet('metadata=team:hr&page=1&size=1')).toEqual([first])
  expect(await listedByWallet('metadata=zone:a:b')).toEqual([first])
  expect(await listedByWallet('metadata=team:h')).toEqual([])
  expect(await listedByPartner('metadata=team:hr')).toEqual([third, second, first])
  expect(await listedByPartner('metadata=team:hr&kind=wallet_debit')).toEqual([second])
  expect(await listedByPartner(`metadata=team:hr&reference=${String(third)}`)).toEqual([third])
  expect(await listedByPartner('metadata=team:hr&kind=deposit')).toEqual([])
  const page = await partner.get(`${MOVEMENTS}?metadata=team:hr&pageSize=2`)
  const { after } = page.body.meta.pagination
  expect(await listedByPartner(`metadata=team:hr&pageSize=2&after=${String(after)}`)).toEqual([
    first,
  ])
})
