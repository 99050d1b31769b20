import { afterAll, beforeAll, expect, test } from 'vitest'
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

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const FIRST_ANSWERS: readonly (readonly [string, (bench: Bench) => void])[] = [
  ['is lost', ({ books }) => books.faults.push({ of: 'create', does: 'loseAfter', times: 1 })],
  ['says that it is worked on', ({ books }) => (books.isSlow = true)],
  ['answers its copy, which exceeds a limit', limitCopy],
]

test.each(
  CASES.flatMap((one) =>
    FIRST_ANSWERS.map(
      ([what, answer]) => [`${one.shop}, ${one.position}`, what, { one, answer }] as const,
    ),
  ),
)(
  '%s: a unit whose first answer %s is not given up if a repeat is refused',
  (_, __, { one, answer }) =>
    withBench(fixture, one, async (bench) => {
      answer(bench)
      const request = bench.request(1)
      await placeOrder(fixture, request)
      await bench.supplier.issue([request])
      bench.books.isSlow = false
      bench.books.faults.push({ of: 'create', does: 'refuse', times: 1 })
      fixture.clock.set(fixture.clock.now() + 300_000)
      await bench.supplier.lookUp([request])

      const codes = codesOf(await settleBatch(fixture, bench, request))

      expect(textsOf(codes)).toEqual(textsSold(bench.books, one))
      expect(bench.books.sales).toHaveLength(1)
      expect(await costOf(fixture, request)).toBe(priceTaken(bench.books))
    }),
)

test.each([
  ['sync', 'slow'],
  ['links', 'loseAfter'],
] as const)(
  '%s, %s: after its order is cancelled, a sale that the shop has forgotten is not made again',
  (position, does) =>
    withBench(fixture, caseOf(position), async (bench) => {
      const { books, supplier } = bench
      books.isSlow = does === 'slow'
      if (does === 'loseAfter') books.faults.push({ of: 'create', does, times: 1 })
      const request = bench.request(1)
      await placeOrder(fixture, request)
      await supplier.issue([request])
      const [sale = expect.unreachable()] = books.sales
      books.sales[0] = { ...sale, reference: 'forgotten' }
      books.isSlow = false

      await supplier.release([request])
      fixture.clock.set(fixture.clock.now() + 3_600_000)
      await followDue(bench)

      expect(books.sales).toHaveLength(1)
      expect(await fixture.freeAfterAudit(request.productId)).toBe(0)
      expect(await bench.unclear()).toHaveLength(1)
    }),
)

function caseOf(position: string): Case {
  return CASES.find((one) => one.position === position) ?? expect.unreachable()
}
