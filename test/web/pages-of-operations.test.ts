import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROJECT } from '../../src/core/mod.ts'
import { ROUTES } from '../../web/src/api/operator-operations.ts'
import { OPERATOR_WITHOUT_PAGE } from '../operator/cases.ts'

const PAGES = new URL('web/src/', PROJECT)
/** Folders that do not count: generated files, and the portal. */
const OTHERS = /^(api|portal)\//

/** Returns the quoted texts in the sources of the console's pages. */
function namesInPages(): Set<string> {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !OTHERS.test(file))
  expect(sources.length).toBeGreaterThan(100)
  const texts = sources.map((file) => readFileSync(new URL(file, PAGES), 'utf8'))
  const quoted = texts.flatMap((text) => [...text.matchAll(/['"](\w+)['"]/g)])
  return new Set(quoted.map(([, name = '']) => name))
}

test('each operation of operators has a page in the console, or its case says why it has none', () => {
  const routes = Object.entries(ROUTES).filter(([, { path }]) => path.startsWith('/admin/v1/'))
  const operations = routes.map(([id, { method, path }]) => ({ id, route: `${method} ${path}` }))
  const names = namesInPages()

  const withoutPage = operations.filter(({ id }) => !names.has(id))

  expect(operations.length).toBeGreaterThan(150)
  expect(withoutPage).toEqual(operations.filter(({ route }) => route in OPERATOR_WITHOUT_PAGE))
})
