import { isOwnFault } from '../core/mod.ts'
import { ApiFailure, CommandFailure, EXIT_FAILURE, EXIT_USAGE } from './failure.ts'
import { coloursFor, printable, writeLine, type Colours, type Terminal } from './terminal.ts'

/** Says on the error output, in a line, what went wrong; answers the exit code. */
export function reportError(error: unknown, { stderr }: Terminal): number {
  const colours = coloursFor(stderr)
  const label = colours.red('error:')
  if (error instanceof ApiFailure) {
    writeLine(stderr, `${label} ${answerText(error, colours)}`)
    return error.exitCode
  }
  const message = error instanceof Error ? error.message : String(error)
  writeLine(stderr, `${label} ${printable(message)}`)
  if (error instanceof CommandFailure) {
    if (error.exitCode === EXIT_USAGE) writeLine(stderr, '(--help tells more)')
    return error.exitCode
  }
  // A fault of the program and not of its surroundings: whoever mends it needs to know where.
  if (isOwnFault(error)) writeLine(stderr, error.stack ?? '')
  return EXIT_FAILURE
}

/** `VALIDATION_ERROR (400): name must not be blank; request 7c1...`, and a line for each field. */
function answerText(failure: ApiFailure, colours: Colours): string {
  const { code, status, message, details, requestId } = failure
  const request = requestId === undefined ? '' : colours.dim(`; request ${printable(requestId)}`)
  const said = printable(`${code} (${status}): ${message}`) + request
  const fields = details
    .map(({ field, message: fault }) => `${field} ${fault}`)
    .filter((text) => text !== message)
  return [said, ...fields.map((text) => `  ${printable(text)}`)].join('\n')
}
