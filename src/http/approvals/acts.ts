import type { Route } from '../route.ts'
import { EXAMINE_ACCESS } from './examine-access.ts'
import { EXAMINE_FUNDS } from './examine-funds.ts'
import { EXAMINE_PARTNERS } from './examine-partners.ts'
import { EXAMINE_PRICES } from './examine-prices.ts'
import { EXAMINE_SUPPLY } from './examine-supply.ts'
import type { ApprovableAct } from './examined.ts'

/**
 * The acts for which an approval can be requested, by operation id. If an act is missing here, it
 * is refused above the threshold, because `recordAudits` checks each write.
 */
const ACTS = new Map<string, ApprovableAct>(
  Object.entries({
    ...EXAMINE_FUNDS,
    ...EXAMINE_PARTNERS,
    ...EXAMINE_PRICES,
    ...EXAMINE_ACCESS,
    ...EXAMINE_SUPPLY,
  }),
)

/** Returns the act of a route, if an approval of it can be requested. */
export function approvableAct({
  operation,
}: {
  readonly operation: Pick<Route['operation'], 'operationId'>
}): ApprovableAct | undefined {
  return ACTS.get(operation.operationId)
}
