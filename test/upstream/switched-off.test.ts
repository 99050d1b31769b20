import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { registerUpstream, updateUpstream } from '../../src/upstream/accounts.ts'
import { UpstreamError } from '../../src/upstream/client.ts'
import type { Connection } from '../../src/upstream/connections.ts'
import { listUpstreams, pollFloat } from '../../src/upstream/float.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const ENDS: [string, () => Promise<object[]>][] = [
  ['finds too little', () => Promise.resolve([])],
  ['is refused', () => Promise.reject(new UpstreamError('denied', '401'))],
]

test.each(ENDS)(
  'a poll of a float that %s raises no alert of an account that is switched off meanwhile',
  async (end, respond) => {
    const { db, vault, clock } = fixture
    const name = end.replaceAll(' ', '-')
    const act = { actor: TESTER, at: clock.now() }
    const credential = { clientId: crypto.randomUUID(), apiKey: 'key', hmacSecret: 'secret' }
    const input = {
      name,
      baseUrl: 'https://acme.test',
      currency: 'USD',
      lowFloat: 80,
      ...credential,
    }
    await transact(db, (tx) => registerUpstream(tx, vault, { input, act }))
    const upstream = (await listUpstreams(db)).find((one) => one.name === name)
    const open = async () => (await listAlerts(db, { state: 'open', page: 1, pageSize: 10 })).rows
    const pollWhile = (readBalances: () => Promise<object[]>) =>
      pollFloat({ db, now: clock.now(), silentAfterMs: 0 }, {
        upstream,
        client: { readBalances },
      } as unknown as Connection)
    await pollWhile(respond)
    expect(await open()).toHaveLength(1)

    await pollWhile(async () => {
      const change = { active: false }
      await transact(db, (tx) =>
        updateUpstream(tx, vault, { name, change, act, movedTo: undefined }),
      )
      return respond()
    })

    expect(await open()).toEqual([])
  },
)
