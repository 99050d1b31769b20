import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { signWebhook, systemClock } from '../../src/core/mod.ts'
import { PROJECT } from '../docs/markdown.ts'
import { anOrder, startService } from '../support/service.ts'

const run = promisify(execFile)

/** Output of `runtime-program.ts` if all went well. */
export const SEEN = { status: 'COMPLETED', codes: 3, type: 'order.completed' }

/** Starts a service, and returns the program that uses it as one text without imports. */
export async function bundleProgram(): Promise<string> {
  const { url, partner, product } = await startService({ funds: { USD: '100.00' } })
  const { productId } = await product()
  const key = randomBytes(24)
  const body = JSON.stringify({ id: 'evt_1_1', type: SEEN.type, data: {} })
  const settings = {
    client: { baseUrl: url, ...partner.credentials, secondSignature: true },
    order: anOrder({ productId, quantity: SEEN.codes }),
    webhook: {
      body,
      headers: signWebhook([key], { id: 'evt_1_1', at: systemClock.now(), body }),
      secret: `whsec_${key.toString('base64')}`,
    },
  }
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT, 'test/sdk/runtime-program.ts')],
    alias: { '@tessera/sdk': join(PROJECT, 'sdk/src/mod.ts') },
    define: { INPUT: JSON.stringify(settings) },
    bundle: true,
    format: 'iife',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** Runs the program with a runtime that is installed, and returns what it printed. */
export async function runProgram(runtime: string, args: readonly string[]): Promise<unknown> {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-runtime-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'program.js')
  writeFileSync(file, await bundleProgram())
  const { stdout } = await run(runtime, [...args, file], { cwd: dir })
  return JSON.parse(stdout)
}
