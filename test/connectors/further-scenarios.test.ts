import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import type { NewSale, Sale } from '../../src/stand-ins/books.ts'
import { minorUnits } from '../../src/core/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import type { Vault } from '../../src/vault/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { isLong } from '../support/length.ts'
import {
  type Bench,
  type Case,
  CASES,
  codesOf,
  costOf,
  followDue,
  placeOrder,
  priceTaken,
  settleBatch,
  textsOf,
  textsSold,
  withBench,
} from './bench.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const at = (one: Case, run: (bench: Bench) => Promise<void>) => withBench(fixture, one, run)

const kinds = new Map(CASES.map((one) => [`${one.shop} ${one.productType}`, one]))
/**
 * All positions in `npm run test:long`; otherwise one for each kind of product of each supplier.
 */
const TESTED = isLong ? CASES : [...kinds.values()]

/**
 * Expects that the delivered units are the sold ones, to the last character, and that our costs are
 * their prices.
 */
async function expectDelivered(bench: Bench, one: Case, request: IssueRequest): Promise<void> {
  const codes = codesOf(await settleBatch(fixture, bench, request))
  expect(codes).toHaveLength(request.quantity)
  expect(textsOf(codes)).toEqual(textsSold(bench.books, one))
  expect(await costOf(fixture, request)).toBe(priceTaken(bench.books))
}

/** Returns more units than one create of the supplier may have; 1 for a recipient. */
function manyOf({ shop, recipient }: Case): number {
  return recipient ? 1 : ADAPTERS[shop].manifest.unitsPerCreate + 2
}

/** Returns the bench of another process. */
function anotherProcess(bench: Bench, one: Case, other: { skewMs?: number; responseMs?: number }) {
  const { skewMs = 0, responseMs } = other
  const clock = { ...fixture.clock, now: () => fixture.clock.now() + skewMs }
  const options = { ...bench.options, clock }
  const connections = new Connections({ ...options, adapters: ADAPTERS, responseMs })
  const supplier = createConnector(ADAPTERS[one.shop], { ...options, connections })
  return { ...bench, supplier, close: () => connections.close() }
}

/** Returns a vault that fails when the units of a purchase are stored. */
function brokenVault({ options }: Bench): Vault {
  const { vault } = options
  return {
    ...vault,
    prepare: (blocks) => vault.prepare(blocks),
    seal() {
      throw new Error('it dies')
    },
  }
}

/** Advances the clock, and follows the purchases that are due then, a few each time. */
async function hoursLater(bench: Bench, hours = 1): Promise<void> {
  fixture.clock.set(fixture.clock.now() + hours * 3_600_000)
  for (let time = 0; time < DUE_TIMES; time += 1) await followDue(bench)
}
const DUE_TIMES = 15

/** Changes what the supplier delivers, while its books stay correct. Returns the undo. */
function changeSales({ books }: Bench, change: (sale: Sale) => Sale): () => void {
  const own = books.sell.bind(books)
  books.sell = (sold: NewSale) => {
    const sale = own(sold)
    if (!sale) return undefined
    const changed = change(sale)
    books.sales.splice(books.sales.indexOf(sale), 1, changed)
    return changed
  }
  return () => void (books.sell = own)
}

describe.each(TESTED.map((one) => [`${one.shop}, ${one.position}`, one] as const))(
  '%s',
  (_, one) => {
    test('what it works on for a quarter of an hour is waited for, and no person is alerted', () =>
      at(one, async (bench) => {
        bench.books.isSlow = true
        const request = bench.request(1)
        const outcome = await settleBatch(fixture, bench, request, 30)

        // Some purchases are done at once.
        if (outcome.outcome !== 'issued') expect(outcome).toMatchObject({ outcome: 'pending' })
        expect(await bench.unclear()).toEqual([])
        expect(bench.books.sales).toHaveLength(1)
        bench.books.isSlow = false
        await expectDelivered(bench, one, request)
      }))

    test('what arrives there twice is one purchase, or a person is alerted to the second', () =>
      at(one, async (bench) => {
        bench.books.faults.push({ of: 'create', does: 'twice', times: 1 })
        const request = bench.request(1)
        await placeOrder(fixture, request)
        const codes = codesOf(await settleBatch(fixture, bench, request))
        // Nothing could be looked up for nine days.
        await hoursLater(bench, 9 * 24)

        expect(codes).toHaveLength(1)
        const warnings = await bench.unclear()
        expect(warnings).toHaveLength(bench.books.sales.length - 1)
      }))

    test('a person is alerted to two purchases also if the order is cancelled meanwhile', () =>
      at(one, async (bench) => {
        const { books, supplier } = bench
        books.faults.push({ of: 'create', does: 'twice', times: 1 })
        // Their number of the purchase is known before the order is cancelled.
        books.isSlow = true
        const request = bench.request(1)
        await placeOrder(fixture, request)
        await supplier.issue([request])
        books.isSlow = false
        await supplier.release([request])
        await hoursLater(bench)

        const warnings = (await bench.unclear()).filter((fault) => /more than once/.test(fault))
        expect(warnings).toHaveLength(books.sales.length - 1)
      }))

    test('an answer that comes too late for us is looked up, and bought once', () =>
      at(one, async (bench) => {
        const impatient = anotherProcess(bench, one, { responseMs: 100 })
        bench.books.faults.push(
          { of: 'create', does: 'silentBefore', times: 1 },
          { of: 'create', does: 'silentAfter', times: 1 },
        )
        await expectDelivered({ ...bench, supplier: impatient.supplier }, one, bench.request(1))
        expect(bench.books.sales).toHaveLength(1)
        impatient.close()
      }))

    test('a worker that dies with the answer leaves what another one finds', () =>
      at(one, async (bench) => {
        const request = bench.request(1)
        const dying = createConnector(ADAPTERS[one.shop], {
          ...bench.options,
          vault: brokenVault(bench),
        })
        await settleBatch(fixture, { ...bench, supplier: dying }, request, 2).catch(String)

        await expectDelivered(bench, one, request)
        expect(bench.books.sales).toHaveLength(1)
      }))

    test('what its look-ups do not show at first is not bought a second time', () =>
      at(one, async (bench) => {
        bench.books.faults.push(
          { of: 'create', does: 'loseAfter', times: 1 },
          { of: 'lookUp', does: 'hide', times: 3 },
        )
        await expectDelivered(bench, one, bench.request(1))
      }))

    test('a worker whose clock is ahead sends nothing beside the create of an earlier worker', () =>
      at(one, async (bench) => {
        bench.books.faults.push({ of: 'create', does: 'overlap', times: 1 })
        const request = bench.request(1)
        await settleBatch(fixture, bench, request, 1)
        const ahead = anotherProcess(bench, one, { skewMs: 45_000 })
        const { responseSeconds } = ADAPTERS[one.shop].manifest
        await settleBatch(fixture, ahead, request, responseSeconds / 30)

        bench.books.underWay.clear()

        await expectDelivered({ ...bench, supplier: ahead.supplier }, one, request)
        expect(bench.books.sales).toHaveLength(1)
        ahead.close()
      }))
  },
)

