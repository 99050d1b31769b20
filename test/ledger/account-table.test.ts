import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AccountTable, type ComparedAccount } from '../../src/ledger/account-table.ts'

const NONE = { debits_pending: 0n, debits_posted: 0n, credits_pending: 0n, credits_posted: 0n }
const INT8_MAX = 2n ** 63n - 1n
const INT8_MIN = -(2n ** 63n)

/** Returns a table with accounts of these ids; `numbers` are fields of each. */
function tableOf(ids: readonly bigint[], numbers: Partial<typeof NONE> = {}): AccountTable {
  const table = new AccountTable()
  const labels = { kind: 'wallet', currency: 'USD' }
  table.add(ids.map((id) => ({ account_id: id, ...labels, ...NONE, ...numbers })))
  return table
}

function idsOf(table: AccountTable): bigint[] {
  return [...table.accounts()].map(({ id }) => id)
}

function credit(id: bigint, posted: bigint, pending = 0n) {
  return { account_id: id, is_debit: false, pending: String(pending), posted: String(posted) }
}

test('accounts keep their labels and totals, however they are added', () => {
  const totals = {
    debits_pending: 1n,
    debits_posted: INT8_MAX,
    credits_pending: INT8_MIN,
    credits_posted: 4n,
  }
  const first = { account_id: INT8_MIN + 1n, kind: 'funds', currency: 'USD', ...totals }
  const next = { ...first, account_id: 7n, kind: 'funds U', currency: 'SD' }
  const last = { ...first, account_id: INT8_MAX, currency: 'EUR', ...NONE }
  const table = new AccountTable()
  table.add([first])
  table.add([])
  table.addMoves({ account_id: first.account_id, is_debit: true, pending: '-3', posted: '5' })
  table.add([next, last])

  const moved = { ...NONE, debits_pending: -3n, debits_posted: 5n }
  const labelsOf = ({ account_id: id, kind, currency }: typeof first) => ({
    id,
    labels: { kind, currency },
  })
  expect([...table.accounts()]).toEqual<ComparedAccount[]>([
    { ...labelsOf(first), stored: totals, moved },
    { ...labelsOf(next), stored: totals, moved: NONE },
    { ...labelsOf(last), stored: NONE, moved: NONE },
  ])
  expect(table.size).toBe(3)
})

test('a total beyond int8 is exact, also when it falls back into its range', () => {
  const table = tableOf([1n, 2n])
  const creditsOf = (nth: number) => [...table.accounts()][nth]?.moved.credits_posted
  for (const id of [1n, 2n]) {
    table.addMoves(credit(id, INT8_MAX))
    table.addMoves(credit(id, 1n))
    table.addMoves(credit(id, 2n ** 64n))
  }
  table.addMoves(credit(2n, -(2n ** 64n)))
  table.addMoves(credit(2n, -1n))

  expect([creditsOf(0), creditsOf(1)]).toEqual([2n ** 64n + 2n ** 63n, INT8_MAX])
  table.addMoves(credit(2n, INT8_MIN))
  table.addMoves(credit(2n, INT8_MIN))
  expect(creditsOf(1)).toBe(INT8_MIN - 1n)
})

test('accounts that are not stored stand among the others, in the order of all ids', () => {
  const table = tableOf([3n, 5n, 9n])
  for (const id of [10n, 4n, 1n, 6n, -2n, 5n, 4n, 12n]) table.addMoves(credit(id, 2n ** 63n, 1n))

  expect(idsOf(table)).toEqual([-2n, 1n, 3n, 4n, 5n, 6n, 9n, 10n, 12n])
  expect([...table.accounts()][3]).toEqual<ComparedAccount>({
    id: 4n,
    labels: undefined,
    stored: NONE,
    moved: { ...NONE, credits_pending: 2n, credits_posted: 2n ** 64n },
  })
  expect(table.size).toBe(3)
  expect(idsOf(tableOf([]))).toEqual([])
})

test('each total is the sum of its amounts, whatever the movements', () => {
  const amount = fc.oneof(fc.bigInt(-9n, 9n), fc.bigInt(INT8_MIN, INT8_MAX))
  const move = fc.record({
    account_id: fc.bigInt(0n, 12n),
    is_debit: fc.boolean(),
    pending: amount.map(String),
    posted: amount.map(String),
  })
  const ids = fc.uniqueArray(fc.bigInt(0n, 12n))
  fc.assert(
    fc.property(ids, fc.array(move), (stored, moves) => {
      const table = tableOf(stored.toSorted((one, other) => Number(one - other)))
      for (const one of moves) table.addMoves(one)

      for (const { id, moved } of table.accounts()) {
        const sum = (isDebit: boolean, amountOf: (one: (typeof moves)[number]) => string) =>
          moves
            .filter((one) => one.account_id === id && one.is_debit === isDebit)
            .reduce((total, one) => total + BigInt(amountOf(one)), 0n)
        expect(moved).toEqual({
          debits_pending: sum(true, ({ pending }) => pending),
          debits_posted: sum(true, ({ posted }) => posted),
          credits_pending: sum(false, ({ pending }) => pending),
          credits_posted: sum(false, ({ posted }) => posted),
        })
      }
      const all = new Set([...stored, ...moves.map(({ account_id: id }) => id)])
      expect(new Set(idsOf(table))).toEqual(all)
    }),
  )
})
