import { expect, test } from 'vitest'
import { ALL_ORDERS_DEPTH_MAX, SEARCH_DEPTH_MAX } from '../../src/orders/mod.ts'
import { projectText } from '../architecture/sources.ts'

test('lists of orders say "or more" at the numbers at which the service stops counting', () => {
  const [, numbers = ''] =
    /ORDERS_COUNTED_TO = \[([^\]]*)\]/.exec(projectText('web/src/console/orders.tsx')) ?? []
  const counted = numbers.split(',').map((one) => Number(one.replaceAll('_', '')))
  expect(counted).toEqual([SEARCH_DEPTH_MAX, ALL_ORDERS_DEPTH_MAX])
})
