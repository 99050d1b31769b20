import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Tessera } from '@tessera/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { readDemo } from '../../src/demo/mod.ts'
import type { Json } from '../support/client.ts'
import { makeInstallation, SERVE } from '../faults/service-process.ts'
import { freshDatabase } from '../support/database.ts'
import { databaseUrlOf } from '../support/database-url.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { blocksOf, codeOf, PROJECT, readPage, sectionOf, tableOf } from './markdown.ts'

const run = promisify(execFile)

/** The comment after a command. */
const COMMENT = / +# .+$/

const COMMANDS = commandsOf('A first order')
const KINDS = commandsOf('Every kind of value')
const PROGRAM = blocksOf(sectionOf(readPage('README.md'), 'A first order'), 'js')[0] ?? ''

function commandsOf(heading: string, place = 0): string[] {
  const block = blocksOf(sectionOf(readPage('README.md'), heading), 'sh')[place] ?? ''
  const commands = block.split('\n').map((line) => line.replace(COMMENT, ''))
  return commands.filter((line) => line !== '')
}

test('"A first order" has a program of ten lines, and five commands, one line each', () => {
  expect(PROGRAM.split('\n')).toHaveLength(10)
  expect(COMMANDS).toHaveLength(5)
  for (const command of COMMANDS) expect(command).toMatch(/^npx tessera call (GET|POST) \S/)
})

test('`npm start` and the commands of "A first order" do what the README says; a signal ends all', async () => {
  const installation = makeInstallation({ isEmpty: true })
  const port = await freePort()
  const starting = installation.npmStart({ TESSERA_PORT: String(port) })
  // Requests are refused until the month of the demo has been played on a past clock.
  const first = firstBalances(port, installation.dataDir)
  const npm = await starting
  expect(await first).toMatchObject({ paymentType: 'Funds On Account' })
  const [balances = '', products = '', order = '', list = '', items = ''] = COMMANDS
  const type = (command: string) => runCommand(command, installation.dataDir)

  expect(await type(balances)).toMatchObject({ paymentType: 'Funds On Account' })
  expect((await type(products)).data).toHaveLength(3)
  const { id } = (await type(order)).data
  await eventually(async () => {
    const found = (await type(list)).data
    expect(found).toEqual([expect.objectContaining({ id, status: 'COMPLETED' })])
  })
  expect(items).toContain('{id}')
  const { data: codes } = await type(items.replace('{id}', id))

  expect(codes.map(({ faceValue }: Json) => faceValue)).toEqual([25, 25])
  await Promise.all([tryKinds(type), tryProgram(dirname(installation.dataDir))])
  expect(unknownFiles(installation.dataDir)).toEqual([])

  // The signal reaches the service, and no process is left.
  await npm.end('SIGTERM')
  await eventually(() => expect(installation.postmaster()).toBeUndefined())
  await expect(fetch(`${npm.url}/health/live`)).rejects.toThrow('fetch failed')
})

const GROWTH = commandsOf('Run it for real', 1)
/** Commands that this file does not run, each with the test that does. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'npm start': 'test/docs/readme.test.ts',
  [`npx tessera ${SERVE.join(' ')}`]: 'test/faults/in-turn.test.ts',
  [`DATABASE_URL=postgres://... npx tessera ${SERVE.join(' ')}`]: 'test/faults/failover.test.ts',
  'haproxy -f deploy/haproxy/haproxy.cfg': 'test/deploy/haproxy.test.ts',
  'docker compose -f deploy/docker/compose.yml up --build': 'test/deploy/images.test.ts',
  'helm install tessera deploy/helm/tessera': 'test/deploy/chart.test.ts',
  'promtool check config deploy/prometheus/prometheus.yml': 'test/deploy/promtool.test.ts',
}

test('"Run it for real" has ten commands, and each is run by a test', async () => {
  const rest = GROWTH.filter((command) => RUN_ELSEWHERE[command] === undefined)
  const files = Object.values(RUN_ELSEWHERE).filter((path) => !existsSync(join(PROJECT, path)))
  expect(GROWTH).toHaveLength(10)
  expect(sectionOf(readPage('README.md'), 'Run it for real').match(/ # /g)).toHaveLength(10)
  expect(files).toEqual([])
  expect(Object.keys(RUN_ELSEWHERE).filter((command) => !GROWTH.includes(command))).toEqual([])
  const [api = '', worker = '', archive = ''] = rest
  const masterKey = randomBytes(32).toString('base64')
  const settings = { DATABASE_URL: await ownDatabase(), TESSERA_MASTER_KEY: masterKey }
  const installation = makeInstallation({ isEmpty: true })
  const serve = (command: string) => installation.start(settings, PROJECT, argumentsOf(command))

  const processes = [await serve(api), await serve(worker)]
  const ready = await Promise.all(processes.map((one) => fetch(`${one.url}/health/ready`)))
  const archived = await installation.run(
    argumentsOf(archive.replace('/mnt/archive', join(installation.dataDir, 'archive'))),
    settings,
  )

  expect([api, worker].map((command) => argumentsOf(command).at(-1))).toEqual(['api', 'worker'])
  expect(ready.map(({ status }) => status)).toEqual([200, 200])
  expect(archived).toMatchObject({ code: 0, stdout: expect.stringContaining('transfers') })
  expect(rest).toHaveLength(3)
})

/** Returns the arguments of `npx tessera` in a command. */
function argumentsOf(command: string): string[] {
  const [, words = ''] = /npx tessera (.*)$/.exec(command) ?? []
  return words.split(' ')
}

