/** The result of one check of `tessera doctor`. */
export interface Finding {
  readonly check: Check
  readonly isRight: boolean
  /** One line: the finding, or the fault and its remedy. */
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
