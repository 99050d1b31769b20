import { createHmac, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock, type Clock } from '../../src/core/mod.ts'
import { sql, type Database } from '../../src/db/mod.ts'
import { blindIndexOf, hmacOf } from '../../src/vault/blind-index.ts'
import {
  codeSealer,
  MasterKeyFault,
  openVault,
  SealBroken,
  type Vault,
} from '../../src/vault/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { withoutPauses } from '../support/eventually.ts'

const masterKey = randomBytes(32)
const SECRET = Buffer.from('ABCD-EFGH-IJKL')
const PLACE = 'stock_blocks:7:one'
/** A clock whose monotonic time stands still. */
const STILL: Clock = { now: systemClock.now, monotonic: () => 0 }

let fresh: FreshDatabase
let vault: Vault

const open = (db: Database, key = masterKey): Promise<Vault> =>
  openVault({ db, masterKey: key, clock: systemClock })

beforeAll(async () => {
  fresh = await freshDatabase()
  vault = await open(fresh.db)
})
afterAll(() => fresh.drop())

describe('sealing', () => {
  test('sealed bytes open in their place, also after a restart', async () => {
    const sealed = vault.seal('codes', PLACE, SECRET)
    const restarted = await open(fresh.connectAgain())

    expect(vault.open('codes', PLACE, sealed)).toEqual(SECRET)
    expect(restarted.open('codes', PLACE, sealed)).toEqual(SECRET)
    expect(vault.open('codes', PLACE, vault.seal('codes', PLACE, Buffer.alloc(0)))).toHaveLength(0)
  })

  test('sealed bytes reveal nothing of the secret, and no two are equal', () => {
    const sealed = vault.seal('codes', PLACE, SECRET)

    expect(sealed).toHaveLength(SECRET.length + 33)
    expect(sealed.includes(SECRET)).toBe(false)
    expect(vault.seal('codes', PLACE, SECRET).equals(sealed)).toBe(false)
  })

  test('a secret with an altered or missing byte does not open', () => {
    const sealed = vault.seal('codes', PLACE, SECRET)
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(() => vault.open('codes', PLACE, altered), `byte ${at}`).toThrow(SealBroken)
      expect(() => vault.open('codes', PLACE, sealed.subarray(0, at))).toThrow(SealBroken)
    }
    expect(() => vault.open('codes', PLACE, Buffer.concat([sealed, Buffer.of(0)]))).toThrow(
      SealBroken,
    )
  })

  test('sealed bytes that were moved to another place or purpose do not open there', () => {
    const sealed = vault.seal('codes', PLACE, SECRET)

    expect(() => vault.open('codes', 'stock_blocks:7:two', sealed)).toThrow(SealBroken)
    expect(() => vault.open('codes', '', sealed)).toThrow(SealBroken)
    expect(() => vault.open('credentials', PLACE, sealed)).toThrow(SealBroken)
  })

  test('bytes with the key id of another purpose do not open', () => {
    const sealed = vault.seal('codes', PLACE, SECRET)
    const foreign = vault.seal('credentials', PLACE, SECRET)
    foreign.copy(sealed, 1, 1, 5)

    expect(() => vault.open('codes', PLACE, sealed)).toThrow(SealBroken)
    expect(() => vault.open('codes', PLACE, foreign)).toThrow(SealBroken)
  })

  test('the error names the place and no secret', () => {
    const sealed = vault.seal('codes', PLACE, SECRET)
    sealed[20] = (sealed[20] ?? 0) ^ 1
    try {
      vault.open('codes', PLACE, sealed)
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(SealBroken)
      expect(String(error)).toContain(PLACE)
      expect(String(error)).not.toContain('ABCD')
      expect((error as Error).cause).toBeUndefined()
    }
  })
})

const blindIndex = (codeNamespace: string | undefined, code: string): string =>
  codeSealer(vault.codeKeys()).blindIndex(codeNamespace, code)

describe('blind index', () => {
  test('is equal only for equal codes of one namespace', () => {
    const blind = blindIndex(undefined, 'ABCD-1234')

    expect(blind).toHaveLength(16)
    expect(blindIndex(undefined, 'ABCD-1234')).toEqual(blind)
    expect(blindIndex('acme', 'ABCD-1234')).not.toEqual(blind)
    expect(blindIndex(undefined, 'ABCD-1235')).not.toEqual(blind)
    expect(blindIndex(undefined, 'ABCD1234')).not.toEqual(blind)
  })

  test('a code in another spelling is the same code', () => {
    expect(blindIndex('acme', ' abcd-1234 ')).toEqual(blindIndex('acme', 'ABCD-1234'))
  })

  test('no namespace and code can be read as another namespace and code', () => {
    expect(blindIndex('a', 'b:X')).not.toEqual(blindIndex('ab', ':X'))
    expect(blindIndex('a', 'AB')).not.toEqual(blindIndex('aa', 'B'))
    expect(blindIndex(undefined, 'A:B')).not.toEqual(blindIndex('a', 'B'))
  })

  test('is HMAC-SHA256 of any text, cut to 16 bytes for a code', () => {
    const { key } = vault.codeKeys().blindIndex
    const [blind, hmac] = [blindIndexOf(key), hmacOf(key)]
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
        const whole = createHmac('sha256', key).update(text, 'utf8').digest()
        expect(Buffer.from(blind(text), 'latin1')).toEqual(whole.subarray(0, 16))
        expect(Buffer.from(hmac(text), 'latin1')).toEqual(whole)
      }),
      { numRuns: 300 },
    )
    const longest = '€'.repeat(1_024)
    const whole = createHmac('sha256', key).update(longest, 'utf8').digest()
    expect(Buffer.from(blind(longest), 'latin1')).toEqual(whole.subarray(0, 16))
  })
})

