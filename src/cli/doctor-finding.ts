/** What one check of `tessera doctor` found. */
export interface Finding {
  readonly check: Check
  readonly isRight: boolean
  /** One line: what is so, or what is wrong and its remedy. */
  readonly says: string
}

export type Check =
  | 'settings'
  | 'address'
  | 'connection'
  | 'tls'
  | 'service'
  | 'version'
  | 'clock'
  | 'credential'
  | 'signature'
  | 'permissions'

export function right(check: Check, says: string): Finding {
  return { check, isRight: true, says }
}

export function wrong(check: Check, says: string): Finding {
  return { check, isRight: false, says }
}

/** Without traffic for this long, a service does not respond. */
export const SILENCE_MS_MAX = 10_000

/** Returns the code of a network error, such as ECONNREFUSED. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.message : codeOf(error.cause)
}
