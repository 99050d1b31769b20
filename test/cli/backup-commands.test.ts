import { expect, test } from 'vitest'
import { backUp, loadBackupConfig } from '../../src/process/backups.ts'
import { makeDirectory, tessera } from './fixture.ts'

test.each(['2026-01-31', '2026-01-31T14:03:00', 'yesterday', '2026-13-31T14:03:00Z'])(
  'an instant that is not exact is not understood: %s',
  async (to) => {
    const outcome = await tessera(['restore', 'restored', '--to', to])

    expect(outcome).toMatchObject({ exitCode: 2, started: [] })
    expect(outcome.stderr).toContain('It must be an instant such as 2026-01-31T14:03:00Z.')
  },
)

test('an instant may have a time zone', async () => {
  const { started } = await tessera(['restore', 'restored', '--to', '2026-01-31T16:03:00+02:00'])

  const to = Date.UTC(2026, 0, 31, 14, 3)
  expect(started).toEqual([['restore', { directory: 'restored', to }]])
})

test('a drill that finds a fault prints its report, and ends with exit code 1', async () => {
  expect(await tessera(['drill', '--json'])).toMatchObject({
    exitCode: 1,
    stdout: '{\n  "isWell": false\n}\n',
  })
})

test('with DATABASE_URL one line says what backs up that database', () => {
  const settings = { DATABASE_URL: 'postgres://db/tessera', TESSERA_BACKUP_DIR: '/backups' }

  expect(() => loadBackupConfig(settings)).toThrow(/^DATABASE_URL names .* such as pgBackRest/)
})

test('without a directory for backups the setting is named', () => {
  expect(() => loadBackupConfig({})).toThrow(/^TESSERA_BACKUP_DIR must be the directory/)
})

test('a data directory without a database is refused, and none is made in it', async () => {
  const dataDir = await makeDirectory()
  const settings = { TESSERA_DATA_DIR: dataDir, TESSERA_BACKUP_DIR: `${dataDir}/backups` }

  await expect(backUp({}, () => undefined, settings)).rejects.toThrow(
    `TESSERA_DATA_DIR: ${dataDir} has no database`,
  )
})
