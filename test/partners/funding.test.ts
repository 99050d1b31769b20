import { afterEach, beforeEach, expect, test } from 'vitest'
import { AMOUNT_MINOR_MAX, minorUnits, ZERO, type MinorUnits } from '../../src/core/mod.ts'
import type { WriteKind } from '../../src/ledger/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import {
  deposit,
  partnerFunds,
  reverse,
  type CurrencyFunds,
  type FundsMoved,
  type NewReversal,
} from '../../src/partners/mod.ts'
import {
  aDeposit,
  endFixture,
  newLedger,
  OPERATOR,
  START,
  startFixture,
  type Fixture,
} from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let partnerId: number
beforeEach(async () => {
  fixture = await startFixture()
  partnerId = fixture.partner.partnerId
})
afterEach(() => endFixture(fixture))

function put(change: Parameters<typeof aDeposit>[1] = {}): Promise<FundsMoved> {
  return deposit(fixture.ledger, aDeposit(partnerId, change))
}

function takeBack(change: Partial<NewReversal> = {}): Promise<FundsMoved> {
  const reversal = { ...aDeposit(partnerId), reference: 'back 1', reason: 'bounced', ...change }
  return reverse(fixture.ledger, reversal)
}

function funds(): Promise<CurrencyFunds[]> {
  return partnerFunds(fixture.db, partnerId)
}

async function transferCount(): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ made: number }>(
    'select count(*)::integer as made from transfers',
  )
  return rows[0]?.made ?? -1
}

test('a deposit returns the funds after it, for each currency by itself', async () => {
  expect(await put()).toEqual({
    transferId: `trf_${partnerId}_1`,
    currency: 'USD',
    amountMinor: 10_000n,
    fundsMinor: 10_000n,
  })
  expect(await put({ reference: 'wire 2', amountMinor: minorUnits(5n) })).toMatchObject({
    transferId: `trf_${partnerId}_2`,
    fundsMinor: 10_005n,
  })
  await put({ reference: 'wire 3', currency: 'JPY' })
  await put({ reference: 'wire 4', currency: 'EUR' })
  expect(await funds()).toEqual([
    { currency: 'EUR', fundsMinor: 10_000n },
    { currency: 'JPY', fundsMinor: 10_000n },
    { currency: 'USD', fundsMinor: 10_005n },
  ])
})

test('the same reference and payload replays the result, whatever happened since', async () => {
  const first = await put()
  await put({ reference: 'wire 2' })
  await takeBack({ amountMinor: minorUnits(19_000n) })

  expect(await put()).toEqual(first)
  expect(await put({ actor: TESTER })).toEqual(first)
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 1_000n }])
})

test('the same reference with another payload is a conflict that names the reference', async () => {
  const first = await put()
  for (const change of [{ amountMinor: minorUnits(9_999n) }, { currency: 'EUR' }]) {
    await expect(put(change)).rejects.toMatchObject({
      kind: 'reference_conflict',
      extras: {
        details: [{ field: 'reference', message: expect.stringContaining(first.transferId) }],
      },
    })
  }
  expect(await transferCount()).toBe(1)
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 10_000n }])
})

test('equal writes in one group: one transfer, equal results, and only conflicts fail', async () => {
  const first = put({ reference: 'goes ahead, so that the others share a group' })
  const twins = Array.from({ length: 20 }, () => put())
  const conflict = put({ amountMinor: minorUnits(1n) })
  const other = put({ reference: 'wire 2' })

  const answers = await Promise.all(twins)
  expect(answers).toEqual(Array.from({ length: 20 }, () => answers[0]))
  await expect(conflict).rejects.toMatchObject({ kind: 'reference_conflict' })
  expect((await other).fundsMinor).toBe(30_000n)
  await first
  expect(await transferCount()).toBe(3)
})

test('equal writes race at two processes: one transfer, equal results', async () => {
  const others = newLedger(fixture.connectAgain(), fixture.clock)
  const racing = Array.from({ length: 50 }, (_, index) =>
    deposit(index % 2 === 0 ? fixture.ledger : others, aDeposit(partnerId)),
  )
  const answers = await Promise.all(racing)

  expect(answers).toEqual(Array.from({ length: 50 }, () => answers[0]))
  expect(await transferCount()).toBe(1)
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 10_000n }])
})

