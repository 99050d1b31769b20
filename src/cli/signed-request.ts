import type { IncomingHttpHeaders } from 'node:http'
import { parseFault } from '@tessera/sdk'
import { isoTime, signedHeaders, signedHeadersV2, systemClock, randomUUID } from '../core/mod.ts'
import type { PartnerConnection } from './connection.ts'
import { exchange, readBody } from './exchange.ts'
import { parseJson, type JsonValue } from './json.ts'

export interface SignedRequest {
  readonly method: 'GET' | 'POST'
  /** Path and query. */
  readonly target: string
  readonly body?: JsonValue
  /** Headers that replace the signed ones. */
  readonly headers?: Readonly<Record<string, string>>
  /** False leaves out the second signature. */
  readonly hasSecondSignature: boolean
  /** Lead of the service's clock over ours. */
  readonly clockOffsetMs?: number
  readonly silenceMsMax?: number
  readonly interrupt?: AbortSignal
}

export interface SignedReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: JsonValue | undefined
  readonly requestId: string
  /** `error.code` of the body; an empty text if there is no error. */
  readonly code: string
  /** `error.message` of the body; an empty text if there is no error. */
  readonly message: string
  /** The fields that the error names. */
  readonly fields: readonly string[]
}

/** Signs and sends a request as a partner, and reads its JSON whatever the status is. */
export async function sendSigned(
  { base, signer }: PartnerConnection,
  request: SignedRequest,
): Promise<SignedReply> {
  const { method, target, clockOffsetMs = 0, silenceMsMax, interrupt } = request
  const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body))
  const timestamp = isoTime(Math.round(systemClock.now() + clockOffsetMs))
  const toSign = { method, target, body: body ?? Buffer.alloc(0), timestamp, nonce: randomUUID() }
  const signed = request.hasSecondSignature
    ? signedHeadersV2(signer, toSign)
    : signedHeaders(signer, toSign)
  const reply = await exchange({
    method,
    base,
    target,
    headers: {
      ...signed,
      ...(body && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(body && { body }),
    ...(silenceMsMax !== undefined && { silenceMsMax }),
    ...(interrupt && { interrupt }),
  })
  const text = (await readBody(reply.body)).toString('utf8')
  const fault = parseFault(text)
  return {
    status: reply.status,
    headers: reply.headers,
    body: parseJson(text),
    requestId: String(reply.headers['x-request-id'] ?? 'without id'),
    code: fault?.code ?? '',
    message: fault?.message ?? '',
    fields: fault?.details.map(({ field }) => field) ?? [],
  }
}
