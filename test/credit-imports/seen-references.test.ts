import { expect, test } from 'vitest'
import { SeenReferences } from '../../src/credit-imports/seen-references.ts'

test('the line of each reference is found, however many references follow', () => {
  const seen = new SeenReferences()
  // So many that the table must grow twice.
  for (let line = 2; line < 20_000; line += 1) expect(seen.add(`row-${line}`, line)).toBeUndefined()
  for (let line = 2; line < 20_000; line += 1) expect(seen.add(`row-${line}`, 1)).toBe(line)
})
