import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { PROJECT } from '../docs/markdown.ts'

const UNIT = 'deploy/systemd/tessera@.service'
/** Out of 100. A unit without hardening has 96. */
const EXPOSURE_MAX = 15

function analyze(...args: string[]) {
  return spawnSync('systemd-analyze', [...args, UNIT], { cwd: PROJECT, encoding: 'utf8' })
}

test('systemd finds no fault in the unit', () => {
  const { stderr } = analyze('verify')
  // It also reports that /usr/bin/node is missing, which depends on the machine of the tests.
  expect(stderr.split('\n').filter((line) => line && !line.includes('/usr/bin/node'))).toEqual([])
})

test('the unit restricts what its process can do', () => {
  const { status, stdout } = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`)
  expect(stdout).toContain('Overall exposure level')
  expect(status).toBe(0)
})
