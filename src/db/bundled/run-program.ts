import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { codeOf } from '../faults.ts'

/** The operating system user of the server, if it is not ours. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

export interface RunOptions {
  readonly cwd?: string
  readonly runAs?: ServerUser | undefined
}

export interface RunResult {
  readonly hasSucceeded: boolean
  readonly output: string
  /** One line, or empty for success. */
  readonly failure: string
  /** The code if the program could not be started, such as EACCES. */
  readonly errorCode: string | undefined
}

/** PostgreSQL's programs get none of our variables, because they read a dozen of their own. */
export const PROGRAM_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

const runFile = promisify(execFile)

/** Runs a program to its end. Returns a failure instead of throwing. */
export async function runProgram(
  file: string,
  args: readonly string[],
  { cwd = '/', runAs }: RunOptions,
): Promise<RunResult> {
  try {
    const options = { cwd, env: PROGRAM_ENVIRONMENT, maxBuffer: 16 * 1024 * 1024, ...runAs }
    const { stdout } = await runFile(file, args, options)
    return { hasSucceeded: true, output: stdout, failure: '', errorCode: undefined }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): RunResult {
  if (!(error instanceof Error)) throw error
  const output = 'stderr' in error ? String(error.stderr) : ''
  const firstLine = output.split('\n').find((line) => line.trim() !== '')
  return {
    hasSucceeded: false,
    output: '',
    failure: firstLine ?? error.message,
    errorCode: codeOf(error),
  }
}
