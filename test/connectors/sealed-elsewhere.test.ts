import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock as clock } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { registerAccount } from '../../src/connectors/accounts.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { openVault } from '../../src/vault/mod.ts'
import { freshDatabase } from '../support/database.ts'
import { TESTER } from '../support/tester.ts'

const ACCOUNT = {
  adapter: 'tillo',
  name: 'acme',
  environment: 'sandbox',
  secrets: { apiKey: 'key', secret: 'secret' },
}

test('an account that another process sealed with a new key is opened', async () => {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const masterKey = randomBytes(32)
  const vault = await openVault({ db: fresh.db, clock, masterKey })
  const elsewhere = await openVault({ db: fresh.connectAgain(), clock, masterKey })
  await elsewhere.control.rotateDataKeys(['credentials'], () => undefined)
  const act = { actor: TESTER, at: clock.now() }
  const owner = { vault: elsewhere, adapters: ADAPTERS }
  await transact(fresh.db, (tx) => registerAccount(tx, owner, { input: ACCOUNT, act }))

  const connections = new Connections({ db: fresh.db, vault, clock, adapters: ADAPTERS })

  expect(await connections.all()).toHaveLength(1)
  connections.close()
})
