import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectText } from './sources.ts'

/** As `sha256sum` prints them: a migration that is listed here may be in a database already. */
const CHECKSUMS = 'migrations/checksums.txt'
const OTHER_FILES = ['checksums.txt', 'schema.sql']

interface MigrationFile {
  readonly name: string
  readonly text: string
}

const MIGRATIONS: readonly MigrationFile[] = readdirSync(
  join(import.meta.dirname, '../../migrations'),
)
  .filter((name) => !OTHER_FILES.includes(name))
  .toSorted()
  .map((name) => ({ name, text: projectText(`migrations/${name}`) }))

function faultsOf(files: readonly MigrationFile[], checksums: string): string[] {
  const listed = checksums.trimEnd().split('\n')
  const lines = files.map(({ name, text }) => `${checksumOf(text)}  ${name}`)
  return [
    ...files
      .filter(({ name }, at) => !name.startsWith(`${String(at + 1).padStart(4, '0')}_`))
      .map(({ name }) => `${name} does not have the next number`),
    ...listed
      .filter((line) => !lines.includes(line))
      .map((line) => `${line.slice(66)} was changed or removed; write a new migration instead`),
    ...lines
      .filter((line) => !listed.some((other) => other.endsWith(line.slice(64))))
      .map((line) => `add to ${CHECKSUMS}: ${line}`),
  ]
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

test('every migration is listed with its checksum and has not changed since', () => {
  expect(faultsOf(MIGRATIONS, projectText(CHECKSUMS))).toEqual([])
})

const FIRST = { name: '0001_initial.sql', text: 'create table a ();' }
const SECOND = { name: '0002_more.sql', text: 'create table b ();' }
const THIRD = { name: '0003_last.sql', text: 'create table c ();' }
const LISTED = [FIRST, SECOND].map(({ name, text }) => `${checksumOf(text)}  ${name}\n`).join('')

test.each([
  ['none', [FIRST, SECOND], []],
  ['a change', [FIRST, { ...SECOND, text: '' }], ['0002_more.sql was changed or removed']],
  ['a removal', [FIRST], ['0002_more.sql was changed or removed']],
  ['a new file', [FIRST, SECOND, THIRD], ['add to migrations/checksums.txt']],
  [
    'a gap in the numbers',
    [FIRST, SECOND, { ...THIRD, name: '0004_last.sql' }],
    ['0004_last.sql does not have the next number', 'add to migrations/checksums.txt'],
  ],
])('faults of migrations: %s', (_, files, expected) => {
  expect(faultsOf(files, LISTED)).toEqual(expected.map((start) => expect.stringContaining(start)))
})
