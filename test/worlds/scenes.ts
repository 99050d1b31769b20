import * as fc from 'fast-check'
import type { Act } from '../oracle/acts.ts'

const FAR_MORE = 5_000_000

/** An order of one unit that is bought elsewhere. */
const ORDER = { act: 'place', lines: [[3, 3, 1]], once: undefined, quote: undefined } as const

/**
 * Acts one after the other that lead to what single ones seldom do: an order that waits for funds,
 * and gets them.
 */
export function scenesOf(partner: fc.Arbitrary<number>): fc.Arbitrary<readonly Act[]> {
  const key = fc.nat(400)
  return fc.tuple(partner, key, key, fc.nat(1)).map(([of, one, other, by]) => {
    const money = { partner: of, code: 'USD' } as const
    return [
      { act: 'deposit', ...money, amount: FAR_MORE, key: one },
      { ...ORDER, ...money, key: one, by },
      { act: 'reverse', ...money, amount: 2 * FAR_MORE, key: other },
      { act: 'deposit', ...money, amount: 2 * FAR_MORE, key: other },
    ]
  })
}
