import { access, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeAccessFiles } from './access.ts'
import { archiveSettings, prepareArchive, type Archive } from './archive.ts'
import { findBinaries } from './binaries.ts'
import { claimDirectory } from './claim.ts'
import {
  discardUnfinished,
  ensureCluster,
  requireCluster,
  SUPERUSER,
  type Cluster,
} from './cluster.ts'
import { rethrowUnless } from './error-code.ts'
import { onServer } from './on-server.ts'
import { endOrphan } from './orphan.ts'
import { DATABASE } from './live-server.ts'
import { launchServer, type Exit, type ServerProcess } from './server-process.ts'
import { serverUserOf } from './server-user.ts'
import { SOCKET_PORT, type Settings } from './settings.ts'
import { shortPathTo } from './short-path.ts'

export { ArchiveUnusable } from './archive.ts'
export { BackupFault } from './backup-fault.ts'
export { readNote, writeNote } from './backup-notes.ts'
export { listBackups, pruneBackups, type BaseBackup, type PruneResult } from './backups.ts'
export { takeBaseBackup } from './base-backup.ts'
export { ClusterMissing } from './cluster.ts'
export { inDrillPlace } from './drill-place.ts'
export { onLiveServer } from './live-server.ts'
export { NoServerHere } from './no-server-here.ts'
export { restoreCluster, type RestoreResult } from './restore.ts'
export { CONNECTIONS_MAX } from './settings.ts'

export interface BundledServerOptions {
  /** Created for this user only, if it is missing. */
  readonly dataDir: string
  readonly log: (message: string) => void
  /** Undefined archives nothing. */
  readonly archive?: Archive | undefined
  /** Settings of PostgreSQL that replace those of `settings.ts`, for tests. */
  readonly settings?: Settings
}

/** A running PostgreSQL of this process. Only processes of its user are admitted. */
export interface BundledServer {
  /** The directory of the socket, or for a long path an alias that is valid until `stop`. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  /** Settles when PostgreSQL has ended, through `stop` or by itself. */
  readonly exited: Promise<Exit>
  /**
   * Restarts PostgreSQL after it ended by itself, at the same address. Throws ClusterMissing, and
   * creates nothing, if its files are gone.
   */
  restart(): Promise<void>
  /** Stops PostgreSQL cleanly and releases the directory. Idempotent. */
  stop(): Promise<void>
}

const NO_SUCH_DATABASE = '3D000'

/**
 * Starts the PostgreSQL of a data directory. Resolves when it accepts connections. A killed
 * service's server is stopped first, and a killed server's files are recovered.
 *
 * Refuses, in one line and in this order: a directory that another service uses, a directory of
 * another user, a machine without a binary, files of another PostgreSQL version. Throws
 * ClusterMissing if PostgreSQL has run in the directory and its files are gone.
 */
export async function startBundledServer(options: BundledServerOptions): Promise<BundledServer> {
  const dataDir = resolve(options.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const address = shortPathTo(dataDir)
  try {
    const claim = await claimDirectory(dataDir, address.path)
    try {
      const { log, archive, settings = {} } = options
      const place = { dataDir, address: address.path, log, archive, settings }
      let server = await startCluster(place, await ensureFiles(place), ensureDatabase)
      return {
        ...server.target,
        get exited() {
          return server.process.exited
        },
        async restart() {
          await server.process.stop()
          server = await startCluster(place, await requireFiles(place), requireDatabase)
        },
        stop: once(async () => {
          await server.process.stop()
          await claim.release()
          address.close()
        }),
      }
    } catch (error) {
      await claim.release()
      throw error
    }
  } catch (error) {
    address.close()
    throw error
  }
}

type Target = Pick<BundledServer, 'host' | 'port' | 'user' | 'database'>

/** A claimed data directory. */
interface Place {
  readonly dataDir: string
  /** A path to it that is short enough for sockets. */
  readonly address: string
  readonly log: (message: string) => void
  readonly archive: Archive | undefined
  readonly settings: Settings
}

async function ensureFiles(place: Place): Promise<Cluster> {
  // Outside the cluster, so that it survives a lost mount of the cluster's files.
  const log = logFileOf(place)
  if ((await exists(log)) || (await exists(`${log}.1`))) return requireFiles(place)
  await discardUnfinished(clusterDirOf(place))
  const cluster = await clusterOf(place)
  await ensureCluster(cluster)
  return cluster
}

async function requireFiles(place: Place): Promise<Cluster> {
  await requireCluster(clusterDirOf(place))
  const cluster = await clusterOf(place)
  await ensureCluster(cluster)
  return cluster
}

async function clusterOf(place: Place): Promise<Cluster> {
  const dir = clusterDirOf(place)
  const runAs = await serverUserOf(dir, place.log)
  const binaries = await findBinaries(place.dataDir, runAs)
  if (place.archive) await prepareArchive(place.archive, runAs)
  const archiving = place.archive ? archiveSettings(place.archive) : {}
  return { dir, runAs, binaries, settings: { ...archiving, ...place.settings } }
}

function clusterDirOf({ dataDir }: Place): string {
  return join(dataDir, 'postgres')
}

function logFileOf({ dataDir }: Place): string {
  return join(dataDir, 'postgres.log')
}

async function startCluster(
  place: Place,
  cluster: Cluster,
  prepare: (target: Target) => Promise<void>,
): Promise<{ process: ServerProcess; target: Target }> {
  await endOrphan(cluster.dir, place.log)
  await writeAccessFiles(cluster)
  const process = await launchServer(cluster, logFileOf(place), place.log)
  const target = {
    host: join(place.address, 'postgres'),
    port: SOCKET_PORT,
    user: SUPERUSER,
    database: DATABASE,
  }
  try {
    await prepare(target)
  } catch (error) {
    await process.stop()
    throw error
  }
  return { process, target }
}

async function ensureDatabase(target: Target): Promise<void> {
  try {
    await execute(target, 'select')
  } catch (error) {
    rethrowUnless(error, NO_SUCH_DATABASE)
    await execute({ ...target, database: 'postgres' }, `create database ${DATABASE}`)
  }
}

/** Throws if the database is missing. Otherwise the start would create a new, empty one. */
async function requireDatabase(target: Target): Promise<void> {
  await execute(target, 'select')
}

async function execute(target: Target, statement: string): Promise<void> {
  await onServer({ ...target }, (client) => client.query(statement))
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}
