/** The database cannot be reached, or the outcome is unknown. The caller should retry later. */
export class Outage extends Error {
  override readonly name = 'Outage'

  constructor(cause: unknown) {
    super('the database cannot be reached', { cause })
  }
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const SEQUENCE_GENERATOR_LIMIT_EXCEEDED = '2200H'
/**
 * SQLSTATE classes of a server that can serve no request: 08 connection exceptions, 53 insufficient
 * resources (disk, memory, connections), 58 errors of the operating system.
 */
const OUTAGE_CLASSES = new Set(['08', '53', '58'])
/**
 * Codes of an outage: 57P01..5 shutdown and start; 25P03, 25P04, 57014 and 55P03 timeouts; 25006 a
 * standby, which is read-only. Not class XX: damaged data is not an outage.
 */
const OUTAGE_CODES = new Set(
  '57P01 57P02 57P03 57P04 57P05 25P03 25P04 57014 55P03 25006'.split(' '),
)
/**
 * Severities of errors that ended or prevented the session, whatever their code. No statement
 * causes one by itself. Code 55000 is an outage only with such a severity: the database then
 * accepts no connections.
 */
const FATAL_SEVERITIES = new Set(['FATAL', 'PANIC'])
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  // A name server failed, or a name moves between servers.
  'ENOTFOUND',
  'EAI_AGAIN',
  // Sockets, ports or file descriptors are exhausted.
  'EAGAIN',
  'EADDRNOTAVAIL',
  'EMFILE',
])
/**
 * The errors of node-postgres, which have no code, when its socket closes during a query or is
 * closed already.
 */
const DRIVER_TEXTS = [
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

/** The internal errors of Citus if it loses a node in the middle of a statement. */
const INTERNAL_ERROR = 'XX000'
const LOST_NODE_TEXTS = [
  'failure on connection marked as essential',
  'server closed the connection unexpectedly',
  'could not receive data from server',
  'could not send data to server',
  'no connection to the server',
  'connection not open',
]

export function isRetryable(error: unknown): boolean {
  const code = codeOf(error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/** True if an identity column or another sequence has reached its end. */
export function isSequenceAtItsEnd(error: unknown): boolean {
  return codeOf(error) === SEQUENCE_GENERATOR_LIMIT_EXCEEDED
}

export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Outage) return true
  if (FATAL_SEVERITIES.has(memberOf(error, 'severity') ?? '')) return true
  const code = codeOf(error)
  if (code === INTERNAL_ERROR) return says(error, LOST_NODE_TEXTS)
  if (code !== undefined) {
    return OUTAGE_CLASSES.has(classOf(code)) || OUTAGE_CODES.has(code) || SOCKET_CODES.has(code)
  }
  return says(error, DRIVER_TEXTS)
}

function says(error: unknown, texts: readonly string[]): boolean {
  return error instanceof Error && texts.some((text) => error.message.startsWith(text))
}

/** Returns the code of a system or database error, such as ENOENT or 3D000, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return memberOf(error, 'code')
}

/** Returns the first two characters of a SQLSTATE, or '' for other codes. */
function classOf(code: string): string {
  return code.length === 5 ? code.slice(0, 2) : ''
}

function memberOf(error: unknown, name: 'code' | 'severity'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
