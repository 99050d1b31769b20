import * as fc from 'fast-check'
import { AMOUNTS, PRODUCTS, REQUIRED_DAYS } from './catalog.ts'

/** A product, a face value of `AMOUNTS`, a number of units, and further terms. */
export type Line = readonly [product: number, amount: number, units: number, of?: LineTerms]

interface LineTerms {
  /** The number of days for which its codes must be valid. */
  readonly days?: number
  /** The wallet that it credits; below zero if it names none. */
  readonly wallet?: number
}

/** Products with a face value that they have. */
const SOLD_AT: readonly (readonly [number, number])[] = [
  [0, 0],
  [0, 1],
  [1, 4],
  [1, 2],
  [2, 5],
  [2, 7],
  [3, 3],
  [4, 8],
  [5, 9],
]
/** Mostly at a face value that the product has. */
const line: fc.Arbitrary<Line> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Line>([0, 0, 1], [0, 1, 2], [3, 3, 1], [4, 8, 1]) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...SOLD_AT), fc.integer({ min: 1, max: 7 }))
      .map(([[product, face], units]) => [product, face, units] as const),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.nat(PRODUCTS.length - 2),
      fc.nat(AMOUNTS.length - 1),
      fc.integer({ min: 1, max: 4 }),
    ),
  },
)
const LINES_WITH_DAYS = REQUIRED_DAYS.flatMap((days): Line[] => [
  [0, 0, 1, { days }],
  [4, 8, 2, { days }],
])
const someLine: fc.Arbitrary<Line> = fc.oneof(
  { weight: 14, arbitrary: line },
  { weight: 1, arbitrary: fc.constantFrom(...LINES_WITH_DAYS) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(0, 3, 8),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: -3, max: 30 }),
      )
      .map(([face, units, wallet]) => [6, face, units, { wallet }] as const),
  },
)
/** The lines of an order. */
export const LINES: fc.Arbitrary<readonly Line[]> = fc.array(someLine, {
  minLength: 1,
  maxLength: 3,
})
