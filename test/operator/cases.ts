import type { RouteName } from '../../src/http/route.ts'
import type { Endpoint } from '../conformance/bad-input/endpoints.ts'
import type { Ids } from '../conformance/bad-input/fixture.ts'
import { targetOf } from '../conformance/bad-input/ids-of-paths.ts'
import type { RunningService } from '../support/service.ts'
import { ALERTS } from './alerts.case.ts'
import { CREDIT_IMPORTS } from './credit-imports.case.ts'
import type { CommandCase, OperatorCase, OperatorCases, Prepare, Write } from './case.ts'
import { FX_SPREADS } from './fx-spreads.case.ts'
import { LINKS } from './links.case.ts'
import { MAILS } from './mails.case.ts'
import { MERCHANTS } from './merchants.case.ts'
import { PRICE_RULES } from './price-rules.case.ts'
import { PRO_FORMA } from './pro-forma.case.ts'
import { LISTINGS } from './listings.case.ts'
import { SUPPLIERS } from './suppliers.case.ts'

/** The routes of the operator that have a file of their resource. */
const CASES: OperatorCases = {
  ...ALERTS,
  ...CREDIT_IMPORTS,
  ...FX_SPREADS,
  ...LINKS,
  ...MAILS,
  ...MERCHANTS,
  ...PRICE_RULES,
  ...PRO_FORMA,
  ...LISTINGS,
  ...SUPPLIERS,
}

const ROUTES = Object.keys(CASES) as RouteName[]

/** Returns what each route has that has it, by its name. */
function each<T>(part: (one: OperatorCase, route: RouteName) => T | undefined): Record<string, T> {
  const found = ROUTES.map((route) => [route, part(CASES[route] ?? {}, route)] as const)
  return Object.fromEntries(
    found.filter((entry): entry is [RouteName, T] => entry[1] !== undefined),
  )
}

function pathOf({ path }: OperatorCase, route: RouteName): (ids: Ids) => string {
  return path ?? ((ids) => targetOf(route, ids))
}

export const OPERATOR_ENDPOINTS: readonly Endpoint[] = Object.values(
  each(({ bodies, ...one }, route) =>
    bodies?.map((body) => ({ route, path: pathOf(one, route), ...body })),
  ),
).flat()

export const OPERATOR_LISTS = each(({ badQueries, query, ...one }, route) =>
  badQueries === undefined
    ? undefined
    : { path: pathOf(one, route), bad: badQueries, ...(query !== undefined && { rest: query }) },
)

export const OPERATOR_QUERIES: Readonly<Record<string, string>> = each(
  ({ query }) => query && `?${query}`,
)
export const OPERATOR_PREPARATIONS: Readonly<Record<string, Prepare>> = each(
  ({ prepare }) => prepare,
)
export const OPERATOR_APPROVALS: Readonly<Record<string, Prepare>> = each(
  ({ approved }) => approved,
)
export const OPERATOR_COMMANDS: readonly CommandCase[] = Object.values(
  each(({ commands }) => commands),
).flat()
export const OPERATOR_REFUSALS = ROUTES.filter((route) => CASES[route]?.isRefused)

/** Returns the writes of a service that is open when they are done. */
export function writesOfCases(open: () => RunningService): Readonly<Record<string, Write>> {
  return each(({ audit }) => audit && (() => audit(open())))
}
