import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createConsumer,
  createWalletSupplier,
  openCampaign,
  openCampaignWallet,
} from '../../src/consumers/mod.ts'
import { AMOUNT_MINOR_MAX, minorUnits, Refusal } from '../../src/core/mod.ts'
import { Outage } from '../../src/db/mod.ts'
import type { Ledger } from '../../src/ledger/mod.ts'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { batch } from '../inventory/fixture.ts'
import { balanceOf, bookOf } from './account-credits.ts'
import {
  aConsumer,
  count,
  EUR,
  fundsOf,
  openFixture,
  setStatus,
  settle,
  USD,
  type Fixture,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let supplier: Supplier
let partnerId: number
let walletId: string

beforeEach(async () => {
  fixture = await openFixture()
  supplier = createWalletSupplier(fixture)
  partnerId = await fixture.partner({ USD: 100_00n })
  walletId = (await aConsumer(fixture, partnerId)).walletId
})
afterEach(() => fixture.close())

/** A batch of one unit of 10.00 US dollars for the wallet; fields may be replaced. */
function aRequest(changes: Partial<IssueRequest> = {}): IssueRequest {
  return batch(1, 1, { partnerId, recipient: { walletId }, ...changes })
}

async function issue(...requests: IssueRequest[]): Promise<IssueOutcome[]> {
  return supplier.issue(requests)
}

/** The confirmation numbers of the issued receipts. */
function numbersOf(outcome: IssueOutcome | undefined): string[] {
  if (outcome?.outcome !== 'issued') throw new Error(`was ${outcome?.outcome}`)
  return outcome.goods.flatMap((one) =>
    'codes' in one ? one.codes.map((code) => code.giftCardNumber) : [],
  )
}

test('a batch is one credit of all its units, from the account that orders pay into', async () => {
  const [outcome] = await issue(aRequest({ quantity: 3 }))

  expect(numbersOf(outcome)).toEqual([1, 2, 3].map((unit) => `CREDIT-${partnerId}-2-${unit}`))
  expect(await bookOf(fixture, partnerId)).toEqual({
    'funds USD': 100_00n,
    'deposits USD': -100_00n,
    'issued USD': -30_00n,
    'wallet USD': 30_00n,
  })
})

test('a receipt is a confirmation number and nothing else', async () => {
  const [outcome] = await issue(aRequest())

  const nothing = { giftCardPin: '', barCodeNumber: '', redemptionUrl: '' }
  expect(outcome).toEqual({
    outcome: 'issued',
    goods: [{ codes: [{ giftCardNumber: `CREDIT-${partnerId}-2-1`, ...nothing }] }],
  })
})

test('no partner has a receipt like that of another one', async () => {
  const otherId = await fixture.partner({ USD: 100_00n })
  const recipient = { walletId: (await aConsumer(fixture, otherId)).walletId }

  const outcomes = await issue(aRequest(), aRequest({ partnerId: otherId, recipient }))

  expect(outcomes.flatMap(numbersOf)).toEqual([`CREDIT-${partnerId}-2-1`, `CREDIT-${otherId}-2-1`])
})

describe('one batch is credited once', () => {
  test('a repeated request, a lookup and another process get the same credit', async () => {
    const first = await issue(aRequest())
    const elsewhere = createWalletSupplier({ ...fixture, ledger: fixture.secondLedger() })

    expect(await issue(aRequest())).toEqual(first)
    expect(await supplier.lookUp([aRequest()])).toEqual(first)
    expect(await elsewhere.lookUp([aRequest()])).toEqual(first)
    expect(await balanceOf(fixture, partnerId, walletId)).toBe(10_00n)
  })

  test('racing requests, in one call and in two processes', async () => {
    const elsewhere = createWalletSupplier({ ...fixture, ledger: fixture.secondLedger() })
    const twins = [aRequest(), aRequest(), aRequest()]

    const answers = await Promise.all([issue(...twins), elsewhere.issue(twins), issue(...twins)])

    expect(new Set(answers.flat().map((one) => String(numbersOf(one)))).size).toBe(1)
    expect(await balanceOf(fixture, partnerId, walletId)).toBe(10_00n)
  })

  test('the outcome stays if the wallet was frozen since', async () => {
    const first = await issue(aRequest())
    await setStatus(fixture, { partnerId, walletId }, 'FROZEN')

    expect(await supplier.lookUp([aRequest()])).toEqual(first)
  })

  test('a lookup before the first request credits the batch', async () => {
    const [outcome] = await supplier.lookUp([aRequest()])

    expect(numbersOf(outcome)).toHaveLength(1)
    expect(await issue(aRequest())).toEqual([outcome])
  })

  test('other batches and orders are other credits', async () => {
    const outcomes = await issue(
      aRequest(),
      aRequest({ batchNo: 2 }),
      aRequest({ orderNo: 11 }),
      aRequest({ orderNo: 1, batchNo: 11 }),
    )

    expect(new Set(outcomes.flatMap(numbersOf)).size).toBe(4)
    expect(await balanceOf(fixture, partnerId, walletId)).toBe(40_00n)
  })

  test('the same batch of two partners is two credits, each in its own book', async () => {
    const otherId = await fixture.partner()
    const other = await aConsumer(fixture, otherId)
    const recipient = { walletId: other.walletId }

    const outcomes = await issue(aRequest(), aRequest({ partnerId: otherId, recipient }))

    expect(outcomes.map((one) => one.outcome)).toEqual(['issued', 'issued'])
    expect(await balanceOf(fixture, otherId, other.walletId)).toBe(10_00n)
  })
})

describe('the recipient names one wallet', () => {
  test('by its id, by its consumer, by the e-mail in any spelling', async () => {
    const { consumerId } = await aConsumer(fixture, partnerId, { email: 'bo@example.com' })
    await aConsumer(fixture, partnerId, { email: 'bo@example.com', currency: EUR })
    const outcomes = await issue(
      aRequest({ recipient: { consumerId: String(consumerId) } }),
      aRequest({ batchNo: 2, recipient: { email: ' Bo@Example.COM ' } }),
      aRequest({ batchNo: 3, recipient: { email: 'bo@example.com', consumerId: `${consumerId}` } }),
      aRequest({ batchNo: 4, currency: 'EUR', recipient: { email: 'bo@example.com' } }),
    )

    expect(outcomes.map((one) => one.outcome)).toEqual(['issued', 'issued', 'issued', 'issued'])
    expect(await bookOf(fixture, partnerId)).toMatchObject({
      'wallet USD': 30_00n,
      'wallet EUR': 10_00n,
      'issued EUR': -10_00n,
    })
  })

  test('a wallet that is foreign, unknown or ambiguous is refused and leaves no trace', async () => {
    const foreign = await aConsumer(fixture, await fixture.partner(), { email: 'x@example.com' })
    const { consumerId } = await aConsumer(fixture, partnerId, { email: 'bo@example.com' })
    const recipients = [
      undefined,
      {},
      { walletId: '' },
      { walletId: foreign.walletId },
      { walletId: '999999999999' },
      { walletId: `0${walletId}` },
      { walletId: String(consumerId) },
      { consumerId: String(foreign.consumerId) },
      { consumerId: walletId },
      { email: 'x@example.com' },
      { email: String(consumerId) },
      { email: 'not an address' },
      { walletId, email: 'bo@example.com' },
      { walletId, consumerId: String(consumerId) },
    ]

    const outcomes = await issue(...recipients.map((recipient) => aRequest({ recipient })))

    expect(outcomes.map((one) => one.outcome)).toEqual(recipients.map(() => 'refused'))
    expect(await count(fixture, 'transfers')).toBe(1)
  })
})

describe('a wallet that cannot be credited refuses with the reason', () => {
  test.each(['FROZEN', 'CLOSED'] as const)('%s', async (status) => {
    await setStatus(fixture, { partnerId, walletId }, status)

    const reason = `the recipient names a wallet that is ${status}`
    expect(await issue(aRequest())).toEqual([{ outcome: 'refused', reason }])
    expect(await count(fixture, 'transfers')).toBe(1)
  })

  test('once it is ENABLED again, the same batch is credited', async () => {
    await setStatus(fixture, { partnerId, walletId }, 'FROZEN')
    await issue(aRequest())
    await setStatus(fixture, { partnerId, walletId }, 'ENABLED')

    expect(numbersOf((await issue(aRequest()))[0])).toHaveLength(1)
  })

  test('a wallet in another currency', async () => {
    const reason = 'the recipient names a wallet in USD, not in EUR'
    expect(await issue(aRequest({ currency: 'EUR' }))).toEqual([{ outcome: 'refused', reason }])
  })

  test('a wallet of a campaign', async () => {
    const { consumerId } = await aConsumer(fixture, partnerId, { email: 'bo@example.com' })
    const terms = { name: 'Spring', currency: USD, actor: TESTER }
    const { campaignId } = await openCampaign(fixture.ledger, partnerId, terms)
    const wallet = { campaignId, consumerId, actor: TESTER }
    const { walletId: campaignWalletId } = await openCampaignWallet(
      fixture.ledger,
      partnerId,
      wallet,
    )

    const reason = 'the recipient names a CAMPAIGN wallet, which no order credits'
    const outcomes = await issue(aRequest({ recipient: { walletId: campaignWalletId } }))
    expect(outcomes).toEqual([{ outcome: 'refused', reason }])
  })

  test('a full wallet', async () => {
    const [outcome] = await issue(aRequest({ faceValueMinor: AMOUNT_MINOR_MAX, quantity: 2 }))

    expect(outcome).toMatchObject({ outcome: 'refused' })
    expect(await count(fixture, 'transfers')).toBe(1)
  })

  test('a refusal delays no other batch of the same call', async () => {
    const other = await createConsumer(fixture, partnerId, {
      fullName: 'Bo',
      email: 'bo@example.com',
      currency: USD,
      initialFundsMinor: minorUnits(0n),
    })
    await setStatus(fixture, { partnerId, walletId }, 'FROZEN')
    const recipient = { walletId: other.walletId }

    const outcomes = await issue(aRequest(), aRequest({ batchNo: 2, recipient }))

    expect(outcomes.map((one) => one.outcome)).toEqual(['refused', 'issued'])
  })
})

describe('an outcome that the ledger did not report is unknown, and looked up', () => {
  test.each([
    ['an outage', new Outage('lost'), 'unknown'],
    ['a full queue', new Refusal('overloaded', 'too many writes wait'), 'pending'],
  ])('%s', async (_what, error, outcome) => {
    const submit: Ledger['submit'] = async (kind, id, input) => {
      await fixture.ledger.submit(kind, id, input)
      throw error
    }
    const lossy = createWalletSupplier({ ...fixture, ledger: { ...fixture.ledger, submit } })

    expect(await lossy.issue([aRequest()])).toMatchObject([{ outcome }])
    expect(numbersOf((await supplier.lookUp([aRequest()]))[0])).toEqual([`CREDIT-${partnerId}-2-1`])
    expect(await balanceOf(fixture, partnerId, walletId)).toBe(10_00n)
  })
})

test('freezing and crediting race: either the credit was made, or it was refused', async () => {
  const { answers } = await settle<unknown>([
    issue(aRequest()),
    setStatus(fixture, { partnerId, walletId }, 'FROZEN'),
  ])

  expect(answers).toHaveLength(2)
  const [outcome] = await supplier.lookUp([aRequest()])
  const balance = await balanceOf(fixture, partnerId, walletId)
  expect(balance).toBe(outcome?.outcome === 'issued' ? 10_00n : 0n)
  expect(await fundsOf(fixture, partnerId)).toEqual({ USD: 100_00n })
})
