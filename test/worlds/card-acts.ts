import * as fc from 'fast-check'

/** The values of the codes of a history, in cents. */
export const FACES = [2_500, 2_500, 100] as const
export const SHOPS = 2

const shop = fc.nat(SHOPS - 1)
/** The number of its reference. */
const key = fc.nat(400)
/** The place of an authorization. */
const of = fc.nat(20)
const card = fc.nat(FACES.length - 1)
/** Amounts in cents: some equal the balance of a card, and few are more. */
const amount = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1, 50, 100, 1_000, 2_500) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 2_600 }) },
)

const authorize = fc.record({
  act: fc.constant('authorize' as const),
  shop,
  key,
  // Beyond the last card, an unknown code.
  card: fc.oneof(
    { weight: 30, arbitrary: card },
    { weight: 1, arbitrary: fc.constant(FACES.length) },
  ),
  amount,
  isPartial: fc.boolean(),
  isOtherCurrency: fc.nat(20).map((one) => one === 0),
})
const settle = fc.oneof(
  fc.record({
    act: fc.constant('capture' as const),
    shop,
    key,
    of,
    // Undefined captures all of it.
    amount: fc.option(amount, { nil: undefined, freq: 2 }),
  }),
  fc.record({
    act: fc.constant('void' as const),
    shop,
    key,
    of,
    amount: fc.constant(undefined),
  }),
  fc.record({ act: fc.constant('refund' as const), shop, key, of, amount }),
)
/** References of earlier and later calls. */
const reverse = fc.record({ act: fc.constant('reverse' as const), shop, key: fc.nat(400) })
const reverseLast = fc.record({ act: fc.constant('reverse last' as const), at: fc.nat(5) })
const close = fc.record({
  act: fc.constant('close' as const),
  card,
  how: fc.constantFrom('refund' as const, 'refund' as const, 'block' as const),
})
/** Ten minutes, seven days less ten minutes, or seven days. */
const time = fc.record({
  act: fc.constant('time' as const),
  seconds: fc.constantFrom<number>(600, 604_200, 604_800),
})
const again = fc.record({
  act: fc.constant('again' as const),
  at: fc.nat(60),
  isOther: fc.boolean(),
})

type ActOf<Draw> = Draw extends fc.Arbitrary<infer Act> ? Readonly<Act> : never

export type AuthorizeAct = ActOf<typeof authorize>
export type SettleAct = ActOf<typeof settle>
export type ReverseAct = ActOf<typeof reverse>

/** Acts of merchants on the codes that the operator issued. Amounts are in minor units. */
export type CardAct =
  | AuthorizeAct
  | SettleAct
  | ReverseAct
  | ActOf<typeof close | typeof time>
  | { readonly act: 'sweep' }

/**
 * An act, an earlier one once more (`isOther` for another amount), or the reversal of one of the
 * last calls.
 */
export type DrawnCardAct = CardAct | ActOf<typeof again | typeof reverseLast>

/** A captured amount is refunded, and the item too; some of the acts are left out. */
const refundScene: fc.Arbitrary<DrawnCardAct[][]> = fc
  .record({ shop, card, amount: fc.constantFrom(1, 100), key: fc.integer({ min: 401, max: 900 }) })
  .chain(({ shop: by, card: one, amount: cents, key: first }) => {
    const call = (at: number) => ({ shop: by, key: first + 500 * at, of: -1, amount: cents })
    const acts: readonly DrawnCardAct[] = [
      { ...call(1), act: 'authorize', card: one, isPartial: false, isOtherCurrency: false },
      { ...call(2), act: 'capture' },
      { ...call(3), act: 'refund' },
      { act: 'close', card: one, how: 'refund' },
      { act: 'reverse', shop: by, key: first + 500 * 3 },
      { act: 'reverse', shop: by, key: first + 500 * 2 },
    ]
    return fc.subarray([...acts], { minLength: 4 })
  })
  .map((acts) => acts.map((one) => [one]))

const alone: fc.Arbitrary<DrawnCardAct> = fc.oneof(
  { weight: 4, arbitrary: time },
  { weight: 1, arbitrary: fc.constant({ act: 'sweep' as const }) },
)
const call: fc.Arbitrary<DrawnCardAct> = fc.oneof(
  { weight: 10, arbitrary: authorize },
  { weight: 14, arbitrary: settle },
  { weight: 6, arbitrary: fc.oneof(reverse, reverseLast) },
  { weight: 2, arbitrary: close },
  { weight: 3, arbitrary: again },
)

export function cardHistories(actsMax: number): fc.Arbitrary<DrawnCardAct[][]> {
  const steps = fc.oneof(
    { weight: 24, arbitrary: call.map((one) => [[one]]) },
    { weight: 4, arbitrary: fc.array(call, { minLength: 2, maxLength: 3 }).map((one) => [one]) },
    { weight: 2, arbitrary: alone.map((one) => [[one]]) },
    { weight: 1, arbitrary: refundScene },
  )
  return fc
    .array(steps, { minLength: 1, maxLength: actsMax, size: 'max' })
    .map((drawn) => drawn.flat())
}
