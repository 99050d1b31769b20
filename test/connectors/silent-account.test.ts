import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import type { Call } from '../../src/connectors/adapter.ts'
import type { Connections } from '../../src/connectors/connections.ts'
import { settleAllDue } from '../../src/connectors/reconcile.ts'
import { sql } from '../../src/db/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const SILENT = 1
const PROMPT = 2

/** A purchase at an account whose order was cancelled here. */
async function released(accountId: number, batchNo: number): Promise<string> {
  const reference = randomUUID()
  await fixture.db.rows(sql`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
      currency, face_value_minor, quantity, settings, status, send_no, first_sent_at, sent_at,
      theirs, released, due_at, begun_at)
    values (1, 1, ${batchNo}, 1, 1, ${accountId}, ${reference}, 1, 'USD', 1000, 1,
      '{"product":"7"}', 'PLACED', 1, now(), now(), 'o-1', true, '2020-01-01', now())`)
  return `tessera-1-1-${batchNo}-${reference}`
}

test('a silent supplier does not delay the cancelled orders of another one', async () => {
  const { db, vault, clock } = fixture
  const gate = new Gate()
  await released(SILENT, 1)
  await released(SILENT, 2)
  const clientReference = await released(PROMPT, 3)
  const order = { id: 'o-1', clientReference, status: 'CANCELLED', currency: 'USD' }
  const settings = { clientId: randomUUID(), currency: 'USD' }
  const view = { environment: 'live', secrets: { apiKey: 'k', hmacSecret: 's' }, settings }
  const connectionOf = (accountId: number, send: (call: Call) => Promise<object>) => ({
    account: { accountId, adapter: 'tessera', name: String(accountId), settings },
    adapter: ADAPTERS.tessera,
    exchange: { account: (now = clock.now()) => ({ ...view, now }), send, hold: () => undefined },
  })
  const all = [
    connectionOf(SILENT, () => gate.passed().then(() => Promise.reject(new Error('cut')))),
    connectionOf(PROMPT, () =>
      Promise.resolve({ status: 200, headers: {}, json: { data: order } }),
    ),
  ]
  const connections = { all: () => Promise.resolve(all), close: () => undefined }
  const statuses = () => db.rows(sql<object>`select status from supplier_creates order by batch_no`)

  const settled = settleAllDue({
    db,
    vault,
    clock,
    connections: connections as unknown as Connections,
    floatPollSeconds: 60,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
  })

  const expected = ['PLACED', 'PLACED', 'REFUSED'].map((status) => ({ status }))
  await eventually(async () => expect(await statuses()).toEqual(expected))
  gate.open()
  await settled
})
