import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { codeOf } from '../faults.ts'

/** Another user of the operating system whom the server runs as. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

export interface RunOptions {
  readonly cwd?: string
  readonly runAs?: ServerUser | undefined
}

export interface RunResult {
  readonly ok: boolean
  readonly output: string
  /** In one line; empty where it went well. */
  readonly failure: string
  /** Of the attempt to run it at all, such as EACCES. */
  readonly errorCode: string | undefined
}

/** Nothing of ours reaches PostgreSQL's programs: they read a dozen variables of their own. */
export const PROGRAM_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

const runFile = promisify(execFile)

/** Runs a program to its end; a failure is an answer, not an exception. */
export async function runProgram(
  file: string,
  args: readonly string[],
  { cwd = '/', runAs }: RunOptions,
): Promise<RunResult> {
  try {
    const options = { cwd, env: PROGRAM_ENVIRONMENT, maxBuffer: 16 * 1024 * 1024, ...runAs }
    const { stdout } = await runFile(file, args, options)
    return { ok: true, output: stdout, failure: '', errorCode: undefined }
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): RunResult {
  if (!(error instanceof Error)) throw error
  const output = 'stderr' in error ? String(error.stderr) : ''
  const firstLine = output.split('\n').find((line) => line.trim() !== '')
  return { ok: false, output: '', failure: firstLine ?? error.message, errorCode: codeOf(error) }
}
