import { expect, test } from 'vitest'
import { readDocument, type Operation } from '../sdk-python/document.ts'
import { clientTypes } from '../sdk/typescript-types.ts'

const FILES = [
  ['docs/admin-openapi.json', '../../web/src/api/operator-operations.ts'],
  ['docs/portal-openapi.json', '../../web/src/api/portal-operations.ts'],
] as const
const WRITTEN_BY = 'test/web/operations.test.ts'

function routeOf({ method, path, permission, parameters }: Operation): string {
  const needed = permission === undefined ? '' : `, permission: '${permission}'`
  const sort = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? []
  const sorts = sort.filter((name) => !name.startsWith('-')).map((name) => `'${name}'`)
  const sorted = sorts.length === 0 ? '' : `, sorts: [${sorts.join(', ')}]`
  return `{ method: '${method}', path: '${path}'${needed}${sorted} }`
}

test.each(FILES)(
  'the application has the types and routes of %s; -u writes them',
  async (document, file) => {
    const types = clientTypes(readDocument(document), {
      writtenBy: WRITTEN_BY,
      routeType: { name: 'Route', from: './route.ts' },
      routeOf,
    })

    await expect(types).toMatchFileSnapshot(file)
  },
)

test('the sign-in has only its own routes; -u writes them', async () => {
  const { file, operations } = readDocument('docs/admin-openapi.json')
  const own = operations.filter(({ path }) => path.startsWith('/auth/v1/'))
  const routes = [
    `// Generated from ${file}.\n// \`npx vitest run ${WRITTEN_BY} -u\` writes it.\n`,
    `import type { Route } from './route.ts'\n`,
    'export const SIGN_IN_ROUTES = {',
    ...own.map((one) => `  ${one.id}: ${routeOf(one)},`),
    '} satisfies Readonly<Record<string, Route>>\n',
  ]

  await expect(routes.join('\n')).toMatchFileSnapshot('../../web/src/api/sign-in-routes.ts')
})
