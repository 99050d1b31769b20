import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { registerAccount, updateAccount } from '../../src/connectors/accounts.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import type { Reply } from '../../src/connectors/adapter.ts'
import type { Connection } from '../../src/connectors/connections.ts'
import { pollFloat } from '../../src/connectors/poll-float.ts'
import { transact } from '../../src/db/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const ENDS: [string, () => Promise<Reply>][] = [
  [
    'finds too little',
    () => Promise.resolve({ status: 200, headers: {}, json: { fundsList: [] } }),
  ],
  ['is refused', () => Promise.resolve({ status: 401, headers: {}, json: undefined })],
]

test.each(ENDS)(
  'a poll of a float that %s raises no alert of an account that is switched off meanwhile',
  async (end, respond) => {
    const { db, vault, clock } = fixture
    const name = { adapter: 'tessera', name: end.replaceAll(' ', '-') }
    const act = { actor: TESTER, at: clock.now() }
    const owner = { vault, adapters: ADAPTERS }
    const input = {
      ...name,
      environment: 'live',
      baseUrl: 'https://acme.test',
      secrets: { apiKey: 'key', hmacSecret: 'secret' },
      settings: { clientId: crypto.randomUUID(), currency: 'USD' },
      lowFloat: { amount: 80, currency: 'USD' },
    }
    const registered = await transact(db, (tx) => registerAccount(tx, owner, { input, act }))
    // A first fault is no silence.
    const account = { ...registered, faultedAt: registered.createdAt }
    const open = async () => (await listAlerts(db, { state: 'open', page: 1, pageSize: 10 })).rows
    const view = { environment: 'live', secrets: {}, settings: {}, now: clock.now() }
    const pollWhile = (send: () => Promise<Reply>) =>
      pollFloat({ db, now: clock.now() + 1, silentAfterMs: 0 }, {
        account,
        adapter: ADAPTERS.tessera,
        exchange: { account: () => view, send },
      } as unknown as Connection)
    await pollWhile(respond)
    expect(await open()).toHaveLength(1)

    await pollWhile(async () => {
      const update = { name, change: { active: false }, act }
      await transact(db, (tx) => updateAccount(tx, owner, update))
      return respond()
    })

    expect(await open()).toEqual([])
  },
)
