import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { completedFirst } from '../support/completed-first.ts'
import { dataOf, startService } from '../support/service.ts'
import { blocksOf, readPage } from './markdown.ts'

const run = promisify(execFile)
const GUIDE = readPage('docs/guides/quickstart.md')
const CODE = /^\S{12,}$/

const programOf = (language: string, part: string): string =>
  blocksOf(GUIDE, language).find((text) => text.includes(part)) ?? ''

test('each program of the quickstart orders with a test credential and prints two codes', async () => {
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
    TESSERA_URL: await completedFirst(service),
    TESSERA_CLIENT_ID: clientId,
    TESSERA_API_KEY: apiKey,
    TESSERA_HMAC_SECRET: hmacSecret,
    PYTHONPATH: resolve('sdk-python'),
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const start = async (command: string, name: string, program: string): Promise<string> => {
    await writeFile(join(directory, name), program)
    return (await run(command, [name], { cwd: directory, env })).stdout
  }

  const [typescript, python, shell] = await Promise.all([
    start(process.execPath, 'order.mjs', programOf('js', '@tessera/sdk')),
    start('python3', 'order.py', programOf('python', 'tessera')),
    start('bash', 'order.sh', programOf('sh', 'call()')),
  ])

  for (const printed of [typescript, python]) {
    const lines = printed.trim().split('\n')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(line).toMatch(CODE)
  }
  expect(JSON.parse(shell).data).toMatchObject([{ itemNo: 1 }, { itemNo: 2 }])
})