test('a reversal takes funds below zero, and replays with its reason', async () => {
  await put()
  const first = await takeBack({ amountMinor: minorUnits(15_000n) })

  expect(first).toEqual({
    transferId: `trf_${partnerId}_2`,
    currency: 'USD',
    amountMinor: 15_000n,
    fundsMinor: -5_000n,
  })
  await put({ reference: 'wire 2' })
  expect(await takeBack({ amountMinor: minorUnits(15_000n) })).toEqual(first)
  await expect(
    takeBack({ amountMinor: minorUnits(15_000n), reason: 'another reason' }),
  ).rejects.toMatchObject({ kind: 'reference_conflict' })
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 5_000n }])
})

test('deposits and reversals each have their own references', async () => {
  await put({ reference: 'same' })
  expect(await takeBack({ reference: 'same' })).toMatchObject({ fundsMinor: 0n })
})

test('funds stay within what a JSON number carries exactly, above and below zero', async () => {
  await put({ amountMinor: AMOUNT_MINOR_MAX })
  await expect(put({ reference: 'one more', amountMinor: minorUnits(1n) })).rejects.toMatchObject({
    kind: 'balance_limit',
    extras: { details: [{ field: 'amount' }] },
  })
  await takeBack({ amountMinor: AMOUNT_MINOR_MAX, reference: 'back 1' })
  await takeBack({ amountMinor: AMOUNT_MINOR_MAX, reference: 'back 2' })
  await expect(
    takeBack({ amountMinor: minorUnits(1n), reference: 'back 3' }),
  ).rejects.toMatchObject({ kind: 'balance_limit' })
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 0n - AMOUNT_MINOR_MAX }])
  // A refused movement does not use its reference up.
  await put({ reference: 'one more', amountMinor: minorUnits(1n) })
})

test('invalid texts and unknown partners are refused, and nothing is written', async () => {
  const faults = { currency: 'XYZ', reference: ' ' } as const
  for (const [field, value] of Object.entries(faults)) {
    await expect(put({ [field]: value })).rejects.toMatchObject({
      kind: 'invalid_request',
      extras: { details: [{ field }] },
    })
  }
  await expect(put({ reference: 'nul \u0000' })).rejects.toMatchObject({ kind: 'invalid_request' })
  await expect(takeBack({ reason: '' })).rejects.toMatchObject({ kind: 'invalid_request' })
  for (const unknown of [99, 2 ** 40]) {
    await expect(deposit(fixture.ledger, aDeposit(unknown))).rejects.toMatchObject({
      kind: 'not_found',
    })
  }
  expect(await transferCount()).toBe(0)
  expect(await funds()).toEqual([])
})

test('available funds are the posted amounts less the held ones', async () => {
  const holding: WriteKind<MinorUnits, undefined, undefined> = {
    name: 'holding',
    load: () => Promise.resolve(undefined),
    decide(book, _state, amount) {
      const [debit, credit] = [book.chart('funds', 'USD'), book.chart('issued', 'USD')]
      book.hold({ code: 'order_hold', debit, credit, amount })
    },
    save: () => undefined,
  }
  await put()
  await fixture.ledger.submit(holding, partnerId, minorUnits(4_000n))

  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 6_000n }])
  expect(await takeBack()).toMatchObject({ fundsMinor: -4_000n })
})

test('each movement is audited once, with exact amounts and its reason', async () => {
  await put()
  await put()
  await put({ amountMinor: minorUnits(1n) }).catch(() => undefined)
  await takeBack({ amountMinor: minorUnits(10_001n) })

  const { rows } = await listAudit(fixture.db, { page: 1, pageSize: 10 })
  expect(rows).toMatchObject([
    {
      action: 'reversal',
      target: `transfer:trf_${partnerId}_2`,
      reason: 'bounced',
      after: { reference: 'back 1', currency: 'USD', amount: '100.01', funds: '-0.01' },
    },
    {
      partnerId,
      actor: OPERATOR,
      action: 'deposit',
      target: `transfer:trf_${partnerId}_1`,
      after: { reference: 'wire 1', currency: 'USD', amount: '100.00', funds: '100.00' },
      at: START,
    },
    { action: 'partner.create' },
  ])
})

test('an amount of zero is a bug of the caller, and moves nothing', async () => {
  await expect(put({ amountMinor: ZERO })).rejects.toMatchObject({ name: 'AssertionError' })
  expect(await funds()).toEqual([])
})
