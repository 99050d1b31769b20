import type { JsonValue } from './json.ts'
import { fieldOf, listOf, textOf } from './json.ts'

export const EXIT_FAILURE = 1
export const EXIT_USAGE = 2
const SERVER_FAULTS_FROM = 500

/** A command failed. The message is one line for people. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure'
  readonly exitCode: number = EXIT_FAILURE
}

/** The arguments are invalid. Nothing was sent. */
export class UsageFailure extends CommandFailure {
  override readonly name = 'UsageFailure'
  override readonly exitCode = EXIT_USAGE
}

/** The service responded with an error. */
export class ApiFailure extends CommandFailure {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly code: string
  readonly details: readonly { readonly field: string; readonly message: string }[]
  readonly requestId: string | undefined

  constructor(status: number, body: JsonValue | undefined, requestId: string | undefined) {
    const error = fieldOf(body, 'error')
    super(textOf(fieldOf(error, 'message')) ?? 'the response is not from this service')
    this.status = status
    this.code = textOf(fieldOf(error, 'code')) ?? 'UNEXPECTED_ANSWER'
    this.details = listOf(fieldOf(error, 'details')).map((detail) => ({
      field: textOf(fieldOf(detail, 'field')) ?? '',
      message: textOf(fieldOf(detail, 'message')) ?? '',
    }))
    this.requestId = requestId
  }

  /** True for a fault of the service: the outcome may be unknown. */
  get isServerFault(): boolean {
    return this.status >= SERVER_FAULTS_FROM
  }
}

/** Returns the code of a network error, such as ECONNREFUSED. */
export function faultCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause === undefined ? error.message : faultCodeOf(error.cause)
}
