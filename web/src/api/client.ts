import { isAttended, UNATTENDED_HEADER } from '../session/attended.ts'
import { currentMode } from '../session/mode.ts'
import { pageUser } from '../session/page-user.ts'
import { approvalNeeded } from './approval-needed.ts'
import { ApiError } from './api-error.ts'
import { checkConnection } from './connection.ts'
import { parseExact } from './exact-json.ts'
import type { Fault, Operations } from './operations.ts'
import { routeOf } from './routes.ts'
import { SessionOver } from './session-over.ts'
import { Unreachable } from './unreachable.ts'

const NO_CONTENT = 204
const UNAUTHENTICATED = 401

export type OperationId = keyof Operations

/** The parts of a request that an operation has. */
export interface Input<Id extends OperationId> {
  readonly path?: Operations[Id]['path']
  readonly query?: Operations[Id]['query']
  readonly body?: Operations[Id]['body']
  /** A CSV file, sent as a stream in place of a body. */
  readonly csv?: Blob
  /** An image, sent in place of a body. */
  readonly image?: Blob
  /** The idempotency key: a repeat of a write with the same key changes nothing. */
  readonly key?: string
  readonly signal?: AbortSignal | undefined
}

/** The type of `data` of a response, or of the whole response if it has no `data`. */
export type Result<Id extends OperationId> = Operations[Id]['result'] extends { data: infer D }
  ? D
  : Operations[Id]['result']

/** An entry of a list. */
export type Entry<Id extends OperationId> = Operations[Id]['result'] extends {
  data: readonly (infer T)[]
}
  ? T
  : never

/**
 * Returns the whole body of a response, as `parseExact` reads it. Throws an `ApiError` if it is not
 * a success, an `ApprovalNeeded` if another user must approve the request first, and a `SessionOver`
 * if nobody is signed in.
 */
export async function request<Id extends OperationId>(
  id: Id,
  input: Input<Id> = {},
): Promise<Operations[Id]['result']> {
  return await sendAndRead(id, input, async (response) => {
    const text = await response.text()
    return response.status === NO_CONTENT ? undefined : parseExact(text)
  })
}

/**
 * Returns a response that is not JSON, such as a file. Throws an `ApiError` if it is not a success.
 */
export async function file<Id extends OperationId>(id: Id, input: Input<Id>): Promise<Blob> {
  return await sendAndRead(id, input, (response) => response.blob())
}

async function sendAndRead<Id extends OperationId, Body>(
  id: Id,
  input: Input<Id>,
  read: (response: Response) => Promise<Body>,
): Promise<Body> {
  const response = await send(id, input)
  try {
    return await read(response)
  } catch (error) {
    // The response was cut off, or is not of the service.
    throw failureOf({ method: routeOf(id).method, signal: input.signal }, error)
  }
}

async function send<Id extends OperationId>(
  id: Id,
  { path, query, body, csv, image, key, signal }: Input<Id>,
): Promise<Response> {
  const route = routeOf(id)
  const headers = new Headers({ accept: 'application/json' })
  if (route.method !== 'GET') headers.set('x-tessera-csrf', '1')
  if (route.path.startsWith('/portal/')) headers.set('x-tessera-mode', currentMode())
  // Another window may have signed somebody else in: nothing is read or done here in that name.
  const user = pageUser()
  if (user !== undefined && id !== 'getMe') headers.set('x-tessera-user', String(user))
  if (!isAttended()) headers.set(UNATTENDED_HEADER, '1')
  if (key !== undefined) headers.set('idempotency-key', key)
  const content = csv ?? image ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = csv ? 'text/csv' : (image?.type ?? 'application/json')
  if (content !== undefined) headers.set('content-type', type)
  const response = await fetchReachable(urlOf(route.path, path, query), {
    method: route.method,
    headers,
    ...(content !== undefined && { body: content }),
    ...(signal && { signal }),
  })
  const approval = approvalNeeded(response)
  if (approval) throw approval
  if (response.ok) return response
  // The operations of the sign-in refuse wrong passwords and codes with the same status.
  if (response.status === UNAUTHENTICATED && !route.path.startsWith('/auth/')) {
    throw new SessionOver(route.method !== 'GET')
  }
  const parsed: unknown = await response.json().catch(() => undefined)
  throw new ApiError(response, (parsed as { error?: Fault } | undefined)?.error)
}

/** Throws `Unreachable` if there was no response, unless the caller aborted the request. */
async function fetchReachable(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw failureOf(init, error)
  }
}

/** Returns the error to throw if no whole response has arrived. */
function failureOf(
  { method, signal }: { readonly method?: string; readonly signal?: AbortSignal | null },
  cause: unknown,
): unknown {
  if (signal?.aborted === true) return cause
  void checkConnection()
  return new Unreachable(method !== 'GET', { cause })
}

/** Calls an operation and returns the data of its response, without the envelope. */
export async function call<Id extends OperationId>(
  id: Id,
  input: Input<Id> = {},
): Promise<Result<Id>> {
  const body = await request(id, input)
  const content: unknown = isEnvelope(body) ? body.data : body
  return content as Result<Id>
}

/** Returns the address of an operation, for a link that downloads it. */
export function urlOfOperation<Id extends OperationId>(
  id: Id,
  { path, query }: Pick<Input<Id>, 'path' | 'query'>,
): string {
  return urlOf(routeOf(id).path, path, query)
}

function urlOf(template: string, path: object = {}, query: object = {}): string {
  const values = new Map<string, unknown>(Object.entries(path))
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(present.map(([name, value]) => [name, String(value)]))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function isEnvelope(body: unknown): body is { data: unknown } {
  return typeof body === 'object' && body !== null && 'data' in body
}
