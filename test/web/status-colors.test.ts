import { expect, test } from 'vitest'
import { STATUS_COLORS } from '../../web/src/components/status-colors.ts'

test.each([
  ['orange', ['PENDING', 'WAITING', 'WAITS', 'OUT_OF_STOCK', 'ON_HOLD', 'QUEUED', 'OPEN']],
  ['red', ['FAILED', 'SUSPENDED', 'BOUNCED', 'open']],
  [undefined, ['CANCELLED', 'EXPIRED', 'UNKNOWN']],
] as const)('the dot is %s for %j', (color, statuses) => {
  expect(new Set(statuses.map((status) => STATUS_COLORS.get(status)))).toEqual(new Set([color]))
})
