import { isoTime, signedHeaders } from '../../core/mod.ts'
import type { AdapterAccount, Reply, Call, Creation } from '../adapter.ts'
import { type ExactJson, type JsonBody, stringifyExact, textAt } from '../exact-json.ts'

const UUID_LENGTH = 36

interface Signed {
  readonly body?: JsonBody
  readonly headers?: Readonly<Record<string, string>>
}

export function signedCall(
  method: 'GET' | 'POST',
  target: string,
  account: AdapterAccount,
  { body, headers }: Signed = {},
): Call {
  const { apiKey = '', hmacSecret = '' } = account.secrets
  const { clientId = '' } = account.settings
  const text = body === undefined ? '' : stringifyExact(body)
  const toSign = { method, body: Buffer.from(text, 'utf8'), timestamp: isoTime(account.now) }
  const own = signedHeaders({ clientId, apiKey, hmacSecret }, toSign)
  const all = { ...own, ...headers }
  return { method, host: '', path: target, headers: all, ...(body !== undefined && { body }) }
}

/** The random part of a reference is the idempotency key, and the id of our requests there. */
export function keyOf({ reference }: Creation): string {
  return reference.slice(-UUID_LENGTH)
}

/** True if the service says that there is nothing. A 404 of another server does not say that. */
export function isAbsent({ status, json }: Reply): boolean {
  return status === 404 && textAt(json, 'error', 'code') === 'RESOURCE_NOT_FOUND'
}

export function messageOf(json: ExactJson | undefined): string | undefined {
  return textAt(json, 'error', 'message')
}
