import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Outage, transact, type Database } from '../../src/db/mod.ts'
import {
  codeSealer,
  loadMasterKeys,
  MasterKeyFault,
  openVault,
  ROTATED_PURPOSES,
  type Vault,
} from '../../src/vault/mod.ts'
import { PURPOSES } from '../../src/vault/purposes.ts'
import { renewal } from '../../src/vault/master-key-file.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { movableClock } from '../support/domain.ts'
import { withoutPauses } from '../support/eventually.ts'

const isSealed = (): Promise<boolean> => Promise.resolve(false)
const OLD = randomBytes(32)
const NEW = randomBytes(32)
const SECRET = Buffer.from('ABCD-EFGH-IJKL')
const PLACE = 'stock_blocks:7:one'
/** The longest lifetime of links that the setting allows. */
const LINK_SECONDS = 7 * 86_400

const clock = movableClock()
let fresh: FreshDatabase

beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.drop())

/** A process that knows these master keys, the first of which is its present one. */
function start(masterKey: Buffer, ...otherMasterKeys: Buffer[]): Promise<Vault> {
  const db: Database = fresh.connectAgain()
  return openVault({ db, clock, masterKey, otherMasterKeys })
}

const record = (): void => undefined

async function openText(vault: Vault, sealed: Buffer): Promise<string> {
  await vault.prepare([sealed])
  return vault.open('codes', PLACE, sealed).toString()
}

async function newLot(vault: Vault): Promise<number> {
  return transact(fresh.db, (tx) => vault.newLotKey(tx))
}

async function sealForLot(vault: Vault, keyId: number): Promise<Buffer> {
  await vault.prepare([keyId])
  return vault.seal('codes', PLACE, SECRET, keyId)
}

function blind(vault: Vault): string {
  return codeSealer(vault.codeKeys()).blindIndex(undefined, 'ABCD')
}

describe('data keys', () => {
  test('after a rotation the new key seals and the old one still opens, in every process', async () => {
    const [here, elsewhere] = [await start(OLD), await start(OLD)]
    const before = here.seal('codes', PLACE, SECRET)

    const [rotation] = await here.control.rotateDataKeys(['codes'], record)
    const after = here.seal('codes', PLACE, SECRET)

    expect(after.readUInt32BE(1)).toBe(rotation?.keyId)
    expect(before.readUInt32BE(1)).toBe(rotation?.previousKeyId)
    for (const vault of [here, elsewhere, await start(OLD)]) {
      expect(await openText(vault, before)).toBe('ABCD-EFGH-IJKL')
      expect(await openText(vault, after)).toBe('ABCD-EFGH-IJKL')
    }
  })

  test('a process uses the key that another one made', async () => {
    const [here, elsewhere] = [await start(OLD), await start(OLD)]
    const [rotation] = await here.control.rotateDataKeys(['credentials'], record)

    await elsewhere.refresh()

    expect(elsewhere.seal('credentials', PLACE, SECRET).readUInt32BE(1)).toBe(rotation?.keyId)
  })

  test('a lot has a key of its own, which is never the one in use', async () => {
    const [here, elsewhere] = [await start(OLD), await start(OLD)]
    const keyId = await newLot(here)

    const sealed = await sealForLot(elsewhere, keyId)

    expect(sealed.readUInt32BE(1)).toBe(keyId)
    expect(await openText(here, sealed)).toBe('ABCD-EFGH-IJKL')
    const restarted = await start(OLD)
    expect(restarted.seal('codes', PLACE, SECRET).readUInt32BE(1)).not.toBe(keyId)
  })

  test('the key of a lot that was never committed seals nothing', async () => {
    const vault = await start(OLD)
    const failed = transact(fresh.db, async (tx) => {
      throw Object.assign(new Error('no lot after all'), { keyId: await vault.newLotKey(tx) })
    })
    const { keyId } = await failed.catch((error: { keyId: number }) => error)

    await vault.prepare([keyId])

    expect(() => vault.seal('codes', PLACE, SECRET, keyId)).toThrow(Outage)
  })

  test('links signed before a rotation are valid until they expire, in every process', async () => {
    const [here, elsewhere] = [await start(OLD), await start(OLD)]
    const before = here.sign('order 1')
    await here.control.rotateDataKeys(['exports'], record)
    const after = here.sign('order 1')

    expect(after).not.toEqual(before)
    for (const vault of [here, elsewhere]) {
      expect(await vault.isSignature('order 1', after)).toBe(true)
      expect(await vault.isSignature('order 1', before)).toBe(true)
      expect(await withoutPauses(vault.isSignature('order 2', after))).toBe(false)
    }
    clock.advance((LINK_SECONDS - 60) * 1_000)
    expect(await (await start(OLD)).isSignature('order 1', before)).toBe(true)
    clock.advance(60_000)
    const later = await start(OLD)
    expect(await later.isSignature('order 1', after)).toBe(true)
    expect(await later.isSignature('order 1', before)).toBe(false)
  })

  test('duplicates are found by the same blind index after every rotation', async () => {
    const vault = await start(OLD)
    const before = blind(vault)
    await vault.control.rotateDataKeys(ROTATED_PURPOSES, record)
    await (await start(NEW, OLD)).control.rotateMasterKey(record)

    expect(blind(await start(NEW, OLD))).toEqual(before)
  })
})

