import { expect, test } from 'vitest'
import { readPage } from '../docs/markdown.ts'

const UNIT = readPage('deploy/systemd/tessera@.service')
const lines = UNIT.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('each line of the unit is a section or a setting', () => {
  expect(lines.filter((line) => !/^(\[\w+\]|[A-Z]\w+=.*)$/.test(line))).toEqual([])
})

test.each([
  'User=tessera',
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'ProtectSystem=strict',
  'StateDirectory=tessera',
  'KillMode=mixed',
  // Without it, a system call that is not allowed kills the process.
  'SystemCallErrorNumber=EPERM',
])('the unit has %s', (line) => {
  expect(lines).toContain(line)
})

test('the unit and the image start Node.js with the flags of `npm start`', () => {
  const { scripts } = JSON.parse(readPage('package.json')) as { scripts: { start: string } }
  const flags = flagsIn(scripts.start)
  const entryPoint = /^ENTRYPOINT .*$/m.exec(readPage('deploy/docker/Dockerfile'))

  expect(flags).toEqual(['--max-semi-space-size=32', '--heap-growing-percent=100'])
  expect(flagsIn(lines.find((line) => line.startsWith('ExecStart=')))).toEqual(flags)
  expect(flagsIn(entryPoint?.[0])).toEqual(flags)
})

function flagsIn(text = ''): string[] {
  return text.match(/(?<=[ "])--[^ "]+/g) ?? []
}
