import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { build } from 'esbuild'
import { publint } from 'publint'
import { expect, onTestFinished, test } from 'vitest'
import { switchMailingOn } from '../../src/consumers/mod.ts'
import { signWebhook, systemClock } from '../../src/core/mod.ts'
import { DIALECTS } from '../../src/http/dialects.ts'
import { blocksOf, PROJECT, readPage } from '../docs/markdown.ts'
import { ensureBuilt } from '../support/built.ts'
import { dataOf, startService, type RunningService } from '../support/service.ts'
import { DOCSTRINGS, EXAMPLE_TITLES, programOf } from './documented-programs.ts'

const run = promisify(execFile)
const BIN = join(PROJECT, 'node_modules/.bin')
const BYTES_MAX = 12_000
const { version: VERSION } = JSON.parse(readPage('sdk/package.json'))

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
  'ABORTED',
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
/** Posts a webhook to the receiver for Node.js, as it was sent and with another body. */
const RECEIVE_ON_NODE = `
import { request } from 'node:http'
import './node-receiver.js'
const { body, headers } = JSON.parse(process.env.WEBHOOK ?? '')
const { SOCKET: socketPath } = process.env
const statusOf = (text: string) => new Promise((resolve, reject) => {
  const sent = request({ socketPath, method: 'POST', headers }, (response) => {
    resolve(response.resume().statusCode)
  })
  sent.on('error', reject).end(text)
})
const statuses = [await statusOf(body), await statusOf(body + ' ')]
const { log } = console
log(statuses.join(' '))
process.exit()
`
/** Reads events up to one in the past, and then waits for one that is yet to happen. */
const FOLLOW = `
import { Tessera } from '@tessera/sdk'
import { follow } from './events.js'
const { TESSERA_URL: baseUrl, TESSERA_CLIENT_ID: clientId } = process.env
const { TESSERA_API_KEY: apiKey, TESSERA_HMAC_SECRET: hmacSecret } = process.env
const tessera = new Tessera({ baseUrl, clientId, apiKey, hmacSecret })
const ids: string[] = []
let stored: string | undefined
const followTo = async (type: string) => {
  const left = new Error()
  const followed = follow(tessera, stored, async (events, after) => {
    ids.push(...events.map(({ id }) => id))
    stored = after
    if (events.some((event) => event.type === type)) throw left
  })
  await followed.catch((error) => { if (error !== left) throw error })
}
await followTo('order.completed')
const cora = { fullName: 'Cora', email: 'cora@example.com', currency: 'USD', initialFunds: 1 }
await Promise.all([followTo('wallet.credited'), tessera.createCustomer(cora)])
const { log } = console
log(JSON.stringify({ twice: ids.length - new Set(ids).size, last: stored === ids.at(-1) }))
`
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': blocksOf(readPage('docs/guides/sdk.md'), 'json')[0] ?? '',
  'exhaustive.ts': EXHAUSTIVE,
  'docstrings.ts': DOCSTRINGS,
  'guide.ts': programOf('docs/guides/sdk.md'),
  'receive.ts': RECEIVE,
  'quickstart.ts': blocksOf(readPage('docs/guides/quickstart.md'), 'js')[0] ?? '',
  'events.ts': programOf('docs/guides/events.md'),
  'follow.ts': FOLLOW,
  'node-receiver.ts': (blocksOf(readPage('docs/guides/webhooks.md'), 'js')[0] ?? '').replace(
    '.listen(3000)',
    ".listen(process.env.SOCKET ?? '')",
  ),
  'receive-on-node.ts': RECEIVE_ON_NODE,
  'sign.ts': blocksOf(readPage('docs/signing.md'), 'ts')[0] ?? '',
  'webhooks.ts': programOf('docs/guides/webhooks.md'),
  'readme.ts': `const [baseUrl, clientId, apiKey, hmacSecret] = ['', '', '', '']
    ${programOf('sdk/README.md')}`,
}

function caseOf(value: string): string {
  return `case '${value}':`
}

async function bundle(contents: string): Promise<string> {
  const stdin = { contents, resolveDir: PROJECT }
  const options = { bundle: true, minify: true, format: 'esm', write: false } as const
  const { outputFiles } = await build({ stdin, ...options, tsconfigRaw: '{}' })
  return outputFiles[0]?.text ?? ''
}

test('the SDK has less than 12 kB compressed, and a bundle without the client has only what it uses', async () => {
  await ensureBuilt()
  const whole = await bundle(`export * from '@tessera/sdk'`)
  const webhooks = await bundle(`export { verifyWebhook } from '@tessera/sdk'`)

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
  const file = join(dir, `tessera-sdk-${VERSION}.tgz`)
  const project = join(dir, 'project')
  mkdirSync(project)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: project })
  mkdirSync(join(project, 'node_modules/@types'))
  const types = join('node_modules/@types/node')
  symlinkSync(join(PROJECT, types), join(project, types))
  // The types of the package are checked, those of TypeScript itself are not.
  await run(join(BIN, 'tsc'), ['--skipDefaultLibCheck'], { cwd: project }).catch((error) => {
    throw new Error(error.stdout)
  })
  return { file, project }
}

test('the installed package has its types, and each example compiles and succeeds', async () => {
  const service = await startService({ settings: { claimPort: 0 }, funds: { USD: '1000' } })
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
    WEBHOOK_SECRET: webhook.secret,
    MAILED_LINK_ID: await mailedLink(service),
    SOCKET: join(project, 'receiver.sock'),
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
  expect(await linesOf('receive-on-node.js')).toEqual(['evt_1_1 order.completed', '204 400'])
  expect(await linesOf('follow.js')).toEqual([JSON.stringify({ twice: 0, last: true })])
  const tarball = readFileSync(file)
  const { messages } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } })
  expect(messages).toEqual([])
  const found = await checkPackage(createPackageFromTarballData(tarball))
  expect(found).toMatchObject({ types: { kind: 'included' } })
  expect('problems' in found && found.problems.filter(isOfModules)).toEqual([])
})

/** Returns the id of a link whose mail is old enough to be sent again. */
async function mailedLink({ partner, db }: RunningService): Promise<string> {
  await switchMailingOn(db)
  const recipients = [{ email: 'cleo@example.com' }]
  const link = { reference: 'mailed', currency: 'USD', amount: 1, delivery: 'EMAIL', recipients }
  const { links } = dataOf(await partner.post('/v2/links', link))
  await db.pool.query(
    `update link_messages
     set status = 'SENT', sent_at = now() - interval '2 hours', next_try_at = null`,
  )
  return links[0].linkId
}

/** A package of ES modules alone cannot be required, and old resolution does not read `exports`. */
function isOfModules(problem: Problem): boolean {
  const { resolutionKind } = { resolutionKind: undefined, ...problem }
  return resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs'
}
