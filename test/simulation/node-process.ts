import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { endChild } from '../support/end-child.ts'
import type { VirtualTime } from './virtual-time.ts'

const PROJECT = join(import.meta.dirname, '../..')
const TIME = join(import.meta.dirname, 'process-time.js')

/** The fields of an error line of the log that are kept. */
export interface LoggedFault {
  readonly msg: string
  readonly err?: {
    readonly type: string
    readonly message: string
    readonly stack: string
    readonly code?: string
  }
}

/** One run of a serving process. */
export interface NodeProcess {
  /** The address that it listens on. */
  readonly url: string
  /** The address of its pages for people. */
  readonly claimUrl: string
  readonly faults: readonly LoggedFault[]
  freeze(): void
  thaw(): void
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** These are killed if the test run ends early. */
const children = new Set<ChildProcess>()
process.once('exit', () => children.forEach((child) => child.kill('SIGKILL')))

/** What a process gets from the simulation. */
export interface ProcessOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly time: VirtualTime
}

/** Starts the built service. Its clock is ahead by `aheadMs`. Rejects if it ends first. */
export async function startProcess(
  { settings, time }: ProcessOptions,
  aheadMs: number,
): Promise<NodeProcess> {
  const { PATH = '', TMPDIR = '/tmp' } = process.env
  const child = spawn(process.execPath, ['--import', TIME, 'bin/tessera.js', 'serve'], {
    cwd: PROJECT,
    env: { PATH, TMPDIR, AHEAD_MS: String(aheadMs), LEAPS_FILE: time.leapsFile, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  time.join(child)
  children.add(child)
  child.once('exit', () => children.delete(child))
  const faults: LoggedFault[] = []
  return {
    ...(await untilStarted(child, faults)),
    faults,
    freeze() {
      time.freeze(child)
      child.kill('SIGSTOP')
    },
    thaw() {
      child.kill('SIGCONT')
      time.thaw(child)
    },
    end: (signal) => endChild(child, signal),
  }
}

async function untilStarted(
  child: ChildProcess,
  faults: LoggedFault[],
): Promise<Pick<NodeProcess, 'url' | 'claimUrl'>> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('the service was not started')
  const errorOutput = text(stderr)
  return new Promise((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      if (!line.startsWith('{')) return
      const logged = JSON.parse(line)
      if (logged.level >= 50) faults.push(logged)
      if (logged.msg === 'started') resolve(logged)
    })
    child.once('exit', (code) => {
      void errorOutput.then((all) => reject(new Error(`it ended with ${code}: ${all}`)))
    })
  })
}
