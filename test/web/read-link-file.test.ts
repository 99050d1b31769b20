import { expect, test } from 'vitest'
import { readLinkFile } from '../../web/src/portal/read-link-file.ts'

/** More characters than one part of a file, which is read in one task of the page. */
const LINES = 3_000

/** An even and an odd number of lines before each record, so parts end within and after quotes. */
const NAMES = ['"Ann ""Bee"",\nExample"', 'Cy, no quotes']

test('a file that is read in parts has each line once, and the page goes on in between', async () => {
  const rows = Array.from({ length: LINES }, (_, at) => `${NAMES[at % 2]?.replace(', ', ' ')},1.00`)
  let hasGoneOn = false
  const reading = readLinkFile(['name,amount', ...rows].join('\n'), 'USD').finally(() => {
    expect(hasGoneOn).toBe(true)
  })
  setImmediate(() => {
    hasGoneOn = true
  })

  const { recipients, numbers, faults } = await reading
  expect(faults).toEqual([])
  expect(recipients).toEqual(
    Array.from({ length: LINES }, (_, at) => ({
      name: at % 2 === 0 ? 'Ann "Bee",\nExample' : 'Cy no quotes',
      amount: 1,
    })),
  )
  // The header has one line, and two records have three.
  expect(numbers).toEqual(
    Array.from({ length: LINES }, (_, at) => 1 + 3 * Math.floor(at / 2) + 2 + (at % 2)),
  )
})

test('a quote that is never closed makes a whole file unreadable', async () => {
  const rows = Array.from({ length: LINES }, () => 'Ann Example of the office,1.00')
  const text = ['name,amount', ...rows, '"Bee,1.00', ...rows].join('\n')
  const { recipients, faults } = await readLinkFile(text, 'USD')
  expect(recipients).toEqual([])
  expect(faults).toEqual([expect.objectContaining({ line: undefined })])
})
