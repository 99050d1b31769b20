import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile, rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { dirArgument, type Cluster } from './cluster.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { PROGRAM_ENVIRONMENT } from './run-program.ts'
import { settingArguments } from './settings.ts'

/** The end of a process: its exit code, or the signal that ended it; the other is null. */
export interface Exit {
  readonly code: number | null
  readonly signal: string | null
}

export interface ServerProcess {
  /** Settles when it has ended, for any reason. */
  readonly exited: Promise<Exit>
  /** Rolls running statements back and stops it. Resolves when it is gone. */
  stop(): Promise<void>
}

const POLL_MS = 15
const POLLS_PER_NOTICE = 600
/**
 * Time for the clean shutdown. Then follows the immediate shutdown (SIGQUIT), after which the next
 * start recovers.
 */
const SHUTDOWN_MS_MAX = 20_000

/**
 * Starts the server and waits until it accepts connections, however long recovery takes. It leads
 * its own session, so that Ctrl-C in the terminal reaches the service only.
 */
export async function launchServer(
  cluster: Cluster,
  logFile: string,
  log: (message: string) => void,
): Promise<ServerProcess> {
  const { child, exited } = await spawnServer(cluster, logFile)
  try {
    await untilReady(child, cluster.dir, log)
  } catch (error) {
    await stopServer(child, exited)
    throw new Error(`${messageOf(error)}${await lastWords(logFile)}`, { cause: error })
  }
  return { exited, stop: () => stopServer(child, exited) }
}

interface SpawnedServer {
  readonly child: ChildProcess
  readonly exited: Promise<Exit>
}

/** Keeps the log of this start and the previous one, so that their size is bounded. */
async function spawnServer(cluster: Cluster, logFile: string): Promise<SpawnedServer> {
  await rename(logFile, `${logFile}.1`).catch(() => {})
  // Exclusive, so that root follows no symbolic link in somebody else's directory.
  const output = await open(logFile, 'ax', 0o600)
  try {
    const args = ['-D', dirArgument(cluster.dir), ...settingArguments(cluster.settings)]
    const child = spawn(cluster.binaries.postgres, args, {
      cwd: cluster.dir,
      env: PROGRAM_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
      ...cluster.runAs,
    })
    const exited = new Promise<Exit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
    })
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    return { child, exited }
  } finally {
    await output.close()
  }
}

async function untilReady(
  child: ChildProcess,
  clusterDir: string,
  log: (message: string) => void,
): Promise<void> {
  for (let poll = 1; ; poll++) {
    const file = await readPostmasterFile(clusterDir)
    if (file?.isReady && file.pid === child.pid) return
    if (hasEnded(child)) throw new Error('PostgreSQL ended while it started')
    if (poll % POLLS_PER_NOTICE === 0) log('PostgreSQL is still recovering')
    await sleep(POLL_MS)
  }
}

async function stopServer(child: ChildProcess, exited: Promise<Exit>): Promise<void> {
  if (hasEnded(child)) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    child.kill(signal)
    if (await settlesWithin(exited, SHUTDOWN_MS_MAX)) return
  }
  child.kill('SIGKILL')
  await exited
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  try {
    const timeout = sleep(ms, false, { signal: timer.signal })
    return await Promise.race([promise.then(() => true), timeout])
  } finally {
    timer.abort()
  }
}

async function lastWords(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line))
  return fatal === undefined ? `; see ${logFile}` : `: ${fatal}; see ${logFile}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
