import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SOCKET_PORT } from './settings.ts'

/** The contents of postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number
  readonly isReady: boolean
}

const FILE = 'postmaster.pid'
const PID_LINE = 0
const STATUS_LINE = 7
const SOCKET = `.s.PGSQL.${SOCKET_PORT}`

/** Returns undefined if no server has started, or none has finished writing the file. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const lines = await readFile(join(clusterDir, FILE), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[PID_LINE])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  return { pid, isReady: lines[STATUS_LINE]?.trim() === 'ready' }
}

/**
 * Removes the files of a killed server. A new server would take a reused process id for a live
 * server and refuse to start. Call it only if none is alive.
 */
export async function removeServerTraces(clusterDir: string): Promise<void> {
  for (const name of [FILE, SOCKET, `${SOCKET}.lock`]) {
    await rm(join(clusterDir, name), { force: true })
  }
}
