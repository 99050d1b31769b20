import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { build } from 'esbuild'
import { publint } from 'publint'
import { expect, onTestFinished, test } from 'vitest'
import { signWebhook, systemClock } from '../../src/core/mod.ts'
import { DIALECTS } from '../../src/http/dialects.ts'
import { PROJECT } from '../docs/markdown.ts'
import { ensureBuilt } from '../support/built.ts'
import { startService } from '../support/service.ts'
import { DOCSTRINGS, EXAMPLE_TITLES, programOf } from './documented-programs.ts'

const run = promisify(execFile)
const BIN = join(PROJECT, 'node_modules/.bin')
const BYTES_MAX = 12_000

const CODES = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'RESOURCE_NOT_FOUND',
  'BUSINESS_RULE_VIOLATION',
  'BUSINESS_RULE_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'SYSTEM_ERROR',
  'INTERNAL_SERVER_ERROR',
  'CONNECTION_FAILED',
  'UNEXPECTED_RESPONSE',
]
const CASES = CODES.map(caseOf).join('\n')
const CASES_OF_KINDS = Object.keys(DIALECTS.v2).map(caseOf).join('\n')
/** A function that returns in each case compiles only if no case is missing. */
const EXHAUSTIVE = `
import type { ErrorCode, ErrorKind } from '@tessera/sdk'
export function whole(code: ErrorCode): number {
  switch (code) { ${CASES} return 1 }
}
// @ts-expect-error: the first case is missing.
export function lacking(code: ErrorCode): number {
  switch (code) { ${CASES.replace(/^.*\n/, '')} return 1 }
}
export function wholeOfKinds(kind: ErrorKind): number {
  switch (kind) { ${CASES_OF_KINDS} return 1 }
}
// @ts-expect-error: the first case is missing.
export function lackingKind(kind: ErrorKind): number {
  switch (kind) { ${CASES_OF_KINDS.replace(/^.*\n/, '')} return 1 }
}
`
/** Passes a webhook to the receiver of the guide, as it was sent and with another body. */
const RECEIVE = `
import { receive } from './webhooks.js'
const { body, headers, secret } = JSON.parse(process.env.WEBHOOK ?? '')
const statusOf = async (text: string): Promise<number> => {
  const request = new Request('http://localhost', { method: 'POST', body: text, headers })
  return (await receive(request, secret)).status
}
const statuses = [await statusOf(body), await statusOf(body + ' ')]
const { log } = console
log(statuses.join(' '))
`
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'process.d.ts': 'declare const process: { env: Record<string, string | undefined> }',
  'exhaustive.ts': EXHAUSTIVE,
  'docstrings.ts': DOCSTRINGS,
  'guide.ts': programOf('docs/guides/sdk.md'),
  'receive.ts': RECEIVE,
  'webhooks.ts': programOf('docs/guides/webhooks.md'),
  'readme.ts': `const [baseUrl, clientId, apiKey, hmacSecret] = ['', '', '', '']
    ${programOf('sdk/README.md')}`,
}

function caseOf(value: string): string {
  return `case '${value}':`
}

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

/** Makes the package, installs it in an empty project, and compiles the programs there. */
async function install(): Promise<{ file: string; project: string }> {
  await ensureBuilt()
  const dir = mkdtempSync(join(tmpdir(), 'tessera-sdk-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  await run('npm', ['pack', '--pack-destination', dir], { cwd: join(PROJECT, 'sdk') })
  const file = join(dir, 'tessera-sdk-0.1.0.tgz')
  const project = join(dir, 'project')
  mkdirSync(project)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: project })
  // The types of the package are checked, those of TypeScript itself are not.
  const checks = ['--strict', '--skipDefaultLibCheck']
  const options = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', ...checks]
  const programs = Object.keys(FILES).filter((name) => name.endsWith('.ts'))
  await run(join(BIN, 'tsc'), [...options, ...programs], { cwd: project }).catch((error) => {
    throw new Error(error.stdout)
  })
  return { file, project }
}

test('the installed package has its types, and each example compiles and succeeds', async () => {
  const service = await startService({ funds: { USD: '1000' } })
  await service.product()
  const { file, project } = await install()
  const { clientId, apiKey, hmacSecret } = service.partner.credentials
  const body = JSON.stringify({ id: 'evt_1_1', type: 'order.completed', data: {} })
  const key = Buffer.from('a key of a webhook')
  const headers = signWebhook([key], { id: 'evt_1_1', at: systemClock.now(), body })
  const webhook = { body, headers, secret: `whsec_${key.toString('base64')}` }
  const env = {
    TESSERA_URL: service.url,
    TESSERA_CLIENT_ID: clientId,
    TESSERA_API_KEY: apiKey,
    TESSERA_HMAC_SECRET: hmacSecret,
    WEBHOOK: JSON.stringify(webhook),
  }
  const linesOf = async (program: string) => {
    const { stdout } = await run(process.execPath, [program], { cwd: project, env })
    return stdout.trimEnd().split('\n')
  }

  const succeeded: unknown = JSON.parse((await linesOf('docstrings.js')).at(-1) ?? '')
  expect(succeeded).toEqual(EXAMPLE_TITLES)
  const guide = await linesOf('guide.js')
  expect(guide.filter((line) => /^[12] \S{8,}$/.test(line))).toHaveLength(2)
  expect(guide.filter((line) => line.startsWith('VALIDATION_ERROR'))).toHaveLength(1)
  expect((await linesOf('receive.js')).at(-1)).toBe('204 400')
  const tarball = readFileSync(file)
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } })
  expect(messages).toEqual([])
  const found = await checkPackage(createPackageFromTarballData(tarball))
  expect(found).toMatchObject({ types: { kind: 'included' } })
  expect('problems' in found && found.problems.filter(isOfModules)).toEqual([])
})

/** A package of ES modules alone cannot be required, and old resolution does not read `exports`. */
function isOfModules(problem: Problem): boolean {
  const { resolutionKind } = { resolutionKind: undefined, ...problem }
  return resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs'
}
