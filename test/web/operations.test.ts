import { expect, test } from 'vitest'
import { readDocument } from '../sdk-python/document.ts'
import { clientTypes } from '../sdk/typescript-types.ts'

const DOCUMENT = readDocument('docs/admin-openapi.json')

test('the application has the types and routes of the OpenAPI document; -u writes them', async () => {
  const types = clientTypes(DOCUMENT, {
    writtenBy: 'test/web/operations.test.ts',
    routeType: { name: 'Route', from: './route.ts' },
    routeOf: ({ method, path, permission }) => {
      const needed = permission === undefined ? '' : `, permission: '${permission}'`
      return `{ method: '${method}', path: '${path}'${needed} }`
    },
  })

  await expect(types).toMatchFileSnapshot('../../web/src/api/operations.ts')
})
