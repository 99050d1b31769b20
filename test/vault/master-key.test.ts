import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadMasterKeys, MasterKeyFault } from '../../src/vault/mod.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-key-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function load(configured?: Buffer, directory = dataDir, isSealed = false): Promise<Buffer> {
  const source = { configured, dataDir: directory, isSealed: () => Promise.resolve(isSealed) }
  return (await loadMasterKeys(source)).masterKey
}

test('with the setting no file is made', async () => {
  const key = randomBytes(32)

  expect(await load(key)).toEqual(key)
  expect(await readdir(dataDir)).toEqual([])
})

test('without the setting a key is made once, for its owner only, and used again', async () => {
  const directory = join(dataDir, 'not', 'there')

  const key = await load(undefined, directory)

  expect(key).toHaveLength(32)
  expect(await load(undefined, directory)).toEqual(key)
  const [name, ...others] = await readdir(directory)
  expect(others).toEqual([])
  expect((await stat(join(directory, name ?? ''))).mode & 0o777).toBe(0o600)
})

test('if the database is sealed, a missing key is reported in one line, and none is made', async () => {
  await expect(load(undefined, dataDir, true)).rejects.toThrow(
    /master\.key is missing, .+: copy the file from where it is kept, or set TESSERA_MASTER_KEY$/,
  )
  expect(await readdir(dataDir)).toEqual([])

  const key = await load()
  expect(await load(undefined, dataDir, true)).toEqual(key)
})

test('processes that start at once use one key, and leave no temporary file', async () => {
  const keys = await Promise.all(Array.from({ length: 16 }, () => load()))

  for (const key of keys) expect(key).toEqual(keys[0])
  expect(await readdir(dataDir)).toHaveLength(1)
})

test('a damaged file is neither used nor replaced', async () => {
  await load()
  const [name = ''] = await readdir(dataDir)
  const path = join(dataDir, name)
  await writeFile(path, (await readFile(path, 'utf8')).slice(0, 20))

  await expect(load()).rejects.toThrow(MasterKeyFault)
  expect(await readFile(path, 'utf8')).toHaveLength(20)
})
