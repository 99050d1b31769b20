import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import type { Config } from '../../../src/settings/config.ts'
import { encoded, Http, signedClient } from '../../support/client.ts'
import type { Credentials, Json, Reply, SignedClient } from '../../support/client.ts'
import { anOrder, dataOf } from '../../support/service.ts'
import type { Admin, Partner, RunningService } from '../../support/service.ts'
import { UUID } from '../v2/fixture.ts'

export function pathOf({ partnerId }: { readonly partnerId: number }): string {
  return `/admin/v1/partners/${partnerId}`
}

/** Expects a success with this status and nothing beside `data`; returns the data. */
export function expectData(reply: Reply, status: number): Json {
  expect({ status: reply.status, body: reply.body }).toEqual({
    status,
    body: { data: expect.anything() },
  })
  expect(reply.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(UUID),
  })
  return reply.body.data
}

/** Expects a page with this pagination; returns its entries. */
export function expectPage(reply: Reply, pagination: Json): Json[] {
  expect(reply).toMatchObject({ status: 200 })
  expect(Object.keys(reply.body).toSorted()).toEqual(['data', 'meta'])
  expect(reply.body.meta).toEqual({ pagination })
  return reply.body.data
}

/** Returns all entries of a list, which must fit one page. */
export async function wholeList({ admin }: RunningService, target: string): Promise<Json[]> {
  const separator = target.includes('?') ? '&' : '?'
  const reply = await admin.get(`${target}${separator}pageSize=2000`)
  expect(reply).toMatchObject({ status: 200 })
  expect(reply.body.meta.pagination.hasNext).toBe(false)
  return reply.body.data
}

/** Creates a product that is sold from imported codes; returns its id. */
export async function vaultProduct(service: RunningService, input: Json = {}): Promise<number> {
  return (await service.product({ supplier: 'vault', ...input })).productId
}

export function aDeposit(input: Json = {}): Json {
  return { currency: 'USD', amount: 10, reference: randomUUID(), ...input }
}

export function aReversal(input: Json = {}): Json {
  return aDeposit({ reason: 'chargeback', ...input })
}

/** A service, or any of its processes, that has a client of the operator. */
interface HasOperator {
  readonly admin: Pick<Admin, 'post'>
}

export function deposit({ admin }: HasOperator, partner: Partner, input: Json): Promise<Reply> {
  return admin.post(`${pathOf(partner)}/deposits`, aDeposit(input))
}

export function reverse({ admin }: HasOperator, partner: Partner, input: Json): Promise<Reply> {
  return admin.post(`${pathOf(partner)}/reversals`, aReversal(input))
}

/** Issues a credential and returns its response. */
export async function issueCredential(
  { admin }: RunningService,
  partner: Partner,
  input: Json = {},
): Promise<Json> {
  return dataOf(await admin.post(`${pathOf(partner)}/credentials`, input))
}

/** Returns a client that signs with these credentials, on the service's clock. */
export function clientOf(
  { http, services }: RunningService,
  credentials: Credentials,
): SignedClient {
  return signedClient(http, credentials, () => services.clock.now())
}

/** Returns the same client at another process of the same database. */
export async function clientOnAnother(
  { another, services }: RunningService,
  { credentials }: SignedClient,
): Promise<SignedClient> {
  const { url } = await another()
  const http = new Http(url)
  onTestFinished(() => http.close())
  return signedClient(http, credentials, () => services.clock.now())
}

/** Returns the operator at another process of the same database. */
export async function operatorOnAnother(
  { another }: RunningService,
  settings: Partial<Config> = {},
): Promise<HasOperator['admin']> {
  const { url, services } = await another(settings)
  const http = new Http(url)
  onTestFinished(() => http.close())
  return {
    post: (target, body, headers) =>
      http.send({
        method: 'POST',
        target,
        headers: {
          authorization: `Bearer ${services.config.adminToken}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body: encoded(body) }),
      }),
  }
}

/** Places an order that finds no stock: its money is held until codes are imported. */
export async function anUnstockedOrder(
  service: RunningService,
  partner: Partner,
  input: { productId: number; amount: number },
): Promise<Json> {
  const order = dataOf(await partner.post('/v2/orders', anOrder(input)))
  await service.waitForOrder(order.id, 'OUT_OF_STOCK')
  return order
}

export function importCsv(
  { admin }: RunningService,
  productId: number,
  csv: string | Buffer,
  query = '',
): Promise<Reply> {
  const headers = { 'content-type': 'text/csv' }
  return admin.post(`/admin/v1/products/${productId}/codes${query}`, csv, headers)
}

/** Returns the newest audit entry. */
export async function lastAudit({ admin }: RunningService): Promise<Json> {
  const { body } = await admin.get('/admin/v1/audit?pageSize=1')
  return body.data[0]
}

export async function auditCount({ admin }: RunningService): Promise<number> {
  const { body } = await admin.get('/admin/v1/audit?pageSize=1')
  return body.meta.pagination.totalRecords
}
