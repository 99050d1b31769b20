import { createHash, createHmac, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { isoTime, systemClock, type Clock } from '../../../src/core/mod.ts'
import type { Credentials, Headers, Json, Reply, SignedClient } from '../../support/client.ts'
import { anOrder, dataOf, type RunningService } from '../../support/service.ts'

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** A datetime of the wire: ISO 8601, UTC. */
export const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

export const SECOND = 1_000
export const HOUR = 3_600 * SECOND
export const DAY = 24 * HOUR

export interface StoppedClock extends Clock {
  advance(ms: number): void
}

/** Returns a clock that stands still at a whole second until a test moves it. */
export function stoppedClock(): StoppedClock {
  const startMs = Math.floor(systemClock.now() / SECOND) * SECOND
  let elapsedMs = 0
  return {
    now: () => startMs + elapsedMs,
    monotonic: () => elapsedMs,
    advance: (ms) => void (elapsedMs += ms),
  }
}

/** The members by which a 402 names the amounts. */
const SHORTAGE = {
  available: expect.any(Number) as number,
  required: expect.any(Number) as number,
  missing: expect.any(Number) as number,
  currency: expect.stringMatching(/^[A-Z]{3}$/) as string,
}

/**
 * Returns the expected `error` of a response: its code and, for each of `fields` in this order, one
 * detail. Without fields there are no details.
 */
export function expectedError(status: number, code: string, fields: readonly string[]): object {
  const text = expect.stringMatching(/./) as string
  const numbers = status === 402 || code === 'SYSTEM_ERROR' ? SHORTAGE : {}
  const details = fields.map((field) => ({ field, message: text, ...numbers }))
  return { code, message: text, ...(fields.length > 0 && { details }) }
}

/** Expects the headers of an error: JSON, and the id of the request. */
export function expectErrorHeaders({ headers }: Reply): void {
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': expect.stringMatching(UUID),
  })
}

/**
 * Expects exactly this error of the family: envelope, code, and one detail for each of these fields
 * in this order. Without fields there are no details. An error of the operator also has a link,
 * which the OpenAPI document demands.
 */
