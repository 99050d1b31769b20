import type { Route } from '../route.ts'
import { EXAMINE_ACCESS } from './examine-access.ts'
import { EXAMINE_FUNDS } from './examine-funds.ts'
import { EXAMINE_PRICES } from './examine-prices.ts'
import { EXAMINE_SUPPLY } from './examine-supply.ts'
import type { Examine } from './examined.ts'
import type { ApprovedOperation } from './kinds.ts'

const EXAMINED = {
  ...EXAMINE_FUNDS,
  ...EXAMINE_PRICES,
  ...EXAMINE_ACCESS,
  ...EXAMINE_SUPPLY,
} satisfies Readonly<Record<ApprovedOperation, { readonly examine: Examine }>>

const EXAMINE_BY_ID = new Map<string, { readonly examine: Examine }>(Object.entries(EXAMINED))

/** Returns how an act of a route that may need an approval is examined. */
export function examineOf({ name, operation }: Pick<Route, 'name' | 'operation'>): Examine {
  const found = EXAMINE_BY_ID.get(operation.operationId)
  if (!found) throw new Error(`${name} needs no approval`)
  return found.examine
}
