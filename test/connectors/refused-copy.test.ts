import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { sql } from '../../src/db/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { type Fixture, openFixture } from '../inventory/fixture.ts'
import {
  type Bench,
  type Case,
  CASES,
  codesOf,
  costOf,
  followDue,
  limitCopy,
  placeOrder,
  priceTaken,
  settleBatch,
  textsOf,
  textsSold,
  withBench,
} from './bench.ts'
import { stockTexts } from './history-texts.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const at = (one: Case, run: (bench: Bench) => Promise<void>) => withBench(fixture, one, run)

/** A gateway repeats the next request to buy, and only the refusal of the copy comes back. */
function refuseCopy({ books }: Bench): void {
  books.unitsLeft = 1
  books.faults.push({ of: 'create', does: 'twice', times: 1 })
}

/** Leaves funds for one purchase only, and makes it arrive twice: the first copy spends them. */
function spendLast({ books }: Bench): void {
  const [[currency] = ['EUR']] = books.funds
  const sell = books.sell.bind(books)
  books.sell = (sold) => {
    const sale = sell(sold)
    books.funds.set(currency, 0n)
    return sale
  }
  books.faults.push({ of: 'create', does: 'twice', times: 1 })
}

const REFUSALS: readonly (readonly [string, (bench: Bench) => void])[] = [
  ['for stock', refuseCopy],
  ['for funds', spendLast],
  ['as one too many', limitCopy],
]

test.each(
  CASES.flatMap((one) =>
    REFUSALS.map(
      ([why, refuse]) => [`${one.shop}, ${one.position}`, why, { one, refuse }] as const,
    ),
  ),
)(
  '%s: a unit is bought once if it arrives twice and only the second copy is refused %s',
  (_, __, { one, refuse }) =>
    at(one, async (bench) => {
      refuse(bench)
      const request = bench.request(1)

      expect(textsOf(codesOf(await settleBatch(fixture, bench, request)))).toEqual(
        textsSold(bench.books, one),
      )
      expect(bench.books.sales).toHaveLength(1)
      expect(await costOf(fixture, request)).toBe(priceTaken(bench.books))
    }),
)

test.each(CASES.map((one) => [`${one.shop}, ${one.position}`, one] as const))(
  '%s: a cancelled order loses no unit if only the second copy of it is one too many',
  (_, one) =>
    at(one, async (bench) => {
      const since = fixture.clock.now()
      limitCopy(bench)
      const request = bench.request(1)
      await placeOrder(fixture, request)
      await bench.supplier.issue([request])

      await bench.supplier.release([request])
      for (let time = 0; time < 10; time += 1) {
        fixture.clock.set(fixture.clock.now() + 60_000)
        await followDue(bench)
      }

      const warnings = await bench.unclear()
      const stocked = await stockTexts(fixture, request.productId, since)
      // Only a repeat would find it at Runa, which might buy it again.
      const fault = one.shop === 'runa' ? 'its order was cancelled' : 'has received it'
      if (one.recipient || one.shop === 'runa') {
        expect(warnings).toEqual([expect.stringContaining(fault)])
      } else expect(stocked).toEqual(textsSold(bench.books, one))
      expect(bench.books.sales).toHaveLength(1)
    }),
)

test('a person is asked if only a repeat finds a create, and each gets 429 for an hour', () =>
  at(CASES.find(({ shop }) => shop === 'runa') ?? expect.unreachable(), async (bench) => {
    bench.books.faults.push({ of: 'create', does: 'busy', times: 2 })
    const request = bench.request(1)
    expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'pending' }])
    fixture.clock.set(fixture.clock.now() + 3_600_000)

    await bench.supplier.lookUp([request])

    expect(await bench.unclear()).toEqual([expect.stringContaining('for an hour nothing says')])
    fixture.clock.set(fixture.clock.now() + 900_000)
    expect(await bench.supplier.lookUp([request])).toMatchObject([{ outcome: 'issued' }])
    expect(await bench.unclear()).toEqual([])
    expect(bench.books.sales).toHaveLength(1)
  }))

const WITH_TOKENS = CASES.filter(({ shop }) => shop === 'reloadly').map(
  (one) => [one.position, one] as const,
)

test.each(WITH_TOKENS)(
  '%s: a unit is bought once if it arrives twice and the token ends in between',
  (_, one) =>
    at(one, async (bench) => {
      bench.books.faults.push({ of: 'create', does: 'twiceExpired', times: 1 })
      const request = bench.request(1)

      expect(textsOf(codesOf(await settleBatch(fixture, bench, request)))).toEqual(
        textsSold(bench.books, one),
      )
      expect(bench.books.sales).toHaveLength(1)
      expect(await costOf(fixture, request)).toBe(priceTaken(bench.books))
    }),
)

test.each(WITH_TOKENS)(
  '%s: after the end of a token another worker looks the create up, and sends it once more',
  (_, one) =>
    at(one, async (bench) => {
      bench.books.faults.push({ of: 'create', does: 'expire', times: 1 })
      bench.books.faults.push({ of: 'lookUp', does: 'loseBefore', times: 1 })
      const request = bench.request(1)

      expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'unknown' }])
      expect(await refusedFor(request)).toEqual([{ status: 'PLACING', refused_for: 'token' }])

      const outcome = await settleBatch(fixture, bench, request)
      expect(textsOf(codesOf(outcome))).toEqual(textsSold(bench.books, one))
      expect(bench.standIn.arrived['create']).toBe(2)
    }),
)

