import { readdir, readFile, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { rethrowUnless } from './error-code.ts'
import { readPostmasterFile, removeServerTraces } from './postmaster-file.ts'
import { runProgram } from './run-program.ts'

type Log = (message: string) => void

const POLL_MS = 25
/** About 20 seconds, as long as a shutdown may take. */
const POLLS_MAX = 800

/**
 * Stops the server that a killed service left in the directory, cleanly if possible, and removes
 * its files. The caller holds the claim, so no live service uses it.
 */
export async function endOrphan(clusterDir: string, log: Log): Promise<void> {
  const residents = await processesIn(clusterDir)
  if (residents.length > 0) await endAll(clusterDir, residents, log)
  await removeServerTraces(clusterDir)
}

async function endAll(clusterDir: string, residents: number[], log: Log): Promise<void> {
  const postmaster = (await readPostmasterFile(clusterDir))?.pid
  if (postmaster !== undefined && residents.includes(postmaster)) {
    log(`ending the PostgreSQL (pid ${postmaster}) that a killed service left in ${clusterDir}`)
    signal([postmaster], 'SIGINT')
    if (await areGone(clusterDir, residents)) return
    signal([postmaster], 'SIGQUIT')
  } else {
    // Without a postmaster, its child processes end, but only after their current statement.
    signal(residents, 'SIGQUIT')
  }
  if (await areGone(clusterDir, residents)) return
  signal(await processesIn(clusterDir), 'SIGKILL')
  if (await areGone(clusterDir, residents)) return
  throw new Error(`the PostgreSQL that runs in ${clusterDir} does not end`)
}

/** Scans all processes only once the known ones are gone. */
async function areGone(clusterDir: string, processIds: readonly number[]): Promise<boolean> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const alive = await processesIn(clusterDir, processIds)
    if (alive.length === 0 && (await processesIn(clusterDir)).length === 0) return true
    await sleep(POLL_MS)
  }
  return false
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      rethrowUnless(error, 'ESRCH')
    }
  }
}

/**
 * Returns the PostgreSQL processes of this directory, of all processes or of `among`. A reused
 * process id is never included.
 */
async function processesIn(clusterDir: string, among?: readonly number[]): Promise<number[]> {
  if (process.platform !== 'linux') return processesByArguments(clusterDir)
  const home = await stat(clusterDir)
  const processIds: number[] = []
  for (const pid of among ?? (await readdir('/proc')).map(Number).filter(Number.isSafeInteger)) {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
    if (name !== 'postgres\n') continue
    const cwd = await stat(`/proc/${pid}/cwd`).catch(() => undefined)
    if (cwd?.ino === home.ino && cwd.dev === home.dev) processIds.push(pid)
  }
  return processIds
}

/** For systems that hide working directories: finds the server by its arguments. */
async function processesByArguments(clusterDir: string): Promise<number[]> {
  const list = await runProgram('/bin/ps', ['-axww', '-o', 'pid=,command='], {})
  return list.output
    .split('\n')
    .filter((line) => line.includes(`/postgres -D ${clusterDir} `))
    .map((line) => Number.parseInt(line, 10))
}