describe.each(TESTED.map((one) => [`${one.shop}, ${one.position}`, one] as const))(
  '%s: money and goods',
  (_, one) => {
    test.each(['none', '240'])(
      'it is left alone after too many requests; Retry-After: %s',
      (after) =>
        at(one, async (bench) => {
          bench.books.retryAfter = after
          bench.books.faults.push({ of: 'create', does: 'busy', times: 1 })
          const [first, other] = [bench.request(1), bench.request(1)]
          await bench.supplier.issue([first])
          const arrived = { ...bench.standIn.arrived }

          await bench.supplier.issue([other])

          // A gateway in front of a plug-in cannot sign with our secret.
          if (one.shop !== 'plugin') expect(bench.standIn.arrived).toEqual(arrived)
          const before = fixture.clock.now()
          codesOf(await settleBatch(fixture, bench, first))
          codesOf(await settleBatch(fixture, bench, other))
          const isWaited = after !== '240' || fixture.clock.now() >= before + 240_000
          if (one.shop !== 'plugin') expect(isWaited).toBe(true)
          expect(textsSold(bench.books, one)).toHaveLength(2)
        }),
    )

    test('what it has too few of stays whole, and is bought once it has more', () =>
      at(one, async (bench) => {
        const quantity = manyOf(one)
        bench.books.unitsLeft = quantity - 2
        const request = bench.request(quantity)
        const outcome = await settleBatch(fixture, bench, request, 3)
        expect(outcome.outcome).not.toBe('issued')
        if (outcome.outcome === 'pending' && quantity > 1) {
          expect(outcome.reason).toMatch(new RegExp(`^[0-9]+ of ${quantity} are there`))
        }

        bench.books.unitsLeft = undefined
        // Fulfillment requests a refused batch again, first from another supplier.
        if (outcome.outcome === 'refused' || outcome.outcome === 'out_of_stock') {
          await bench.supplier.issue([request])
        }
        await expectDelivered(bench, one, request)
      }))

    test.each([
      ['too high', { faceValueMinor: minorUnits(98_765_400n) }],
      ['for nobody', { recipient: { phoneNumber: '+', accountNumber: 'x' } }],
    ])('a purchase that is %s buys nothing', (what, more) =>
      at(one, async (bench) => {
        if (what === 'for nobody' && !one.recipient) return
        const outcome = await settleBatch(fixture, bench, { ...bench.request(1), ...more }, 40)

        expect(outcome.outcome).not.toBe('issued')
        expect(bench.books.sales).toEqual([])
      }),
    )

    test('a price that has changed since its catalog is the cost', () =>
      at(one, async (bench) => {
        if (one.shop !== 'ding') bench.books.discountPercent = 1n
        bench.books.fee = 37n
        await expectDelivered(bench, one, bench.request(manyOf(one)))
      }))

    test.each(['none', 'known'])('codes that are %s wait for a person', (which) =>
      at(one, async (bench) => {
        if (one.recipient || one.position === 'links') return
        codesOf(await settleBatch(fixture, bench, bench.request(1)))
        const [first] = bench.books.sales
        const codes = which === 'known' ? (first?.codes ?? []) : []
        const restore = changeSales(bench, (sale) => ({ ...sale, codes }))

        const outcome = await settleBatch(fixture, bench, bench.request(1))

        expect(outcome.outcome).not.toBe('issued')
        expect(await bench.unclear()).toHaveLength(1)
        restore()
      }),
    )

    test('what is taken back after it was delivered goes to a person', () =>
      at(one, async (bench) => {
        const request = bench.request(1)
        await placeOrder(fixture, request)
        codesOf(await settleBatch(fixture, bench, request))
        for (const sale of bench.books.sales) bench.books.end(sale, 'reversed')
        await hoursLater(bench)

        const { isReversible } = ADAPTERS[one.shop].manifest
        expect(await bench.unclear()).toHaveLength(isReversible ? 1 : 0)
      }))
  },
)
