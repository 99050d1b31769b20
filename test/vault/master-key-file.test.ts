import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { madeSecret, readSecret, writeDurably } from '../../src/vault/made-secret.ts'
import { masterKeyFile, renewal } from '../../src/vault/master-key-file.ts'
import { loadMasterKeys } from '../../src/vault/mod.ts'

const isNotSealed = (): Promise<boolean> => Promise.resolve(false)

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-key-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

test('a renewed key keeps the earlier one as its previous key, until that is dropped', async () => {
  const file = masterKeyFile(dataDir)
  const first = await file.present(isNotSealed)
  expect(await file.previous()).toBeUndefined()

  await file.renew()
  const second = await file.present(isNotSealed)
  expect(second).not.toEqual(first)
  expect(await file.previous()).toEqual(first)
  await file.renew()
  expect(await file.previous()).toEqual(second)
  expect(await readdir(dataDir)).toHaveLength(2)

  await file.dropPrevious()
  expect(await file.previous()).toBeUndefined()
  await file.dropPrevious()
})

test('a renewal that was killed after its first step is begun anew', async () => {
  const [write] = renewal(dataDir)
  const file = masterKeyFile(dataDir)
  const first = await file.present(isNotSealed)
  await write?.()
  await file.renew()

  expect(await file.previous()).toEqual(first)
  expect(await file.present(isNotSealed)).not.toEqual(first)
})

test('the process has the previous key of the file and that of the settings', async () => {
  const file = masterKeyFile(dataDir)
  const first = await file.present(isNotSealed)
  await file.renew()
  const previous = Buffer.alloc(32, 9)

  expect(
    await loadMasterKeys({ configured: undefined, previous, dataDir, isSealed: isNotSealed }),
  ).toMatchObject({
    masterKey: await file.present(isNotSealed),
    otherMasterKeys: [first, previous],
    masterKeyFile: expect.anything() as unknown,
  })
  expect(await loadMasterKeys({ configured: previous, dataDir, isSealed: isNotSealed })).toEqual({
    masterKey: previous,
    otherMasterKeys: [],
    masterKeyFile: undefined,
  })
})

test.each([
  '',
  'AAAA',
  `${Buffer.alloc(32).toString('base64')}x`,
  Buffer.alloc(33).toString('base64'),
])('a damaged previous key is reported: %j', async (text) => {
  await writeFile(join(dataDir, 'master.key.previous'), text)
  await expect(masterKeyFile(dataDir).previous()).rejects.toThrow('master.key.previous is damaged')
})

test('a secret is made once, trimmed when it is read, and nobody else may read it', async () => {
  const path = join(dataDir, 'not', 'there', 'secret')
  expect(await readSecret(path)).toBeUndefined()
  expect(await madeSecret(path, () => 'first')).toBe('first')
  expect(await madeSecret(path, () => 'second')).toBe('first')

  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(path, '..'))).toEqual(['secret'])
})

test('an error other than a missing file is thrown', async () => {
  await writeDurably(join(dataDir, 'file'), 'text')

  await expect(writeDurably(join(dataDir, 'file'), 'other')).rejects.toMatchObject({
    code: 'EEXIST',
  })
  await expect(readSecret(dataDir)).rejects.toMatchObject({ code: 'EISDIR' })
})
