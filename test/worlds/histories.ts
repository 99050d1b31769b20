import * as fc from 'fast-check'
import type { Act, Line, Outcome, TransactAct } from '../oracle/acts.ts'
import { AMOUNTS, CODES, PRODUCTS } from '../oracle/facts.ts'
import { STOCKED } from '../oracle/oracle.ts'
import { links } from './link-acts.ts'
import { scenesOf } from './scenes.ts'

export const PARTNERS = 2

const partner = fc.nat(PARTNERS - 1)
const code = fc.constantFrom(...CODES)
const at = fc.nat(30)
/** Few, so that they come again. */
const key = fc.nat(40)
const by = fc.nat(1)
const small = fc.integer({ min: 1, max: 3_000 })
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 60_000, max: 3_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 999_999_999_000_000, max: 999_999_999_999_999 }) },
)
const of = { partner, code, amount }

/** Mostly at a face value that the product has. */
const line: fc.Arbitrary<Line> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Line>([0, 0, 1], [0, 1, 2], [3, 3, 1]) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom<readonly [number, number]>(
          [0, 0],
          [0, 1],
          [1, 4],
          [1, 2],
          [2, 5],
          [2, 7],
          [3, 3],
        ),
        fc.integer({ min: 1, max: 7 }),
      )
      .map(([[product, face], units]) => [product, face, units] as const),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.nat(PRODUCTS.length - 1),
      fc.nat(AMOUNTS.length - 1),
      fc.integer({ min: 1, max: 4 }),
    ),
  },
)
const lines = fc.array(line, { minLength: 1, maxLength: 3 })
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined, freq: 2 })

const place = fc.record({
  act: fc.constant('place' as const),
  partner,
  code,
  lines,
  key: fc.nat(400),
  once: sometimes(key),
  quote: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: at }),
  by,
})

const funding: fc.Arbitrary<Act>[] = [
  fc.record({ act: fc.constant('deposit' as const), ...of, key }),
  fc.record({ act: fc.constant('reverse' as const), ...of, key }),
  fc.record({ act: fc.constant('reverse' as const), ...of, amount: small, key, of: at }),
  fc.record({ act: fc.constant('credit limit' as const), ...of, amount: fc.nat(9_000) }),
]

const terms: fc.Arbitrary<Act>[] = [
  fc.record({
    act: fc.constant('spend limit' as const),
    ...of,
    amount: fc.oneof(fc.constant(0), amount),
    by: sometimes(by),
    period: fc.constantFrom('day' as const, 'month' as const),
  }),
  fc.record({
    act: fc.constant('rule' as const),
    rule: fc.record({
      partner: sometimes(partner),
      product: fc.nat(PRODUCTS.length - 1),
      percent: fc.constantFrom('0', '2.5', '3.1415', '-1.25', '66.6667', '99'),
      fee: fc.nat(15),
    }),
  }),
  fc.record({
    act: fc.constant('rate' as const),
    pair: at,
    rate: fc.constantFrom('1', '0.00660633', '3.25571', '151.37'),
  }),
  fc.record({ act: fc.constant('quote' as const), partner, code, lines }),
  fc.record({
    act: fc.constant('time' as const),
    seconds: fc.constantFrom(1, 60, 301, 90_000, 2_700_000),
  }),
]

/** What is answered to a batch that is bought elsewhere, and who works on it. */
const work: fc.Arbitrary<Act>[] = [
  fc.record({ act: fc.constant('lease' as const), partner, at }),
  fc.record({ act: fc.constant('lease' as const), partner, at }),
  fc.record({
    act: fc.constant('answer' as const),
    partner,
    at,
    outcome: fc.constantFrom<Outcome>(
      'issued',
      'issued',
      'issued',
      'refused',
      'unknown',
      'unfunded',
    ),
  }),
  fc.record({
    act: fc.constant('answer' as const),
    partner,
    at,
    outcome: fc.constant<Outcome>('issued'),
  }),
]

