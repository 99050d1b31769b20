import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openAlertsOf } from '../../src/alerts/mod.ts'
import { checkArchive } from '../../src/alerts/watch-archive.ts'
import { systemClock } from '../../src/core/mod.ts'
import { startBundledServer } from '../../src/db/bundled/server.ts'
import { connect } from '../../src/db/mod.ts'
import { query } from '../db/bundled-query.ts'
import { eventually } from '../support/eventually.ts'
import { copyMigratedDataDir } from '../support/migrated-files.ts'
import { quickDirectory } from '../support/quick-directory.ts'

test('while the log cannot be archived an alert says so, and it is resolved then', async () => {
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
