import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadMasterKeys, openVault, type Vault } from '../../src/vault/mod.ts'
import { PURPOSES } from '../../src/vault/purposes.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { movableClock } from '../support/domain.ts'

const isNotSealed = (): Promise<boolean> => Promise.resolve(false)

const OLD = randomBytes(32)
const NEW = randomBytes(32)

const clock = movableClock()
let fresh: FreshDatabase
let dataDir: string

beforeEach(async () => {
  fresh = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'tessera-keys-'))
})
afterEach(async () => {
  await fresh.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A process that knows these master keys, the first of which is its present one. */
function start(masterKey: Buffer, ...otherMasterKeys: Buffer[]): Promise<Vault> {
  return openVault({ db: fresh.connectAgain(), clock, masterKey, otherMasterKeys })
}

const record = (): void => undefined

async function idsOf({ control }: Vault): Promise<string[]> {
  return (await control.listMasterKeys()).map(({ masterId }) => masterId)
}

test('any process may retire a master key; a process that has the key drops it only then', async () => {
  await start(OLD)
  const both = await start(NEW, OLD)
  const { masterId, previousMasterIds } = await both.control.rotateMasterKey(record)
  const [retired = ''] = previousMasterIds
  const later = await start(NEW)

  expect(await later.control.retireMasterKey(retired, record)).toBe(PURPOSES.length)
  expect(await idsOf(both)).toEqual([masterId, retired])
  expect(await both.control.retireMasterKey(retired, record)).toBe(0)
  expect(await idsOf(both)).toEqual([masterId])
})

test('the previous master key stays in its file if another one is retired', async () => {
  await start(OLD)
  const keys = await loadMasterKeys({
    configured: undefined,
    previous: OLD,
    dataDir,
    isSealed: isNotSealed,
  })
  const vault = await openVault({ db: fresh.connectAgain(), clock, ...keys })
  const { masterId, previousMasterIds } = await vault.control.rotateMasterKey(record)
  await vault.control.retireMasterKey(previousMasterIds[0] ?? '', record)
  const renewed = await vault.control.rotateMasterKey(record)
  expect(await readdir(dataDir)).toEqual(['master.key', 'master.key.previous'])

  const other = await openVault({
    db: fresh.connectAgain(),
    clock,
    ...(await loadMasterKeys({
      configured: undefined,
      previous: OLD,
      dataDir,
      isSealed: isNotSealed,
    })),
  })
  expect(await idsOf(other)).toEqual([renewed.masterId, masterId, previousMasterIds[0]])
  expect(await other.control.retireMasterKey(previousMasterIds[0] ?? '', record)).toBe(0)

  expect(await readdir(dataDir)).toEqual(['master.key', 'master.key.previous'])
})
