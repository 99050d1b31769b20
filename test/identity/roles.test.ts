import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATOR_ROLES } from '../../src/identity/mod.ts'
import { codeOf, readPage, sectionOf, tableOf } from '../docs/markdown.ts'
import { openService, type RunningService } from '../support/service.ts'
import { FROM_OWN_PAGE, signedIn, type Browser } from '../support/signed-in.ts'

const PAGE = readPage('docs/operate/roles.md')

/** A row of the page: a route, and which roles may call it. */
interface Row {
  readonly route: string
  readonly permitted: readonly string[]
}

const OPERATORS = tableOf(sectionOf(PAGE, 'Users of the operator')).map(
  ([route, , ...may]): Row => ({
    route: codeOf(route),
    permitted: OPERATOR_ROLES.filter((_, at) => may[at] === 'yes'),
  }),
)
const SIGNING_IN = tableOf(sectionOf(PAGE, 'Signing in')).map(
  ([route, whom]) => [codeOf(route), whom] as const,
)

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
 * A request that whoever is permitted is refused for: an unknown parameter, or a body of another
 * shape. So it changes nothing.
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

test.each(SIGNING_IN)('%s is for %s', async (route, whom) => {
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
