import * as fc from 'fast-check'
import { CODES } from '../oracle/facts.ts'
import { PRODUCTS, STOCKED, VALID_DAYS } from './catalog.ts'
import { LINES } from './lines.ts'

export const PARTNERS = 2

const partner = fc.nat(PARTNERS - 1)
const code = fc.constantFrom(...CODES)
const at = fc.nat(30)
/** Few keys, so that they are used again. */
const key = fc.nat(40)
/** The place of the credential that signs a request. */
const by = fc.nat(1)
const small = fc.integer({ min: 1, max: 3_000 })
const smallOrNone = fc.oneof(fc.constant(0), small)
/** In minor units. */
const amount = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 60_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 60_000, max: 3_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 999_999_999_000_000, max: 999_999_999_999_999 }) },
)
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined, freq: 2 })
/**
 * At times, the amount lies at a limit, or one minor unit beside it: `of` chooses among the limits
 * that the oracle knows, and `by` is -1, 0 or 1.
 */
export interface Edge {
  readonly of: number
  readonly by: number
}
const edge = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record<Edge>({ of: fc.nat(5), by: fc.integer({ min: -1, max: 1 }) }) },
)
const money = { partner, code, amount, edge }
/** A card at a face value that its product has, mostly. */
const card = fc.constantFrom<readonly [number, number]>(
  [0, 0],
  [0, 0],
  [0, 1],
  [1, 4],
  [1, 2],
  [3, 3],
  [2, 5],
  [0, 5],
)

type Outcome = 'issued' | 'refused' | 'unknown' | 'unfunded'
type CaseKind = 'refund' | 'replace' | 'block'
export type WalletStatus = 'ENABLED' | 'FROZEN' | 'CLOSED'

interface Funding {
  readonly partner: number
  readonly code: (typeof CODES)[number]
  readonly amount: number
  readonly edge?: Edge | undefined
  readonly key: number
  /** The deposit that is reversed. */
  readonly of?: number | undefined
}

const transaction = { partner, wallet: at, amount: small, edge, key: fc.nat(25), by }
const rows = fc.array(
  edged(fc.record({ act: fc.constantFrom('credit', 'credit', 'debit'), ...transaction })),
  { minLength: 1, maxLength: 4 },
)
const link = fc.nat(20)
/** The number of a reason: there are two. */
const reason = fc.nat(1)

/** Acts that tests write need no edge. */
function edged<Fields extends { edge: Edge | undefined }>(
  draw: fc.Arbitrary<Fields>,
): fc.Arbitrary<Omit<Fields, 'edge'> & Partial<Pick<Fields, 'edge'>>> {
  return draw
}

/** The weight of an act, and its fields. */
function kind<Fields>(chance: number, draw: fc.Arbitrary<Fields>) {
  return { chance, draw }
}

/**
 * An act of somebody. Fields such as `at` and `wallet` choose among existing things, so that an act
 * is valid wherever shrinking leaves it. Keys are used again, with the same and other bodies.
 */
