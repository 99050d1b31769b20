import { expect, test } from 'vitest'
import type { CheckedPart } from '../../web/src/portal/link-parts.ts'
import { fileNeedsApproval, sumsOf } from '../../web/src/portal/link-sums.ts'
import type { Rule } from '../../web/src/portal/rule.ts'

const RULE = { kind: 'orders', currency: 'USD', approveFrom: 150, today: 0 } as Rule

/** A request of a file that sets 100.00 aside. */
function part(isSent: boolean): CheckedPart {
  const totals = { isSent, links: 1, currency: 'USD', amount: 100, setAside: 100 }
  return { totals } as CheckedPart
}

test.each([
  ['sent on another day', [part(true), part(false)], true],
  ['sent, and nothing is left', [part(true), part(true)], false],
  ['the only one', [part(false)], false],
])('a file needs an approval by its whole sum: a part is %s', (_, parts, needed) => {
  expect(fileNeedsApproval([RULE], 'USD', sumsOf(parts))).toBe(needed)
})
