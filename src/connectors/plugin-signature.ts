import { createHash, createHmac } from 'node:crypto'

/** The key that signs requests to a plug-in and its responses. */
export interface PluginKey {
  readonly keyId: string
  readonly secret: string
}

/** The most seconds by which our clock and that of a plug-in may differ. */
export const SKEW_SECONDS_MAX = 300

export interface SignedRequest {
  readonly method: string
  /** Path and query, below the address of the plug-in. */
  readonly target: string
  readonly body: string | Buffer
  /** In whole seconds. */
  readonly timestamp: string
}

export function signRequest(
  { secret }: PluginKey,
  { method, target, body, timestamp }: SignedRequest,
): string {
  return mac(secret, ['v1', timestamp, method, target, digestOf(body)])
}

/**
 * The signature of a response covers that of its request, so no response can be used for another
 * request.
 */
export function signResponse(
  { secret }: PluginKey,
  of: {
    readonly status: number
    readonly requestSignature: string
    readonly body: string | Buffer
  },
): string {
  return mac(secret, ['v1', String(of.status), of.requestSignature, digestOf(of.body)])
}

function mac(secret: string, lines: readonly string[]): string {
  return `v1=${createHmac('sha256', secret).update(lines.join('\n')).digest('hex')}`
}

function digestOf(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
