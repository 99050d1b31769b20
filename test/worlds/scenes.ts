import * as fc from 'fast-check'
import type { Act } from '../oracle/acts.ts'
import { VALID_DAYS, REQUIRED_DAYS } from './catalog.ts'
import { EXACT_LINE } from './edges.ts'

const LARGE_AMOUNT = 5_000_000
/** The place of the last order, wallet, case or quote. */
const LAST = -1

/** An order of one unit that is bought elsewhere. */
const ORDER = { act: 'place', lines: [[3, 3, 1]], once: undefined, quote: undefined } as const

interface SceneInput {
  readonly partner: number
  readonly key: number
  readonly other: number
  readonly by: number
}

/** An order waits for funds and gets them, by one deposit or by two deposits of one group. */
function waitForFunds({ partner, key, other, by }: SceneInput): Act[] {
  const money = { partner, code: 'USD' } as const
  const part = { act: 'deposit', ...money, amount: LARGE_AMOUNT } as const
  return [
    { ...part, key },
    { ...ORDER, ...money, key, by },
    { act: 'reverse', ...money, amount: 2 * LARGE_AMOUNT, key: other },
    by === 0
      ? { act: 'together', acts: [key, other].map((one) => ({ ...part, key: one + 1 })) }
      : { ...part, amount: 2 * LARGE_AMOUNT, key: other },
  ]
}

/** The owner of a wallet buys a card, which is refunded although the wallet is CLOSED by then. */
function refundToWallet({ partner, key, other, by }: SceneInput): Act[] {
  const amount = by === 0 ? 1_000 : 3_000
  const [name, wallet] = [key % 4, LAST]
  return [
    { act: 'deposit', partner, code: 'USD', amount: 2 * amount, key: other },
    { act: 'restock', amount: 0, count: 1, days: undefined },
    { act: 'consumer', partner, code: 'USD', amount, name, by },
    { act: 'spend', partner, wallet, product: 0, amount: 0, key: 901 + key, most: 100_000 },
    { act: 'status', partner, wallet, status: 'CLOSED' },
    {
      act: 'case',
      partner,
      at: LAST,
      item: 0,
      kind: 'refund',
      part: by === 1,
      isRequest: false,
      reason: 0,
    },
  ]
}

/** A credential spends the rest of its limit, after rows that failed. */
function spendLimit({ partner, key, other, by }: SceneInput): Act[] {
  const amount = 500 + (other % 3)
  const limit = { act: 'spend limit', partner, code: 'USD', by, period: 'day' } as const
  const row = { partner, wallet: LAST, by }
  const credit = (of: number, size: number) =>
    ({ act: 'credit', ...row, amount: size, key: of }) as const
  return [
    { act: 'deposit', partner, code: 'USD', amount: 10_000, key: other },
    { act: 'consumer', partner, code: 'USD', amount: 0, name: key % 4, by },
    { ...limit, amount: 0 },
    { ...limit, amount },
    {
      act: 'bulk',
      partner,
      by,
      isAtomic: true,
      rows: [credit(key, 300), { act: 'debit', ...row, amount: 900_000, key: key + 1 }],
    },
    credit(other, amount),
    { act: 'spend', partner, wallet: LAST, product: 3, amount: 3, key: 901 + key, most: 100_000 },
  ]
}

/** Rows of a file that are undone do not count; a day later all counts of the day are over. */
function limitFiles({ partner, key, other, by }: SceneInput): Act[] {
  const limit = { act: 'spend limit', partner, code: 'USD', by: undefined } as const
  const row = { act: 'credit', partner, wallet: LAST, by } as const
  const [day, month] = [
    { ...limit, period: 'day' } as const,
    { ...limit, period: 'month' } as const,
  ]
  const credit = (no: number, amount: number) => ({ ...row, amount, key: no })
  return [
    { act: 'deposit', partner, code: 'USD', amount: 10_000, key: other },
    { act: 'consumer', partner, code: 'USD', amount: 0, name: key % 4, by },
    ...[day, month].map((one) => ({ ...one, amount: 0 })),
    { ...day, amount: 500 },
    { act: 'file', partner, file: 0, rows: [credit(key, 300), credit(key + 1, 300)] },
    { ...month, amount: 900 },
    credit(key + 2, 500),
    credit(key + 3, 1),
    { act: 'time', seconds: 90_000 },
    { ...day, amount: by === 0 ? 400 : 600 },
    credit(key + 4, 400 + (other % 2)),
    credit(key + 5, by === 0 ? 1 : 500),
  ]
}

