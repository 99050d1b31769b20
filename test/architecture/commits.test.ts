import { expect, test } from 'vitest'
import { faultsOfCommit } from '../../scripts/check-commits.js'

test('a commit has an area, a short subject and a body', () => {
  const body = 'The reason.'

  expect(faultsOfCommit({ subject: 'orders, web: say why an order waits', body })).toEqual([])
  expect(faultsOfCommit({ subject: 'Say why an order waits', body })).toHaveLength(1)
  expect(faultsOfCommit({ subject: `orders: ${'x'.repeat(65)}`, body })).toHaveLength(1)
  expect(faultsOfCommit({ subject: 'orders: say why', body: '\n' })).toHaveLength(1)
})
