import { expect, test } from 'vitest'
import { ALERT_KINDS } from '../../src/alerts/alert.ts'
import { PRODUCT_TYPES } from '../../src/catalog/mod.ts'
import { SETTINGS } from '../../src/settings/config.ts'
import { DIALECTS } from '../../src/http/dialects.ts'
import { ROUTES } from '../../src/http/routes.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { projectText, sourceFiles } from '../architecture/sources.ts'
import { CASE_ROUTES } from '../operator/case-routes.ts'
import { codeOf, readPage, sectionOf, tableOf } from './markdown.ts'

const PAGE = readPage('CONTRIBUTING.md')
const SOURCES = sourceFiles('src', 'test').map(({ path, text }) => ({ path, text }))
const OTHERS = [
  'docs/settings.md',
  'docs/errors.md',
  'docs/operations.md',
  'docs/operate/runbook.md',
  '.env.example',
  'sdk/src/error-kinds.ts',
  'sdk-python/tessera.py',
]
const SCHEMA = 'migrations/schema.sql'
const FILES = [
  ...SOURCES,
  ...[...OTHERS, SCHEMA].map((path) => ({ path, text: projectText(path) })),
]

const VARIABLES = Object.values(SETTINGS).map(({ variable }) => variable)

/**
 * For each section, the names of one kind. Its table must list exactly the files that have all of
 * these names.
 */
const LISTS: readonly [string, readonly string[], RegExp][] = [
  ['Add a setting', VARIABLES, /^(docs\/|\.env)/],
  ['Add a supplier', Object.keys(SUPPLIER_TYPES), /^src\//],
  ['Add a product type', PRODUCT_TYPES, /^(src|migrations)\//],
  ['Add a refusal kind', Object.keys(DIALECTS.v2), /^/],
  ['Add an alert', ALERT_KINDS, /^/],
]

test.each(LISTS)('"%s" lists the files that must change', (heading, names, folder) => {
  const naming = FILES.filter(({ path }) => folder.test(path)).filter(({ text }) =>
    names.every((name) => RegExp(String.raw`\b${name}\b`).test(text)),
  )

  expect(listUnder(heading)).toEqual(naming.map(({ path }) => path).toSorted())
})

test('each case of an operator endpoint names a route that is served', () => {
  const names = new Set<string>(ROUTES.map(({ name }) => name))

  expect(CASE_ROUTES.length).toBeGreaterThan(150)
  expect(CASE_ROUTES.filter((route) => !names.has(route))).toEqual([])
})

test('"Add a kind of ledger write" lists the files that implement one', () => {
  const kinds = SOURCES.filter(
    ({ path, text }) => /^src\/(?!ledger\/)/.test(path) && /\bWriteKind</.test(text),
  )

  expect(listUnder('Add a kind of ledger write')).toEqual(kinds.map(({ path }) => path).toSorted())
})

function listUnder(heading: string): string[] {
  return tableOf(sectionOf(PAGE, heading))
    .map(([file]) => codeOf(file))
    .toSorted()
}
