import { expect, test } from 'vitest'
import { runProgram, SEEN } from './runtime.ts'

test('the SDK orders and verifies a webhook in Bun', async () => {
  expect(await runProgram('bun', ['run'])).toEqual(SEEN)
})