/** An order waits for a supplier and then for funds, once or twice. */
function waitForSupplier({ partner, key, other, by }: SceneInput): Act[] {
  const fields = { partner, at: LAST } as const
  const money = { partner, code: 'USD' } as const
  const refused: Act[] = [
    { act: 'lease', ...fields },
    { act: 'answer', ...fields, outcome: 'unfunded' },
  ]
  return [
    { act: 'deposit', ...money, amount: LARGE_AMOUNT, key },
    { ...ORDER, ...money, lines: [[3, 3, by === 0 ? 1 : 4]], key, by },
    ...refused,
    { act: 'reverse', ...money, amount: 2 * LARGE_AMOUNT, key: other },
    { act: 'resume', ...fields },
    { act: 'deposit', ...money, amount: 2 * LARGE_AMOUNT, key: other + 1 },
    ...(other % 2 === 0 ? refused : []),
    { act: 'resume', ...fields },
    { act: 'lease', ...fields },
    { act: 'answer', ...fields, outcome: 'issued' },
  ]
}

/** Codes of one range are sold in one group, replaced once delivered, and run out. */
function shareStock({ partner, key, other, by }: SceneInput): Act[] {
  const money = { partner, code: 'USD', by } as const
  const fields = { once: undefined, quote: undefined } as const
  const order = (no: number, units: number) =>
    ({ act: 'place', ...money, ...fields, lines: [[4, 8, units]], key: no }) as const
  const replace = {
    act: 'case',
    partner,
    at: LAST,
    kind: 'replace',
    part: false,
    reason: 0,
  } as const
  const accept = other % 4 > 0
  const decision = { act: 'decide', partner, at: LAST, accept, reason: 0 } as const
  return [
    { act: 'deposit', partner, code: 'USD', amount: LARGE_AMOUNT, key: other },
    { act: 'restock', amount: 8, count: 4 + (other % 3), days: undefined },
    { act: 'together', acts: [order(key, 2), order(key + 1, 1), order(key + 2, 2)] },
    order(key + 3, 1),
    { ...replace, item: 0, isRequest: by === 1 },
    { ...replace, item: 0, isRequest: by === 1 },
    { ...decision, operator: 0 },
    { ...decision, operator: other % 2 },
    order(key + 4, 1),
  ]
}

/** Funds that pay for an order to the cent, or lack one minor unit. */
function payToTheCent({ partner, key, other, by }: SceneInput): Act[] {
  const money = { partner, code: 'USD', amount: 1_000 } as const
  const order = { ...ORDER, lines: [EXACT_LINE], partner, code: 'USD', by } as const
  const exact = (at: number) => ({ of: 0, by: ((other + at) % 3) - 1 })
  return [
    { act: 'deposit', ...money, amount: LARGE_AMOUNT, key: other },
    { act: 'reverse', ...money, edge: { of: 0, by: 0 }, key: other },
    { act: 'deposit', ...money, edge: exact(0), key },
    { ...order, key },
    { act: 'reverse', ...money, edge: exact(1), key },
    { act: 'credit limit', ...money, edge: exact(2) },
    { ...order, key: key + 1 },
    { act: 'deposit', ...money, edge: { of: 1, by: (key % 3) - 1 }, key: key + 2 },
  ]
}

/** Codes of several expiries are sold, soonest first, and given back. */
function letCodesExpire({ partner, key, other, by }: SceneInput): Act[] {
  const order = (no: number, units: number, days?: number) => {
    const lines = [[4, 8, units, days === undefined ? {} : { days }]] as const
    const fields = { once: undefined, quote: undefined, key: no, by }
    return { act: 'place', partner, code: 'USD', lines, ...fields } as const
  }
  const restock = (days: number | undefined) =>
    ({ act: 'restock', amount: 8, count: 1 + (other % 3), days }) as const
  const [lease, case_] = [
    { act: 'lease', partner, at: LAST } as const,
    {
      act: 'case',
      partner,
      at: LAST,
      item: 0,
      part: false,
      reason: 0,
      isRequest: by === 1,
    } as const,
  ]
  return [
    { act: 'deposit', partner, code: 'USD', amount: LARGE_AMOUNT, key: other },
    ...[undefined, ...VALID_DAYS].map(restock),
    order(key, 1),
    order(key + 1, 1, REQUIRED_DAYS[key % 2]),
    lease,
    { ...case_, kind: 'replace' },
    { act: 'time', seconds: other % 2 === 0 ? 90_000 : 2_700_000 },
    order(key + 2, 2, REQUIRED_DAYS[other % 2]),
    lease,
    order(key + 3, 2),
    { act: 'cancel', partner, at: LAST },
    restock(VALID_DAYS[other % 2]),
    lease,
  ]
}

