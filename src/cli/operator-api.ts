import type { Readable } from 'node:stream'
import type { OperatorConnection } from './connection.ts'
import { exchange, readBody } from './exchange.ts'
import { ApiFailure, UsageFailure } from './failure.ts'
import { fieldOf, parseJson, type JsonValue } from './json.ts'

/** One call of `/admin/v1`; parameters and fields that are undefined are left out. */
export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Below `/admin/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly idempotencyKey?: string
}

export interface OperatorAnswer {
  readonly data: JsonValue
  /** Of a list: which page this is. */
  readonly pagination: JsonValue | undefined
}

/** Sends a request as the operator; throws ApiFailure for whatever is not a success. */
export async function callOperator(
  connection: OperatorConnection,
  { method, path, query = {}, body, idempotencyKey }: OperatorRequest,
): Promise<OperatorAnswer> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, value)
  }
  const search = parameters.size === 0 ? '' : `?${parameters.toString()}`
  return await send(connection, {
    method,
    path: path + search,
    idempotencyKey,
    ...(body && { type: 'application/json', body: Buffer.from(JSON.stringify(body), 'utf8') }),
  })
}

/** Sends a file as it is read. */
export async function uploadAsOperator(
  connection: OperatorConnection,
  upload: { readonly path: string; readonly type: string; readonly body: Readable },
): Promise<OperatorAnswer> {
  return await send(connection, { method: 'POST', ...upload })
}

/** Asks for a file; answers its bytes as they come. */
export async function downloadAsOperator(
  { base, token }: OperatorConnection,
  path: string,
): Promise<Readable> {
  const answer = await exchange({
    method: 'GET',
    base,
    target: `/admin/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.status === 200) return answer.body
  const json = parseJson((await readBody(answer.body)).toString('utf8'))
  throw new ApiFailure(answer.status, json, requestIdOf(answer.headers['x-request-id']))
}

async function send(
  { base, token }: OperatorConnection,
  request: {
    readonly method: string
    readonly path: string
    readonly type?: string
    readonly body?: Uint8Array | Readable
    readonly idempotencyKey?: string | undefined
  },
): Promise<OperatorAnswer> {
  const { method, path, type, body, idempotencyKey } = request
  const answer = await exchange({
    method,
    base,
    target: `/admin/v1${path}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      ...(type !== undefined && { 'content-type': type }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body }),
  })
  const json = parseJson((await readBody(answer.body)).toString('utf8'))
  if (answer.status < 200 || answer.status > 299 || json === undefined) {
    throw new ApiFailure(answer.status, json, requestIdOf(answer.headers['x-request-id']))
  }
  const pagination = fieldOf(fieldOf(json, 'meta'), 'pagination')
  return { data: fieldOf(json, 'data') ?? json, pagination }
}

function requestIdOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : header?.[0]
}

/** An id as a segment of a path. */
export function segment(id: string): string {
  if (id === '' || id === '.' || id === '..') throw new UsageFailure(`"${id}" is not an id`)
  return encodeURIComponent(id)
}
