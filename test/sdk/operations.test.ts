import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { DIALECTS } from '../../src/http/dialects.ts'
import { readPage, sectionOf } from '../docs/markdown.ts'
import { OPERATIONS } from '../sdk-python/document.ts'
import { PUBLIC, SOURCES } from './sources.ts'
import { typescriptOperations } from './typescript-types.ts'

const FILE = 'sdk/src/operations.ts'

test('the SDK has the types and routes of the OpenAPI document; -u writes them', async () => {
  await expect(typescriptOperations()).toMatchFileSnapshot(`../../${FILE}`)
})

test('the SDK has the kinds of errors of the service; -u writes them', async () => {
  const lines = Object.keys(DIALECTS.v2).map((kind) => `  '${kind}',\n`)
  const head = '// Generated. `npx vitest run test/sdk/operations.test.ts -u` writes it.\n\n'
  const text = `${head}export const ERROR_KINDS = [\n${lines.join('')}] as const\n`
  await expect(text).toMatchFileSnapshot('../../sdk/src/error-kinds.ts')
})

test('the SDK names the version of its package; -u writes it', async () => {
  const { version } = JSON.parse(readPage('sdk/package.json'))
  const head = '// Generated. `npx vitest run test/sdk/operations.test.ts -u` writes it.\n\n'
  const text = `${head}/** The version of this package. */\nexport const VERSION = '${version}'\n`
  await expect(text).toMatchFileSnapshot('../../sdk/src/version.ts')
})

test('the SDK has a method for each operation of the document', () => {
  const called = SOURCES.filter((file) => file !== FILE).flatMap((file) =>
    Array.from(readPage(file).matchAll(/\b(?:call|list|stream)\(\s*'(\w+)'/g), ([, id = '']) => id),
  )

  expect(OPERATIONS.length).toBeGreaterThan(15)
  // The rows of an order request it by the link of exportOrder.
  const methods = [...called, 'downloadExport']
  expect(OPERATIONS.map(({ id }) => id).filter((id) => !methods.includes(id))).toEqual([])
})

test('each public function and method of the SDK has an example', () => {
  const functions = PUBLIC.filter(({ isClass }) => !isClass)

  expect(functions.length).toBeGreaterThan(30)
  expect(functions.filter(({ example }) => !example)).toEqual([])
})

const GUIDE = 'docs/guides/sdk.md'
const RECEIVERS: Readonly<Record<string, string>> = {
  'client.ts': 'tessera.',
  'orders.ts': 'tessera.orders.',
  'links.ts': 'tessera.links.',
  'webhook-endpoints.ts': 'tessera.webhookEndpoints.',
}

test('the guide lists each method and function with what it does; -u writes the table', async () => {
  const page = readPage(GUIDE)
  const methods = PUBLIC.filter(({ isClass }) => !isClass)
  const rows = methods
    .toSorted((one, other) => rankOf(one.title) - rankOf(other.title))
    .map(({ title, summary }) => `| \`${callOf(title)}\` | ${summary.slice(0, -1)} |`)
  const section = sectionOf(page, 'Methods')
  const table = ['| method | what it does |', '| --- | --- |', ...rows, ''].join('\n')
  // Formats the table alone, because the page has code in other styles.
  const { code } = await format(GUIDE, table)
  const written = section.replace(/(^\|.*$\n?)+/m, () => code)

  expect(methods.filter(({ summary }) => summary.length < 10)).toEqual([])
  await expect(page.replace(section, () => written)).toMatchFileSnapshot(`../../${GUIDE}`)
})

/** Methods in the order of their classes, then functions. */
function rankOf(title: string): number {
  const at = Object.keys(RECEIVERS).indexOf(title.split(' ')[0] ?? '')
  return at < 0 ? Number.MAX_SAFE_INTEGER : at
}

function callOf(title: string): string {
  const [file = '', name = ''] = title.split(' ')
  return `${RECEIVERS[file] ?? ''}${name}`
}

/** Globals of Node.js that edge runtimes lack. `sdk/tsconfig.json` has no types of them. */
const OF_NODE = /(?<!, )\b(?:Buffer|process|require|global|setImmediate|__dirname)\b(?!\?)/

test('the SDK imports nothing outside itself, so it runs where fetch and Web Crypto are', () => {
  const imports = SOURCES.flatMap((file) =>
    Array.from(
      readPage(file).matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g),
      ([, from]) => from,
    ),
  )

  expect(imports.filter((from) => !from?.startsWith('./'))).toEqual([])
  expect(SOURCES.filter((file) => OF_NODE.test(readPage(file)))).toEqual([])
  expect(JSON.parse(readPage('sdk/package.json'))).not.toHaveProperty('dependencies')
})
