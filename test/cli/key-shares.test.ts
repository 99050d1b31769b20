import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { json, startScript } from '../support/scripted-server.ts'
import { makeDirectory, tessera } from './fixture.ts'

const SPLIT = ['keys', 'split', '--shares', '5', '--threshold', '3']

test('the master key of a data directory is split, and three shares write it to a new file', async () => {
  const dataDir = await makeDirectory()
  const key = randomBytes(32).toString('base64')
  await writeFile(join(dataDir, 'master.key'), `${key}\n`)
  const out = join(dataDir, 'joined.key')

  const split = await tessera(SPLIT, { environment: { TESSERA_DATA_DIR: dataDir } })
  expect(split).toMatchObject({
    exitCode: 0,
    stderr:
      'each line is a share: give each to another person; any 3 of the 5 restore the master key\n',
  })
  const shares = split.stdout.trim().split('\n')
  expect(shares).toHaveLength(5)
  const files = shares.slice(2).map((share, at) => [join(dataDir, `share-${at}`), share] as const)
  for (const [file, share] of files) await writeFile(file, `${share}\n`)
  const paths = files.map(([file]) => file)

  expect(await tessera(['keys', 'join', ...paths, '--out', out])).toMatchObject({
    exitCode: 0,
    stdout: '',
  })
  expect(await readFile(out, 'utf8')).toBe(`${key}\n`)
  expect((await stat(out)).mode & 0o777).toBe(0o600)
  expect(await tessera(['keys', 'join', ...paths, '--out', out])).toMatchObject({
    exitCode: 1,
    stderr: `error: cannot write ${out} (EEXIST)\n`,
  })
})

test('the key of the setting is split, and shares from the standard input print it', async () => {
  const key = randomBytes(32).toString('base64')
  const environment = { TESSERA_MASTER_KEY: key }

  const { stdout } = await tessera(SPLIT, { environment })

  expect(await tessera(['keys', 'join'], { stdin: stdout })).toMatchObject({
    exitCode: 0,
    stdout: `${key}\n`,
  })
  const few = stdout.split('\n').slice(0, 2).join('\n')
  expect(await tessera(['keys', 'join'], { stdin: few })).toMatchObject({
    exitCode: 1,
    stdout: '',
    stderr: 'error: 3 different shares are needed, and there are 2\n',
  })
})

test('the master key is wrapped by Vault, and shares are made of the key that Vault unwraps', async () => {
  const key = randomBytes(32).toString('base64')
  const data = { ciphertext: 'vault:v1:d3JhcHBlZA==', plaintext: key }
  const vault = await startScript(json(200, { data }))
  const reached = { VAULT_ADDR: vault.url, VAULT_TOKEN: 'hvs.token' }

  const wrapped = await tessera(['keys', 'wrap', '--vault', 'transit/tessera'], {
    environment: { ...reached, TESSERA_MASTER_KEY: key },
  })
  expect(wrapped).toMatchObject({
    exitCode: 0,
    stdout: 'vault:transit/tessera:v1:d3JhcHBlZA==\n',
  })
  const { stdout } = await tessera(SPLIT, {
    environment: { ...reached, TESSERA_MASTER_KEY: wrapped.stdout.trim() },
  })
  expect(await tessera(['keys', 'join'], { stdin: stdout })).toMatchObject({ stdout: `${key}\n` })
  expect(vault.targets).toEqual(['/v1/transit/encrypt/tessera', '/v1/transit/decrypt/tessera'])
})

test('a key that Vault does not unwrap ends a command with one line', async () => {
  const vault = await startScript(json(403, { errors: ['permission denied'] }))
  const environment = {
    VAULT_ADDR: vault.url,
    VAULT_TOKEN: 'hvs.token',
    TESSERA_MASTER_KEY: 'vault:transit/tessera:v1:d3JhcHBlZA==',
  }

  expect(await tessera(SPLIT, { environment })).toMatchObject({
    exitCode: 1,
    stderr: 'error: TESSERA_MASTER_KEY: Vault failed (HTTP 403: permission denied)\n',
  })
})

test('a data directory without a key is refused, and none is made', async () => {
  const dataDir = await makeDirectory()

  expect(await tessera(SPLIT, { environment: { TESSERA_DATA_DIR: dataDir } })).toMatchObject({
    exitCode: 1,
    stdout: '',
  })
  expect(await readdir(dataDir)).toEqual([])
})

test.each([
  ['--shares', '1', '--threshold', '1'],
  ['--shares', '3', '--threshold', '4'],
  ['--shares', '256', '--threshold', '3'],
  ['--shares', '5'],
])(
  'a number of shares or a threshold that is not possible is refused: %s %s %s %s',
  async (...options) => {
    const environment = { TESSERA_MASTER_KEY: randomBytes(32).toString('base64') }

    const outcome = await tessera(['keys', 'split', ...options.filter(Boolean)], { environment })
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' })
  },
)
