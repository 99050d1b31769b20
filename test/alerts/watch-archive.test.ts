import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAlertsOf } from '../../src/alerts/mod.ts'
import { checkArchive } from '../../src/alerts/watch-archive.ts'
import { checkReplication } from '../../src/alerts/watch-replication.ts'
import { loadConfig, type Config } from '../../src/settings/config.ts'
import { MS_PER_HOUR, systemClock } from '../../src/core/mod.ts'
import { startBundledServer } from '../../src/db/bundled/server.ts'
import { connect, sql, type Database } from '../../src/db/mod.ts'
import { query } from '../db/bundled-query.ts'
import { eventually } from '../support/eventually.ts'
import { copyMigratedDataDir } from '../support/migrated-files.ts'
import { quickDirectory } from '../support/quick-directory.ts'
import { checkBackups } from '../../src/process/watch-backups.ts'

test('an alert is open for as long as the log cannot be archived', async () => {
  const home = await mkdtemp(join(quickDirectory(), 'tessera-archive-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await chmod(home, 0o711)
  const [dataDir, backupDir] = [join(home, 'data'), join(home, 'backups')]
  copyMigratedDataDir(dataDir)
  const archive = { backupDir, seconds: 60 }
  const server = await startBundledServer({ dataDir, archive, log: () => undefined })
  onTestFinished(() => server.stop())
  const { host, port, user, database } = server
  const target = { host, port, user, database }
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(() => db.close())
  const check = async (): Promise<string[]> => {
    await checkArchive({ db, clock: systemClock })
    return [...(await openAlertsOf(db, 'archive_failing')).values()].map(({ message }) => message)
  }
  const archiveOne = () =>
    query(target, 'select pg_current_xact_id(), pg_walfile_name(pg_switch_wal())')

  const [, first] = await archiveOne()
  await eventually(async () => {
    expect(await query(target, 'select last_archived_wal from pg_stat_archiver')).toEqual([first])
  })
  expect(await check()).toEqual([])

  await followBackups({ db, dataDir, backupDir }, String(first))
  await followWaits(db)

  // A directory in the place of the file.
  const [next] = await query(target, 'select pg_walfile_name(pg_current_wal_lsn())')
  const place = join(backupDir, 'wal', String(next))
  await mkdir(place)
  await archiveOne()
  await eventually(async () => {
    expect(await check()).toEqual([expect.stringContaining(`cannot archive ${String(next)} of`)])
  })

  await rm(place, { recursive: true })
  // The server tries again after a minute, or when it is started again.
  await server.stop()
  const again = await startBundledServer({ dataDir, archive, log: () => undefined })
  onTestFinished(() => again.stop())
  await eventually(async () => {
    expect(await check()).toEqual([])
  })
})

const KINDS = ['backup_overdue', 'drill_overdue', 'disk_low'] as const

interface BackedUpServer {
  readonly db: Database
  readonly dataDir: string
  readonly backupDir: string
}

/** Expects the archived segment to be recorded, and follows alerts of backups, drills and disks. */
async function followBackups(
  { db, dataDir, backupDir }: BackedUpServer,
  segment: string,
): Promise<void> {
  const config = { ...loadConfig({}), dataDir, backupDir, diskFreePercent: 0 }
  const alertsAfter = async (hours: number, settings: Partial<Config> = {}) => {
    const clock = { ...systemClock, now: () => systemClock.now() + hours * MS_PER_HOUR }
    await checkBackups({ db, clock, config: { ...config, ...settings } })
    const open = await Promise.all(KINDS.map((kind) => openAlertsOf(db, kind)))
    return open.flatMap((alerts) => [...alerts.values()].map(({ message }) => message))
  }
  const recordDrill = (isWell: boolean): Promise<void> => {
    const at = new Date().toISOString()
    return writeFile(join(backupDir, 'drill.json'), JSON.stringify({ at, isWell, wellAt: at }))
  }

  expect(await alertsAfter(0)).toEqual([])
  const archivedRecord = JSON.parse(await readFile(join(backupDir, 'archived.json'), 'utf8'))
  expect(archivedRecord).toMatchObject({ segment })
  expect(await alertsAfter(37)).toEqual(['no base backup was taken for 36 hours: tessera backup'])
  expect(await alertsAfter(241)).toContainEqual(
    'no drill has passed for 10 days: run tessera drill',
  )
  await recordDrill(false)
  expect(await alertsAfter(0)).toEqual([expect.stringMatching(/^the drill of .+ found faults/)])
  await recordDrill(true)
  await mkdir(join(backupDir, 'base/damaged'), { recursive: true })
  expect(await alertsAfter(0)).toEqual(['base backup damaged: backup.json is missing'])
  await rm(join(backupDir, 'base'), { recursive: true })
  const low = await alertsAfter(0, { diskFreePercent: 100 })
  expect(low.toSorted()).toEqual([
    expect.stringContaining(`of the disk of TESSERA_BACKUP_DIR (${backupDir}) is free`),
    expect.stringContaining(`of the disk of TESSERA_DATA_DIR (${dataDir}) is free`),
  ])
  expect(await alertsAfter(0)).toEqual([])
}

/**
 * Expects alerts of an archive that hangs and of a standby that lags. The schema `stood_in` comes
 * first on the search path, so its tables are read in place of PostgreSQL's own views.
 */
async function followWaits(db: Database): Promise<void> {
  const options = { db, clock: systemClock, replicationLagSeconds: 60 }
  const alerts = async () => {
    await checkArchive(options)
    await checkReplication(options)
    const kinds = ['archive_failing', 'replication_lag'] as const
    const open = await Promise.all(kinds.map((kind) => openAlertsOf(db, kind)))
    return open.flatMap((alertsOfKind) => [...alertsOfKind.values()].map(({ message }) => message))
  }
  await db.rows(sql`create schema stood_in`)
  await db.rows(sql`create table stood_in.segments (name text, waits interval)`)
  await db.rows(sql`
    create function stood_in.pg_ls_archive_statusdir(out name text, out modification timestamptz)
    returns setof record language sql as
    $$ select name, clock_timestamp() - waits from stood_in.segments $$`)
  await db.rows(sql`
    create table stood_in.pg_stat_replication as
    select 'berlin' as application_name, null::inet as client_addr, 'streaming' as state,
           '0/0'::pg_lsn as replay_lsn, interval '59 s' as replay_lag,
           clock_timestamp() + interval '1 day' as reply_time`)
  await db.rows(sql`insert into stood_in.segments values ('0A.ready', '290 s'), ('0B.done', '1 h')`)
  await db.rows(sql`set search_path = stood_in, public, pg_catalog`)

  expect(await alerts()).toEqual([])
  await db.rows(sql`update stood_in.segments set waits = '301 s' where name = '0A.ready'`)
  expect(await alerts()).toEqual([expect.stringContaining('has not archived 0A of its log')])
  await db.rows(sql`delete from stood_in.segments`)
  for (const late of [
    sql`replay_lag = '61 s'`,
    sql`replay_lag = null, reply_time = now() - interval '61 s'`,
  ]) {
    await db.rows(sql`update stood_in.pg_stat_replication set ${late}`)
    expect(await alerts()).toEqual(['the standby berlin is more than 60 s behind'])
  }
  await db.rows(sql`update stood_in.pg_stat_replication set replay_lsn = pg_current_wal_lsn()`)
  await db.rows(sql`delete from stood_in.pg_stat_replication`)
  expect(await alerts()).toEqual([])
  await db.rows(sql`reset search_path`)
}
