import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { completedFirst } from '../support/completed-first.ts'
import { dataOf, startService, type RunningService } from '../support/service.ts'
import { blocksOf, readPage } from './markdown.ts'

const run = promisify(execFile)
const GUIDE = readPage('docs/guides/quickstart.md')
const CODE = /^\S{12,}$/

const programOf = (language: string, part: string): string =>
  blocksOf(GUIDE, language).find((text) => text.includes(part)) ?? ''

const JS = programOf('js', '@tessera/sdk')
const PYTHON = programOf('python', 'tessera')
const SHELL = programOf('sh', 'call()')

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
type Start = (command: string, name: string, program: string) => Promise<Ended>

/**
 * Returns how to run a program of the guide, with a test credential in its environment, and the
 * address of a service, or of a way to it.
 */
async function prepare(
  urlOf: (service: RunningService) => string | Promise<string>,
): Promise<Start> {
  const service = await startService()
  const { admin, partner } = service
  const path = `/admin/v1/partners/${partner.partnerId}/credentials`
  const { clientId, apiKey, hmacSecret } = dataOf(await admin.post(path, { mode: 'test' }))
  const directory = await mkdtemp(join(tmpdir(), 'tessera-quickstart-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'node_modules/@tessera'), { recursive: true })
  await symlink(resolve('sdk'), join(directory, 'node_modules/@tessera/sdk'))
  const env = {
    ...process.env,
    TESSERA_URL: await urlOf(service),
    TESSERA_CLIENT_ID: clientId,
    TESSERA_API_KEY: apiKey,
    TESSERA_HMAC_SECRET: hmacSecret,
    PYTHONPATH: resolve('sdk-python'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  return async (command, name, program) => {
    await writeFile(join(directory, name), program)
    const ended = run(command, [name], { cwd: directory, env })
    return ended.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
    )
  }
}

test('each program of the quickstart orders with a test credential and prints two codes', async () => {
  const start = await prepare(completedFirst)

  const [typescript, python, shell] = await Promise.all([
    start(process.execPath, 'order.mjs', JS),
    start('python3', 'order.py', PYTHON),
    start('bash', 'order.sh', SHELL),
  ])

  for (const { stdout, stderr } of [typescript, python]) {
    expect(stderr).toBe('')
    const lines = stdout.trim().split('\n')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(CODE)
  }
  expect(JSON.parse(shell.stdout).data).toMatchObject([{ itemNo: 1 }, { itemNo: 2 }])
})

/** What each program has as its reference. */
const REFERENCES = [
  /(?<=`)order-\$\{Date\.now\(\)\}(?=`)/,
  /(?<=f")order-\{time\.time_ns\(\)\}/,
  /order-\$\(date \+%s\)/,
]

test.each([
  ['insufficient_funds', 'Test gift card', /BUSINESS_RULE_VIOLATION/],
  ['cancelled', 'Test: slow', /is CANCELLED|"status":"CANCELLED"/],
])('each program ends with the reason if its order is %s', async (trial, brand, reason) => {
  const start = await prepare(({ url }) => url)
  const [js = '', python = '', shell = ''] = [JS, PYTHON, SHELL].map((program, at) =>
    program
      .replace(REFERENCES[at] ?? '', `try:${trial}:${at}`)
      .replaceAll('"Test gift card"', `"${brand}"`)
      .replaceAll("'Test gift card'", `'${brand}'`),
  )

  const ends = await Promise.all([
    start(process.execPath, 'order.mjs', js),
    start('python3', 'order.py', python),
    start('bash', 'order.sh', shell),
  ])

  for (const { code, stdout, stderr } of ends) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(reason)
  }
})
