import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROJECT } from '../../src/core/mod.ts'
import { ROUTES } from '../../web/src/api/operator-operations.ts'
import { OPERATOR_WITHOUT_PAGE } from '../operator/cases.ts'

/** Operations that no page of the console has, and why, if not in the case of their resource. */
const WITHOUT_PAGE: Readonly<Record<string, string>> = {
  streamChanges: 'pages listen to it by themselves, and show nothing of it',
  verifyLedger: 'of scripts, which wait for the result; pages start a verification',
  getVerification: 'of scripts that wait for one; the list has all of it',
  getImport: 'of scripts that wait for one; the list has all of it',
  getCase: 'of scripts that wait for one; the list has all of it',
  listUpstreamProducts: 'read from the other service each time, to write products from it',
}

const PAGES = new URL('web/src/', PROJECT)
/** What generated files list, and what the partners' portal shows. */
const OTHERS = /^(api|portal)\//

/** Returns what stands in quotes in the sources of the console's pages. */
function namesInPages(): Set<string> {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !OTHERS.test(file))
  expect(sources.length).toBeGreaterThan(100)
  const texts = sources.map((file) => readFileSync(new URL(file, PAGES), 'utf8'))
  const quoted = texts.flatMap((text) => [...text.matchAll(/['"](\w+)['"]/g)])
  return new Set(quoted.map(([, name = '']) => name))
}

test('each operation of operators has a page in the console, or is listed with why it has none', () => {
  const routes = Object.entries(ROUTES).filter(([, { path }]) => path.startsWith('/admin/v1/'))
  const operations = routes.map(([id, { method, path }]) => ({ id, route: `${method} ${path}` }))
  const names = namesInPages()

  const withoutPage = operations.filter(({ id }) => !names.has(id))

  expect(operations.length).toBeGreaterThan(150)
  expect(withoutPage).toEqual(
    operations.filter(({ id, route }) => id in WITHOUT_PAGE || route in OPERATOR_WITHOUT_PAGE),
  )
})
