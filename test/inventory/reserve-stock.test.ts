import { afterAll, beforeAll, expect, test } from 'vitest'
import { MS_PER_DAY, minorUnits } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { saveReservations } from '../../src/inventory/free-ranges.ts'
import { readFree } from '../../src/inventory/stock-rows.ts'
import type { IssueOutcome, Supplier } from '../../src/supply/mod.ts'
import { batch, fixedProduct, names, NOON, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
  productId = fixture.nextProductId()
})
afterAll(() => fixture.end())

const day = (days: number): string => new Date(NOON + days * MS_PER_DAY).toISOString()
const outcomesOf = (outcomes: IssueOutcome[]): string[] => outcomes.map(({ outcome }) => outcome)

/** Returns the supplier `vault` of another process. */
const anotherProcess = (): Supplier => fixture.anotherProcess(fixture.connectAgain()).vault

const workerOf = (workers: Supplier[], at: number): Supplier =>
  workers[at % workers.length] ?? expect.unreachable()

test('codes are sold in the order of the file, across blocks, and each one once', async () => {
  productId = fixture.nextProductId()
  const numbers = names('A', 1_203)
  await fixture.stockUp(productId, numbers)

  const [first] = await fixture.stock.issue([batch(productId, 1, { quantity: 7 })])
  const [second, third] = await fixture.stock.issue([
    batch(productId, 2, { quantity: 1_100 }),
    batch(productId, 3, { quantity: 96 }),
  ])

  expect(await fixture.numbers(first)).toEqual(numbers.slice(0, 7))
  expect(await fixture.numbers(second)).toEqual(numbers.slice(7, 1_107))
  expect(await fixture.numbers(third)).toEqual(numbers.slice(1_107))
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('a worker whose batch the database has lost reserves nothing for it', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('L', 3))

  const lost = { ...batch(productId, 1, { quantity: 2 }), leaseEpoch: 1n }
  const [outcome] = await fixture.stock.issue([lost])

  expect(outcome).toMatchObject({ outcome: 'unknown' })
  expect(await fixture.freeAfterAudit(productId)).toBe(3)
})

test('codes are sold by soonest expiry; codes without an expiry are last, expired codes are never sold', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('never', 2))
  await fixture.stockUp(productId, names('later', 2), day(20))
  await fixture.stockUp(productId, names('soon', 2), day(10))
  await fixture.stockUp(productId, names('gone', 2), day(1))
  fixture.clock.set(NOON + MS_PER_DAY)

  const [short] = await fixture.stock.issue([batch(productId, 1, { quantity: 7 })])
  const [outcome] = await fixture.stock.issue([batch(productId, 2, { quantity: 5 })])

  expect(short).toEqual({ outcome: 'out_of_stock' })
  expect(await fixture.numbers(outcome)).toEqual([
    'soon-1',
    'soon-2',
    'later-1',
    'later-2',
    'never-1',
  ])
  expect(await fixture.freeAfterAudit(productId)).toBe(3)
  fixture.clock.set(NOON)
})

test('requests are served in sequence, each in full or not at all', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('B', 5))

  const outcomes = await fixture.stock.issue([
    batch(productId, 9, { quantity: 3 }),
    batch(productId, 1, { quantity: 3 }),
    batch(productId, 5, { quantity: 2 }),
    batch(productId, 6, { quantity: 1 }),
  ])

  expect(outcomesOf(outcomes)).toEqual(['issued', 'out_of_stock', 'issued', 'out_of_stock'])
  expect(await fixture.numbers(outcomes[0])).toEqual(['B-1', 'B-2', 'B-3'])
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('a reservation has only codes of its product and face value', async () => {
  productId = fixture.nextProductId()
  const other = fixture.nextProductId()
  await fixture.stockUp(productId, ['ten'])
  await fixture.stockUp(other, ['other'])

  const outcomes = await fixture.stock.issue([
    batch(productId, 1, { faceValueMinor: minorUnits(2500n) }),
    batch(other, 1),
    batch(productId, 2),
  ])

  expect(outcomes[0]).toEqual({ outcome: 'out_of_stock' })
  expect(await fixture.numbers(outcomes[1])).toEqual(['other'])
  expect(await fixture.numbers(outcomes[2])).toEqual(['ten'])
})

test('a key reserves once: a repetition, by any process, gets the same codes', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('C', 9))
  const request = batch(productId, 1, { quantity: 4 })

  const [first, twin] = await fixture.stock.issue([request, { ...request }])
  const [again] = await anotherProcess().issue([request])
  const [found] = await fixture.stock.lookUp([request])

  expect([twin, again, found]).toEqual([first, first, first])
  expect(await fixture.freeAfterAudit(productId)).toBe(5)
})

test('a key that many workers use at once reserves once', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('D', 30))
  const workers = [fixture.stock, anotherProcess(), anotherProcess()]

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      workerOf(workers, at).issue([batch(productId, 2, { quantity: 3 }), batch(productId, 1)]),
    ),
  )

  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await fixture.freeAfterAudit(productId)).toBe(26)
})

