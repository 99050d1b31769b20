import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock as clock } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { registerUpstream } from '../../src/upstream/accounts.ts'
import { Connections } from '../../src/upstream/connections.ts'
import { openVault } from '../../src/vault/mod.ts'
import { freshDatabase } from '../support/database.ts'
import { TESTER } from '../support/tester.ts'

const ACCOUNT = {
  name: 'acme',
  baseUrl: 'http://127.0.0.1:1',
  clientId: '01890a5d-ac96-774b-bcce-b302099a8057',
  apiKey: 'key',
  hmacSecret: 'secret',
  currency: 'USD',
}

test('an account that another process sealed with a new key is opened', async () => {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const masterKey = randomBytes(32)
  const vault = await openVault({ db: fresh.db, clock, masterKey })
  const elsewhere = await openVault({ db: fresh.connectAgain(), clock, masterKey })
  await elsewhere.control.rotateDataKeys(['credentials'], () => undefined)
  const act = { actor: TESTER, at: clock.now() }
  await transact(fresh.db, (tx) => registerUpstream(tx, elsewhere, { input: ACCOUNT, act }))

  const connections = new Connections({ db: fresh.db, vault, clock })

  expect(await connections.all()).toHaveLength(1)
  connections.close()
})
