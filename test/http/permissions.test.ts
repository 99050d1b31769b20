import { expect, test } from 'vitest'
import { ok } from '../../src/http/response.ts'
import { operatorRoute } from '../../src/http/route.ts'
import type { OperatorPermission } from '../../src/identity/mod.ts'

test.each([undefined, '', 'partners:delete', 'toString'])(
  'an operator route without a permission of the table cannot be defined: %s',
  (name) => {
    const make = (): unknown =>
      operatorRoute('GET /admin/v1/partners', {
        permission: name as OperatorPermission,
        operationId: 'listPartners',
        summary: 'Lists the partners',
        handle: () => Promise.resolve(ok({})),
      })

    expect(make).toThrow('GET /admin/v1/partners names no permission of operators')
  },
)
