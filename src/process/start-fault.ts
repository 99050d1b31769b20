import { AssertionError } from 'node:assert'
import { ConfigError } from '../settings/mod.ts'
import { isOwnFault } from '../core/mod.ts'
import { codeOf } from '../db/mod.ts'

/**
 * For the `catch` of what a start needs: throws the error as one about the settings that it was
 * started with, unless it says so itself. Faults of the program stay what they are.
 */
export function blame(variables: string): (error: unknown) => never {
  return (error) => {
    const code = codeOf(error)
    // An error with a code is about an input, such as a URL or a port.
    if (error instanceof AssertionError || (isOwnFault(error) && code === undefined)) throw error
    const told = error instanceof Error ? error.message : String(error)
    if (told.startsWith(variables)) throw error
    // If no address of a name responds, there are many errors and no message.
    throw new ConfigError(`${variables}: ${told || code || 'failed'}`, { cause: error })
  }
}
