import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_TYPES } from '../../src/events/mod.ts'
import { EVENT_KINDS } from '../../src/http/shapes/event-shape.ts'

test('docs/guides/events.md lists each type of event with its permission', () => {
  const guide = readFileSync('docs/guides/events.md', 'utf8')
  const rows = [...guide.matchAll(/^\| `([a-z_.]+)`\s*\|[^|]*\| `([a-z:]+)`\s*\|$/gm)]

  expect(rows.map(([, type, permission]) => [type, permission])).toEqual(
    EVENT_TYPES.map((type) => [type, EVENT_KINDS[type].permission]),
  )
})
