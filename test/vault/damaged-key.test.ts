import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Outage, sql, transact } from '../../src/db/mod.ts'
import { openVault, SealBroken, type Vault } from '../../src/vault/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { movableClock } from '../support/domain.ts'

const MASTER = randomBytes(32)
const SECRET = Buffer.from('ABCD-EFGH-IJKL')
const PLACE = 'stock_blocks:7:one'

let fresh: FreshDatabase

beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.drop())

function start(): Promise<Vault> {
  return openVault({ db: fresh.connectAgain(), clock: movableClock(), masterKey: MASTER })
}

async function sealForLot(vault: Vault, keyId: number): Promise<Buffer> {
  await vault.prepare([keyId])
  return vault.seal('codes', PLACE, SECRET, keyId)
}

function newLot(vault: Vault): Promise<number> {
  return transact(fresh.db, (tx) => vault.newLotKey(tx))
}

test('a damaged key opens nothing, and does not affect other keys', async () => {
  const vault = await start()
  const [broken, whole] = [await newLot(vault), await newLot(vault)]
  const [lostBytes, intactBytes] = [await sealForLot(vault, broken), await sealForLot(vault, whole)]
  await fresh.db.rows(sql`
    update vault_key_wraps set wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20))
    where key_id = ${broken}`)
  const restarted = await start()

  await restarted.prepare([lostBytes, intactBytes])

  expect(restarted.open('codes', PLACE, intactBytes)).toEqual(SECRET)
  expect(() => restarted.open('codes', PLACE, lostBytes)).toThrow(SealBroken)
})

test('a process whose key in use is damaged does not start', async () => {
  await start()
  await fresh.db.rows(sql`
    update vault_key_wraps w set wrapped = set_byte(wrapped, 20, 255 - get_byte(wrapped, 20))
    from vault_keys k where k.key_id = w.key_id and k.purpose = 'credentials'`)

  await expect(start()).rejects.toThrow(/is damaged, or belongs elsewhere/)
})

test('a key that does not match its check value is not used', async () => {
  const vault = await start()
  const [one, other] = [await newLot(vault), await newLot(vault)]
  await fresh.db.rows(sql`
    update vault_key_wraps set wrapped = (
      select wrapped from vault_key_wraps where key_id = ${other})
    where key_id = ${one}`)
  const restarted = await start()

  await expect(sealForLot(restarted, one)).rejects.toThrow(Outage)
  expect(await sealForLot(restarted, other)).toBeInstanceOf(Buffer)
})
