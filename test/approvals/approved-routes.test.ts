import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examinationOf } from '../../src/http/approvals/examinations.ts'
import { approvalOf } from '../../src/http/route.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { openFixture, type Fixture } from '../conformance/bad-input/fixture.ts'
import { requestFor } from '../conformance/bad-input/route-requests.ts'
import { PREPARATIONS } from '../openapi/example-preparations.ts'
import type { Prepared } from '../operator/case.ts'
import { OPERATOR_APPROVALS } from '../operator/cases.ts'
import { dataOf } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'
import { approveAs, gatedProcess, type GatedService } from './fixture.ts'

/** The fixture has no master key that could be retired: it is refused before it could wait. */
const REFUSED = 'retireMasterKey'
const APPROVED_ROUTES = ROUTES.filter(approvalOf)
const ROUTES_THAT_WAIT = APPROVED_ROUTES.filter(
  ({ operation }) => operation.operationId !== REFUSED,
)

let fixture: Fixture
let gated: GatedService
let ann: Browser
let ben: Browser

beforeAll(async () => {
  fixture = await openFixture()
  gated = await gatedProcess(fixture)
  ann = await gated.signedIn()
  ben = await gated.signedIn()
})

afterAll(async () => {
  gated.http.close()
  await fixture.end()
})

test('each route that names a kind of approval has an examination of its act', () => {
  for (const route of APPROVED_ROUTES) expect(examinationOf(route)).toBeDefined()
})

describe('each act waits, leaves nothing but the request, and is done once it is approved', () => {
  test.each(ROUTES_THAT_WAIT)('$operation.operationId', async (route) => {
    const { method, ...standard } = requestFor(route.name, fixture.ids)
    const prepare = OPERATOR_APPROVALS[route.name] ?? PREPARATIONS[route.name]
    const { target, body, headers }: Prepared = (await prepare?.(fixture)) ?? standard

    const reply = await ann.send(method, target, body, headers)

    expect(reply.status).toBe(202)
    const { approvalId, kind } = dataOf(reply)
    expect(kind).toBe(approvalOf(route))
    const [last] = dataOf(await fixture.admin.get('/admin/v1/audit?pageSize=1'))
    expect(last).toMatchObject({ action: 'approval.request', actor: ann.email })

    const decided = dataOf(await approveAs(ben, approvalId))

    expect({ state: decided.state, error: decided.error?.message }).toEqual({
      state: 'EXECUTED',
      error: undefined,
    })
  })
})

describe('acts that stop something, or have no effect on value, are done at once', () => {
  test.each<[string, () => Promise<number>]>([
    ['a user is disabled', () => patch(`/users/${fixture.ids.userId}`, { status: 'DISABLED' })],
    ['an account at a supplier is stopped', () => patch(supplier(), { active: false })],
    ['a product is renamed', () => patch(product(), { brand: 'Southwind' })],
    ['an import of rates is a dry run', () => importRates('?dryRun=true')],
  ])('%s', async (_what, act) => {
    expect(await act()).toBe(200)
  })
})

async function patch(path: string, body: object): Promise<number> {
  return (await ann.send('PATCH', `/admin/v1${path}`, body)).status
}

function supplier(): string {
  return `/suppliers/${fixture.ids.supplier}`
}

function product(): string {
  return `/products/${fixture.ids.vaultId}`
}

async function importRates(query: string): Promise<number> {
  const headers = { 'content-type': 'text/csv' }
  const target = `/admin/v1/fx-rates/import${query}`
  return (await ann.send('POST', target, 'from,to,rate\nUSD,EUR,0.9\n', headers)).status
}
