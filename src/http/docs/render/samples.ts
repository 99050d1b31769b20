import type { Code } from './code.ts'
import type { Operation } from './operations.ts'
import { pythonCall } from './python-call.ts'
import type { Parameter } from './reference-document.ts'
import { sdkExample } from './sdk-example.ts'

const JSON_TYPE = 'application/json'

/** A request that a sample sends. */
interface SampleRequest {
  readonly method: string
  /** With its placeholders, and with the query parameters that are required. */
  readonly target: string
  readonly contentType: string | undefined
  readonly body: unknown
}

/**
 * Returns sample calls of an operation: signed, with the operator's token, or without
 * authentication.
 */
export function samplesOf(operation: Operation): readonly Code[] {
  const request = requestOf(operation)
  const { operationId, parameters = [], security } = operation
  if (security.length === 0)
    return [{ language: 'sh', text: `curl -sS "$TESSERA_URL${request.target}"\n` }]
  if (operation.audience === 'operators') return [{ language: 'sh', text: bearerCurl(request) }]
  const typescript = sdkExample(operationId)
  const pathParameters = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
  const query = requiredQuery(parameters)
  const python = pythonCall({ operationId, pathParameters, body: request.body, query })
  return [
    { language: 'sh', label: 'tessera', text: tesseraCall(request) },
    { language: 'sh', label: 'curl', text: signedCurl(request) },
    ...(typescript === undefined ? [] : [{ language: 'ts', text: typescript }]),
    { language: 'python', text: python },
  ]
}

function requestOf(operation: Operation): SampleRequest {
  const { method, path, parameters = [], requestBody } = operation
  const query = requiredQuery(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  const [contentType, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const body = contentType === JSON_TYPE ? media?.example : undefined
  return { method, target: query === '' ? path : `${path}?${query}`, contentType, body }
}

function requiredQuery(parameters: readonly Parameter[]): readonly (readonly [string, unknown])[] {
  return parameters
    .filter((one) => one.in === 'query' && one.required === true)
    .map(({ name, schema }) => [name, schema?.example])
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function jsonArgument(body: unknown): string {
  return quoted(JSON.stringify(body, null, 2))
}

function tesseraCall({ method, target, body }: SampleRequest): string {
  const data = body === undefined ? '' : ` --data ${jsonArgument(body)}`
  const shown = /[?&]/.test(target) ? quoted(target) : target
  return `tessera call ${method} ${shown}${data}\n`
}

function bearerCurl({ method, target, contentType, body }: SampleRequest): string {
  const lines = [
    `curl -sS -X ${method} "$TESSERA_URL${target}"`,
    `-H "authorization: Bearer $TESSERA_ADMIN_TOKEN"`,
    ...(contentType === undefined ? [] : [`-H 'content-type: ${contentType}'`]),
    ...(body === undefined ? [] : [`--data ${jsonArgument(body)}`]),
    ...(contentType !== undefined && body === undefined ? ['--data-binary @file'] : []),
  ]
  return `${lines.join(' \\\n  ')}\n`
}

function signedCurl({ method, target, body }: SampleRequest): string {
  const text = body === undefined ? "''" : jsonArgument(body)
  return `body=${text}
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
hash=$(printf %s "$body" | openssl dgst -sha256 -binary | openssl base64 -A)
signature=$(printf '%s\\n%s\\n%s\\n%s' ${method} "$now" "$TESSERA_CLIENT_ID" "$hash" |
  openssl dgst -sha256 -hmac "$TESSERA_HMAC_SECRET" -binary | openssl base64 -A)
curl -sS -X ${method} "$TESSERA_URL${target}" --data-binary "$body" \\
  -H 'content-type: application/json' \\
  -H "x-api-key: $TESSERA_API_KEY" \\
  -H "x-client-id: $TESSERA_CLIENT_ID" \\
  -H "x-timestamp: $now" \\
  -H "x-body-hash: $hash" \\
  -H "x-signature: $signature"
`
}
