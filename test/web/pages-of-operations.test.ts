import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROJECT } from '../../src/core/mod.ts'
import { ROUTES } from '../../web/src/api/operator-operations.ts'
import { ROUTES as PORTAL_ROUTES } from '../../web/src/api/portal-operations.ts'
import type { Route } from '../../web/src/api/route.ts'
import { OPERATOR_WITHOUT_PAGE } from '../operator/cases.ts'

const PAGES = new URL('web/src/', PROJECT)
/** Folders that do not count: generated files, and the portal. */
const OTHERS = /^(api|portal)\//

/** Operations whose few rows a page shows in its own table. */
const WITHOUT_LIST = ['listOwnWallets']

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

/** Returns the text of each page with lists, and of what it imports. */
function textsOfPages(): string[] {
  const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((file) => file.endsWith('.tsx')).map((file) => new URL(file, PAGES))
  const texts = pages.map((page) => {
    const parts = [...read(page).matchAll(/ from '(\..*\.tsx?)'/g)]
    return [page, ...parts.map(([, part = '']) => new URL(part, page))].map(read).join('\n')
  })
  return texts.filter((text) => text.includes('<List\n'))
}

function read(file: URL): string {
  return readFileSync(file, 'utf8')
}

test('each field that sorts a list is that of a column, so that a reader can sort by it', () => {
  const routes: readonly [string, Route][] = Object.entries({ ...ROUTES, ...PORTAL_ROUTES })
  const sorted = routes.filter(
    ([id, { sorts }]) => sorts !== undefined && !WITHOUT_LIST.includes(id),
  )
  const texts = textsOfPages()
  const lacking = sorted.flatMap(([id, { sorts = [] }]) => {
    const pages = texts.filter((text) => text.includes(`'${id}'`) || text.includes(`"${id}"`))
    const isShown = (field: string): boolean =>
      pages.some((page) => {
        const isOfSeveral = page.includes('field: name') && page.includes(`'${field}'`)
        return isOfSeveral || page.includes(`field: '${field}'`)
      })
    return sorts.filter((field) => !isShown(field)).map((field) => `${id} by ${field}`)
  })

  expect(sorted.length).toBeGreaterThan(35)
  expect(lacking).toEqual([])
})
