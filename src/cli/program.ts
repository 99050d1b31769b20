import { Command, CommanderError } from 'commander'
import type { Environment } from '../settings/mod.ts'
import { EXIT_USAGE } from './failure.ts'
import type { Invocation } from './invocation.ts'
import { reportError } from './report-error.ts'
import type { Terminal } from './terminal.ts'
import { VERSION } from './version.ts'

/** The input and output of a run. By default, the terminal and environment of the process. */
export interface Surroundings {
  readonly terminal?: Terminal
  readonly environment?: Environment
  readonly interrupt?: AbortSignal
}

export function newInvocation(surroundings: Surroundings): Invocation {
  const { terminal = process, environment, interrupt } = surroundings
  return { terminal, environment, interrupt, exitCode: 0 }
}

/** Returns the program `tessera` without commands. */
export function newProgram({ stdout, stderr }: Terminal): Command {
  return new Command('tessera')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .helpCommand(false)
    .version(VERSION, '-V, --version')
    .showHelpAfterError('(--help tells more)')
}

/**
 * Runs one command line, given without the program's name. Returns the exit code: 0 for success, 1
 * for a failure or an error response, 2 for invalid arguments.
 */
export async function runProgram(
  program: Command,
  argv: readonly string[],
  invocation: Invocation,
): Promise<number> {
  const { terminal } = invocation
  terminal.stdout.on('error', throwUnlessGone)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return invocation.exitCode
  } catch (error) {
    // Commander has printed the message. Help and version are successes.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE
    return isOutputGone(error) ? invocation.exitCode : reportError(error, terminal)
  }
}

/** True if the reader of our output closed it, as in `tessera products list | head`. */
function isOutputGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE'
}

/** Stays attached, because earlier writes may fail later. */
function throwUnlessGone(error: Error): void {
  if (!isOutputGone(error)) throw error
}
