import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { PROJECT } from '../docs/markdown.ts'

const UNIT = 'deploy/systemd/tessera@.service'
/** Of 100: a unit without any hardening has 96. */
const EXPOSURE_MAX = 15

function analyze(...args: string[]) {
  return spawnSync('systemd-analyze', [...args, UNIT], { cwd: PROJECT, encoding: 'utf8' })
}

test('systemd finds no fault in the unit', () => {
  const { stderr } = analyze('verify')
  // It also checks that the program is there, wherever the tests run.
  expect(stderr.split('\n').filter((line) => line && !line.includes('/usr/bin/node'))).toEqual([])
})

test('the process can do little outside of itself', () => {
  const { status, stdout } = analyze('security', '--offline=true', `--threshold=${EXPOSURE_MAX}`)
  expect(stdout).toContain('Overall exposure level')
  expect(status).toBe(0)
})
