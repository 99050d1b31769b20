import { chmod, copyFile, mkdir, open, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeAccessFiles } from './access.ts'
import { baseDirOf, requireAccess, walDirOf } from './archive.ts'
import { FILES, listBackups, namesIn, type BaseBackup } from './backups.ts'
import { findBinaries } from './binaries.ts'
import { claimDirectory } from './claim.ts'
import { requireMajor, SUPERUSER, type Cluster } from './cluster.ts'
import { copyFiles, giveAway, writeOwned } from './copy-files.ts'
import { DATABASE } from './live-server.ts'
import { onServer } from './on-server.ts'
import { launchServer } from './server-process.ts'
import { serverUserOf } from './server-user.ts'
import { SOCKET_PORT, type Settings } from './settings.ts'
import { shortPathTo } from './short-path.ts'

export interface RestoreOptions {
  readonly backupDir: string
  /** A directory that is empty or does not exist yet. */
  readonly dataDir: string
  /** The instant in ISO 8601, in UTC; undefined means everything that is archived. */
  readonly to: string | undefined
  /** The timeline that is followed; undefined means the newest one. */
  readonly timeline: number | undefined
  /** A data directory that may have WAL which is not archived yet. */
  readonly lostDataDir: string | undefined
  readonly log: (message: string) => void
}

export interface Restored {
  readonly backup: string
  /** When the last restored transaction was committed, in ISO 8601; null if none was since. */
  readonly lastCommitAt: string | null
  /** The history that the restored database begins. */
  readonly timeline: number
}

const SEGMENT = /^[0-9A-F]{24}$|^[0-9A-F]{8}\.history$/
/** The identifier of a cluster is at the beginning of its control file. */
const IDENTIFIER_BYTES = 8

/**
 * Restores a data directory from the last base backup before an instant and the WAL after it, and
 * promotes it: the next start continues there, on a timeline of its own. Until all is done, no
 * service starts in the directory.
 *
 * Throws, in one line and in this order: the directory is not empty, there is no such backup, it is
 * of another version of PostgreSQL, files cannot be read, the WAL does not reach the instant.
 */
export async function restoreCluster(options: RestoreOptions): Promise<Restored> {
  const dataDir = resolve(options.dataDir)
  if ((await namesIn(dataDir)).length > 0) {
    throw new Error(`${dataDir} is not empty: nothing is restored over files`)
  }
  const backup = await backupFor(options)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const address = shortPathTo(dataDir)
  try {
    const claim = await claimDirectory(dataDir, address.path)
    try {
      return await restoreBackup({ ...options, dataDir, address: address.path }, backup)
    } finally {
      await claim.release()
    }
  } finally {
    address.close()
  }
}

async function backupFor({ backupDir, to }: RestoreOptions): Promise<BaseBackup> {
  const backups = await listBackups(backupDir)
  const [first] = backups
  if (!first) throw new Error(`${backupDir} has no base backup`)
  const before = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  const found = backups.findLast(({ endedAt }) => Date.parse(endedAt) <= before)
  if (found) return found
  throw new Error(`the first base backup in ${backupDir} ended at ${first.endedAt}, which is later`)
}

interface Place extends RestoreOptions {
  /** A path to the data directory that is short enough for sockets. */
  readonly address: string
}

async function restoreBackup(place: Place, backup: BaseBackup): Promise<Restored> {
  const { dataDir, backupDir, log } = place
  const logFile = join(dataDir, 'postgres.log')
  // A service that finds the log and no cluster does not create an empty one.
  await writeOwned(logFile, '', undefined)
  const dir = join(dataDir, 'postgres.restoring')
  const runAs = await serverUserOf(join(dataDir, 'postgres'), log)
  const binaries = await findBinaries(dataDir, runAs)
  requireMajor(join(baseDirOf(backupDir), backup.name), backup.major, binaries)
  await requireAccess(walDirOf(backupDir), 'r', runAs)
  const cluster: Cluster = { dir, runAs, binaries, settings: recoverySettings(place) }
  await copyFiles(join(baseDirOf(backupDir), backup.name, FILES), dir, { owner: runAs })
  await chmod(dir, 0o700)
  if (place.lostDataDir !== undefined) await addLostWal(place.lostDataDir, place, cluster)
  await writeOwned(join(dir, 'recovery.signal'), '', runAs)
  await writeAccessFiles(cluster)
  const server = await launchServer(cluster, logFile, log)
  let reached: Omit<Restored, 'backup'>
  try {
    reached = await readReached(`${place.address}/postgres.restoring`)
  } finally {
    await server.stop()
  }
  await rename(dir, join(dataDir, 'postgres'))
  await giveAway(dataDir, undefined)
  return { backup: backup.name, ...reached }
}

/**
 * The server promotes itself when the instant is reached, and fails if the log ends before. It
 * archives nothing, but marks what is to be archived once it runs with an archive: the history of
 * its timeline, without which no later restore could follow it.
 */
function recoverySettings({ backupDir, to, timeline }: RestoreOptions): Settings {
  const path = `${walDirOf(backupDir)}/`.replaceAll('%', '%%').replaceAll("'", `'\\''`)
  return {
    archive_mode: 'on',
    restore_command: `cp '${path}%f' "%p"`,
    recovery_target_timeline: timeline === undefined ? 'latest' : String(timeline),
    recovery_target_action: 'promote',
    hot_standby: 'off',
    ...(to !== undefined && { recovery_target_time: instantOf(to) }),
  }
}

/** The setting is read before the server knows that Z is a time zone. */
function instantOf(to: string): string {
  return to.replace('T', ' ').replace('Z', '+00')
}

/**
 * Copies the WAL that a crashed server could not archive any more. The directory must be of the
 * same cluster; one of another is passed over.
 */
async function addLostWal(lostDataDir: string, place: Place, cluster: Cluster): Promise<void> {
  const lost = join(resolve(lostDataDir), 'postgres')
  if (!(await isSameCluster(lost, cluster.dir))) return
  const archived = new Set(await namesIn(walDirOf(place.backupDir)))
  const names = (await namesIn(join(lost, 'pg_wal'))).filter((name) => SEGMENT.test(name))
  for (const name of names.filter((one) => !archived.has(one))) {
    const copy = join(cluster.dir, 'pg_wal', name)
    await copyFile(join(lost, 'pg_wal', name), copy)
    await giveAway(copy, cluster.runAs)
  }
}

async function isSameCluster(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([identifierOf(one), identifierOf(other)])
  return first !== undefined && second !== undefined && first.equals(second)
}

/** Returns undefined if there is no cluster. */
async function identifierOf(clusterDir: string): Promise<Buffer | undefined> {
  if (!(await namesIn(join(clusterDir, 'global'))).includes('pg_control')) return undefined
  const file = await open(join(clusterDir, 'global', 'pg_control'))
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(IDENTIFIER_BYTES) })
    return buffer
  } finally {
    await file.close()
  }
}

async function readReached(host: string): Promise<Omit<Restored, 'backup'>> {
  const target = { host, port: SOCKET_PORT, user: SUPERUSER, database: DATABASE }
  return onServer(target, async (client) => {
    const { rows } = await client.query<{ at: Date | null; timeline: number }>(
      `select pg_last_xact_replay_timestamp() as at,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`,
    )
    const [row] = rows
    if (!row) throw new Error('the restored database does not respond')
    return { lastCommitAt: row.at?.toISOString() ?? null, timeline: row.timeline }
  })
}