export function expectError(
  reply: Reply,
  status: number,
  code: string,
  fields: readonly string[] = [],
): void {
  const error = expectedError(status, code, fields)
  const { docUrl, ...others } = reply.body?.error ?? {}
  const body = { ...reply.body, error: others }
  expect({ status: reply.status, body }).toEqual({ status, body: { error } })
  if (docUrl !== undefined) expect(docUrl).toMatch(/^\/docs\/errors#\w+$/)
  expectErrorHeaders(reply)
}

/** Places an order, and returns the order of the response. */
export async function placeOrder(partner: SignedClient, input: Json = {}): Promise<Json> {
  return dataOf(await partner.post('/v2/orders', anOrder(input)))
}

/** Places an order, and returns it once it is COMPLETED. */
export async function completeOrder(
  service: RunningService,
  input: Json = {},
  partner: SignedClient = service.partner,
): Promise<Json> {
  const { id } = await placeOrder(partner, input)
  await service.waitForOrder(id, 'COMPLETED')
  return dataOf(await partner.get(`/v2/orders/${id}`))
}

export async function setRate(
  { admin }: RunningService,
  [from, to, rate]: readonly [string, string, number],
): Promise<void> {
  dataOf(await admin.put('/admin/v1/fx-rates', { rates: [{ from, to, rate }] }))
}

/** Reverses a part of the funds of the first partner. */
export async function reverse(
  { admin, partner }: RunningService,
  [currency, amount]: readonly [string, number],
): Promise<void> {
  const body = { currency, amount, reference: randomUUID(), reason: 'chargeback' }
  dataOf(await admin.post(`/admin/v1/partners/${partner.partnerId}/reversals`, body))
}

export async function deposit(
  { admin, partner }: RunningService,
  [currency, amount]: readonly [string, number],
): Promise<void> {
  const body = { currency, amount, reference: randomUUID() }
  dataOf(await admin.post(`/admin/v1/partners/${partner.partnerId}/deposits`, body))
}

export async function importCsv(
  { admin }: RunningService,
  productId: number,
  csv: string,
): Promise<Json> {
  const headers = { 'content-type': 'text/csv' }
  return dataOf(await admin.post(`/admin/v1/products/${productId}/codes`, csv, headers))
}

/** The parts that a request is signed with; each part that is left out is correct. */
export interface Signing {
  readonly method?: string
  readonly body?: string
  readonly timestamp?: string
  /** The hash as base64 text; by default that of `body`. */
  readonly bodyHash?: string
  readonly secret?: string
}

/** Returns the five headers, computed as the interface document says, not by code under test. */
export function fiveHeaders(
  { clientId, apiKey, hmacSecret }: Credentials,
  signing: Signing = {},
): Record<string, string> {
  const { method = 'GET', body = '', secret = hmacSecret } = signing
  const { timestamp = isoTime(systemClock.now()) } = signing
  const { bodyHash = createHash('sha256').update(body).digest('base64') } = signing
  const text = `${method}\n${timestamp}\n${clientId}\n${bodyHash}`
  return {
    'x-api-key': apiKey,
    'x-client-id': clientId,
    'x-timestamp': timestamp,
    'x-body-hash': bodyHash,
    'x-signature': createHmac('sha256', secret).update(text).digest('base64'),
  }
}

/** Returns the headers of a response, except those that differ with each exchange. */
export function lastingHeaders({ headers }: Reply): Headers {
  const { 'x-request-id': _id, date: _date, ratelimit: _left, ...lasting } = headers
  return Object.fromEntries(Object.entries(lasting).map(([name, value]) => [name, value ?? '']))
}

/** Expects that two responses differ in their request ids only. */
export function expectSameAnswer(one: Reply, other: Reply): void {
  expect({ status: one.status, text: one.text }).toEqual({
    status: other.status,
    text: other.text,
  })
  expect(lastingHeaders(one)).toEqual(lastingHeaders(other))
  expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id'])
}

export interface RouteCase {
  readonly method: 'GET' | 'POST'
  readonly target: string
  readonly permission: string
  readonly body?: object
  readonly status: number
}

function get(target: string, permission: string): RouteCase {
  return { method: 'GET', target, permission, status: 200 }
}

/** Returns a successful request of every route of /v2, for a COMPLETED order and a product. */
export function everyRoute(orderId: string, productId: number): RouteCase[] {
  return [
    get('/v2/accounts/balances', 'balance:read'),
    get('/v2/accounts/transactions', 'balance:read'),
    get('/v2/accounts/statement?currency=USD&from=2026-01-01&to=2026-02-01', 'balance:read'),
    get('/v2/products?currency=USD', 'catalog:read'),
    get(`/v2/products/${productId}?currency=USD`, 'catalog:read'),
    get('/v2/orders', 'orders:read'),
    get(`/v2/orders/${orderId}`, 'orders:read'),
    get(`/v2/orders/${orderId}/items`, 'codes:read'),
    get(`/v2/orders/${orderId}/fulfillments`, 'orders:read'),
    get(`/v2/orders/${orderId}/cases`, 'orders:read'),
    {
      method: 'POST',
      target: `/v2/orders/${orderId}/cases`,
      permission: 'orders:write',
      body: { itemNo: 1, kind: 'block', reason: 'stolen' },
      status: 201,
    },
    get(`/v2/orders/${orderId}/fulfillments/export`, 'codes:read'),
    {
      method: 'POST',
      target: '/v2/orders',
      permission: 'orders:write',
      body: anOrder({ productId }),
      status: 201,
    },
    {
      method: 'POST',
      target: '/v2/quotes',
      permission: 'orders:write',
      body: { currency: 'USD', items: [{ productId, amount: 10, quantity: 1 }] },
      status: 200,
    },
  ]
}

/** Sends a route's request with a client. */
export function call(
  client: SignedClient,
  { method, target, body }: RouteCase,
  headers: Headers = {},
): Promise<Reply> {
  return client.send(method, target, { headers, ...(body && { body }) })
}

/** Sets all batches to the state after their last attempt: only an operator can retry them. */
export async function giveUp({ db }: RunningService): Promise<void> {
  await db.pool.query(
    `update fulfillments set status = 'FAILED', lease_owner = null, due_at = null`,
  )
}
