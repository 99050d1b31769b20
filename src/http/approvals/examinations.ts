import type { Route } from '../route.ts'
import { EXAMINE_ACCESS } from './examine-access.ts'
import { EXAMINE_FUNDS } from './examine-funds.ts'
import { EXAMINE_PARTNERS } from './examine-partners.ts'
import { EXAMINE_PRICES } from './examine-prices.ts'
import { EXAMINE_SUPPLY } from './examine-supply.ts'
import type { Examination } from './examination.ts'

/** The examinations of acts by operation id: one for each route that has `approval`. */
const EXAMINATIONS = new Map<string, Examination>(
  Object.entries({
    ...EXAMINE_FUNDS,
    ...EXAMINE_PARTNERS,
    ...EXAMINE_PRICES,
    ...EXAMINE_ACCESS,
    ...EXAMINE_SUPPLY,
  }),
)

/** Returns what examines the act of a route that has `approval`. */
export function examinationOf({ name, operation }: Route): Examination {
  const examination = EXAMINATIONS.get(operation.operationId)
  if (!examination) throw new Error(`${name} has an approval and no examination`)
  return examination
}
