import type { WriteKeys } from './errors.ts'
import { ROUTES, type Operations } from './operations.ts'

/** An attempt that is about to be sent, with the key under which its write can be repeated. */
export interface SentRequest extends WriteKeys {
  readonly operation: keyof Operations
  readonly method: string
  readonly target: string
  /** 1 for the first. */
  readonly attempt: number
}

export interface Input {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** A request before its first attempt. */
export interface Prepared extends SentRequest {
  readonly address: string
  readonly isSigned: boolean
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly signal: AbortSignal | undefined
}

interface Options {
  readonly base: string
  readonly signal: AbortSignal | undefined
  readonly idempotencyKey: string | undefined
}

/**
 * Returns a request to sign. If the operation has an Idempotency-Key and the caller gave none, a
 * new one is used. A `referenceId` is never generated: a caller that lost it would move the money
 * twice.
 */
export function prepare(operation: keyof Operations, input: Input, options: Options): Prepared {
  const { method, path, repeat } = ROUTES[operation]
  const { body } = input
  const hasHeader = repeat === 'idempotencyKey'
  const referenceId = repeat === 'referenceId' ? referenceOf(body) : undefined
  const key = hasHeader ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
  const target = targetOf(path, input)
  return {
    operation,
    method,
    address: options.base + target,
    target,
    isSigned: true,
    attempt: 0,
    idempotencyKey: key ?? referenceId,
    referenceId,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: options.signal,
  }
}

/** Returns a request for a pre-signed link. Its query is a secret, so no hook gets it. */
export function prepareDownload(address: string, signal: AbortSignal | undefined): Prepared {
  const target = address.replaceAll(/^\w+:\/\/[^/]+|[?#].*$/g, '')
  return {
    operation: 'downloadExport',
    method: 'GET',
    address,
    target,
    isSigned: false,
    attempt: 0,
    idempotencyKey: undefined,
    referenceId: undefined,
    headers: {},
    body: undefined,
    signal,
  }
}

function referenceOf(body: unknown): string {
  const { referenceId } = body as { readonly referenceId?: unknown }
  if (typeof referenceId === 'string' && referenceId !== '') return referenceId
  throw new TypeError('referenceId is missing: store one for each transaction, and repeat it')
}

/** Returns path and query. Throws for an empty or dotted segment, which names another path. */
function targetOf(path: string, { path: pathValues = {}, query = {} }: Input): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(pathValues[name] ?? '')
    if (['', '.', '..'].includes(value)) throw new TypeError(`${name} must not be "${value}"`)
    return encode(value)
  })
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = pairs.map(([name, value]) => `${name}=${encode(String(value))}`).join('&')
  return text === '' ? filled : `${filled}?${text}`
}

/** `fetch` encodes an apostrophe of a query, and the second signature covers the query. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll("'", '%27')
}
