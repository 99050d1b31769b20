import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { archiveSettings } from '../../src/db/bundled/archive.ts'
import { listBackups, pruneBackups } from '../../src/db/bundled/backups.ts'
import { isExcluded } from '../../src/db/bundled/base-backup.ts'
import { isoTime } from '../../src/core/mod.ts'
import { restoreCluster } from '../../src/db/bundled/restore.ts'

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tessera-backups-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

const CONTENT = { major: '18', files: 0, bytes: 0 }

/** Makes base backups that ended at these hours of a day, each in its own segment. */
async function makeBackups(hours: readonly number[]): Promise<string> {
  const backupDir = await makeDirectory()
  await mkdir(join(backupDir, 'wal'))
  for (const hour of hours) {
    const name = `at-${hour}`
    await mkdir(join(backupDir, 'base', name), { recursive: true })
    const endedAt = `2026-01-31T${String(hour).padStart(2, '0')}:00:00.000Z`
    const firstSegment = segment(hour)
    const needed = { firstSegment, lastSegment: firstSegment }
    const text = JSON.stringify({ name, startedAt: endedAt, endedAt, ...needed, ...CONTENT })
    await writeFile(join(backupDir, 'base', name, 'backup.json'), text)
  }
  return backupDir
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0')
}

function segment(no: number, timeline = 1): string {
  return `${hex(timeline)}${hex(0)}${hex(no)}`
}

function restore(backupDir: string, dataDir: string, hour: number) {
  const to = isoTime(Date.UTC(2026, 0, 31, hour))
  const rest = { timeline: undefined, lostDataDir: undefined, log: () => undefined }
  return restoreCluster({ backupDir, dataDir, to, tolerates: 'nothing', ...rest })
}

test('an unfinished backup is not listed, and the newest backup is the last', async () => {
  const backupDir = await makeBackups([9, 3])
  await mkdir(join(backupDir, 'base/at-12.unfinished'))

  const { backups, faults } = await listBackups(backupDir)
  expect(backups.map(({ name }) => name)).toEqual(['at-3', 'at-9'])
  expect(faults).toEqual([])
  expect(await listBackups(join(backupDir, 'missing'))).toEqual({ backups: [], faults: [] })
})

test('pruning keeps the newest backups, and all WAL from the first of them on, of each timeline', async () => {
  const backupDir = await makeBackups([3, 5, 7])
  const needed = [segment(5), segment(6), segment(6, 2), '00000002.history']
  const old = [segment(1), segment(4), segment(4, 2), `${segment(3)}.00000028.backup`]
  for (const name of [...needed, ...old]) await writeFile(join(backupDir, 'wal', name), '')

  expect(await pruneBackups(backupDir, 2)).toEqual({ backups: 1, segments: old.length })
  expect((await readdir(join(backupDir, 'wal'))).toSorted()).toEqual(needed.toSorted())
  expect(await readdir(join(backupDir, 'base'))).toEqual(['at-5', 'at-7'])
  expect(await pruneBackups(backupDir, 2)).toEqual({ backups: 0, segments: 0 })
})

test('an instant before the first backup is refused, and nothing is made', async () => {
  const backupDir = await makeBackups([3, 5])
  const dataDir = join(await makeDirectory(), 'restored')

  await expect(restore(backupDir, dataDir, 2)).rejects.toThrow(
    `the first base backup in ${backupDir} ended at 2026-01-31T03:00:00.000Z, which is later`,
  )
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
})

test('a directory that is not empty is refused, and stays as it is', async () => {
  const dataDir = await makeDirectory()
  await writeFile(join(dataDir, 'master.key'), 'key')

  await expect(restore(await makeBackups([3]), dataDir, 4)).rejects.toThrow('is not empty')
  expect(await readdir(dataDir)).toEqual(['master.key'])
})

test.each([
  ['postmaster.pid', true],
  ['.s.PGSQL.5432.lock', true],
  ['pg_wal/000000010000000000000001', true],
  ['pg_replslot/one', true],
  ['base/16384/pg_internal.init', true],
  ['base/pgsql_tmp/pgsql_tmp1.0', true],
  ['pg_wal', false],
  ['base/16384/1259', false],
  ['pg_xact/0000', false],
])('the copy of %s is left out: %j', (path, isLeftOut) => {
  expect(isExcluded(path)).toBe(isLeftOut)
})

test('writes are archived after the seconds that are set', () => {
  expect(archiveSettings({ backupDir: '/backups', seconds: 5 })).toMatchObject({
    archive_mode: 'on',
    archive_timeout: '5s',
    'basic_archive.archive_directory': '/backups/wal',
  })
})
