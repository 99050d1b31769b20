import * as fc from 'fast-check'
import type { Act } from '../oracle/acts.ts'
import { CODES } from '../oracle/facts.ts'
import { STOCKED } from './catalog.ts'
import { ACTS, PARTNERS, type Acts } from './acts.ts'
import { scenesOf } from './scenes.ts'

type Name = keyof Acts

export function anyAct(act: Name): fc.Arbitrary<Act> {
  return (ACTS[act].draw as fc.Arbitrary<object>).map((fields) => ({ act, ...fields }) as Act)
}

function oneOf(
  names: readonly Name[],
  factorOf: (name: Name) => number = () => 1,
): fc.Arbitrary<Act> {
  const chances = names.map((name) => {
    return { weight: ACTS[name].chance * factorOf(name), arbitrary: anyAct(name) }
  })
  return fc.oneof(...chances)
}

/**
 * Writes of one book that are decided in one group. Whether an order is issued as it is accepted
 * depends on the orders that waited before the group, so no order is cancelled in the same group.
 */
export const MONEY: readonly Name[] = [
  'deposit',
  'reverse',
  'credit limit',
  'consumer',
  'credit',
  'debit',
  'bulk',
]
/** Acts that can be in one group with writes of `MONEY`. */
const BESIDE: readonly Name[] = ['place', 'cancel', 'case', 'decide', 'status', 'spend']

const partner = fc.nat(PARTNERS - 1)
const beside = (name: Name) =>
  fc.array(fc.oneof(anyAct(name), oneOf([...MONEY, 'status'])), { minLength: 2, maxLength: 4 })
const together: fc.Arbitrary<Act> = fc
  .tuple(partner, fc.oneof(...BESIDE.map(beside)))
  .map(([one, acts]) => {
    const own = acts.map((each) => ('partner' in each ? { ...each, partner: one } : each))
    return { act: 'together', acts: own }
  })

const NAMES = Object.keys(ACTS) as Name[]

/** First money, rules and codes, so that most orders are accepted; shrinking leaves them out. */
export const FUNDED: readonly Act[] = [
  ...Array.from({ length: PARTNERS }, (_, no) =>
    CODES.map((one) => {
      return { act: 'deposit', partner: no, code: one, amount: 40_000, key: 90 } as const
    }),
  ).flat(),
  ...[0, 3].map((product) => {
    const terms = { percent: product === 0 ? '3.1415' : '-1.25', fee: 7 }
    return { act: 'rule', rule: { partner: undefined, product, ...terms } } as const
  }),
  ...STOCKED.map((face) => ({ act: 'restock', amount: face, count: 9, days: undefined }) as const),
]

/** Limits the acts of a history; undefined: all partners, or all currencies. */
interface Focus {
  readonly partner: number | undefined
  readonly code: (typeof CODES)[number] | undefined
}

/** The number of mixtures of acts, and the factors of the weight of an act in one of them. */
const MIXTURES = 64
const FACTORS = [0, 1, 1, 5] as const

/** Returns the same factor in each run: drawn mixtures make shrinking many times slower. */
function factorIn(mixture: number, name: Name): number {
  const at = Math.imul(mixture * NAMES.length + NAMES.indexOf(name) + 1, 0x9e_37_79_b1) >>> 30
  const factor = FACTORS[at] ?? 1
  return name === 'place' ? Math.max(factor, 1) : factor
}

/**
 * Each history leaves out some kinds of acts, draws others far more often, and is mostly about one
 * partner or one currency. Histories that all have the same mixture seldom go deep.
 */
export function histories(actsMax: number): fc.Arbitrary<Act[]> {
  const mixtures = Array.from({ length: MIXTURES }, (_, mixture) => {
    const own = oneOf(NAMES, (name) => factorIn(mixture, name))
    const acts = fc.oneof(
      { weight: 28, arbitrary: own.map((one) => [one]) },
      { weight: 2, arbitrary: together.map((one) => [one]) },
      { weight: 1, arbitrary: scenesOf(partner) },
    )
    return fc.array(acts, { minLength: 1, maxLength: actsMax, size: 'max' })
  })
  const focus: fc.Arbitrary<Focus> = fc.record({
    partner: fc.option(fc.constant(0), { nil: undefined }),
    code: fc.option(fc.constantFrom(...CODES), { nil: undefined }),
  })
  return fc
    .tuple(fc.subarray([...FUNDED], { minLength: 0 }), fc.oneof(...mixtures), focus)
    .map(([funded, taken, about]) => [...funded, ...taken.flat().map((one) => focused(one, about))])
}

function focused(one: Act, about: Focus): Act {
  if (one.act === 'together') {
    return { ...one, acts: one.acts.map((each) => focused(each, about)) }
  }
  const { partner: no, code } = about
  return {
    ...one,
    ...('partner' in one && no !== undefined && { partner: no }),
    ...('code' in one && code && { code }),
  }
}
