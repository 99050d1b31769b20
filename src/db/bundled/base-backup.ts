import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { tryLockSession } from '../session-lock.ts'
import { baseDirOf, walDirOf } from './archive.ts'
import { FILES, MANIFEST, namesIn, UNFINISHED, type BaseBackup } from './backups.ts'
import { readContents } from './contents.ts'
import { copyFiles, giveAway, readStable, writeOwned, type CopyResult } from './copy-files.ts'

/** The key of the advisory lock under which backups are taken, drawn once. */
const BACKUP_LOCK = 7_391_046_628
/** The most time that the archive may take for the last segment. */
const ARCHIVE_MS_MAX = 300_000
const CONTROL = join('global', 'pg_control')

/**
 * Directories that are copied empty: their content belongs to the running server, or is in the
 * archive.
 */
const EMPTIED = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
const EXCLUDED =
  /^(postmaster\.|\.s\.PGSQL|backup_label|tablespace_map)|(^|\/)(pgsql_tmp|pg_internal\.init)/

/**
 * True for files that are left out of base backups; see "Making a Base Backup" in PostgreSQL's
 * manual.
 */
export function isExcluded(path: string): boolean {
  return EXCLUDED.test(path) || EMPTIED.some((dir) => path.startsWith(`${dir}/`))
}

export interface BackupSource {
  /** A session on the running server, of its superuser. It must last until the backup ends. */
  readonly client: Client
  readonly clusterDir: string
  readonly backupDir: string
}

/**
 * Copies the files of a running server, which goes on working, and waits until the WAL that makes
 * the copy consistent is archived. `backup.json` gets the hash of each file. A backup that was
 * interrupted is not listed, and the next one removes it.
 *
 * Throws, in one line and in this order: the server does not archive to the directory, another
 * backup is being taken.
 */
export async function takeBaseBackup(source: BackupSource): Promise<Omit<BaseBackup, 'contents'>> {
  const { client, backupDir } = source
  await requireArchiving(source)
  if (!(await tryLockSession(client, BACKUP_LOCK))) throw new Error('another backup is being taken')
  const baseDir = baseDirOf(backupDir)
  await mkdir(baseDir, { recursive: true, mode: 0o700 })
  for (const name of await namesIn(baseDir)) {
    if (name.endsWith(UNFINISHED)) await rm(join(baseDir, name), { recursive: true })
  }
  const start = await begin(client)
  const name = start.started_at.replaceAll(/[-:]/g, '')
  const unfinished = join(baseDir, `${name}${UNFINISHED}`)
  await mkdir(unfinished, { mode: 0o700 })
  const copied = await copyCluster(source.clusterDir, join(unfinished, FILES))
  const stop = await end(client)
  await writeOwned(join(unfinished, FILES, 'backup_label'), stop.labelfile, undefined)
  await giveAway(join(unfinished, FILES), undefined)
  const backup = {
    name,
    startedAt: start.started_at,
    endedAt: stop.ended_at,
    firstSegment: start.segment,
    lastSegment: stop.segment,
    major: (await readFile(join(unfinished, FILES, 'PG_VERSION'), 'utf8')).trim(),
    ...copied,
  }
  const contents = await readContents(join(unfinished, FILES))
  const manifest = `${JSON.stringify({ ...backup, contents }, null, 2)}\n`
  await writeOwned(join(unfinished, MANIFEST), manifest, undefined)
  await giveAway(unfinished, undefined)
  await rename(unfinished, join(baseDir, name))
  await giveAway(baseDir, undefined)
  return backup
}

async function requireArchiving({ client, backupDir }: BackupSource): Promise<void> {
  const { rows } = await client.query<{ directory: string | null }>(
    `select current_setting('basic_archive.archive_directory', true) as directory
     where current_setting('archive_mode') = 'on'`,
  )
  if (rows[0]?.directory === walDirOf(backupDir)) return
  throw new Error(
    `the service that runs does not archive to ${backupDir}: restart it with ` +
      `TESSERA_BACKUP_DIR=${backupDir}`,
  )
}

/** The control file is copied last and whole, because the server rewrites it in place. */
async function copyCluster(from: string, to: string): Promise<CopyResult> {
  const copied = await copyFiles(from, to, {
    owner: undefined,
    isLeftOut: (path) => path === CONTROL || isExcluded(path),
  })
  const control = await readStable(join(from, CONTROL))
  await writeOwned(join(to, CONTROL), control, undefined)
  await giveAway(join(to, 'global'), undefined)
  return { files: copied.files + 1, bytes: copied.bytes + control.length }
}

const INSTANT = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

interface BegunRow {
  readonly started_at: string
  readonly segment: string
}

async function begin(client: Client): Promise<BegunRow> {
  const { rows } = await client.query<BegunRow>(
    `select ${INSTANT} as started_at, pg_walfile_name(pg_backup_start('tessera', true)) as segment`,
  )
  if (!rows[0]) throw new Error('PostgreSQL did not begin a backup')
  return rows[0]
}

interface EndedRow {
  readonly labelfile: string
  readonly segment: string
  readonly ended_at: string
}

async function end(client: Client): Promise<EndedRow> {
  await client.query(`set statement_timeout = ${ARCHIVE_MS_MAX}`)
  const { rows } = await client.query<EndedRow>(
    `select labelfile, pg_walfile_name(lsn) as segment, ${INSTANT} as ended_at
     from pg_backup_stop(true)`,
  )
  if (!rows[0]) throw new Error('PostgreSQL did not end the backup')
  return rows[0]
}
