import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ensureBuilt } from '../support/built.ts'
import { json, startScript } from '../support/scripted-server.ts'
import { startService } from '../support/service.ts'
import { environmentOf } from './doctor.ts'

const run = promisify(execFile)
const INSTALL = ['install', '--global', '--offline', '--no-audit', '--no-fund', '--prefix']

interface ProcessResult {
  readonly code: number
  readonly stdout: string
}

test('a partner installs the command line from the documentation, without a checkout or a registry', async () => {
  await ensureBuilt()
  const { url, partner } = await startService()
  const { hmacSecret } = partner.credentials
  const directory = await mkdtemp(join(tmpdir(), 'tessera-cli-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = join(directory, 'tessera-cli.tgz')
  const response = await fetch(`${url}/docs/tessera-cli.tgz`)
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  await run('npm', [...INSTALL, directory, file], { cwd: directory })

  const tessera = async (
    args: readonly string[],
    settings: object = {},
  ): Promise<ProcessResult> => {
    const { PATH } = process.env
    const env = { PATH, ...environmentOf(url, partner.credentials), ...settings }
    const program = join(directory, 'bin/tessera')
    return run(program, [...args], { cwd: directory, env }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: ProcessResult) => error,
    )
  }

  const { version } = JSON.parse(await readFile('cli/package.json', 'utf8')) as { version: string }
  expect(await tessera(['--version'])).toEqual({ code: 0, stdout: `${version}\n` })
  const balances = await tessera(['call', 'GET', '/v2/accounts/balances'])
  expect(JSON.parse(balances.stdout)).toMatchObject({ fundsList: expect.any(Array) })
  const stub = await startScript(json(200, {}))
  await tessera(['call', 'GET', '/v2/orders'], { TESSERA_URL: stub.url })
  const agent = stub.headers[0]?.['user-agent']
  expect(agent).toBe(`tessera-cli/${version} node/${process.versions.node}`)
  expect(await tessera(['doctor'])).toMatchObject({ code: 0 })
  const mistaken = await tessera(['doctor'], { TESSERA_HMAC_SECRET: hmacSecret.toLowerCase() })
  expect(mistaken).toMatchObject({ code: 1, stdout: expect.stringContaining('WRONG  signature') })
  const help = await tessera(['--help'])
  for (const command of ['call', 'doctor', 'verify-signature', 'listen', 'trigger']) {
    expect(help.stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'))
  }
})
