import { expect, test } from 'vitest'
import { projectText } from '../architecture/sources.ts'
import { ORDER_STATUSES, TRANSITIONS } from '../../src/orders/transitions.ts'
import { blocksOf, readPage, sectionOf } from './markdown.ts'

const PAGE = readPage('ARCHITECTURE.md')

function pictureIn(heading: string): string {
  return blocksOf(sectionOf(PAGE, heading), 'mermaid').join('\n')
}

test('the picture of the states of an order has all transitions, its beginning and its ends', () => {
  const arrows = pictureIn('The states of an order').match(/\S+ --> \S+/g) ?? []

  const transitions = ORDER_STATUSES.flatMap((from) =>
    TRANSITIONS[from].map((to) => `${from} --> ${to}`),
  )
  const ends = ORDER_STATUSES.filter((status) => TRANSITIONS[status].length === 0)
  const expected = ['[*] --> PENDING', ...transitions, ...ends.map((end) => `${end} --> [*]`)]
  expect(arrows.toSorted()).toEqual(expected.toSorted())
})

test('the picture of the main tables has tables of the schema', () => {
  const relations = pictureIn('The main tables').matchAll(/^ +(\w+) \S+--\S+ (\w+) :/gm)
  const drawn = Array.from(relations, ([, from = '', to = '']) => [from, to]).flat()
  const schema = projectText('migrations/schema.sql').matchAll(/^create table (\w+) \(/gm)
  const tables = new Set(Array.from(schema, ([, name = '']) => name))

  expect(drawn.length).toBeGreaterThan(20)
  expect(drawn.filter((name) => !tables.has(name))).toEqual([])
})
