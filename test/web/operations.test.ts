import { expect, test } from 'vitest'
import { readDocument } from '../sdk-python/document.ts'
import { clientTypes } from '../sdk/typescript-types.ts'

const FILES = [
  ['docs/admin-openapi.json', '../../web/src/api/operator-operations.ts'],
  ['docs/portal-openapi.json', '../../web/src/api/portal-operations.ts'],
] as const

test.each(FILES)(
  'the application has the types and routes of %s; -u writes them',
  async (document, file) => {
    const types = clientTypes(readDocument(document), {
      writtenBy: 'test/web/operations.test.ts',
      routeType: { name: 'Route', from: './route.ts' },
      routeOf: ({ method, path, permission }) => {
        const needed = permission === undefined ? '' : `, permission: '${permission}'`
        return `{ method: '${method}', path: '${path}'${needed} }`
      },
    })

    await expect(types).toMatchFileSnapshot(file)
  },
)
