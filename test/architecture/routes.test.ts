import { expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { CASE_ROUTES } from '../operator/case-routes.ts'
import { ROUTES_OF_PARTNERS, routesIn } from '../oracle/permissions-of-partners.ts'
import { PARTNER_ROUTES as ROUTES_OF_PROGRAMS } from '../oracle/permissions.ts'
import { OPERATOR_ROUTES, PARTNER_ROUTES } from './interface-routes.ts'
import { linesThatMatch, projectText, sourceFile, sourceFiles, type SourceFile } from './sources.ts'

/** Routes that ask for no permission, one on a line: the oracle knows all others. */
const FURTHER_ROUTES = projectText('test/architecture/further-routes.txt').trimEnd().split('\n')

const WITH_PERMISSION = [
  ...Object.values(ROUTES_OF_PROGRAMS).flat(),
  ...CASE_ROUTES,
  ...ROUTES_OF_PARTNERS.flatMap(routesIn),
]
const ALL = [
  ...new Set([...PARTNER_ROUTES, ...OPERATOR_ROUTES, ...WITH_PERMISSION, ...FURTHER_ROUTES]),
]
const SERVING = sourceFiles('src/http')

test.each(ALL)("'%s' is declared once in src/http, where it is found by grep", (route) => {
  expect(placesOf(SERVING, route)).toHaveLength(1)
})

test('the server has these routes and no other', () => {
  expect(ROUTES.map(({ name }) => name as string).toSorted()).toEqual(ALL.toSorted())
})

test('a route stands in one list: that of its permission, or that of routes without one', () => {
  const further = new Set(FURTHER_ROUTES)
  expect([...WITH_PERMISSION, ...OPERATOR_ROUTES].filter((route) => further.has(route))).toEqual([])
})

test('a duplicate or incomplete route is found', () => {
  const once = sourceFile('a.ts', "route('GET /v2/orders', {\n// 'GET /v2/orders'\n")
  const longer = sourceFile('b.ts', "route('GET /v2/orders/{orderId}', {\n")
  expect(placesOf([once, longer], 'GET /v2/orders')).toEqual(['a.ts:1'])
  expect(placesOf([once, once], 'GET /v2/orders')).toHaveLength(2)
  expect(placesOf([longer], 'GET /v2/orders')).toEqual([])
  const offered = sourceFile(
    'c.ts',
    "offerRoute('GET /portal/v1/orders', {\n  source: 'GET /v2/orders',",
  )
  expect(placesOf([offered, once], 'GET /v2/orders')).toEqual(['a.ts:1'])
})

/** Leaves out the offers of the portal, which name the route that they offer as their source. */
const placesOf = (files: readonly SourceFile[], route: string): string[] =>
  linesThatMatch(files, new RegExp(`(?<!source: )'${route.replaceAll(/[{}*]/g, String.raw`\$&`)}'`))
