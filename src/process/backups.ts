import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  ConfigError,
  loadConfig,
  requireKnownSettings,
  type Config,
  type Environment,
} from '../settings/mod.ts'
import { isoTime, systemClock, MS_PER_MINUTE } from '../core/mod.ts'
import {
  BackupFault,
  onLiveServer,
  pruneBackups,
  restoreCluster,
  startBundledServer,
  takeBaseBackup,
  type BaseBackup,
  type PruneResult,
  type RestoreResult,
} from '../db/bundled/server.ts'

type Notice = (message: string) => void
type BackupTaken = Omit<BaseBackup, 'contents'>

/** The time in which a running server must have archived what it has written. */
const ARCHIVE_WAIT_MS = MS_PER_MINUTE

/** Returns the settings, and the directory of the backups. Throws ConfigError without one. */
export function loadBackupConfig(env?: Environment): Config & { readonly backupDir: string } {
  requireKnownSettings(env)
  const config = loadConfig(env)
  if (config.databaseUrl !== undefined) {
    throw new ConfigError(
      'DATABASE_URL names a PostgreSQL that Tessera does not run: back it up with its own tools, ' +
        'such as pgBackRest, or as its provider does; docs/operate/backup.md says more',
    )
  }
  if (config.backupDir === undefined) {
    throw new ConfigError('TESSERA_BACKUP_DIR must be the directory of the backups')
  }
  return { ...config, backupDir: resolve(config.backupDir) }
}

/**
 * `tessera backup`: takes a base backup of the running database, or of a database that is started
 * for the backup. With `keep`, deletes older backups and the WAL that the newest ones do not need.
 */
export async function backUp(
  { keep }: { readonly keep?: number },
  log: Notice,
  env?: Environment,
): Promise<BackupTaken & { readonly deleted?: PruneResult }> {
  const { dataDir, backupDir, backupSeconds: seconds } = loadBackupConfig(env)
  const clusterDir = join(resolve(dataDir), 'postgres')
  const take = (): Promise<BackupTaken | undefined> =>
    onLiveServer(dataDir, (client) => takeBaseBackup({ client, clusterDir, backupDir }))
  const backup = (await take()) ?? (await whileStarted({ dataDir, backupDir, seconds, log }, take))
  if (!backup) throw new Error(`the PostgreSQL in ${clusterDir} does not respond`)
  return keep === undefined ? backup : { ...backup, deleted: await pruneBackups(backupDir, keep) }
}

interface StoppedServer {
  readonly dataDir: string
  readonly backupDir: string
  readonly seconds: number
  readonly log: Notice
}

async function whileStarted<T>(
  { dataDir, backupDir, seconds, log }: StoppedServer,
  work: () => Promise<T>,
): Promise<T> {
  await access(join(dataDir, 'postgres', 'PG_VERSION')).catch((error: unknown) => {
    throw new ConfigError(`TESSERA_DATA_DIR: ${resolve(dataDir)} has no database`, { cause: error })
  })
  const server = await startBundledServer({ dataDir, log, archive: { backupDir, seconds } })
  try {
    return await work()
  } finally {
    await server.stop()
  }
}

export interface RestoreRequest {
  readonly directory: string
  /** Milliseconds since 1970. */
  readonly to?: number
  readonly timeline?: number
  /** Restores everything before the first fault of the log, instead of refusing. */
  readonly allowLoss?: true
}

/**
 * `tessera restore`: restores to a new data directory. If the server still runs, its log is
 * archived first. After a crash, the unarchived log is read from its data directory.
 */
export async function restore(
  { directory, to, timeline, allowLoss }: RestoreRequest,
  log: Notice,
  env?: Environment,
): Promise<RestoreResult> {
  const { dataDir, backupDir } = loadBackupConfig(env)
  const isLive = (await archiveNow(dataDir)) === true
  const lostDataDir = isLive || resolve(directory) === resolve(dataDir) ? undefined : dataDir
  const instant = to === undefined ? undefined : isoTime(to)
  const tolerates = allowLoss === true ? 'lost log' : 'damaged base backups'
  const place = { dataDir: directory, backupDir, lostDataDir }
  return restoreCluster({ ...place, to: instant, timeline, tolerates, log }).catch(adviseLoss)
}

function adviseLoss(error: unknown): never {
  if (!(error instanceof BackupFault)) throw error
  const message = `${error.message}; --allow-loss restores what is before a fault of the log`
  throw new BackupFault(message, error.faults, { cause: error })
}

/**
 * Commits a transaction, so that the log reaches beyond the present instant, and waits until all of
 * it is archived. Returns undefined if no server runs.
 */
function archiveNow(dataDir: string): Promise<true | undefined> {
  return onLiveServer<true>(dataDir, async (client) => {
    await client.query('select pg_current_xact_id()')
    const { rows } = await client.query<{ segment: string }>(
      'select pg_walfile_name(pg_switch_wal()) as segment',
    )
    const segment = rows[0]?.segment ?? ''
    const until = systemClock.monotonic() + ARCHIVE_WAIT_MS
    for (;;) {
      const { rows: archived } = await client.query(
        'select from pg_stat_archiver where last_archived_wal >= $1',
        [segment],
      )
      if (archived.length > 0) return true
      if (systemClock.monotonic() > until)
        throw new Error('the running PostgreSQL does not archive its WAL')
      await client.query('select pg_sleep(0.1)')
    }
  })
}