const orders: fc.Arbitrary<Act>[] = [
  fc.record({
    act: fc.constant('restock' as const),
    amount: fc.constantFrom(...STOCKED),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ act: fc.constantFrom('cancel' as const, 'resume' as const), partner, at }),
  fc.record({
    act: fc.constant('case' as const),
    partner,
    at,
    item: fc.nat(9),
    kind: fc.constantFrom(
      'refund' as const,
      'refund' as const,
      'replace' as const,
      'block' as const,
    ),
    part: fc.boolean(),
    asked: fc.boolean(),
  }),
  fc.record({ act: fc.constant('decide' as const), partner, at, accept: fc.boolean() }),
]

const transact: fc.Arbitrary<TransactAct> = fc.record({
  act: fc.constantFrom('credit' as const, 'credit' as const, 'debit' as const),
  partner,
  wallet: at,
  amount: small,
  key: fc.nat(25),
  by,
})
const rows = fc.array(transact, { minLength: 1, maxLength: 4 })
const bulk = fc.record({
  act: fc.constant('bulk' as const),
  partner,
  rows,
  isAtomic: fc.boolean(),
  by,
})

const wallets: fc.Arbitrary<Act>[] = [
  fc.record({
    act: fc.constant('consumer' as const),
    ...of,
    amount: fc.oneof(fc.constant(0), small),
    name: fc.nat(3),
    by,
  }),
  transact,
  bulk,
  fc.record({ act: fc.constant('file' as const), partner, file: fc.nat(2), rows }),
  fc.record({
    act: fc.constant('status' as const),
    partner,
    wallet: at,
    status: fc.constantFrom(
      'ENABLED' as const,
      'ENABLED' as const,
      'FROZEN' as const,
      'CLOSED' as const,
    ),
  }),
  fc.record({
    act: fc.constant('campaign' as const),
    ...of,
    amount: fc.oneof(fc.constant(0), small),
    seconds: sometimes(fc.constantFrom(30, 100_000)),
  }),
  fc.record({ act: fc.constant('campaign wallet' as const), partner, campaign: at, consumer: at }),
]

/**
 * Writes of one book that are decided in one group. Whether an order is issued as it is accepted
 * depends on what waited before the group, so none is cancelled beside it.
 */
const money = fc.oneof(...funding, ...wallets.slice(0, 3))
const cancel = fc.record({ act: fc.constant('cancel' as const), partner, at })

const together: fc.Arbitrary<Act> = fc
  .tuple(
    partner,
    fc.oneof(
      ...[place, cancel].map((order) =>
        fc.array(fc.oneof<fc.Arbitrary<Act>[]>(order, money), { minLength: 2, maxLength: 4 }),
      ),
    ),
  )
  .map(([one, acts]) => {
    const own = acts.map((each) => ('partner' in each ? { ...each, partner: one } : each))
    return { act: 'together' as const, acts: own }
  })

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: place },
  { weight: 5, arbitrary: fc.oneof(...funding) },
  { weight: 2, arbitrary: fc.oneof(...terms) },
  { weight: 14, arbitrary: fc.oneof(...work) },
  { weight: 5, arbitrary: fc.oneof(...orders) },
  { weight: 5, arbitrary: fc.oneof(...wallets) },
  { weight: 4, arbitrary: links },
  { weight: 3, arbitrary: together },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('again' as const),
      at: fc.nat(60),
      other: fc.boolean(),
    }),
  },
)

/** Money and codes to begin with, so that most orders are taken; shrinking leaves them out. */
const FUNDED: readonly Act[] = [
  ...Array.from({ length: PARTNERS }, (_, no) =>
    CODES.map((one) => {
      return { act: 'deposit', partner: no, code: one, amount: 40_000, key: 90 } as const
    }),
  ).flat(),
  ...STOCKED.map((face) => ({ act: 'restock', amount: face, count: 9 }) as const),
]

export function histories(actsMax: number): fc.Arbitrary<Act[]> {
  const acts = fc.oneof(
    { weight: 30, arbitrary: act.map((one) => [one]) },
    { weight: 1, arbitrary: scenesOf(partner) },
  )
  const drawn = fc.array(acts, { minLength: 1, maxLength: actsMax, size: 'max' })
  return fc
    .tuple(fc.subarray([...FUNDED], { minLength: 0 }), drawn)
    .map(([funded, taken]) => [...funded, ...taken.flat()])
}