describe('the master key of the settings', () => {
  test('two processes with the old and the new key open what either seals, at every step', async () => {
    const old = await start(OLD)
    const both = await start(NEW, OLD)
    const sealed: Buffer[] = []
    const sealMore = async (): Promise<void> => {
      for (const vault of [old, both]) {
        sealed.push(await sealForLot(vault, await newLot(vault)))
        sealed.push(vault.seal('codes', PLACE, SECRET))
      }
      await both.control.rotateDataKeys(['codes'], record)
      for (const bytes of sealed) {
        expect(await openText(old, bytes)).toBe('ABCD-EFGH-IJKL')
        expect(await openText(both, bytes)).toBe('ABCD-EFGH-IJKL')
        expect(await openText(await start(OLD), bytes)).toBe('ABCD-EFGH-IJKL')
      }
    }
    await sealMore()
    const { rewrapped, previousMasterIds } = await both.control.rotateMasterKey(record)
    expect(rewrapped).toBeGreaterThan(0)
    await sealMore()

    const [oldId = ''] = previousMasterIds
    expect(await both.control.retireMasterKey(oldId, record)).toBeGreaterThan(rewrapped)

    const afterwards = await start(NEW)
    for (const bytes of sealed) expect(await openText(afterwards, bytes)).toBe('ABCD-EFGH-IJKL')
    await expect(start(OLD)).rejects.toThrow(MasterKeyFault)
  })

  test('a process with a retired master key makes no data key', async () => {
    const [old, both] = [await start(OLD), await start(NEW, OLD)]
    const { previousMasterIds } = await both.control.rotateMasterKey(record)
    await both.control.retireMasterKey(previousMasterIds[0] ?? '', record)
    const { total } = await both.control.listKeys({ limit: 1, offset: 0 })

    await expect(newLot(old)).rejects.toThrow(MasterKeyFault)
    await expect(old.control.rotateDataKeys(['codes'], record)).rejects.toThrow(MasterKeyFault)
    expect((await both.control.listKeys({ limit: 1, offset: 0 })).total).toBe(total)
  })

  test('a wrong master key, or a wrong previous one, stops the start', async () => {
    await start(OLD)

    await expect(start(NEW)).rejects.toThrow(MasterKeyFault)
    await expect(start(NEW, randomBytes(32))).rejects.toThrow(/TESSERA_MASTER_KEY/)
    await expect(start(OLD, randomBytes(32))).resolves.toBeDefined()
  })

  test('the old key is not retired while it is needed, or before the new one wraps every data key', async () => {
    const [old, both] = [await start(OLD), await start(NEW, OLD)]
    const oldId = (await both.control.listMasterKeys())[1]?.masterId ?? ''
    const refused = { kind: 'state_conflict' }

    await expect(both.control.retireMasterKey(oldId, record)).rejects.toMatchObject(refused)
    await expect(old.control.rotateMasterKey(record)).rejects.toMatchObject(refused)
    await both.control.rotateMasterKey(record)
    await expect(both.control.rotateMasterKey(record)).rejects.toMatchObject(refused)
    await expect(old.control.rotateMasterKey(record)).rejects.toMatchObject(refused)
    await expect(old.control.retireMasterKey(oldId, record)).rejects.toMatchObject(refused)
    await expect(both.control.retireMasterKey('0123456789abcdef', record)).rejects.toMatchObject({
      kind: 'not_found',
    })
    await start(OLD)
  })

  test('a rotation whose audit fails wraps nothing', async () => {
    await start(OLD)
    const both = await start(NEW, OLD)
    const failing = both.control.rotateMasterKey(() => {
      throw new Error('no audit')
    })

    await expect(failing).rejects.toThrow('no audit')
    const [present] = await both.control.listMasterKeys()
    expect(present).toMatchObject({ use: 'PRESENT', wraps: 0 })
  })
})

