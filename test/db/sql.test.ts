import { expect, test } from 'vitest'
import { addTwin, compile, distributedOf, sql, twinned, type Statement } from '../../src/db/sql.ts'

const one = (part: unknown) => sql`select ${part}`
const two = (left: unknown, right: unknown) => sql`select ${left}, ${right}`

test('one template is one prepared statement for all its values', () => {
  const first = compile(two(1, 'a'))
  const second = compile(two(2n, null))

  expect(first).toEqual({ name: first.name, text: 'select $1, $2', values: [1, 'a'] })
  expect(second).toEqual({ ...first, values: [2n, null] })
})

test('a nested fragment makes another prepared statement, with its own name', () => {
  const now = sql`now()`
  const cases = [
    [one(1), 'select $1', [1]],
    [one(now), 'select now()', []],
    [one(sql`${2}::bigint`), 'select $1::bigint', [2]],
    [one(sql.raw('3')), 'select 3', []],
    [one(sql.raw('4')), 'select 4', []],
    [one(sql.quoted('wallet')), 'select "wallet"', []],
    [one(sql.quoted('account')), 'select "account"', []],
    [two(1, now), 'select $1, now()', [1]],
    [two(now, 1), 'select now(), $1', [1]],
    [two(now, now), 'select now(), now()', []],
    [two(one(now), 1), 'select select now(), $1', [1]],
    [one(two(now, 1)), 'select select now(), $1', [1]],
  ] as const
  const names = new Map<string, string>()
  for (let round = 0; round < 2; round += 1) {
    for (const [statement, text, values] of cases) {
      const compiled = compile(statement)
      expect(compiled).toMatchObject({ text, values })
      expect(names.get(text) ?? compiled.name).toBe(compiled.name)
      names.set(text, String(compiled.name))
    }
  }
  expect(new Set(names.values()).size).toBe(names.size)
})

function texts(statement: Parameters<typeof compile>[0]) {
  return distributedOf(statement).map((sent) => [compile(sent).text, compile(sent).values])
}

test('a statement with a twin for distributed databases is unchanged on others', () => {
  const first = twinned('first', (value: number): Statement<unknown> => sql`select ${value}`)
  const either = first(1)

  expect(() => texts(either)).toThrow('src/distribution lacks first')
  addTwin(first, (value) => sql`select ${value + 1}`)
  expect(compile(either)).toMatchObject({ text: 'select $1', values: [1] })
  expect(texts(either)).toEqual([['select $1', [2]]])
  expect(texts(sql`with own as (${either}) select ${3}`)).toEqual([
    ['with own as (select $1) select $2', [2, 3]],
  ])
  const both = twinned('both', (): Statement<unknown> => sql`select ${1}`)
  addTwin(both, () => [sql`select ${2}`, either])
  const several = both()
  expect(texts(several)).toEqual([
    ['select $1', [2]],
    ['select $1', [2]],
  ])
  expect(() => texts(sql`with own as (${several}) select`)).toThrow(TypeError)
})
