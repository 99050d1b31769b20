import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { dataOf, startService, type RunningService } from '../support/service.ts'
import { blocksOf, readPage } from './markdown.ts'

const run = promisify(execFile)
const GUIDE = readPage('docs/guides/quickstart.md')

const programOf = (language: string, part: string): string =>
  blocksOf(GUIDE, language).find((text) => text.includes(part)) ?? ''

/** A program of the guide. */
interface Program {
  readonly command: string
  readonly name: string
  readonly text: string
  /** Finds the reference in the program. */
  readonly reference: RegExp
}

export const PROGRAMS = {
  node: {
    command: process.execPath,
    name: 'order.mjs',
    text: programOf('js', '@tessera/sdk'),
    reference: /(?<=`)order-\$\{Date\.now\(\)\}(?=`)/,
  },
  python: {
    command: 'python3',
    name: 'order.py',
    text: programOf('python', 'tessera'),
    reference: /(?<=f")order-\{time\.time_ns\(\)\}/,
  },
  bash: {
    command: 'bash',
    name: 'order.sh',
    text: programOf('sh', 'call()'),
    reference: /order-\$\(date \+%s\)/,
  },
} as const satisfies Record<string, Program>

/** Exit code and output of a program. */
export interface ProgramResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
type Start = (program: Program) => Promise<ProgramResult>

/**
 * Returns a function that runs a program of the guide with a test credential and the address of a
 * service, or of a proxy of it, in its environment.
 */
export async function prepare(
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
  return async ({ command, name, text }) => {
    await writeFile(join(directory, name), text)
    const ended = run(command, [name], { cwd: directory, env })
    return ended.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: ProgramResult) => ({ code, stdout, stderr }),
    )
  }
}

/** References that decide how an order ends, with its product and the output of a program. */
export const REFUSALS = [
  ['insufficient_funds', 'Test gift card', /BUSINESS_RULE_VIOLATION/],
  ['cancelled', 'Test: out of stock', /is CANCELLED|"status":"CANCELLED"/],
] as const

/** Returns the program with another reference, for this product. */
export function withReference(program: Program, trial: string, brand: string): Program {
  const text = program.text
    .replace(program.reference, `try:${trial}:${program.name}`)
    .replaceAll('"Test gift card"', `"${brand}"`)
    .replaceAll("'Test gift card'", `'${brand}'`)
  return { ...program, text }
}
