import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { OPERATOR_ROLES } from '../../src/identity/mod.ts'
import { codeOf, readPage, sectionOf, tableOf } from '../docs/markdown.ts'
import { openService, type RunningService } from '../support/service.ts'
import { FROM_OWN_PAGE, signedIn, type Browser } from '../support/signed-in.ts'

/** The roles that have each permission, as docs/operate/roles.md says. */
const PERMITTED = new Map(
  tableOf(sectionOf(readPage('docs/operate/roles.md'), 'Users of the operator')).map(
    ([permission, ...may]) => [
      codeOf(permission),
      OPERATOR_ROLES.filter((_, at) => may[at] === 'yes'),
    ],
  ),
)

const OPERATORS = ROUTES.flatMap(({ name, access }) =>
  access.to === 'operator' ? [{ route: name, permitted: PERMITTED.get(access.permission) }] : [],
)
/** The routes that depend on no role, and the users that they serve. */
const ROUTES_WITHOUT_ROLE = ROUTES.filter(
  ({ access }) => access.to === 'visitor' || access.to === 'user',
).map(({ name, access }) => ({
  route: name,
  whom: access.to === 'visitor' ? 'anyone' : 'whoever is signed in',
}))

let service: RunningService
let operators: readonly (readonly [string, Browser])[]
let owner: Browser

beforeAll(async () => {
  service = await openService()
  operators = await Promise.all(
    OPERATOR_ROLES.map(async (role) => [role, await signedIn(service, { role })] as const),
  )
  owner = await signedIn(service, { role: 'owner', partnerId: service.partner.partnerId })
})

afterAll(() => service.end())

/**
 * A request that is invalid even for permitted users (an unknown parameter, or a body of another
 * shape), so it changes nothing.
 */
function invalidRequest(route: string): Parameters<Browser['send']> {
  const [method = '', path = ''] = route.split(' ')
  const target = path.replaceAll(/\{\w+\}/g, '1')
  return method === 'GET' ? [method, `${target}?unknown=1`] : [method, target, '[]']
}

test.each(OPERATORS)('$route is for $permitted, and 403 for all others', async (row) => {
  const request = invalidRequest(row.route)
  const statuses = await Promise.all(
    operators.map(async ([role, { send }]) => [role, (await send(...request)).status] as const),
  )

  expect(statuses.flatMap(([role, status]) => (status === 403 ? [] : [role]))).toEqual(
    row.permitted,
  )
  for (const [, status] of statuses) expect([400, 403, 404, 415]).toContain(status)
  expect((await owner.send(...request)).status).toBe(403)
})

test.each(ROUTES_WITHOUT_ROLE)('$route is for $whom', async ({ route, whom }) => {
  const [method, target] = invalidRequest(route)
  const headers = { ...FROM_OWN_PAGE, 'content-type': 'application/json' }

  const { status } = await service.http.send({
    method,
    target,
    headers,
    ...(method !== 'GET' && { body: '[]' }),
  })

  // There is no provider of OpenID Connect.
  expect(whom === 'anyone' ? [400, 404] : [401]).toContain(status)
})
