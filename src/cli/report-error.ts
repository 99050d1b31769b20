import { isOwnFault, errorMessage } from '../core/mod.ts'
import { ApiFailure, CommandFailure, EXIT_FAILURE, EXIT_USAGE } from './failure.ts'
import { colorsFor, printable, writeLine, type Colors, type Terminal } from './terminal.ts'

/** Prints one line about an error to the error output, and returns the exit code. */
export function reportError(error: unknown, { stderr }: Terminal): number {
  const colors = colorsFor(stderr)
  const label = colors.red('error:')
  if (error instanceof ApiFailure) {
    writeLine(stderr, `${label} ${failureText(error, colors)}`)
    return error.exitCode
  }
  const message = errorMessage(error)
  writeLine(stderr, `${label} ${printable(message)}`)
  if (error instanceof CommandFailure) {
    if (error.exitCode === EXIT_USAGE) writeLine(stderr, '(--help tells more)')
    return error.exitCode
  }
  // Only bugs print a stack.
  if (isOwnFault(error)) writeLine(stderr, error.stack ?? '')
  return EXIT_FAILURE
}

/**
 * Returns a line such as `VALIDATION_ERROR (400): name must not be blank; request 7c1...`, and one
 * line per field.
 */
function failureText(failure: ApiFailure, colors: Colors): string {
  const { code, status, message, details, requestId } = failure
  const request = requestId === undefined ? '' : colors.dim(`; request ${printable(requestId)}`)
  const summary = printable(`${code} (${status}): ${message}`) + request
  const fields = details
    .map(({ field, message: fault }) => `${field} ${fault}`)
    .filter((text) => text !== message)
  return [summary, ...fields.map((text) => `  ${printable(text)}`)].join('\n')
}
