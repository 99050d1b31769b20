import { chmod, copyFile, mkdir, rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { writeAccessFiles } from './access.ts'
import { baseDirOf, requireAccess, walDirOf } from './archive.ts'
import { BackupFault } from './backup-fault.ts'
import { FILES, listBackups, namesIn, type BaseBackup } from './backups.ts'
import { findBinaries } from './binaries.ts'
import { checkBase, clusterIdentifier } from './check-base.ts'
import { checkLog, checkTimelines } from './check-log.ts'
import { claimDirectory } from './claim.ts'
import { requireMajor, SUPERUSER, type Cluster } from './cluster.ts'
import { copyFiles, giveAway, writeOwned } from './copy-files.ts'
import { DATABASE } from './live-server.ts'
import { onServer } from './on-server.ts'
import { parseHistoryName, parseSegment, positionText } from './segment-name.ts'
import { launchServer } from './server-process.ts'
import { serverUserOf } from './server-user.ts'
import { SOCKET_PORT, type Settings } from './settings.ts'
import { shortPathTo } from './short-path.ts'

/** The files of PostgreSQL until all is restored. */
export const RESTORING = 'postgres.restoring'

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
  /** The damage that is skipped: damaged base backups, or also the log after its first fault. */
  readonly tolerates: 'nothing' | 'damaged base backups' | 'lost log'
  readonly log: (message: string) => void
}

export interface RestoreResult {
  readonly backup: string
  /** The time of the last commit after the base backup, in ISO 8601; null if there was none. */
  readonly lastCommitAt: string | null
  /** The timeline that the restored database begins. */
  readonly timeline: number
  /** The position of the log up to which it was replayed. */
  readonly position: string
}

/**
 * Restores a data directory from the last base backup before an instant and the WAL after it, and
 * promotes it. The next start continues there, on a timeline of its own. Until all is done, no
 * service starts in the directory.
 *
 * Before a server is started, verifies the hash of each file of the base backup and each record of
 * the log; afterwards, that all of it was replayed. If an instant is given, it may lie before a
 * fault of the log, so only PostgreSQL can say whether the log reaches it.
 *
 * Throws, in one line and in this order: the directory is not empty, there is no such backup,
 * BackupFault for what is not tolerated, it is of another version of PostgreSQL, files cannot be
 * read, the WAL does not reach the instant.
 */
export async function restoreCluster(options: RestoreOptions): Promise<RestoreResult> {
  const dataDir = resolve(options.dataDir)
  if ((await namesIn(dataDir)).length > 0) {
    throw new Error(`${dataDir} is not empty: nothing is restored over files`)
  }
  const plan = await planRestore(options)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const address = shortPathTo(dataDir)
  try {
    const claim = await claimDirectory(dataDir, address.path)
    try {
      return await restoreBackup({ ...options, dataDir, address: address.path }, plan)
    } finally {
      await claim.release()
    }
  } finally {
    address.close()
  }
}

interface Plan {
  readonly backup: BaseBackup
  /** The paths of segments that a crashed server has not archived, by name. */
  readonly unarchived: ReadonlyMap<string, string>
  /** The log must be replayed up to here. */
  readonly end: bigint
}

async function planRestore(options: RestoreOptions): Promise<Plan> {
  const { backupDir, to, timeline, tolerates, log } = options
  const backup = await soundBackup(options)
  const cluster = await clusterIdentifier(filesOf(backupDir, backup))
  if (cluster === undefined) throw new BackupFault(`base backup ${backup.name} has no pg_control`)
  const unarchived = await unarchivedSegments(options, cluster)
  const source = { backupDir, backup, cluster, timeline, unarchived }
  const { faults, end } =
    to === undefined ? await checkLog(source) : { faults: await checkTimelines(source), end: 0n }
  if (faults.length > 0 && tolerates !== 'lost log') throw faultyLog(backup, faults)
  for (const fault of faults) log(`the log has a fault: ${fault}`)
  return { backup, unarchived, end }
}

function faultyLog({ name }: BaseBackup, faults: readonly string[]): BackupFault {
  const [first = ''] = faults
  const more = faults.length > 1 ? `, and ${faults.length - 1} faults more` : ''
  return new BackupFault(`the log after base backup ${name} is not whole: ${first}${more}`, faults)
}

