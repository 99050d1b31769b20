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

function makeDeposit(change: Parameters<typeof aDeposit>[1] = {}): Promise<FundsMoved> {
  return deposit(fixture.ledger, aDeposit(partnerId, change))
}

function makeReversal(change: Partial<NewReversal> = {}): Promise<FundsMoved> {
  const reversal = { ...aDeposit(partnerId), reference: 'back 1', reason: 'bounced', ...change }
  return reverse(fixture.ledger, reversal)
}

function funds(): Promise<CurrencyFunds[]> {
  return partnerFunds(fixture.db, partnerId)
}

async function transferCount(): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ transfers: number }>(
    'select count(*)::integer as transfers from transfers',
  )
  return rows[0]?.transfers ?? -1
}

test('a deposit returns the funds after it, for each currency by itself', async () => {
  expect(await makeDeposit()).toEqual({
    transferId: `trf_${partnerId}_1`,
    currency: 'USD',
    amountMinor: 10_000n,
    fundsMinor: 10_000n,
  })
  expect(await makeDeposit({ reference: 'wire 2', amountMinor: minorUnits(5n) })).toMatchObject({
    transferId: `trf_${partnerId}_2`,
    fundsMinor: 10_005n,
  })
  await makeDeposit({ reference: 'wire 3', currency: 'JPY' })
  await makeDeposit({ reference: 'wire 4', currency: 'EUR' })
  expect(await funds()).toEqual([
    { currency: 'EUR', fundsMinor: 10_000n },
    { currency: 'JPY', fundsMinor: 10_000n },
    { currency: 'USD', fundsMinor: 10_005n },
  ])
})

test('the same reference and payload replays the result, whatever happened since', async () => {
  const first = await makeDeposit()
  await makeDeposit({ reference: 'wire 2' })
  await makeReversal({ amountMinor: minorUnits(19_000n) })

  expect(await makeDeposit()).toEqual(first)
  expect(await makeDeposit({ actor: TESTER })).toEqual(first)
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 1_000n }])
})

test('the same reference with another payload is a conflict that names the reference', async () => {
  const first = await makeDeposit()
  for (const change of [{ amountMinor: minorUnits(9_999n) }, { currency: 'EUR' }]) {
    await expect(makeDeposit(change)).rejects.toMatchObject({
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
  const first = makeDeposit({ reference: 'goes ahead, so that the others share a group' })
  const twins = Array.from({ length: 20 }, () => makeDeposit())
  const conflict = makeDeposit({ amountMinor: minorUnits(1n) })
  const other = makeDeposit({ reference: 'wire 2' })

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
  await makeDeposit()
  const first = await makeReversal({ amountMinor: minorUnits(15_000n) })

  expect(first).toEqual({
    transferId: `trf_${partnerId}_2`,
    currency: 'USD',
    amountMinor: 15_000n,
    fundsMinor: -5_000n,
  })
  await makeDeposit({ reference: 'wire 2' })
  expect(await makeReversal({ amountMinor: minorUnits(15_000n) })).toEqual(first)
  await expect(
    makeReversal({ amountMinor: minorUnits(15_000n), reason: 'another reason' }),
  ).rejects.toMatchObject({ kind: 'reference_conflict' })
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 5_000n }])
})

test('deposits and reversals each have their own references', async () => {
  await makeDeposit({ reference: 'same' })
  expect(await makeReversal({ reference: 'same' })).toMatchObject({ fundsMinor: 0n })
})

test('funds stay within what a JSON number carries exactly, above and below zero', async () => {
  await makeDeposit({ amountMinor: AMOUNT_MINOR_MAX })
  await expect(
    makeDeposit({ reference: 'one more', amountMinor: minorUnits(1n) }),
  ).rejects.toMatchObject({
    kind: 'balance_limit',
    extras: { details: [{ field: 'amount' }] },
  })
  await makeReversal({ amountMinor: AMOUNT_MINOR_MAX, reference: 'back 1' })
  await makeReversal({ amountMinor: AMOUNT_MINOR_MAX, reference: 'back 2' })
  await expect(
    makeReversal({ amountMinor: minorUnits(1n), reference: 'back 3' }),
  ).rejects.toMatchObject({ kind: 'balance_limit' })
  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 0n - AMOUNT_MINOR_MAX }])
  // A refused movement does not use its reference up.
  await makeDeposit({ reference: 'one more', amountMinor: minorUnits(1n) })
})

test('invalid texts and unknown partners are refused, and nothing is written', async () => {
  const faults = { currency: 'XYZ', reference: ' ' } as const
  for (const [field, value] of Object.entries(faults)) {
    await expect(makeDeposit({ [field]: value })).rejects.toMatchObject({
      kind: 'invalid_request',
      extras: { details: [{ field }] },
    })
  }
  await expect(makeDeposit({ reference: 'nul \u0000' })).rejects.toMatchObject({
    kind: 'invalid_request',
  })
  await expect(makeReversal({ reason: '' })).rejects.toMatchObject({ kind: 'invalid_request' })
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
  await makeDeposit()
  await fixture.ledger.submit(holding, partnerId, minorUnits(4_000n))

  expect(await funds()).toEqual([{ currency: 'USD', fundsMinor: 6_000n }])
  expect(await makeReversal()).toMatchObject({ fundsMinor: -4_000n })
})

test('each movement is audited once, with exact amounts and its reason', async () => {
  await makeDeposit()
  await makeDeposit()
  await makeDeposit({ amountMinor: minorUnits(1n) }).catch(() => undefined)
  await makeReversal({ amountMinor: minorUnits(10_001n) })

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
  await expect(makeDeposit({ amountMinor: ZERO })).rejects.toMatchObject({ name: 'AssertionError' })
  expect(await funds()).toEqual([])
})