/** Creates an empty database; returns its URL. */
async function ownDatabase(): Promise<string> {
  const { target, drop } = await freshDatabase()
  onTestFinished(drop)
  return databaseUrlOf(target)
}

/** Returns the response to the first signed request that reaches the demo. */
async function firstBalances(port: number, dataDir: string): Promise<unknown> {
  const baseUrl = `http://127.0.0.1:${port}`
  await expect.poll(() => fetch(`${baseUrl}/health/live`).then(({ ok }) => ok), PATIENT).toBe(true)
  const { clientId, apiKey, hmacSecret } = await readDemo(dataDir).then((demo) => demo ?? NO_DEMO)
  return new Tessera({ baseUrl, clientId, apiKey, hmacSecret, maxRetries: 0 }).balances()
}

/** Suffices for the start on a busy machine. */
const PATIENT = { timeout: 150_000 }
const NO_DEMO = { clientId: '', apiKey: '', hmacSecret: '' }

/** Runs the commands of "Every kind of value" on the same demo. */
async function tryKinds(type: (command: string) => Promise<Json>): Promise<void> {
  expect(KINDS).toHaveLength(5)
  const list = KINDS.at(-1) ?? ''
  const [otherFunds, ...placed] = (await Promise.all(KINDS.slice(0, -1).map(type))).toReversed()
  expect(otherFunds).toMatchObject({ name: 'Borealis Perks' })
  const ids = placed.map(({ data }) => data.id)
  await eventually(async () => {
    const orders: Json[] = await type(list)
    const own = orders.filter(({ id }) => ids.includes(id))
    expect(own.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED'])
  })
}

/** Runs the program of "A first order" beside the data of the same demo. */
async function tryProgram(dir: string): Promise<void> {
  symlinkSync(join(PROJECT, 'node_modules'), join(dir, 'node_modules'))
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(dir, 'first-order.js'), PROGRAM)
  const { stdout } = await run(process.execPath, ['first-order.js'], { cwd: dir })
  expect(stdout.split('\n')).toEqual(
    [1, 2].map(() => expect.stringMatching(/^\S.* \S{8,}$/)).concat(''),
  )
}

/** Runs a command in a shell of this project, and returns what it prints. */
async function runCommand(command: string, dataDir: string): Promise<Json> {
  const npx = `npx() { shift; "$NODE" bin/tessera.js "$@"; }\n`
  const { stdout } = await run('sh', ['-eu', '-c', npx + command], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], NODE: process.execPath, TESSERA_DATA_DIR: dataDir },
  })
  return JSON.parse(stdout)
}

/** Returns the files of a data directory that the table of docs/operations.md lacks. */
function unknownFiles(dataDir: string): string[] {
  const cells = tableOf(sectionOf(readPage('docs/operations.md'), 'What runs'))
  const names = cells.flatMap(([name = '']) => name.split(', ').map(codeOf))
  const patterns = names.map(
    (name) => new RegExp(`^${name.replace('/', '').replaceAll('.', '\\.').replace('*', '.*')}$`),
  )
  return readdirSync(dataDir).filter((name) => !patterns.some((pattern) => pattern.test(name)))
}

test('every link in the pages has a target', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', ...readdirSync(join(PROJECT, 'docs')).map(toPath)]
  const links = pages.flatMap((page) =>
    page.endsWith('.md')
      ? Array.from(readPage(page).matchAll(/\]\((?!\/docs)([^)#:]+)(#[^)]*)?\)/g), ([, to = '']) =>
          join(dirname(page), to),
        )
      : [],
  )

  expect(links.length).toBeGreaterThan(8)
  expect(links.filter((link) => !existsSync(join(PROJECT, link)))).toEqual([])
})

function toPath(name: string): string {
  return `docs/${name}`
}