/** Returns the newest base backup before the instant whose files still have their hashes. */
async function soundBackup({ backupDir, to, tolerates, log }: RestoreOptions): Promise<BaseBackup> {
  const { backups, faults } = await listBackups(backupDir)
  const before = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  for (const backup of backups
    .filter(({ endedAt }) => Date.parse(endedAt) <= before)
    .toReversed()) {
    const flaws = await checkBase(backupDir, backup)
    faults.push(...flaws.map((flaw) => `base backup ${backup.name}: ${flaw}`))
    if (faults.length > 0 && tolerates === 'nothing') break
    for (const fault of faults) log(fault)
    if (flaws.length === 0) return backup
  }
  const [first] = faults
  if (first !== undefined) throw new BackupFault(first, faults)
  if (!backups[0]) throw new BackupFault(`${backupDir} has no base backup`)
  const { endedAt } = backups[0]
  throw new Error(`the first base backup in ${backupDir} ended at ${endedAt}, which is later`)
}

function filesOf(backupDir: string, { name }: BaseBackup): string {
  return join(baseDirOf(backupDir), name, FILES)
}

interface Place extends RestoreOptions {
  /** A path to the data directory that is short enough for sockets. */
  readonly address: string
}

async function restoreBackup(place: Place, plan: Plan): Promise<RestoreResult> {
  const { dataDir, backupDir, log } = place
  const { backup } = plan
  const logFile = join(dataDir, 'postgres.log')
  // A service that finds the log and no cluster does not create an empty one.
  await writeOwned(logFile, '', undefined)
  const dir = join(dataDir, RESTORING)
  const runAs = await serverUserOf(join(dataDir, 'postgres'), log)
  const binaries = await findBinaries(dataDir, runAs)
  requireMajor(join(baseDirOf(backupDir), backup.name), backup.major, binaries)
  await requireAccess(walDirOf(backupDir), 'r', runAs)
  const cluster: Cluster = { dir, runAs, binaries, settings: recoverySettings(place) }
  await copyFiles(filesOf(backupDir, backup), dir, { owner: runAs })
  await chmod(dir, 0o700)
  await addUnarchived(plan, cluster)
  await writeOwned(join(dir, 'recovery.signal'), '', runAs)
  await writeAccessFiles(cluster)
  const server = await launchServer(cluster, logFile, log)
  let reached: ReachedPosition
  try {
    reached = await readReached(`${place.address}/${RESTORING}`)
  } finally {
    await server.stop()
  }
  requireAll(plan, reached)
  await rename(dir, join(dataDir, 'postgres'))
  await giveAway(dataDir, undefined)
  return { backup: backup.name, ...reached, position: positionText(reached.position) }
}

function requireAll({ end }: Plan, { position }: ReachedPosition): void {
  if (position >= end) return
  const [reached, archived] = [positionText(position), positionText(end)]
  throw new BackupFault(
    `PostgreSQL replayed the log up to ${reached} only, and it ends ${archived}`,
  )
}

/**
 * The server promotes itself when the instant is reached, and fails if the log ends before. It
 * archives nothing, but marks the history of its timeline to be archived once the server runs with
 * an archive. Without that, no later restore could follow the timeline.
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
 * Returns the segments that a crashed server has not archived. A directory of another cluster is
 * ignored.
 */
async function unarchivedSegments(
  { lostDataDir, backupDir }: RestoreOptions,
  cluster: bigint,
): Promise<Map<string, string>> {
  if (lostDataDir === undefined) return new Map()
  const lostClusterDir = join(resolve(lostDataDir), 'postgres')
  if ((await clusterIdentifier(lostClusterDir)) !== cluster) return new Map()
  const archived = new Set(await namesIn(walDirOf(backupDir)))
  const names = (await namesIn(join(lostClusterDir, 'pg_wal'))).filter(
    (name) => parseSegment(name) !== undefined || parseHistoryName(name) !== undefined,
  )
  const missing = names.filter((name) => !archived.has(name))
  return new Map(missing.map((name) => [name, join(lostClusterDir, 'pg_wal', name)]))
}

async function addUnarchived({ unarchived }: Plan, { dir, runAs }: Cluster): Promise<void> {
  for (const [name, path] of unarchived) {
    const copy = join(dir, 'pg_wal', name)
    await copyFile(path, copy)
    await giveAway(copy, runAs)
  }
}

interface ReachedRow {
  readonly at: Date | null
  readonly timeline: number
  readonly position: string
}

interface ReachedPosition extends Omit<RestoreResult, 'backup' | 'position'> {
  readonly position: bigint
}

async function readReached(host: string): Promise<ReachedPosition> {
  const target = { host, port: SOCKET_PORT, user: SUPERUSER, database: DATABASE }
  return onServer(target, async (client) => {
    const { rows } = await client.query<ReachedRow>(
      `select pg_last_xact_replay_timestamp() as at,
        coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text as position,
        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`,
    )
    const [row] = rows
    if (!row) throw new Error('the restored database does not respond')
    const { timeline, position } = row
    return { lastCommitAt: row.at?.toISOString() ?? null, timeline, position: BigInt(position) }
  })
}