export const ACTS = {
  deposit: kind<Funding>(15, fc.record({ ...money, key })),
  reverse: kind<Funding>(
    30,
    fc.oneof(fc.record({ ...money, key }), fc.record({ ...money, amount: small, key, of: at })),
  ),
  'credit limit': kind(15, edged(fc.record({ ...money, amount: fc.nat(9_000) }))),
  'spend limit': kind(
    5,
    edged(
      fc.record({
        ...money,
        // 0 removes the limit.
        amount: fc.oneof(fc.constant(0), amount),
        by: sometimes(by),
        period: fc.constantFrom('day', 'month'),
      }),
    ),
  ),
  /** A rule of the price list: of one partner or of all, for one product or for all. */
  rule: kind(
    5,
    fc.record({
      rule: fc.record({
        partner: sometimes(partner),
        product: fc.nat(PRODUCTS.length - 1),
        percent: fc.constantFrom<string>('0', '2.5', '3.1415', '-1.25', '66.6667', '99'),
        // In minor units of the product's currency.
        fee: fc.nat(15),
      }),
    }),
  ),
  rate: kind(
    5,
    fc.record({ pair: at, rate: fc.constantFrom<string>('1', '0.00660633', '3.25571', '151.37') }),
  ),
  quote: kind(5, fc.record({ partner, code, lines: LINES })),
  time: kind(5, fc.record({ seconds: fc.constantFrom<number>(1, 60, 301, 90_000, 2_700_000) })),
  place: kind(
    72,
    fc.record({
      partner,
      code,
      lines: LINES,
      /** The number of its clientReference. */
      key: fc.nat(400),
      /** The number of its Idempotency-Key. */
      once: sometimes(key),
      quote: fc.oneof(
        { weight: 4, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: at },
      ),
      by,
    }),
  ),
  lease: kind(84, fc.record({ partner, at })),
  /** The response for a batch that is bought elsewhere. */
  answer: kind(
    84,
    fc.record({
      partner,
      at,
      outcome: fc.oneof(
        { weight: 9, arbitrary: fc.constant<Outcome>('issued') },
        { weight: 3, arbitrary: fc.constantFrom<Outcome>('refused', 'unknown', 'unfunded') },
      ),
    }),
  ),
  restock: kind(
    15,
    fc.record({
      amount: fc.constantFrom<number>(...STOCKED),
      count: fc.integer({ min: 1, max: 9 }),
      /** The number of days after which the codes expire. */
      days: sometimes(fc.constantFrom<number>(...VALID_DAYS)),
    }),
  ),
  cancel: kind(8, fc.record({ partner, at })),
  resume: kind(7, fc.record({ partner, at })),
  case: kind(
    15,
    fc.record({
      partner,
      at,
      item: fc.nat(9),
      kind: fc.constantFrom<CaseKind>('refund', 'refund', 'replace', 'block'),
      /** A refund of one minor unit of the price only. */
      part: fc.boolean(),
      /** The partner requests it, and the operator has to decide. */
      isRequest: fc.boolean(),
      reason,
    }),
  ),
  decide: kind(15, fc.record({ partner, at, accept: fc.boolean(), reason, operator: fc.nat(1) })),
  /** The operator suspends a partner, or ends that. */
  suspend: kind(6, fc.record({ partner, isSuspended: fc.nat(2).map((drawn) => drawn === 0) })),
  consumer: kind(9, edged(fc.record({ ...money, amount: smallOrNone, name: fc.nat(3), by }))),
  credit: kind(6, edged(fc.record(transaction))),
  debit: kind(3, edged(fc.record(transaction))),
  /** Several wallet transactions in one commit: each by itself, or all or none. */
  bulk: kind(9, fc.record({ partner, rows, isAtomic: fc.boolean(), by })),
  /** A file of credits. Its rows have keys within it. */
  file: kind(9, fc.record({ partner, file: fc.nat(2), rows })),
  status: kind(
    9,
    fc.record({
      partner,
      wallet: at,
      status: fc.constantFrom<WalletStatus>('ENABLED', 'ENABLED', 'FROZEN', 'CLOSED'),
    }),
  ),
  /** The owner of a wallet takes a card, and agrees to pay at most `most`. */
  spend: kind(
    20,
    fc
      .tuple(
        card,
        fc.record({
          partner,
          wallet: at,
          key: fc.integer({ min: 901, max: 1_400 }),
          most: fc.constantFrom<number>(900, 100_000, 100_000),
        }),
      )
      .map(([[product, face], act]) => ({ ...act, product, amount: face })),
  ),
  campaign: kind(
    9,
    fc.record({
      partner,
      code,
      amount: smallOrNone,
      seconds: sometimes(fc.constantFrom<number>(30, 100_000)),
    }),
  ),
  'campaign wallet': kind(9, fc.record({ partner, campaign: at, consumer: at })),
  /** Sends links of these amounts, for these products or for all. */
  send: kind(
    12,
    fc.record({
      partner,
      code,
      amounts: fc.array(fc.constantFrom<number>(1_000, 2_500, 5_000, 9_990, 3), {
        minLength: 1,
        maxLength: 3,
      }),
      products: sometimes(fc.constantFrom<readonly number[]>([0], [1], [0, 3], [1, 3], [2], [])),
      seconds: fc.constantFrom<number>(60, 90_000, 90_000, 2_700_000),
      key: fc.nat(60),
      once: sometimes(key),
      by,
    }),
  ),
  /** A person takes a card of a link; `isOld` by a token that was replaced. */
  claim: kind(
    24,
    fc
      .tuple(card, fc.record({ partner, link, key: fc.integer({ min: 401, max: 900 }) }), fc.nat(5))
      .map(([[product, face], act, old]) => {
        return { ...act, product, amount: face, isOld: old === 0 }
      }),
  ),
  'end link': kind(
    8,
    fc.record({
      partner,
      link,
      how: fc.constantFrom('cancel', 'return', 'expire', 'expire', 'lapse'),
      isOld: fc.boolean(),
    }),
  ),
  'replace link': kind(4, fc.record({ partner, link })),
  /** A claim broke a rule: the link waits for a review, for at most `seconds`. */
  'review link': kind(
    4,
    fc.record({
      partner,
      link,
      seconds: fc.constantFrom<number>(30, 60, 90_000),
      isOld: fc.nat(5).map((old) => old === 0),
    }),
  ),
  'release link': kind(3, fc.record({ partner, link })),
  /** An earlier act once more, under the same key; `other` with another amount. */
  again: kind(36, fc.record({ at: fc.nat(60), other: fc.boolean() })),
}

type FieldsOf<Draw> = Draw extends fc.Arbitrary<infer Fields> ? Readonly<Fields> : never

/** The acts by their names. */
export type Acts = {
  [Name in keyof typeof ACTS]: { readonly act: Name } & FieldsOf<(typeof ACTS)[Name]['draw']>
}

/** A person of the partner places every fifth order that the funds pay. */
export function isOfPerson(orderKey: number): boolean {
  return orderKey % 5 === 0
}

const BY_PROGRAMS: readonly string[] = ['quote', 'consumer', 'credit', 'debit', 'bulk', 'send']

/** True if an act is a request of a program of the partner. */
export function isByProgram(act: Acts[keyof Acts]): boolean {
  if (act.act === 'place') return !isOfPerson(act.key)
  return BY_PROGRAMS.includes(act.act) || (act.act === 'case' && act.isRequest)
}
