import * as fc from 'fast-check'
import type { Act } from '../oracle/acts.ts'
import { CODES } from '../oracle/facts.ts'
import { STOCKED } from './catalog.ts'
import { ACTS, PARTNERS, type Acts } from './acts.ts'
import { scenesOf } from './scenes.ts'

type Name = keyof Acts

function drawn(act: Name): fc.Arbitrary<Act> {
  return (ACTS[act].draw as fc.Arbitrary<object>).map((fields) => ({ act, ...fields }) as Act)
}

function oneOf(names: readonly Name[]): fc.Arbitrary<Act> {
  const chances = names.map((name) => ({ weight: ACTS[name].chance, arbitrary: drawn(name) }))
  return fc.oneof(...chances)
}

/**
 * Writes of one book that are decided in one group. Whether an order is issued as it is accepted
 * depends on the orders that waited before the group, so no order is cancelled in the same group.
 */
const MONEY = ['deposit', 'reverse', 'credit limit', 'consumer', 'credit', 'debit', 'bulk'] as const

const partner = fc.nat(PARTNERS - 1)
const beside = (order: Name) =>
  fc.array(fc.oneof(drawn(order), oneOf(MONEY)), { minLength: 2, maxLength: 4 })
const together: fc.Arbitrary<Act> = fc
  .tuple(partner, fc.oneof(beside('place'), beside('cancel')))
  .map(([one, acts]) => {
    const own = acts.map((each) => ('partner' in each ? { ...each, partner: one } : each))
    return { act: 'together', acts: own }
  })

const NAMES = Object.keys(ACTS) as Name[]
const act = fc.oneof({ weight: 15, arbitrary: oneOf(NAMES) }, { weight: 1, arbitrary: together })

/** First money, rules and codes, so that most orders are accepted; shrinking leaves them out. */
const FUNDED: readonly Act[] = [
  ...Array.from({ length: PARTNERS }, (_, no) =>
    CODES.map((one) => {
      return { act: 'deposit', partner: no, code: one, amount: 40_000, key: 90 } as const
    }),
  ).flat(),
  ...[0, 3].map((product) => {
    const terms = { percent: product === 0 ? '3.1415' : '-1.25', fee: 7 }
    return { act: 'rule', rule: { partner: undefined, product, ...terms } } as const
  }),
  ...STOCKED.map((face) => ({ act: 'restock', amount: face, count: 9 }) as const),
]

export function histories(actsMax: number): fc.Arbitrary<Act[]> {
  const acts = fc.oneof(
    { weight: 30, arbitrary: act.map((one) => [one]) },
    { weight: 1, arbitrary: scenesOf(partner) },
  )
  const steps = fc.array(acts, { minLength: 1, maxLength: actsMax, size: 'max' })
  return fc
    .tuple(fc.subarray([...FUNDED], { minLength: 0 }), steps)
    .map(([funded, taken]) => [...funded, ...taken.flat()])
}
