import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import pino, { type DestinationStream, type Logger } from 'pino'
import { isoTime, systemClock, withoutAddresses } from '../../core/mod.ts'

export type Log = Logger
export type LogDestination = DestinationStream

/** Fields that are removed from every log line. */
const SECRET_FIELDS = [
  'apiKey',
  'password',
  'token',
  'hmacSecret',
  'adminToken',
  'masterKey',
  'giftCardNumber',
  'giftCardPin',
  'barCodeNumber',
  'signature',
  'authorization',
]
const SECRET_HEADERS = ['authorization', 'x-api-key', 'x-signature', 'x-signature-v2', 'cookie']

/** Creates the service's log: one line of JSON per event, on standard output by default. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${isoTime(systemClock.now())}"`,
      serializers: { err: (error: unknown) => describeError(error) },
      redact: {
        paths: [...SECRET_FIELDS, ...SECRET_HEADERS.map((name) => `headers["${name}"]`)],
        censor: '[redacted]',
      },
    },
    destination ?? standardOutput(),
  )
}

/**
 * Returns standard output, buffered for one tick. Rejected: pino's destination, which measures its
 * whole buffer at every line.
 */
function standardOutput(): DestinationStream {
  let lines: string[] = []
  // If the reader disconnects, only the log ends.
  process.stdout.on('error', () => undefined)
  const flush = (): void => {
    if (lines.length === 0) return
    process.stdout.write(lines.join(''))
    lines = []
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (lines.length === 0) setImmediate(flush)
      lines.push(line)
    },
  }
}

/** Returns a new file, readable by its owner only. The previous file is renamed to `.1`. */
export function createFileDestination(path: string): DestinationStream {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    renameSync(path, `${path}.1`)
  } catch {
    // There is no previous file.
  }
  return pino.destination({ dest: path, sync: true, mode: 0o600 })
}

const CAUSE_DEPTH_MAX = 4

/**
 * Returns selected fields of an error, because others may hold values of a row, or an address that
 * a mail server refused.
 */
function describeError(error: unknown, depth = 1): Record<string, unknown> {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutAddresses(String(error)) }
  const { name, cause } = error
  const message = withoutAddresses(error.message)
  const stack = error.stack && withoutAddresses(error.stack)
  const code = 'code' in error ? error.code : undefined
  const hasCause = cause !== undefined && depth < CAUSE_DEPTH_MAX
  return { type: name, message, code, stack, cause: hasCause && describeError(cause, depth + 1) }
}
