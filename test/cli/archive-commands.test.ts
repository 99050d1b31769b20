import { expect, test } from 'vitest'
import { tessera } from './fixture.ts'

test.each([
  [['archive'], '--before and --to are required'],
  [['archive', '--before', '2026-01-31'], '--before and --to are required'],
  [['archive', '--before', '2026-02-31', '--to', 'kept'], '--before must be a day such as'],
  [['archive', '--before', 'yesterday', '--to', 'kept'], '--before must be a day such as'],
])('%j is not understood, and nothing is written', async (argv, message) => {
  const outcome = await tessera(argv)

  expect(outcome).toMatchObject({ exitCode: 2, started: [] })
  expect(outcome.stderr).toContain(message)
})

test('an archive with a fault prints its report, and ends with exit code 1', async () => {
  expect(await tessera(['archive', 'verify', 'kept', '--json'])).toMatchObject({
    exitCode: 1,
    stdout: '{\n  "isWell": false\n}\n',
  })
})

test('the files of an archive are listed', async () => {
  const { exitCode, stdout } = await tessera(['archive', 'list', 'kept'])

  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^partnerId  first  last .*\n7 +1 +2/)
})

test.each([
  [[], '--before is required'],
  [['--before', '2026-01-31'], 'then add --confirm 2026-01-31'],
  [['--before', '2026-01-31', '--confirm', '2026-01-30'], 'then add --confirm 2026-01-31'],
  [['--before', 'yesterday', '--confirm', 'yesterday'], '--before must be a day such as'],
])('archive remove %j is not understood, and nothing is removed', async (options, message) => {
  const outcome = await tessera(['archive', 'remove', 'kept', ...options])

  expect(outcome).toMatchObject({ exitCode: 2, started: [] })
  expect(outcome.stderr).toContain(message)
})

test('archive remove with the day confirmed removes transfers, and prints their number', async () => {
  const day = ['--before', '2026-01-31', '--confirm', '2026-01-31']
  const outcome = await tessera(['archive', 'remove', 'kept', ...day])

  expect(outcome).toMatchObject({ exitCode: 0, stdout: 'transfers  1\n' })
  expect(outcome.started).toEqual([
    ['removeArchived', { directory: 'kept', before: Date.UTC(2026, 0, 31) }],
  ])
})
