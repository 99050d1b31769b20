import { AssertionError } from 'node:assert'
import { ConfigError } from '../settings/mod.ts'
import { isOwnFault, errorMessage } from '../core/mod.ts'
import { codeOf } from '../db/mod.ts'

/**
 * Returns a handler for `catch` in the steps of a start. It throws the error as a ConfigError that
 * names the settings, unless the error does so already. Faults of the program stay unchanged.
 */
export function blame(variables: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error)
    // An error with a code is about an input, such as a URL or a port.
    if (error instanceof AssertionError || (isOwnFault(error) && code === undefined)) throw error
    const message = errorMessage(error)
    if (message.startsWith(variables)) throw error
    // If no address of a host name responds, the error has no message but a list of errors.
    throw new ConfigError(`${variables}: ${message || code || 'failed'}`, { cause: error })
  }
}