test('a supplier that accepts no token of ours refuses the create', () =>
  at(WITH_TOKENS[0]?.[1] ?? expect.unreachable(), async (bench) => {
    bench.books.faults.push({ of: 'create', does: 'expire', times: 2 })
    const request = bench.request(1)

    expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'unavailable' }])
    expect(await refusedFor(request)).toEqual([{ status: 'REFUSED', refused_for: 'account' }])
  }))

/** Suppliers that buy again when a request is repeated: one of receipts, one of codes. */
const BUYING_AGAIN = CASES.filter(
  ({ shop, position }) =>
    (shop === 'ding' && position === 'a repeat buys again') ||
    position.startsWith('gift cards; a repeat buys again'),
).map((one) => [`${one.shop}, ${one.position}`, one] as const)

/** Follows due purchases at the time when a lost purchase would count as not bought. */
async function followLate(bench: Bench): Promise<void> {
  fixture.clock.set(fixture.clock.now() + 900_000)
  for (let time = 0; time < 5; time += 1) await followDue(bench)
}

async function refusedFor({ orderNo }: IssueRequest): Promise<unknown[]> {
  return fixture.db.rows(sql`
    select status, refused_for from supplier_creates where order_no = ${orderNo}`)
}

test.each(BUYING_AGAIN)(
  '%s: if the look-up after a refusal is lost, other workers look it up at once',
  (_, one) =>
    at(one, async (bench) => {
      refuseCopy(bench)
      bench.books.faults.push({ of: 'lookUp', does: 'loseBefore', times: 1 })
      const request = bench.request(1)

      expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'unknown' }])
      // A worker that dies before the look-up leaves the same row.
      expect(await refusedFor(request)).toEqual([{ status: 'PLACING', refused_for: 'product' }])

      const connections = new Connections({ ...bench.options, adapters: ADAPTERS })
      const other = createConnector(ADAPTERS[one.shop], { ...bench.options, connections })
      const outcomes = await Promise.all([
        other.lookUp([request]),
        bench.supplier.lookUp([request]),
      ])
      connections.close()
      expect(outcomes).toMatchObject([[{ outcome: 'issued' }], [{ outcome: 'issued' }]])
      expect(bench.books.sales).toHaveLength(1)
    }),
)

test.each(BUYING_AGAIN)(
  '%s: a purchase that is found only after its refusal goes into stock, or to a person',
  (_, one) =>
    at(one, async (bench) => {
      const since = fixture.clock.now()
      refuseCopy(bench)
      bench.books.faults.push({ of: 'lookUp', does: 'hide', times: 1 })
      const request = bench.request(1)
      await placeOrder(fixture, request)
      expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'refused' }])
      bench.books.unitsLeft = undefined
      const delivered = textsOf(codesOf(await settleBatch(fixture, bench, request)))
      expect(bench.books.sales).toHaveLength(2)

      await followLate(bench)

      const stocked = await stockTexts(fixture, request.productId, since)
      const warnings = await bench.unclear()
      if (one.recipient)
        expect(warnings).toEqual([expect.stringContaining('after other units had')])
      else {
        expect([...delivered, ...stocked].toSorted()).toEqual(textsSold(bench.books, one))
        expect(warnings).toEqual([])
      }
    }),
)

test.each(BUYING_AGAIN)(
  '%s: a purchase that is found after our stock has delivered goes into stock, or to a person',
  (_, one) =>
    at(one, async (bench) => {
      const since = fixture.clock.now()
      refuseCopy(bench)
      bench.books.faults.push({ of: 'lookUp', does: 'hide', times: 1 })
      const request = bench.request(1)
      await placeOrder(fixture, request)
      expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'refused' }])
      await fixture.db.rows(sql`
        insert into issued_segments (
          partner_id, order_no, batch_no, segment_no, first_item_no, quantity, sealed)
        values (1, ${request.orderNo}, 1, 1, 1, 1, ''::bytea)`)

      await followLate(bench)

      const stocked = await stockTexts(fixture, request.productId, since)
      const warnings = await bench.unclear()
      if (one.recipient)
        expect(warnings).toEqual([expect.stringContaining('after other units had')])
      else expect(stocked).toEqual(textsSold(bench.books, one))
    }),
)

test.each(BUYING_AGAIN)('%s: a cancelled order whose refusal is in doubt loses no unit', (_, one) =>
  at(one, async (bench) => {
    const since = fixture.clock.now()
    refuseCopy(bench)
    bench.books.faults.push({ of: 'lookUp', does: 'loseBefore', times: 1 })
    const request = bench.request(1)
    await placeOrder(fixture, request)
    await bench.supplier.issue([request])

    await bench.supplier.release([request])
    for (let time = 0; time < 5; time += 1) {
      await followDue(bench)
      fixture.clock.set(fixture.clock.now() + 20_000)
    }

    const stocked = await stockTexts(fixture, request.productId, since)
    const warnings = await bench.unclear()
    if (one.recipient) expect(warnings).toEqual([expect.stringContaining('has received it')])
    else expect(stocked).toEqual(textsSold(bench.books, one))
    expect(bench.books.sales).toHaveLength(1)
  }),
)

test('a refusal because of a wrong recipient is not looked up', () =>
  at(BUYING_AGAIN[0]?.[1] ?? expect.unreachable(), async (bench) => {
    const request = { ...bench.request(1), recipient: { phoneNumber: '+' } }
    expect(await bench.supplier.issue([request])).toMatchObject([{ outcome: 'refused' }])
    expect(bench.standIn.arrived['lookUp']).toBeUndefined()
  }))
