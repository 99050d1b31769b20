import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { endChild } from '../support/end-child.ts'

const PROJECT = join(import.meta.dirname, '../..')
const SKEW = join(import.meta.dirname, 'skewed-clock.js')

/** A line that was logged as an error, of which this is left. */
export interface LoggedFault {
  readonly msg: string
  readonly err?: {
    readonly type: string
    readonly message: string
    readonly stack: string
    readonly code?: string
  }
}

/** One life of a process that serves. */
export interface NodeProcess {
  /** Where it listens. */
  readonly url: string
  /** Where people see its pages. */
  readonly claimUrl: string
  readonly faults: readonly LoggedFault[]
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** A run that ends early leaves none of them. */
const children = new Set<ChildProcess>()
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')))

/** Starts the built service. Its clock is ahead by `aheadMs`. Rejects if it ends first. */
export async function startProcess(
  settings: Readonly<Record<string, string>>,
  aheadMs: number,
): Promise<NodeProcess> {
  const { PATH = '', TMPDIR = '/tmp' } = process.env
  const child = spawn(process.execPath, ['--import', SKEW, 'bin/tessera.js', 'serve'], {
    cwd: PROJECT,
    env: { PATH, TMPDIR, AHEAD_MS: String(aheadMs), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const faults: LoggedFault[] = []
  return {
    ...(await untilStarted(child, faults)),
    faults,
    signal: (signal) => void child.kill(signal),
    end: (signal) => endChild(child, signal),
  }
}

async function untilStarted(
  child: ChildProcess,
  faults: LoggedFault[],
): Promise<Pick<NodeProcess, 'url' | 'claimUrl'>> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the service was not started')
  const said = text(stderr)
  return new Promise((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      if (!line.startsWith('{')) return
      const logged = JSON.parse(line)
      if (logged.level >= 50) faults.push(logged)
      if (logged.msg === 'started') resolve(logged)
    })
    child.once('exit', (code) => {
      void said.then((all) => reject(new Error(`it ended with ${code}: ${all}`)))
    })
  })
}