describe('signatures', () => {
  test('a signature is valid for one text only, and only if it is whole', async () => {
    const signature = vault.sign('order 1, until noon')

    expect(signature).toHaveLength(32)
    expect(await vault.isSignature('order 1, until noon', signature)).toBe(true)
    const wrong: [string, Buffer][] = [
      ['order 1, until one', signature],
      ['order 1, until noon', signature.subarray(0, 31)],
      ['order 1, until noon', Buffer.alloc(0)],
      ['order 1, until noon', randomBytes(32)],
      // Of the same length, and made by a key of this vault for another purpose.
      ['order 1, until noon', vault.blindIndex('consumer_index', 'order 1, until noon')],
    ]
    // At once, because wrong ones wait for each other.
    const results = await Promise.all(wrong.map(([text, bytes]) => vault.isSignature(text, bytes)))
    expect(results).toEqual(wrong.map(() => false))
  })

  test('unknown key ids cause at most one read of the keys a second', async () => {
    const db = fresh.connectAgain()
    let reads = 0
    const rows: Database['rows'] = (statement) => {
      reads += 1
      return db.rows(statement)
    }
    const own = await openVault({ db: { ...db, rows }, masterKey, clock: STILL })
    reads = 0
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())

    for (const readsSoFar of [1, 2]) {
      const answers = []
      for (let at = 0; at < 5; at += 1) {
        answers.push(own.isSignature(`order ${at}`, randomBytes(32)))
        // Each request comes by itself.
        await db.rows(sql`select`)
      }
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await Promise.all(answers)).toEqual([false, false, false, false, false])
      expect(reads).toBe(readsSoFar)
    }
  })

  test('a signature of one database is invalid in another', async () => {
    const other = await freshDatabase()
    const signature = (await open(other.db)).sign('x')

    expect(await withoutPauses(vault.isSignature('x', signature))).toBe(false)
    await other.drop()
  })
})

describe('data keys', () => {
  test('processes that start at once have the same key for each purpose', async () => {
    const database = await freshDatabase()
    const pools = Array.from({ length: 6 }, () => database.connectAgain())
    const vaults = await Promise.all(pools.map((pool) => open(pool)))

    const keys = await database.db.rows(storedKeys())
    expect(keys.map((key) => key.purpose).toSorted()).toEqual([
      'blind_index',
      'checkpoints',
      'codes',
      'consumer_index',
      'consumers',
      'credentials',
      'exports',
    ])
    const sealed = vaults.map((one) => one.seal('codes', PLACE, SECRET))
    for (const one of vaults) {
      for (const bytes of sealed) expect(one.open('codes', PLACE, bytes)).toEqual(SECRET)
      expect(one.sign('x')).toEqual(vaults[0]?.sign('x'))
    }
    await database.drop()
  })

  test('a wrong master key stops the start, names its setting, and adds no key', async () => {
    const database = await freshDatabase()
    await open(database.db)
    await database.db.rows(sql`
      delete from vault_key_wraps
      where key_id = (select key_id from vault_keys where purpose = 'exports')`)
    await database.db.rows(sql`delete from vault_keys where purpose = 'exports'`)
    const before = await database.db.rows(storedKeys())

    const failed = open(database.db, randomBytes(32))

    await expect(failed).rejects.toThrow(MasterKeyFault)
    await expect(failed).rejects.toThrow(/TESSERA_MASTER_KEY/)
    expect(await database.db.rows(storedKeys())).toEqual(before)
    await database.drop()
  })

  test('a data key that was moved to another purpose is not used', async () => {
    const database = await freshDatabase()
    await open(database.db)
    await database.db.rows(sql`
      update vault_key_wraps w set wrapped = codes.wrapped
      from vault_keys k, (${storedKeys()}) codes
      where k.key_id = w.key_id and k.purpose = 'exports' and codes.purpose = 'codes'`)

    await expect(open(database.db)).rejects.toThrow(MasterKeyFault)
    await database.drop()
  })

  test('the table holds neither the data keys nor the master key', async () => {
    const rows = await fresh.db.rows(storedKeys())
    for (const { wrapped } of rows) {
      expect(wrapped).toHaveLength(1 + 12 + 32 + 16)
      expect(wrapped.includes(masterKey)).toBe(false)
    }
  })
})

function storedKeys(): ReturnType<typeof sql<{ purpose: string; wrapped: Buffer }>> {
  return sql`
    select k.purpose, w.wrapped from vault_keys k join vault_key_wraps w on w.key_id = k.key_id
    order by k.key_id`
}
