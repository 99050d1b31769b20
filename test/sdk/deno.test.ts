import { expect, test } from 'vitest'
import { runProgram, SEEN } from './runtime.ts'

test('the SDK orders and verifies a webhook in Deno', async () => {
  expect(await runProgram('deno', ['run', '--quiet', '--allow-net'])).toEqual(SEEN)
})
