import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PROJECT } from '../docs/markdown.ts'

const run = promisify(execFile)

test('promtool accepts the rules, and their own tests pass', async () => {
  const options = { cwd: `${PROJECT}/deploy/prometheus` }
  await run('promtool', ['check', 'config', 'prometheus.yml'], options)
  const checked = await run('promtool', ['check', 'rules', 'recording.yml', 'alerts.yml'], options)
  const tested = await run('promtool', ['test', 'rules', 'tests.yml'], options)

  expect(checked.stdout).toContain('21 rules found')
  expect(tested.stdout).toContain('SUCCESS')
})
