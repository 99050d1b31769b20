import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import type { Call } from '../../src/connectors/adapter.ts'
import type { Connections } from '../../src/connectors/connections.ts'
import { parseExact } from '../../src/connectors/exact-json.ts'
import { type ReconcileOptions, settleAllDue } from '../../src/connectors/reconcile.ts'
import { hurryCreate } from '../../src/connectors/release-rows.ts'
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
const FAULTY = 3
const PATIENT = 4
const NAMED = 5
/** The time after which the adapter `tessera` looks an accepted order up again. */
const POLL_MS = 4_000

function supplierOrderId(batchNo: number): string {
  return `o-${batchNo}`
}

/** Inserts a purchase at an account, whose order was cancelled. Returns its client reference. */
async function cancelledPurchase(
  accountId: number,
  batchNo: number,
  productId = 1,
): Promise<string> {
  const reference = randomUUID()
  await fixture.db.rows(sql`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
      currency, face_value_minor, quantity, settings, status, send_no, first_sent_at, sent_at,
      theirs, released, due_at, begun_at)
    values (1, 1, ${batchNo}, 1, 1, ${accountId}, ${reference}, ${productId}, 'USD', 1000, 1,
      '{"product":"7"}', 'PLACED', 1, now(), now(), ${supplierOrderId(batchNo)}, true,
      '2020-01-01', now())`)
  return `tessera-1-1-${batchNo}-${reference}`
}

const SETTINGS = { clientId: randomUUID(), currency: 'USD' }

/** Settles what is due at suppliers' accounts; `senders` has the sender of each account. */
function settle(
  senders: ReadonlyMap<number, (call: Call) => Promise<object>>,
  more: Partial<ReconcileOptions> = {},
): Promise<void> {
  const { db, vault, clock } = fixture
  const secrets = { apiKey: 'k', hmacSecret: 's' }
  const view = { environment: 'live', secrets, settings: SETTINGS }
  const accountConnections = [...senders].map(([accountId, send]) => ({
    account: { accountId, adapter: 'tessera', name: String(accountId), settings: SETTINGS },
    adapter: ADAPTERS.tessera,
    exchange: {
      secrets,
      account: (now = clock.now()) => ({ ...view, now }),
      send,
      hold: () => undefined,
    },
  }))
  const connections = {
    all: () => Promise.resolve(accountConnections),
    close: () => undefined,
  }
  return settleAllDue({
    db,
    vault,
    clock,
    connections: connections as unknown as Connections,
    floatPollSeconds: 60,
    restocked: () => Promise.resolve(),
    funded: () => Promise.resolve(),
    onFault: (error) => expect.unreachable(String(error)),
    ...more,
  })
}

function statusesAt(...accountIds: readonly number[]) {
  return fixture.db.rows(sql<object>`
    select status from supplier_creates where account_id = any(${accountIds}) order by batch_no`)
}

function statusRows(...statuses: readonly string[]) {
  return statuses.map((status) => ({ status }))
}

/** Returns the response to a read. */
function responseOf(data: object) {
  return Promise.resolve({ status: 200, headers: {}, json: parseExact(JSON.stringify({ data })) })
}

test('a silent supplier does not delay the cancelled orders of another one', async () => {
  const gate = new Gate()
  await cancelledPurchase(SILENT, 1)
  await cancelledPurchase(SILENT, 2)
  const clientReference = await cancelledPurchase(PROMPT, 3)
  const order = { id: supplierOrderId(3), clientReference, status: 'CANCELLED', currency: 'USD' }

  const settled = settle(
    new Map([
      [SILENT, () => gate.passed().then(() => Promise.reject(new Error('cut')))],
      [PROMPT, () => responseOf(order)],
    ]),
  )

  const expected = statusRows('PLACED', 'PLACED', 'REFUSED')
  await eventually(async () => expect(await statusesAt(SILENT, PROMPT)).toEqual(expected))
  gate.open()
  await settled
})

test('a purchase under way for a cancelled order is looked up again when its supplier says', async () => {
  const clientReference = await cancelledPurchase(PATIENT, 20)
  const order = { id: supplierOrderId(20), clientReference, status: 'PROCESSING', currency: 'USD' }

  await settle(new Map([[PATIENT, () => responseOf(order)]]))

  const [row] = await fixture.db.rows(sql<{ due_at: Date }>`
    select due_at from supplier_creates where account_id = ${PATIENT}`)
  expect(row?.due_at.getTime()).toBe(fixture.clock.now() + POLL_MS)
})

test('a purchase of a cancelled order that its supplier names during a look-up stays with its process, and is due afterwards', async () => {
  const clientReference = await cancelledPurchase(NAMED, 30)
  const order = { id: supplierOrderId(30), clientReference, status: 'PROCESSING', currency: 'USD' }
  const purchase = { partnerId: 1, orderNo: 1, batchNo: 30, uuid: clientReference.slice(-36) }
  const hurry = () => fixture.db.rows(hurryCreate(purchase, fixture.clock.now()))
  const dueIn = async (): Promise<number> => {
    const [row] = await fixture.db.rows(sql<{ due_at: Date }>`
      select due_at from supplier_creates where account_id = ${NAMED}`)
    return (row?.due_at.getTime() ?? Number.NaN) - fixture.clock.now()
  }

  await settle(
    new Map([
      [
        NAMED,
        async () => {
          await hurry()
          await settle(new Map([[NAMED, () => expect.unreachable('it is claimed')]]))
          return responseOf(order)
        },
      ],
    ]),
  )

  expect(await dueIn()).toBe(0)
  await settle(new Map([[NAMED, () => responseOf(order)]]))
  expect(await dueIn()).toBe(POLL_MS)
  await fixture.db.rows(sql`
    update supplier_creates set due_at = due_at + interval '1 hour' where account_id = ${NAMED}`)
  await hurry()
  expect(await dueIn()).toBe(0)
})

test('an error of our own with one purchase does not delay others of the account', async () => {
  const references = new Map<string, string>()
  for (const batchNo of [4, 5]) {
    const reference = await cancelledPurchase(FAULTY, batchNo, fixture.nextProductId())
    references.set(supplierOrderId(batchNo), reference)
  }
  const item = { itemNo: 1, productId: 7, currency: 'USD', faceValue: 10 }
  const send = ({ path }: Call) => {
    const [, id = ''] = /^\/v2\/orders\/([^/]+)/.exec(path) ?? []
    if (path.includes('/items')) return responseOf([{ ...item, giftCardNumber: id }])
    const order = { id, clientReference: references.get(id), status: 'COMPLETED' }
    return responseOf({ ...order, currency: 'USD', totalAmount: 10 })
  }
  const faults: unknown[] = []

  await settle(new Map([[FAULTY, send]]), {
    restocked: () => Promise.reject(new Error('a fault of ours')),
    onFault: (error) => void faults.push(error),
  })

  expect(await statusesAt(FAULTY)).toEqual(statusRows('STOCKED', 'STOCKED'))
  expect(faults).toHaveLength(2)
})