test('reservations race for the last codes: each code is sold once, and none is left', async () => {
  productId = fixture.nextProductId()
  const numbers = names('E', 60)
  await fixture.stockUp(productId, numbers)
  const workers = [fixture.stock, anotherProcess()]

  const answers = await Promise.all(
    Array.from({ length: 75 }, (_, at) => workerOf(workers, at).issue([batch(productId, at + 1)])),
  )

  const issued = answers.flat().filter((outcome) => outcome?.outcome === 'issued')
  const sold = await Promise.all(issued.map((outcome) => fixture.numbers(outcome)))
  expect(sold.flat().toSorted()).toEqual(numbers.toSorted())
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('concurrent reservations and releases of mixed sizes and face values lose nothing', async () => {
  productId = fixture.nextProductId()
  const lines = names('F', 400).map((number, at) => `${at % 3 === 0 ? 25 : 10},${number}`)
  const product = fixedProduct(productId)
  await fixture.importText(product, ['faceValue,giftCardNumber', ...lines].join('\n'))
  const workers = [fixture.stock, anotherProcess(), anotherProcess()]
  const requestsOf = (n: number): ReturnType<typeof batch>[] =>
    [1, 2, 3].map((batchNo) =>
      batch(productId, n, {
        batchNo: ((n + batchNo) % 3) + 1,
        quantity: ((n * 7 + batchNo) % 9) + 1,
        faceValueMinor: minorUnits((n + batchNo) % 2 === 0 ? 1000n : 2500n),
      }),
    )

  await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      const worker = workerOf(workers, n)
      await worker.issue(requestsOf(n))
      if (n % 2 === 0) await worker.release(requestsOf(n).slice(1))
    }),
  )
  const free = await fixture.freeAfterAudit(productId)

  await Promise.all(Array.from({ length: 60 }, (_, n) => fixture.stock.release(requestsOf(n))))
  expect(free).toBeLessThan(400)
  expect(await fixture.freeAfterAudit(productId)).toBe(400)
})

test('released codes are for sale again, in their old order', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('G', 6))
  const [, second] = [batch(productId, 1, { quantity: 2 }), batch(productId, 2, { quantity: 2 })]
  await fixture.stock.issue([batch(productId, 1, { quantity: 2 }), second])

  await fixture.stock.release([second])
  await fixture.stock.release([second])

  expect(await fixture.freeAfterAudit(productId)).toBe(4)
  const [outcome] = await fixture.stock.issue([batch(productId, 3, { quantity: 4 })])
  expect(await fixture.numbers(outcome)).toEqual(['G-3', 'G-4', 'G-5', 'G-6'])
})

test.each([
  ['at its beginning', 0, 2],
  ['in its middle', 1, 2],
  ['at its end', 3, 3],
  ['around it', 0, 6],
])(
  'the database refuses codes that are reserved, %s, until their release',
  async (_, from, count) => {
    productId = fixture.nextProductId()
    await fixture.stockUp(productId, names('O', 6))
    const first = batch(productId, 1, { quantity: 4 })
    await fixture.stock.issue([first])
    const reserveAgain = () =>
      fixture.db.pool.query(
        `insert into stock_reservations
       select product_id, partner_id, 2, batch_no, state, block_ids,
              array[firsts[1] + $2::integer], array[$3::integer]
       from stock_reservations where product_id = $1`,
        [productId, from, count],
      )

    await expect(reserveAgain()).rejects.toMatchObject({ constraint: 'stock_reservations_apart' })

    await fixture.stock.release([first])
    const [outcome] = await fixture.stock.issue([batch(productId, 3, { quantity: 6 })])
    expect(await fixture.numbers(outcome)).toEqual(names('O', 6))
    expect(await fixture.freeAfterAudit(productId)).toBe(0)
  },
)

test('a released key can never reserve again, whether it had a reservation or not', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('H', 4))
  const requests = [batch(productId, 1), batch(productId, 2)]
  await fixture.stock.issue([batch(productId, 1)])

  await fixture.stock.release(requests)

  expect(outcomesOf(await fixture.stock.issue(requests))).toEqual(['refused', 'refused'])
  expect(outcomesOf(await anotherProcess().lookUp(requests))).toEqual(['refused', 'refused'])
  expect(await fixture.freeAfterAudit(productId)).toBe(4)
})

test('a release that races with the reservation of its key leaves the codes in stock', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('I', 20))
  const requests = Array.from({ length: 20 }, (_, at) => batch(productId, at + 1))
  const other = anotherProcess()

  await Promise.all(
    requests.flatMap((request) => [fixture.stock.issue([request]), other.release([request])]),
  )

  expect(await fixture.freeAfterAudit(productId)).toBe(20)
})

test('stock in many small ranges is found to its end', async () => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('N', 90))
  const requests = Array.from({ length: 90 }, (_, at) => batch(productId, at + 1))
  await fixture.stock.issue(requests)
  await fixture.stock.release(requests.filter((_, at) => at % 2 === 0))

  const [outcome, rest] = await fixture.stock.issue([
    batch(productId, 1_000, { quantity: 45 }),
    batch(productId, 1_001),
  ])

  expect(await fixture.numbers(outcome)).toEqual(names('N', 90).filter((_, at) => at % 2 === 0))
  expect(rest).toEqual({ outcome: 'out_of_stock' })
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test.each([
  ['whole', { first: 0, quantity: 2 }, 2],
  ['whole', { first: 1, quantity: 3 }, 3],
  ['whole', { first: 0, quantity: 3, place: '(9,1)' }, 3],
  ['in part', { first: 1, quantity: 3 }, 1],
])('a range that changed after it was read is not reserved %s', async (_, moved, taken) => {
  productId = fixture.nextProductId()
  await fixture.stockUp(productId, names('M', 3))
  const read = readFree({ productId, now: NOON, rangesMax: 1 }, [1000n])
  const [row] = await fixture.db.rows(read)
  const range = { place: row?.place ?? '', blockId: row?.block_id ?? '', ...moved }

  const saved = transact(fixture.db, async (tx) => {
    const reservations = [{ key: batch(productId, 1), ranges: [{ ...range, quantity: taken }] }]
    saveReservations(tx, productId, { reservations, takings: [{ range, takenCodes: taken }] })
    return Promise.resolve()
  })

  await expect(saved).rejects.toThrow('free stock moved')
  expect(await fixture.freeAfterAudit(productId)).toBe(3)
})
