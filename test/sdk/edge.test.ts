import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bundleProgram, SEEN } from './runtime.ts'

/** Globals that edge runtimes also have: none of Node.js. */
const WEB = {
  AbortController,
  AbortSignal,
  ReadableStream,
  Response,
  Headers,
  TextDecoder,
  TextEncoder,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
}

test('the SDK orders and verifies a webhook with the globals of the web only', async () => {
  const program = await bundleProgram()

  const line = await new Promise<string>((resolve) => {
    runInNewContext(program, { ...WEB, console: { log: resolve } })
  })

  expect(JSON.parse(line)).toEqual(SEEN)
})
