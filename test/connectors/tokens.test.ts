import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import type { IssueOutcome, IssueRequest } from '../../src/supply/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { type Bench, CASES, codesOf, openBench, settleBatch, unitsSold } from './bench.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const CARDS =
  CASES.find(({ position }) => position === 'gift cards; a repeat is refused') ??
  expect.unreachable()
/** Creates of ten units that are under way at once. */
const QUANTITY = 40

async function at(
  switches: Readonly<Record<string, string>>,
  run: (bench: Bench) => Promise<void>,
): Promise<void> {
  const bench = await openBench(fixture, { ...CARDS, switches })
  try {
    await run(bench)
  } finally {
    await bench.close()
  }
}

test('a token that ends in a batch is renewed once, and nothing is bought twice', () =>
  at({}, async ({ books, ...bench }) => {
    // The first token was used, so that it has ended for all creates of the batch.
    codesOf(await settleBatch(fixture, bench, bench.request(1)))
    books.tokenEra += 1

    const outcome = await settleBatch(fixture, bench, bench.request(QUANTITY), 1)

    expect(codesOf(outcome)).toHaveLength(QUANTITY)
    expect(unitsSold(books)).toBe(QUANTITY + 1)
    expect(books.tokensIssued).toBe(2)
  }))

test('requests that find one token ended at once share one new token', () =>
  at({ tokens: 'last' }, async ({ books, options }) => {
    const [connection] = await options.connections.all()
    const { adapter, exchange } = connection ?? expect.unreachable()
    const ask = () => exchange.send(adapter.balance(exchange.account()))
    await ask()
    books.tokenEra += 1

    const answers = await Promise.all(Array.from({ length: 16 }, ask))

    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(books.tokensIssued).toBe(2)
  }))

test('tokens that end with each request leave a batch waiting, and it is bought once', () =>
  at({}, async ({ books, ...bench }) => {
    books.faults.push({ of: 'any', does: 'expire', times: 12 })

    expect(codesOf(await settleBatch(fixture, bench, bench.request(QUANTITY)))).toHaveLength(
      QUANTITY,
    )
    expect(unitsSold(books)).toBe(QUANTITY)
  }))

test('if a new token of either process ends that of the other, both buy what is ordered once', () =>
  at({ tokens: 'last' }, async ({ books, ...bench }) => {
    const connections = new Connections({ ...bench.options, adapters: ADAPTERS })
    const other = createConnector(ADAPTERS.reloadly, { ...bench.options, connections })
    const requests: IssueRequest[] = Array.from({ length: 6 }, () => bench.request(10))
    const buy = (one: IssueRequest, n: number): Promise<IssueOutcome> =>
      settleBatch(fixture, { ...bench, supplier: n % 2 === 0 ? bench.supplier : other }, one)
    try {
      const outcomes = await Promise.all(requests.map(buy))

      const codes = outcomes.flatMap((one) => codesOf(one).map((code) => JSON.stringify(code)))
      expect(new Set(codes).size).toBe(60)
      expect(unitsSold(books)).toBe(60)
    } finally {
      connections.close()
    }
  }))
