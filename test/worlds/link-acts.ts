import * as fc from 'fast-check'
import type { Act, ClaimAct, SendAct } from '../oracle/acts.ts'
import { CODES } from '../oracle/facts.ts'

const partner = fc.nat(1)
const link = fc.nat(20)
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined, freq: 2 })

const send: fc.Arbitrary<SendAct> = fc.record({
  act: fc.constant('send' as const),
  partner,
  code: fc.constantFrom(...CODES),
  amounts: fc.array(fc.constantFrom(1_000, 2_500, 5_000, 9_990, 3), {
    minLength: 1,
    maxLength: 3,
  }),
  products: sometimes(fc.constantFrom([0], [1], [0, 3], [1, 3], [2], [])),
  seconds: fc.constantFrom(60, 90_000, 90_000, 2_700_000),
  key: fc.nat(60),
  once: sometimes(fc.nat(40)),
  by: fc.nat(1),
})
/** A card at a face value that its product has, mostly. */
const claim: fc.Arbitrary<ClaimAct> = fc
  .tuple(
    fc.constantFrom([0, 0], [0, 0], [0, 1], [1, 4], [1, 2], [3, 3], [2, 5], [0, 5]),
    fc.record({
      act: fc.constant('claim' as const),
      partner,
      link,
      key: fc.integer({ min: 401, max: 900 }),
    }),
    fc.nat(5),
  )
  .map(([[product = 0, amount = 0], act, old]) => ({ ...act, product, amount, isOld: old === 0 }))
const end = fc.record({
  act: fc.constant('end link' as const),
  partner,
  link,
  how: fc.constantFrom('cancel' as const, 'return' as const, 'expire' as const, 'expire' as const),
  isOld: fc.boolean(),
})
const replace = fc.record({ act: fc.constant('replace link' as const), partner, link })

/** What is done with links. */
export const links: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: send },
  { weight: 6, arbitrary: claim },
  { weight: 2, arbitrary: end },
  { weight: 1, arbitrary: replace },
)