/** A suspended partner, and people who order of it. */
function suspend({ partner, key, other, by }: SceneInput): Act[] {
  const card = { partner, wallet: LAST, product: 0, amount: 0, most: 100_000 } as const
  const order = { ...ORDER, partner, code: 'USD', by } as const
  const spend = (no: number) => ({ act: 'spend', ...card, key: 901 + no }) as const
  return [
    { act: 'deposit', partner, code: 'USD', amount: LARGE_AMOUNT, key: other },
    { act: 'consumer', partner, code: 'USD', amount: 3_000, name: key % 4, by },
    { act: 'suspend', partner, isSuspended: true },
    spend(key),
    { ...order, key: 5 * key },
    { ...order, key: 5 * key + 1 },
    { act: 'deposit', partner, code: 'USD', amount: LARGE_AMOUNT, key: other + 1 },
    { act: 'suspend', partner, isSuspended: false },
    spend(key),
    { ...order, key: 5 * key },
  ]
}

/** An order credits a wallet, which may be FROZEN by then. */
function creditByOrder({ partner, key, other, by }: SceneInput): Act[] {
  const lines = [[6, 0, 1 + (other % 4), { wallet: LAST }]] as const
  const order = { ...ORDER, partner, code: 'USD', lines, by } as const
  const lease = { act: 'lease', partner, at: LAST } as const
  const status = (is: 'FROZEN' | 'ENABLED') =>
    ({ act: 'status', partner, wallet: LAST, status: is }) as const
  return [
    { act: 'deposit', partner, code: 'USD', amount: LARGE_AMOUNT, key: other },
    { act: 'consumer', partner, code: 'USD', amount: 0, name: key % 4, by },
    { ...order, key },
    ...(other % 2 === 0 ? [status('FROZEN'), lease, { ...order, key: key + 1 }] : []),
    status('ENABLED'),
    lease,
    lease,
    { act: 'cancel', partner, at: LAST },
  ]
}

/** Orders name a quote: after its prices have changed, a second time, and after its end. */
function useQuote({ partner, key, other, by }: SceneInput): Act[] {
  const fields = { partner, code: by === 0 ? 'USD' : 'JPY', lines: [[3, 3, 1]] } as const
  const place = { act: 'place', ...fields, once: undefined, quote: LAST, by } as const
  const rule = { partner, product: 3, percent: '2.5', fee: key % 15 }
  return [
    { act: 'deposit', partner, code: fields.code, amount: LARGE_AMOUNT, key: other },
    { act: 'quote', ...fields },
    by === 1 && other % 2 === 0
      ? { act: 'rate', pair: 0, rate: '3.25571' }
      : { act: 'rule', rule: { ...rule, partner: undefined } },
    { act: 'rule', rule },
    ...(other % 4 === 0 ? [{ act: 'time', seconds: 301 } as const] : []),
    { ...place, key },
    { ...place, key: key + 1 },
  ]
}

/** Sequences of acts that lead to states which single acts seldom reach. */
export function scenesOf(partner: fc.Arbitrary<number>): fc.Arbitrary<readonly Act[]> {
  const [key, by] = [fc.nat(400), fc.nat(1)]
  const drawn = fc.record({ partner, key, other: key, by })
  const scene = fc.constantFrom(
    waitForFunds,
    refundToWallet,
    spendLimit,
    limitFiles,
    waitForSupplier,
    shareStock,
    payToTheCent,
    letCodesExpire,
    suspend,
    creditByOrder,
    useQuote,
  )
  return fc.tuple(scene, drawn).map(([acts, input]) => acts(input))
}
