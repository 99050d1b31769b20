import type { Readable } from 'node:stream'
import type { OperatorConnection, UserConnection } from './connection.ts'
import { exchange, readBody } from './exchange.ts'
import { ApiFailure, UsageFailure } from './failure.ts'
import { fieldOf, parseJson, type JsonValue } from './json.ts'
import { headersOfUser } from './user-session.ts'

/** One request to `/admin/v1`. Undefined parameters and fields are left out. */
export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The path below `/admin/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly idempotencyKey?: string
}

export interface OperatorResponse {
  readonly data: JsonValue
  /** For a list: the position of the page. */
  readonly pagination: JsonValue | undefined
  /** True if nothing was done, because another user must approve it first. */
  readonly isWaiting: boolean
}

type Connection = OperatorConnection | UserConnection

/** Sends a request as the operator. Throws ApiFailure for any error response. */
export async function callOperator(
  connection: Connection,
  request: OperatorRequest,
): Promise<OperatorResponse> {
  const { method, body, idempotencyKey } = request
  return await send(connection, {
    method,
    target: targetOf(request),
    idempotencyKey,
    ...(body && { type: 'application/json', body: Buffer.from(JSON.stringify(body), 'utf8') }),
  })
}

/** Uploads a file while reading it. Throws ApiFailure for any error response. */
export async function uploadAsOperator(
  connection: OperatorConnection,
  request: OperatorRequest,
  file: { readonly type: string; readonly body: Readable },
): Promise<OperatorResponse> {
  return await send(connection, { method: request.method, target: targetOf(request), ...file })
}

/** Downloads a file, and returns its bytes as they arrive. */
export async function downloadAsOperator(
  { base, token }: OperatorConnection,
  request: OperatorRequest,
): Promise<Readable> {
  const response = await exchange({
    method: request.method,
    base,
    target: targetOf(request),
    headers: { authorization: `Bearer ${token}` },
  })
  if (response.status === 200) return response.body
  const json = parseJson((await readBody(response.body)).toString('utf8'))
  throw new ApiFailure(response.status, json, requestIdOf(response.headers['x-request-id']))
}

function targetOf({ path, query = {} }: OperatorRequest): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, value)
  }
  return `/admin/v1${path}${parameters.size === 0 ? '' : `?${parameters.toString()}`}`
}

async function send(
  connection: Connection,
  request: {
    readonly method: string
    readonly target: string
    readonly type?: string
    readonly body?: Uint8Array | Readable
    readonly idempotencyKey?: string | undefined
  },
): Promise<OperatorResponse> {
  const { method, target, type, body, idempotencyKey } = request
  const response = await exchange({
    method,
    base: connection.base,
    target,
    headers: {
      accept: 'application/json',
      ...senderOf(connection),
      ...(type !== undefined && { 'content-type': type }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body }),
  })
  const json = parseJson((await readBody(response.body)).toString('utf8'))
  if (response.status < 200 || response.status > 299 || json === undefined) {
    throw new ApiFailure(response.status, json, requestIdOf(response.headers['x-request-id']))
  }
  const pagination = fieldOf(fieldOf(json, 'meta'), 'pagination')
  const isWaiting = response.status === 202 && response.headers.location !== undefined
  return { data: fieldOf(json, 'data') ?? json, pagination, isWaiting }
}

function senderOf(connection: Connection): Record<string, string> {
  if ('cookie' in connection) return headersOfUser(connection.base, connection.cookie)
  return { authorization: `Bearer ${connection.token}` }
}

function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}

/** Encodes an id as one segment of a path. */
export function segment(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new UsageFailure(`"${id}" is not an id`)
  return encodeURIComponent(id)
}
