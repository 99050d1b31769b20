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

/** A vault, and one of another process, which has made new keys since. */
async function twoVaults() {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const masterKey = randomBytes(32)
  const vault = await openVault({ db: fresh.db, clock, masterKey })
  const elsewhere = await openVault({ db: fresh.connectAgain(), clock, masterKey })
  await elsewhere.control.rotateDataKeys(['credentials', 'codes'], () => undefined)
  return { fresh, vault, elsewhere }
}

test('an account that another process sealed with a new key is opened', async () => {
  const { fresh, vault, elsewhere } = await twoVaults()
  const act = { actor: TESTER, at: clock.now() }
  const owner = { vault: elsewhere, adapters: ADAPTERS }
  await transact(fresh.db, (tx) => registerAccount(tx, owner, { input: ACCOUNT, act }))

  const connections = new Connections({ db: fresh.db, vault, clock, adapters: ADAPTERS })

  expect(await connections.all()).toHaveLength(1)
  connections.close()
})

test('how tills scan a code is known though another process sealed it with a new key', async () => {
  const { fresh, vault, elsewhere } = await twoVaults()
  const at = { partnerId: 1, orderNo: 1, batchNo: 1, firstUnit: 1, createNo: 1 }
  const reference = randomUUID()
  const unit = { number: 'N-1', barcode: '4006381333931', barcodeType: 'ean-13' }
  const sealed = sealUnits(elsewhere, { ...at, reference }, [unit])
  await fresh.db.rows(sql`
    insert into supplier_creates (partner_id, order_no, batch_no, first_unit, create_no, reference,
      product_id, currency, face_value_minor, quantity, settings, status, kept, released, begun_at)
    values (1, 1, 1, 1, 1, ${reference}, 1, 'USD', 1000, 1, '{}', 'DONE', ${sealed}, true, now())`)

  expect(await barcodeTypeOf({ db: fresh.db, vault }, at, codeOf(unit))).toBe('EAN_13')
})
