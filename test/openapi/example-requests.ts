import { expect } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import type { RouteName } from '../../src/http/route.ts'
import { CSV_HEADERS, send, type Fixture } from '../conformance/bad-input/fixture.ts'
import type { PathIdName } from '../../src/http/path-ids.ts'
import { requestFor } from '../conformance/bad-input/route-requests.ts'
import { encoded } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { PREPARATIONS } from './example-preparations.ts'

/** Requests that end something that others need come last. */
const LAST = /\/(cancel|remove|revoke|recall|erasure)$/
const WITH_ENDPOINT = '/admin/v1/partners/{partnerId}/webhook-endpoints'

const OPEN = ['GET /openapi.json', 'GET /admin/openapi.json', 'GET /exports/{orderId}']

/** All documented routes but those of the portal, which are only for our own application. */
export const DOCUMENTED = ROUTES.filter(
  ({ access, name }) => OPEN.includes(name) || !['anyone', 'portal'].includes(access.to),
).toSorted((one, other) => Number(LAST.test(one.name)) - Number(LAST.test(other.name)))

/** Ids that earlier requests created. */
export type ExampleIds = Partial<Record<PathIdName, string>>

/** Sends the request of a route that it accepts; returns its body and the reply. */
export async function sendExample(fixture: Fixture, createdIds: ExampleIds, name: RouteName) {
  const { method, user, ...request } = await requestOf(fixture, createdIds, name)
  const reply = user
    ? await user.send(method, request.target, request.body, request.headers)
    : await send(fixture, method, request)
  const { data } = reply.body ?? {}
  if (name === 'POST /admin/v1/products/{productId}/codes') createdIds.importId = data?.importId
  if (name === 'POST /admin/v1/ledger/verifications') {
    createdIds.verificationId = data?.verificationId
    await untilDone(fixture, data?.verificationId)
  }
  return { sent: request.body, reply }
}

/** Waits for the verification, so that the examples of reads always show one that has ended. */
async function untilDone({ admin }: Fixture, verificationId: string): Promise<void> {
  await eventually(async () => {
    const { body } = await admin.get(`/admin/v1/ledger/verifications/${verificationId}`)
    expect(body.data.state).toBe('DONE')
  })
}

async function requestOf(fixture: Fixture, createdIds: ExampleIds, name: RouteName) {
  const prepared = await PREPARATIONS[name]?.(fixture)
  if (!prepared) return { ...allowedRequest(fixture, createdIds, name), user: undefined }
  const { target, body, headers = {}, user } = prepared
  const [method = ''] = name.split(' ')
  return { method, target, headers, user, ...(body !== undefined && { body: encoded(body) }) }
}

function allowedRequest({ foreign, ids: own }: Fixture, createdIds: ExampleIds, name: RouteName) {
  const ids = name.includes(WITH_ENDPOINT) ? foreign : own
  const { orderId } = ids
  // The product of the other partner, whose order waits for the code.
  const productId = String(foreign.vaultId)
  const vaultIds = /\/(codes|imports)\b/.test(name) ? { productId } : {}
  const orderIds = /\/(items|export|cases)\b/.test(name) ? { orderId } : {}
  const request = requestFor(name, ids, { ...createdIds, ...vaultIds, ...orderIds })
  if (name !== 'POST /admin/v1/products/{productId}/codes') return request
  return { ...request, headers: CSV_HEADERS, body: 'faceValue,giftCardNumber\n10,EXAMPLE-1\n' }
}
