import { addTwin, sql } from '../db/mod.ts'
import { template, valuesOf } from '../db/relation.ts'
import { rowsInto, type Insert } from '../db/table.ts'

/** The longest list of rows that Citus is sent, because it makes a plan for each length. */
const LISTED_MAX = 64

const lists = new WeakMap<Insert<never>, Map<number, TemplateStringsArray>>()

// Citus sends a `values` list to the partner's node at once.
addTwin(rowsInto<never>, (insert, rows, values) => {
  const { length } = rows
  if (length === 0 || length > LISTED_MAX) return insert.relation.of(rows, values)
  const listed = rows.flatMap((row) => [...values, ...insert.relation.valuesOf(row)])
  return sql(listOf(insert, length), ...listed)
})

function listOf(insert: Insert<never>, length: number): TemplateStringsArray {
  const ofInsert = lists.get(insert) ?? new Map<number, TemplateStringsArray>()
  lists.set(insert, ofInsert)
  const list = ofInsert.get(length) ?? template(`${insert.into}${valuesOf(insert.types, length)}`)
  ofInsert.set(length, list)
  return list
}
