import { expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { OPERATOR_COMMANDS } from '../operator/cases.ts'
import { operatorOf, startStub, tessera } from './fixture.ts'

/** Every command of the operator, with the request and the body that it sends. */
const cases = OPERATOR_COMMANDS.map(({ argv, route, target, body }) => ({
  argv,
  route,
  request: `${route.split(' ')[0]} ${target}`,
  body,
}))

test.each(cases)('$argv sends $request', async ({ argv, request, body }) => {
  const stub = await startStub({ status: 200, body: { data: {} } })

  const outcome = await tessera([...argv, '--json'], { environment: operatorOf(stub) })

  expect(outcome).toMatchObject({ exitCode: 0, stdout: '{}\n', stderr: '' })
  const [sentRequest] = stub.received
  expect(`${sentRequest?.method} ${sentRequest?.target}`).toBe(request.replace(' ', ' /admin/v1'))
  expect(sentRequest?.headers.authorization).toBe('Bearer tsa_operator')
  const sent = sentRequest?.body.toString() ?? ''
  expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(body)
})

test.each(cases)(
  '$argv calls $route, with a query and a body that the route accepts',
  ({ request, body, ...expected }) => {
    const { route, searchParams } = routeOf(request)
    expect(route?.name).toBe(expected.route)
    expect(Object.keys(route?.query ?? {})).toEqual(
      expect.arrayContaining([...searchParams.keys()]),
    )
    if (body !== undefined && route?.bodyKind.kind === 'json') route.bodyKind.check.read(body)
  },
)

function routeOf(request: string) {
  const [method, target = ''] = request.split(' ')
  const { pathname, searchParams } = new URL(`http://t/admin/v1${target}`)
  const route = ROUTES.find(({ name }) => {
    const pattern = name.split(' ')[1]?.replaceAll(/\{\w+\}/g, '[^/]+')
    return name.startsWith(`${method} `) && RegExp(`^${pattern}$`).test(pathname)
  })
  return { route, searchParams }
}

/**
 * Parameters of routes that no list command has; `tessera audit`, `statement` and `pro-forma` have
 * options.
 */
const WITHOUT_OPTION: Readonly<Record<string, readonly string[]>> = {
  'GET /admin/v1/audit/export': ['from', 'to'],
  'GET /admin/v1/audit/verification': ['from', 'to', 'head'],
  'GET /admin/v1/ledger/verifications': ['sort'],
  'GET /admin/v1/partners/{partnerId}/pro-forma': ['currency', 'amount'],
  'GET /admin/v1/partners/{partnerId}/statement': ['currency', 'from', 'to', 'account', 'format'],
}

test('each parameter that selects rows of a list has an option of a command', () => {
  const sent = new Map<string | undefined, string[]>()
  for (const { request } of cases) {
    const { route, searchParams } = routeOf(request)
    sent.set(route?.name, [...(sent.get(route?.name) ?? []), ...searchParams.keys()])
  }
  const missing = ROUTES.filter(
    ({ access, name }) => access.to === 'operator' && name.startsWith('GET '),
  )
    .map(({ name, query }): [string, string[]] => [
      name,
      Object.keys(query).filter(
        (one) => !PAGE_PARAMETERS.has(one) && !sent.get(name)?.includes(one),
      ),
    ])
    .filter(([, names]) => names.length > 0)
  expect(Object.fromEntries(missing)).toEqual(WITHOUT_OPTION)
})

/** Parameters that place a page in the list, and do not select rows. */
const PAGE_PARAMETERS: ReadonlySet<string> = new Set(['page', 'pageSize', 'after'])
