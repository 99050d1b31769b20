import * as fc from 'fast-check'
import type { Act } from '../oracle/acts.ts'

const FAR_MORE = 5_000_000
/** The place of the last one. */
const LAST = -1

/** An order of one unit that is bought elsewhere. */
const ORDER = { act: 'place', lines: [[3, 3, 1]], once: undefined, quote: undefined } as const

interface Drawn {
  readonly partner: number
  readonly key: number
  readonly other: number
  readonly by: number
}

/** An order waits for funds and gets them, by one deposit or by two deposits of one group. */
function waitForFunds({ partner, key, other, by }: Drawn): Act[] {
  const money = { partner, code: 'USD' } as const
  const part = { act: 'deposit', ...money, amount: FAR_MORE } as const
  return [
    { ...part, key },
    { ...ORDER, ...money, key, by },
    { act: 'reverse', ...money, amount: 2 * FAR_MORE, key: other },
    by === 0
      ? { act: 'together', acts: [key, other].map((one) => ({ ...part, key: one + 1 })) }
      : { ...part, amount: 2 * FAR_MORE, key: other },
  ]
}

/** The owner of a wallet takes a card of which something is paid back, also once it is CLOSED. */
function refundToWallet({ partner, key, other, by }: Drawn): Act[] {
  const amount = by === 0 ? 1_000 : 3_000
  const [name, wallet] = [key % 4, LAST]
  return [
    { act: 'deposit', partner, code: 'USD', amount: 2 * amount, key: other },
    { act: 'restock', amount: 0, count: 1 },
    { act: 'consumer', partner, code: 'USD', amount, name, by },
    { act: 'spend', partner, wallet, product: 0, amount: 0, key: 901 + key, most: 100_000 },
    { act: 'status', partner, wallet, status: 'CLOSED' },
    { act: 'case', partner, at: LAST, item: 0, kind: 'refund', part: by === 1, asked: false },
  ]
}

/** A credential spends the rest of its limit, after rows that failed. */
function spendLimit({ partner, key, other, by }: Drawn): Act[] {
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

/** Sequences of acts that lead to states which single acts seldom reach. */
export function scenesOf(partner: fc.Arbitrary<number>): fc.Arbitrary<readonly Act[]> {
  const [key, by] = [fc.nat(400), fc.nat(1)]
  const drawn = fc.record({ partner, key, other: key, by })
  const scene = fc.constantFrom(waitForFunds, refundToWallet, spendLimit)
  return fc.tuple(scene, drawn).map(([acts, of]) => acts(of))
}
