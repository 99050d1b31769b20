/** The database cannot be reached, or cannot say: the caller should retry later. */
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
 * Classes of states in which a server serves nobody, whatever was asked: 08 connection exceptions,
 * 53 too few resources (disk, memory, connections), 58 errors of the system beneath it.
 */
const OUTAGE_CLASSES = new Set(['08', '53', '58'])
/**
 * Beside these classes. 57P01..5 shutdowns and starts; 25P03 and 25P04 sessions, and 57014 and
 * 55P03 statements and waits for locks, that were ended for their slowness; 25006 a standby, which
 * writes nothing. Not class XX: damaged data is a fault.
 */
const OUTAGE_CODES = new Set(
  '57P01 57P02 57P03 57P04 57P05 25P03 25P04 57014 55P03 25006'.split(' '),
)
/**
 * An error that ended its session, or let none begin, whatever its code: a statement's own fault
 * never does. This also tells a database that accepts no connections from other causes of 55000.
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
  // A name server failed, or a name moves from one server to another.
  'ENOTFOUND',
  'EAI_AGAIN',
  // More connections are asked for than a socket, the ports or the process have room for.
  'EAGAIN',
  'EADDRNOTAVAIL',
  'EMFILE',
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

/** Whether an identity column, or another sequence, has given its last number. */
export function isSequenceAtItsEnd(error: unknown): boolean {
  return codeOf(error) === SEQUENCE_GENERATOR_LIMIT_EXCEEDED
}

export function isConnectionLost(error: unknown): boolean {
  if (error instanceof Outage) return true
  if (FATAL_SEVERITIES.has(fieldOf(error, 'severity') ?? '')) return true
  const code = codeOf(error)
  if (code !== undefined) {
    return OUTAGE_CLASSES.has(classOf(code)) || OUTAGE_CODES.has(code) || SOCKET_CODES.has(code)
  }
  return error instanceof Error && DRIVER_TEXTS.some((text) => error.message.startsWith(text))
}

/** The code of a system or database error, such as ENOENT or 3D000; undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  return fieldOf(error, 'code')
}

/** The first two of the five characters of a SQLSTATE; other codes have no class. */
function classOf(code: string): string {
  return code.length === 5 ? code.slice(0, 2) : ''
}

function fieldOf(error: unknown, name: 'code' | 'severity'): string | undefined {
  if (typeof error !== 'object' || error === null || !(name in error)) return undefined
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}
