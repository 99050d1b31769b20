/** The database cannot be reached, or cannot say: the caller is told to come back. */
export class Outage extends Error {
  override readonly name = 'Outage'

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause })
  }
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
/**
 * Beside class 08, connection exceptions. 57P01..5 shutdowns and starts, 25P03 and 25P04 sessions
 * that were ended for their slowness, 53300 too many connections; and servers that can write
 * nothing: 53100 a full disk, 58030 a broken one, 25006 a standby.
 */
const CONNECTION_CODES = new Set(
  '57P01 57P02 57P03 57P04 57P05 25P03 25P04 53300 53100 58030 25006'.split(' '),
)
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // A name server that stumbles, or a name that moves from one server to the next.
  'ENOTFOUND',
  'EAI_AGAIN',
])
/**
 * What node-postgres says without a code when its socket ends under a query, or is dead already.
 */
const DRIVER_TEXTS = [
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Outage) return true
  const code = codeOf(error)
  if (code !== undefined) {
    return code.startsWith('08') || CONNECTION_CODES.has(code) || SOCKET_CODES.has(code)
  }
  return error instanceof Error && DRIVER_TEXTS.some((text) => error.message.startsWith(text))
}

export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