describe('the master key of the data directory', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tessera-keys-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  async function startThere(previous?: Buffer): Promise<Vault> {
    const keys = await loadMasterKeys({ configured: undefined, previous, dataDir, isSealed })
    return openVault({ db: fresh.connectAgain(), clock, ...keys })
  }

  const keyText = (): Promise<string> => readFile(join(dataDir, 'master.key'), 'utf8')

  test('a rotation makes a new key, and the old one stays until it is retired', async () => {
    const vault = await startThere()
    const sealed = vault.seal('codes', PLACE, SECRET)
    const before = await keyText()

    const { previousMasterIds } = await vault.control.rotateMasterKey(record)
    expect(await keyText()).not.toBe(before)
    expect(await readdir(dataDir)).toEqual(['master.key', 'master.key.previous'])
    await expect(vault.control.rotateMasterKey(record)).rejects.toThrow(/retire/)
    expect(await openText(await startThere(), sealed)).toBe('ABCD-EFGH-IJKL')

    await vault.control.retireMasterKey(previousMasterIds[0] ?? '', record)
    expect(await readdir(dataDir)).toEqual(['master.key'])
    expect(await openText(await startThere(), sealed)).toBe('ABCD-EFGH-IJKL')
    await vault.control.rotateMasterKey(record)
    expect(await openText(await startThere(), sealed)).toBe('ABCD-EFGH-IJKL')
  })

  const STEPS = renewal('').length
  test.each(Array.from({ length: STEPS + 1 }, (_, steps) => ({ steps })))(
    'after a renewal that was killed at step $steps, the next start opens everything, and rotates',
    async ({ steps }) => {
      const sealed = (await startThere()).seal('codes', PLACE, SECRET)
      for (const step of renewal(dataDir).slice(0, steps)) await step()

      const restarted = await startThere()
      expect(await openText(restarted, sealed)).toBe('ABCD-EFGH-IJKL')
      const { masterId, previousMasterIds } = await restarted.control.rotateMasterKey(record)
      await restarted.control.retireMasterKey(previousMasterIds[0] ?? '', record)

      expect(await readdir(dataDir)).toEqual(['master.key'])
      const later = await startThere()
      expect(await later.control.listMasterKeys()).toEqual([
        { masterId, use: 'PRESENT', wraps: PURPOSES.length, keys: PURPOSES.length },
      ])
      expect(await openText(later, sealed)).toBe('ABCD-EFGH-IJKL')
    },
  )

  test('after a rotation that was killed before its commit, the next start opens everything, and rotates', async () => {
    const vault = await startThere()
    const sealed = vault.seal('codes', PLACE, SECRET)
    const killed = vault.control.rotateMasterKey(() => {
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')

    const restarted = await startThere()
    expect(await openText(restarted, sealed)).toBe('ABCD-EFGH-IJKL')
    await restarted.control.rotateMasterKey(record)
    expect(await openText(await startThere(), sealed)).toBe('ABCD-EFGH-IJKL')
  })

  test('replaces a master key of the settings, and is replaced by one', async () => {
    const sealed = (await start(OLD)).seal('codes', PLACE, SECRET)
    const vault = await startThere(OLD)
    const { previousMasterIds } = await vault.control.rotateMasterKey(record)
    await vault.control.retireMasterKey(previousMasterIds[0] ?? '', record)
    expect(await openText(await startThere(), sealed)).toBe('ABCD-EFGH-IJKL')

    const fromFile = Buffer.from(await keyText(), 'base64')
    await (await start(NEW, fromFile)).control.rotateMasterKey(record)
    expect(await openText(await start(NEW), sealed)).toBe('ABCD-EFGH-IJKL')
  })
})
