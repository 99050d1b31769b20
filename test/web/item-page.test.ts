import { expect, test } from 'vitest'
import { itemsOfPage } from '../../web/src/components/item-page.ts'

const LINES = [2, 1, 100_000, 3].map((quantity) => ({ quantity }))

test.each([
  [1, 4, ['1:2', '2:2', '3:1', '4:100000']],
  [2, 2, ['3:1', '4:100000']],
  [25_001, 4, ['100001:100000', '100002:100000', '100003:100000', '100004:3']],
  [25_002, 4, ['100005:3', '100006:3']],
  [25_003, 4, []],
])('page %i of %i items has the items of its numbers', (page, pageSize, items) => {
  const shown = itemsOfPage(LINES, { page, pageSize })
  expect(shown.map(({ itemNo, line }) => `${itemNo}:${line.quantity}`)).toEqual(items)
})
