import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { ensureBuilt } from '../support/built.ts'
import { endChild } from '../support/end-child.ts'
import { eventually } from '../support/eventually.ts'
import { copyMigratedDataDir } from '../support/migrated-files.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { removeDirectory } from '../support/remove-directory.ts'

const PROJECT = join(import.meta.dirname, '../..')
/** The command by which these tests start a service: that of the README. */
export const SERVE: readonly string[] = ['serve']
export const ADMIN_TOKEN = 'operator-token-of-the-faults'

export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

/** A line of the service's log; other fields are left out. */
export interface LogLine {
  readonly level: number
  readonly msg: string
  readonly url?: string
  readonly operatorUrl?: string
  readonly claimUrl?: string
  readonly status?: number
  readonly isAborted?: boolean
  readonly err?: LoggedError
}

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
}

/** A service in a process of its own. */
export interface ServiceProcess {
  readonly pid: number
  readonly url: string
  /** The address of the pages of links and wallets, if it has them. */
  readonly claimUrl: string | undefined
  /** The lines that it has logged so far. */
  readonly log: readonly LogLine[]
  readonly exited: Promise<Exit>
  /** Sends the signal; returns the exit of the process. */
  end(signal: NodeJS.Signals): Promise<Exit>
  /** Sends SIGSTOP, and `thaw` SIGCONT: the process pauses, but does not end. */
  freeze(): void
  thaw(): void
}

export interface CommandEnd {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Environment variables in addition to those of every test. */
type Settings = Readonly<Record<string, string>>

/** A data directory, and the services that run on it one after the other. */
export interface Installation {
  readonly dataDir: string
  /**
   * Returns when the service accepts requests; rejects with its error output if it ends first. Runs
   * this version, or the one that was built in the folder `project`; by `SERVE`, or by other
   * arguments.
   */
  start(settings?: Settings, project?: string, argv?: readonly string[]): Promise<ServiceProcess>
  /** Runs a command line with the same settings to its end. */
  run(argv: readonly string[], settings?: Settings, project?: string): Promise<CommandEnd>
  /** Starts the demo by `npm start`: the process is npm's. */
  npmStart(settings?: Settings): Promise<ServiceProcess>
  /** The process id of the PostgreSQL on its data directory or on `dir`; undefined if none runs. */
  postmaster(dir?: string): number | undefined
}

export interface InstallationOptions {
  /** Path of its data directory, below the directory of the test. */
  readonly below?: string
  /** A data directory without files of PostgreSQL, as before a first start. */
  readonly isEmpty?: boolean
}

/**
 * Makes a data directory. When the test ends, its processes are ended, by their ids, and it is
 * removed.
 */
export function makeInstallation(options: InstallationOptions = {}): Installation {
  const { below = 'data', isEmpty = false } = options
  const home = mkdtempSync(join(quickDirectory(), 'tessera-fault-'))
  const dataDir = join(home, below)
  const children: ChildProcess[] = []
  // A service of a failed test may have left the server of a restored directory.
  const dataDirs = new Set([dataDir])
  onTestFinished(async () => {
    for (const child of children) await endChild(child, 'SIGKILL')
    for (const dir of dataDirs) await endPostmaster(dir)
    removeDirectory(home)
  })
  if (!isEmpty) copyMigratedDataDir(dataDir)
  return {
    dataDir,
    postmaster: (dir = dataDir) => postmasterOf(dir),
    async start(settings = {}, project = PROJECT, argv = SERVE) {
      await ensureBuilt()
      dataDirs.add(settings['TESSERA_DATA_DIR'] ?? dataDir)
      const child = spawn(process.execPath, ['bin/tessera.js', ...argv], {
        cwd: project,
        env: { ...environment(dataDir), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      writeFileSync(join(home, `${child.pid}.pid`), `${child.pid}`)
      return untilStarted(child, false)
    },
    async run(argv, settings = {}, project = PROJECT) {
      await ensureBuilt()
      const child = spawn(process.execPath, ['bin/tessera.js', ...argv], {
        cwd: project,
        env: { ...environment(dataDir), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      const exited = once(child, 'exit')
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      const [code] = await exited
      return { code, stdout, stderr }
    },
    async npmStart(settings = {}) {
      await ensureBuilt()
      const child = spawn('npm', ['start'], {
        cwd: PROJECT,
        env: { ...environment(dataDir), HOME: home, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      return untilStarted(child, true)
    },
  }
}

function environment(dataDir: string): Record<string, string> {
  const { PATH = '', TMPDIR = tmpdir() } = process.env
  return {
    PATH,
    TMPDIR,
    TESSERA_PORT: '0',
    TESSERA_DATA_DIR: dataDir,
    TESSERA_ADMIN_TOKEN: ADMIN_TOKEN,
    TESSERA_RATE_LIMIT: '0',
    TESSERA_POLL_LIMIT: '0',
    TESSERA_FAILURE_LIMIT: '0',
    // A killed worker's batches are taken over after this time.
    TESSERA_LEASE_SECONDS: '2',
  }
}

async function untilStarted(child: ChildProcess, isDemo: boolean): Promise<ServiceProcess> {
  const { pid, stdout, stderr } = child
  if (pid === undefined || !stdout || !stderr) throw new Error('the service was not started')
  const log: LogLine[] = []
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const errorOutput = text(stderr)
  const startedLine = () => log.find(({ msg }) => msg === 'started')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(stdout).on('line', (line) => {
      const [, ready] = /^Tessera is ready at (.*)$/.exec(line) ?? []
      if (line.startsWith('{')) log.push(JSON.parse(line))
      const started = isDemo ? ready : startedLine()?.url
      if (started !== undefined) resolve(started)
    })
    void exited.then(async ({ code }) =>
      reject(new Error(`it ended with ${code}: ${await errorOutput}`)),
    )
  })
  return {
    pid,
    url,
    claimUrl: startedLine()?.claimUrl,
    log,
    exited,
    end(signal) {
      child.kill(signal)
      return exited
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

async function endPostmaster(dataDir: string): Promise<void> {
  const pid = postmasterOf(dataDir)
  if (pid === undefined) return
  process.kill(pid, 'SIGQUIT')
  await eventually(() => {
    if (isAlive(pid)) throw new Error(`PostgreSQL (pid ${pid}) does not end`)
  })
}

function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return Number.isNaN(pid) || !isAlive(pid) ? undefined : pid
}

/** Returns false for an orphan that has ended, even before init has waited for it. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
