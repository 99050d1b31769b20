import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock as clock } from '../../src/core/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { registerAccount } from '../../src/connectors/accounts.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { barcodeTypeOf } from '../../src/connectors/barcode-type.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { codeOf, sealUnits } from '../../src/connectors/units.ts'
import { openVault } from '../../src/vault/mod.ts'
import { freshDatabase } from '../support/database.ts'
import { TESTER } from '../support/tester.ts'

const ACCOUNT = {
  adapter: 'tillo',
  name: 'acme',
  environment: 'sandbox',
  secrets: { apiKey: 'key', secret: 'secret' },
}

/** Returns a vault, and the vault of another process that has created new keys since. */
async function twoVaults() {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const masterKey = randomBytes(32)
  const vault = await openVault({ db: fresh.db, clock, masterKey })
  const otherVault = await openVault({ db: fresh.connectAgain(), clock, masterKey })
  await otherVault.control.rotateDataKeys(['credentials', 'codes'], () => undefined)
  return { fresh, vault, otherVault }
}

test('an account that another process sealed with a new key is opened', async () => {
  const { fresh, vault, otherVault } = await twoVaults()
  const act = { actor: TESTER, at: clock.now() }
  const owner = { vault: otherVault, adapters: ADAPTERS }
  await transact(fresh.db, (tx) => registerAccount(tx, owner, { input: ACCOUNT, act }))

  const connections = new Connections({ db: fresh.db, vault, clock, adapters: ADAPTERS })

  expect(await connections.all()).toHaveLength(1)
  connections.close()
})

test('the type of a bar code is read though another process sealed the code with a new key', async () => {
  const { fresh, vault, otherVault } = await twoVaults()
  const place = { partnerId: 1, orderNo: 1, batchNo: 1, firstUnit: 1, createNo: 1 }
  const reference = randomUUID()
  const unit = { number: 'N-1', barcode: '4006381333931', barcodeType: 'ean-13' }
  const sealed = sealUnits(otherVault, { ...place, reference }, [unit])
  await fresh.db.rows(sql`
    insert into supplier_creates (partner_id, order_no, batch_no, first_unit, create_no, reference,
      product_id, currency, face_value_minor, quantity, settings, status, kept, released, begun_at)
    values (1, 1, 1, 1, 1, ${reference}, 1, 'USD', 1000, 1, '{}', 'DONE', ${sealed}, true, now())`)

  expect(await barcodeTypeOf({ db: fresh.db, vault }, place, codeOf(unit))).toBe('EAN_13')
})
