import { expect, test } from 'vitest'
import { cut, errorStep, json, startScript } from '../support/scripted-server.ts'
import { tessera } from './fixture.ts'

const importCredits = (url: string) =>
  tessera(['credits', 'import', '-', '--partner', '3', '--reference', 'may'], {
    environment: { TESSERA_URL: url, TESSERA_ADMIN_TOKEN: 't' },
  })

const credits = (state: string) =>
  json(200, { data: { importId: 'i-1', state, rows: 2, credited: 2, left: [], errors: [] } })

test('if a check of credits is cut off, the error says that nothing was credited; if a start is cut off, it says where to look', async () => {
  const checking = await startScript(cut)
  const starting = await startScript(credits('CHECKED'), errorStep(503, 'SERVICE_UNAVAILABLE'))

  const [checked, started] = await Promise.all(
    [checking, starting].map(({ url }) => importCredits(url)),
  )

  expect(checked).toMatchObject({ exitCode: 1, stdout: '' })
  expect(checked?.stderr).toMatch(
    /^error: the check was cut off: .* Nothing was credited: give the same command again\n$/,
  )
  expect(started?.stderr).toMatch(
    /^error: it is not known whether the file was started: .* `tessera credits show 3 i-1`\n$/,
  )
})

test('if the service restarts while it credits a file, the command repeats its request', async () => {
  const { url, targets } = await startScript(
    credits('CHECKED'),
    credits('RUNNING'),
    cut,
    errorStep(503, 'SERVICE_UNAVAILABLE'),
    credits('DONE'),
  )

  expect(await importCredits(url)).toMatchObject({ exitCode: 0, stderr: '' })
  expect(targets).toHaveLength(5)
})
