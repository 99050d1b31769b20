import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT } from '../docs/markdown.ts'
import { ensureBuilt } from '../support/built.ts'

const run = promisify(execFile)
const BIN = join(PROJECT, 'node_modules/.bin')
const BYTES_MAX = 12_000

const PROGRAM = `
import { Tessera, TesseraError, type ErrorCode } from '@tessera/sdk'
const code: ErrorCode = new TesseraError({ code: 'SYSTEM_ERROR', message: '', docUrl: '' }).code
const tessera = new Tessera({ baseUrl: 'http://x', clientId: '', apiKey: '', hmacSecret: '' })
export const places: Promise<string> = tessera.orders.get('ord_1').then(({ status }) => status)
places.catch(() => undefined)
const { log } = console
log(code)
`

async function bundled(contents: string): Promise<string> {
  const stdin = { contents, resolveDir: PROJECT }
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const
  const { outputFiles } = await build({ stdin, ...options, tsconfigRaw: '{}' })
  return outputFiles[0]?.text ?? ''
}

test('the SDK has less than 12 kB compressed, and without the client only what is used', async () => {
  await ensureBuilt()
  const whole = await bundled(`export * from '@tessera/sdk'`)
  const webhooks = await bundled(`export { verifyWebhook } from '@tessera/sdk'`)

  expect(gzipSync(whole).length).toBeLessThan(BYTES_MAX)
  expect(whole).toContain('/v2/orders')
  expect(webhooks).not.toContain('/v2/orders')
})

test('the package can be installed in an empty project, where it runs and has its types', async () => {
  await ensureBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'tessera-sdk-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  await run('npm', ['pack', '--pack-destination', dir], { cwd: join(PROJECT, 'sdk') })
  const file = join(dir, 'tessera-sdk-0.1.0.tgz')
  const project = join(dir, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(project, 'program.ts'), PROGRAM)

  const publint = join(BIN, 'publint')
  const attw = join(BIN, 'attw')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: project })
  const options = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--strict']
  await run(join(BIN, 'tsc'), [...options, 'program.ts'], { cwd: project })

  const { stdout } = await run(process.execPath, ['program.js'], { cwd: project })
  expect(stdout).toBe('SYSTEM_ERROR\n')
  expect((await run(publint, [file, '--strict'])).stdout).toContain('All good')
  expect((await run(attw, [file, '--profile', 'esm-only'])).stdout).toContain('(ESM)')
})
