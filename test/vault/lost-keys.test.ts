import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Outage, sql, transact, type Database, type Tx } from '../../src/db/mod.ts'
import { Statement } from '../../src/db/sql.ts'
import { openVault, type Vault } from '../../src/vault/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { movableClock } from '../support/domain.ts'
import { endOtherSessions } from '../support/end-sessions.ts'
import { eventually } from '../support/eventually.ts'
import { beginNewLife } from '../support/new-life.ts'

// In these tests the database has lost rows of keys, as after a promotion or a restore.

const MASTER_KEY = randomBytes(32)
const SECRET = Buffer.from('ABCD-EFGH-IJKL')
const PLACE = 'stock_blocks:7:one'

const clock = movableClock()
let fresh: FreshDatabase
let db: Database
let vault: Vault

beforeEach(async () => {
  fresh = await freshDatabase()
  db = fresh.db
  vault = await start()
})
afterEach(() => fresh.drop())

/** A process that has just started. */
function start(): Promise<Vault> {
  return openVault({ db: fresh.connectAgain(), clock, masterKey: MASTER_KEY })
}

async function openElsewhere(sealed: Buffer): Promise<string> {
  const other = await start()
  await other.prepare([sealed])
  return other.open('codes', PLACE, sealed).toString()
}

async function newLotKey(): Promise<number> {
  const keyId = await transact(db, (tx) => vault.newLotKey(tx))
  await vault.prepare([keyId])
  return keyId
}

async function deleteKey(keyId: number): Promise<void> {
  await db.rows(sql`delete from vault_key_wraps where key_id = ${keyId}`)
  await db.rows(sql`delete from vault_keys where key_id = ${keyId}`)
}

/** Returns a view of the transaction that draws this number for a new key. */
function txThatDraws(keyId: number, tx: Tx): Tx {
  return {
    kind: 'tx',
    rows: (statement) => {
      const { texts, parts } = statement
      if (texts[0]?.includes('insert into vault_keys') !== true) return tx.rows(statement)
      return tx.rows(new Statement(texts, [keyId, ...parts.slice(1)]))
    },
    write: (statement) => tx.write(statement),
    copy: (copied) => tx.copy(copied),
  }
}

test('numbers of keys are drawn at random, so that a lost number is not drawn again', async () => {
  const numbers = [await newLotKey(), await newLotKey(), await newLotKey()]
  const [lowest = 0, middle = 0, highest = 0] = numbers.toSorted((one, other) => one - other)
  expect(Math.min(middle - lowest, highest - middle)).toBeGreaterThan(1)
})

test('a lot is sealed with a key that the database has, not with a lost one of the same number', async () => {
  const lost = await newLotKey()
  await deleteKey(lost)

  const keyId = await transact(db, (tx) => vault.newLotKey(txThatDraws(lost, tx)))
  await vault.prepare([keyId])

  expect(keyId).toBe(lost)
  expect(await openElsewhere(vault.seal('codes', PLACE, SECRET, keyId))).toBe(String(SECRET))
})

test('after the database lost commits, nothing is sealed with a lost key', async () => {
  const [rotation] = await vault.control.rotateDataKeys(['codes'], () => undefined)
  await deleteKey(rotation?.keyId ?? expect.unreachable())
  const elsewhere = fresh.connectAgain()
  await elsewhere.rows(sql`delete from server_life`)
  await endOtherSessions(elsewhere)
  // This connection notices the new life, as any does.
  await eventually(() => vault.prepare([1]))

  const sealed = await eventually(() => vault.seal('codes', PLACE, SECRET))

  expect(await openElsewhere(sealed)).toBe(String(SECRET))
})

test('keys that were not read when a new life began are read once they are needed', async () => {
  const own = fresh.connectAgain()
  const cut = await openVault({ db: own, clock, masterKey: MASTER_KEY })
  const read = vi.spyOn(own, 'rows').mockRejectedValue(new Outage(new Error('cut')))
  await beginNewLife(fresh.target)
  await eventually(() => transact(own, (tx) => tx.rows(sql`select`)))
  await eventually(() => expect(() => cut.seal('codes', PLACE, SECRET)).toThrow(Outage))
  read.mockRestore()

  const sealed = await eventually(() => cut.seal('codes', PLACE, SECRET))

  expect(await openElsewhere(sealed)).toBe(String(SECRET))
})

test('a key that is lost before it is used is an outage, not a bug', async () => {
  const keyId = await transact(db, (tx) => vault.newLotKey(tx))
  await deleteKey(keyId)
  await vault.prepare([keyId])

  expect(() => vault.codeKeys(keyId)).toThrow(Outage)
})

test('a transaction that stores bytes sealed with a lost key fails', async () => {
  const lost = await newLotKey()
  const sealed = vault.seal('codes', PLACE, SECRET, lost)
  const store = (): Promise<void> =>
    transact(db, (tx) => Promise.resolve(vault.requireKeys(tx, [sealed, sealed])))
  await store()
  await deleteKey(lost)

  await expect(store()).rejects.toThrow('data keys are not in the database')
})

test('a cached key whose number belongs to another key now is read again', async () => {
  const [rotation] = await vault.control.rotateDataKeys(['codes'], () => undefined)
  const keyId = rotation?.keyId ?? expect.unreachable()
  const [other] = await vault.control.rotateDataKeys(['codes'], () => undefined)
  await deleteKey(keyId)
  await db.rows(sql`
    insert into vault_keys (key_id, purpose, for_lot, created_at, check_value)
    select ${keyId}, purpose, for_lot, created_at, check_value
    from vault_keys where key_id = ${other?.keyId}`)
  await db.rows(sql`
    update vault_key_wraps set key_id = ${keyId} where key_id = ${other?.keyId}`)
  await db.rows(sql`delete from vault_keys where key_id = ${other?.keyId}`)

  await vault.refresh()

  expect(await openElsewhere(vault.seal('codes', PLACE, SECRET))).toBe(String(SECRET))
})
