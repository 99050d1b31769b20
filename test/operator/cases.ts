import { readdirSync } from 'node:fs'
import type { RouteName } from '../../src/http/route.ts'
import type { EndpointCase } from '../conformance/bad-input/endpoints.ts'
import { CSV_HEADERS, type Ids } from '../conformance/bad-input/fixture.ts'
import type { RoleRoutes } from '../oracle/permissions-of-partners.ts'
import type { RunningService } from '../support/service.ts'
import type { OperatorCase, OperatorCases, Prepare, Write } from './case.ts'

/** Loaded in compiled form, as tests load all shared modules. */
const FILES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.case.ts'))
  .map((file) => file.replace('.ts', '.js'))
const MODULES: readonly Readonly<Record<string, OperatorCases>>[] = await Promise.all(
  FILES.map((file) => import(`./${file}`)),
)

type Entry = readonly [RouteName, OperatorCase]

/** All routes of the operator. */
const CASES = MODULES.flatMap((module) =>
  Object.values(module).flatMap((cases) => Object.entries(cases) as Entry[]),
)

/** Returns one part of each case that has this part, by route. */
function each<T>(part: (one: OperatorCase, route: RouteName) => T | undefined): Record<string, T> {
  const entries = CASES.map(([route, one]) => [route, part(one, route)] as const)
  return Object.fromEntries(
    entries.filter((entry): entry is [RouteName, T] => entry[1] !== undefined),
  )
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted = word]) => quoted)
}

export const OPERATOR_ENDPOINTS: readonly EndpointCase[] = Object.values(
  each(({ bodies, path }, route) =>
    bodies?.map((body) => ({ route, ...(path && { path }), ...body })),
  ),
).flat()

export const OPERATOR_LISTS = each(({ badQueries, query, file, bodies, path }) =>
  badQueries === undefined
    ? undefined
    : {
        bad: badQueries,
        ...(path && { path }),
        ...(query !== undefined && { rest: query }),
        ...(file !== undefined && { upload: () => ({ body: file, headers: CSV_HEADERS }) }),
        ...(bodies && { upload: (ids: Ids) => ({ body: JSON.stringify(bodies[0]?.body(ids)) }) }),
      },
)

export const OPERATOR_QUERIES = each(({ query }) => query)
export const OPERATOR_PREPARATIONS: Readonly<Record<string, Prepare>> = each(
  ({ prepare }) => prepare,
)
export const OPERATOR_APPROVALS: Readonly<Record<string, Prepare>> = each(
  ({ prepareApproval }) => prepareApproval,
)
export const OPERATOR_COMMANDS = Object.values(
  each(({ commands }, route) =>
    Object.entries(commands ?? {}).map(([line, requested]) => {
      const [target, body] = typeof requested === 'string' ? [requested] : requested
      return { argv: wordsOf(line), route, target, body }
    }),
  ),
).flat()
/** The reason for each operation that no page of the console calls. */
export const OPERATOR_WITHOUT_PAGE: Readonly<Record<string, string>> = each(
  ({ withoutPage }) => withoutPage,
)
export const OPERATOR_FILES: Readonly<Record<string, string>> = each(({ file }) => file)
export const OPERATOR_ROLES: readonly RoleRoutes[] = Object.entries(each(({ roles }) => roles)).map(
  ([routes, roles]) => ({ roles, routes }),
)
export const OPERATOR_REFUSALS = CASES.filter(([, one]) => one.isRefused).map(([route]) => route)

/** Returns the audited writes by route. `open` is called at each write, not before. */
export function writesOfCases(open: () => RunningService): Readonly<Record<string, Write>> {
  return each(({ audit }) => audit && (() => audit(open())))
}
