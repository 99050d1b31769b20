import { expect, test } from 'vitest'
import { operatorOperations } from './operator-operations.ts'

test('the command line has the operations of docs/admin-openapi.json; -u writes them', async () => {
  await expect(operatorOperations()).toMatchFileSnapshot('../../src/cli/operator-operations.ts')
})
