import { chown, mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { syncDirectory } from '../sync-directory.ts'
import type { Binaries } from './binaries.ts'
import { rethrowUnless } from './error-code.ts'
import { runProgram, type ServerUser } from './run-program.ts'
import { SEGMENT_MIB } from './segment-name.ts'
import type { Settings } from './settings.ts'

/** One PostgreSQL cluster: its files, and the programs and user that serve them. */
export interface Cluster {
  readonly dir: string
  readonly runAs: ServerUser | undefined
  readonly binaries: Binaries
  readonly settings?: Settings
}

export const SUPERUSER = 'tessera'

/** PostgreSQL has run in this data directory, but its files are gone. */
export class ClusterMissing extends Error {
  override readonly name = 'ClusterMissing'
}

/**
 * Returns the directory's name for programs that have it as working directory. On Linux it is
 * entered before the user changes, and this name works even if only root may enter the parents. It
 * also avoids PostgreSQL's limits on path lengths.
 */
export function dirArgument(clusterDir: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : clusterDir
}

/** Removes the remains of an unfinished first start. The caller holds the claim. */
export async function discardUnfinished(clusterDir: string): Promise<void> {
  await rm(unfinishedDir(clusterDir), { recursive: true, force: true })
  await rmdir(clusterDir).catch((error: unknown) => {
    rethrowUnless(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')
  })
}

/**
 * Creates the cluster if there is none, completely or not at all. Refuses one of another version.
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const { dir, binaries } = cluster
  const version = await readVersion(dir)
  if (version === undefined) return createCluster(cluster)
  requireMajor(dir, version, binaries)
}

/**
 * Throws ClusterMissing if the files of a cluster that has run are gone, as after a lost mount. A
 * new, empty cluster would run without any of the old money.
 */
export async function requireCluster(clusterDir: string): Promise<void> {
  if ((await readVersion(clusterDir)) !== undefined) return
  throw new ClusterMissing(
    `PostgreSQL has run in ${clusterDir}, and its files are gone: mount or move them back; ` +
      `to begin with an empty database, stop the service and remove ${clusterDir}.log*`,
  )
}

/** Throws unless the files are of the version that this Tessera brings. */
export function requireMajor(dir: string, version: string, binaries: Binaries): void {
  if (version !== binaries.major) {
    throw new Error(
      `${dir} was written by PostgreSQL ${version} and this Tessera brings ${binaries.major}; ` +
        'move it with pg_dumpall, or set DATABASE_URL',
    )
  }
}

async function createCluster({ dir, runAs, binaries }: Cluster): Promise<void> {
  const cwd = unfinishedDir(dir)
  await mkdir(cwd, { mode: 0o700 })
  if (runAs) await chown(cwd, runAs.uid, runAs.gid)
  const result = await runProgram(binaries.initdb, initArguments(cwd), { cwd, runAs })
  if (!result.hasSucceeded)
    throw new Error(`PostgreSQL could not create its files: ${result.failure}`)
  await rename(cwd, dir)
  await syncDirectory(`${dir}/..`)
}

function initArguments(dir: string): string[] {
  return [
    `--pgdata=${dirArgument(dir)}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // Sort order and case by code point, from PostgreSQL itself: the same on all machines.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    // A new WAL file is filled with zeros while every commit waits: 13 ms for 16 MB.
    `--wal-segsize=${SEGMENT_MIB}`,
    // Replaced before the server first starts; see access.ts.
    '--auth=reject',
  ]
}

async function readVersion(dir: string): Promise<string | undefined> {
  try {
    return (await readFile(`${dir}/PG_VERSION`, 'utf8')).trim()
  } catch (error) {
    rethrowUnless(error, 'ENOENT')
    return undefined
  }
}

function unfinishedDir(clusterDir: string): string {
  return `${clusterDir}.unfinished`
}
