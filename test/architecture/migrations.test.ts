import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { splitStatements } from '../../src/db/migrations/migration-files.ts'
import { projectText } from './sources.ts'

/** As `sha256sum` prints them: a migration that is listed here may be in a database already. */
const CHECKSUMS = 'migrations/checksums.txt'
const OTHER_FILES = ['checksums.txt', 'partner-tables.txt', 'schema.sql']

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
])('the check of migrations finds: %s', (_, files, expected) => {
  expect(faultsOf(files, LISTED)).toEqual(expected.map((start) => expect.stringContaining(start)))
})

/** The last migration that is older than this rule. */
const LAST_UNBOUND = '0040'
const CONSTRAINT = /\b(constraint|check|unique|primary key|references|foreign key|exclude)\b/i

/**
 * A constraint is added by a statement of its own, under a name: then it can be added `not valid`,
 * is retried alone, and a distributed database takes it.
 */
function constraintFaultsOf(files: readonly MigrationFile[]): string[] {
  return files
    .filter(({ name }) => name.slice(0, LAST_UNBOUND.length) > LAST_UNBOUND)
    .flatMap(({ name, text }) => splitStatements(text).flatMap((one) => faultOf(name, one)))
}

function faultOf(name: string, statement: string): string[] {
  const altered = /^alter table (?:if exists )?(?:only )?\S+\s+(.*)$/is.exec(statement)
  const actions = partsOf(altered?.[1] ?? '')
  const adding = actions.filter((one) => /^add\b/i.test(one) && CONSTRAINT.test(unquoted(one)))
  return adding.flatMap((one) => {
    if (actions.length > 1) return [`${name} adds a constraint together with something else`]
    return /^add constraint \w+/i.test(one) ? [] : [`${name} adds a constraint without a name`]
  })
}

/** Splits the actions of a statement at the commas between them. */
function partsOf(actions: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [token] of actions.matchAll(/'(?:[^']|'')*'|[^]/g)) {
    if (token === '(') depth += 1
    if (token === ')') depth -= 1
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((one) => one.trim()).filter((one) => one !== '')
}

function unquoted(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'/g, "''")
}

test('each new migration adds a constraint by a statement of its own, under a name', () => {
  expect(constraintFaultsOf(MIGRATIONS)).toEqual([])
})

test.each([
  ['alter table a add column b int not null default 0', []],
  ["alter table a add column b text default 'check', alter column c set default 0", []],
  ['alter table a add constraint b check (c in (1, 2)) not valid', []],
  ['alter table a drop constraint b; alter table a add constraint b check (c > 0)', []],
  ['alter table a add check (b > 0)', ['0041_a adds a constraint without a name']],
  ['alter table a add column b int check (b > 0)', ['0041_a adds a constraint without a name']],
  [
    'alter table only a drop constraint b, add constraint b check (c > 0)',
    ['0041_a adds a constraint together with something else'],
  ],
])('the check of constraints judges: %s', (text, expected) => {
  expect(constraintFaultsOf([{ name: '0041_a', text }])).toEqual(expected)
  expect(constraintFaultsOf([{ name: '0040_a', text }])).toEqual([])
})
