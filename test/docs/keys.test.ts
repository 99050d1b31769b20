import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { makeDirectory, tessera } from '../cli/fixture.ts'
import { json, startScript } from '../support/scripted-server.ts'
import { commandsOf } from './commands.ts'
import { readPage } from './markdown.ts'

test('the commands of docs/operate/keys.md split the master key, give it back, and wrap it', async () => {
  const directory = await makeDirectory()
  const key = randomBytes(32).toString('base64')
  const commands = commandsOf(readPage('docs/operate/keys.md'))
  const own = (word: string): string => {
    return word.endsWith('.txt') || word === 'data/master.key'
      ? join(directory, word.replace('/', '-'))
      : word
  }
  const [split = [], joined = [], byAws = [], byVault = [], ...others] = commands.map((words) =>
    words.map(own),
  )

  const { stdout, exitCode } = await tessera(split, { environment: { TESSERA_MASTER_KEY: key } })
  const shares = stdout.trim().split('\n')
  await Promise.all(
    shares.map((share, at) => writeFile(join(directory, `share-${at + 1}.txt`), `${share}\n`)),
  )

  expect([exitCode, shares.length, others]).toEqual([0, 5, []])
  expect(await tessera(joined)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  expect(await readFile(join(directory, 'data-master.key'), 'utf8')).toBe(`${key}\n`)

  const kms = await startScript(
    json(200, { CiphertextBlob: 'AQICAHg=' }),
    json(200, { data: { ciphertext: 'vault:v1:8SDd3WHD' } }),
  )
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const environment = { TESSERA_MASTER_KEY: key, VAULT_ADDR: kms.url, VAULT_TOKEN: 'hvs.token' }
  expect((await tessera(byAws, { environment })).stdout).toBe('aws-kms:AQICAHg=\n')
  expect((await tessera(byVault, { environment })).stdout).toBe(
    'vault:transit/tessera:v1:8SDd3WHD\n',
  )
})

afterEach(() => vi.unstubAllEnvs())
