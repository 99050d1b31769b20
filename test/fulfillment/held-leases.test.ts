import { expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import type { Db } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { toLeased } from '../../src/fulfillment/batch.ts'
import { lockHeld } from '../../src/fulfillment/lease-rows.ts'
import { Leases } from '../../src/fulfillment/leases.ts'
import { Gate } from '../support/gate.ts'

const UNITS_MAX = 100_000

function leaseOf(supplier: string, productId: number, quantity: number, orderNo = 1n) {
  return toLeased(1, {
    order_no: orderNo,
    batch_no: productId,
    product_id: productId,
    supplier,
    face_value_minor: minorUnits(100n),
    first_item_no: 1,
    quantity,
    attempt: 1,
    lease_epoch: 1n,
    outcome_unknown: false,
    last_fault: null,
    taking_back: false,
    supplier_step: 0,
    round_outcome: null,
    supplier_settings: null,
    is_bound: false,
    product_currency: 'USD',
    min_validity_days: null,
    offer: null,
    recipient: null,
  })
}

test('a product that is generated or fetched is busy with fewer batches than one from stock', () => {
  const leases = new Leases()

  leases.add(1, [leaseOf('upstream', 1, UNITS_MAX), leaseOf('vault', 2, UNITS_MAX)])

  expect(leases.busyProducts(1, UNITS_MAX)).toEqual([1])
})

/** Leases a batch of each of these partners. Returns the leases, and what renewals send. */
function startLeases(partnerIds: readonly number[], passed: () => Promise<void>) {
  const faults: unknown[] = []
  let sent = 0
  const db: Db = {
    kind: 'db',
    async rows() {
      sent += 1
      await passed()
      return []
    },
  }
  const leases = new Leases()
  for (const partnerId of partnerIds) leases.add(partnerId, [leaseOf('sandbox', 1, 1)])
  const renew = (): void => leases.renew(db, 5, (fault) => faults.push(fault))
  return { leases, renew, faults, sent: () => sent }
}

test('an idle worker sends no renewal to the database', () => {
  const { renew, sent } = startLeases([], () => Promise.resolve())

  renew()

  expect(sent()).toBe(0)
})

test('a partner whose renewal waits for a lock is not renewed a second time', async () => {
  const gate = new Gate()
  const { renew, sent } = startLeases([1, 2], () => gate.passed())

  renew()
  renew()
  expect(sent()).toBe(2)

  gate.open()
  await expect
    .poll(() => {
      renew()
      return sent()
    })
    .toBeGreaterThanOrEqual(4)
})

test('a renewal that fails is reported, and the next call sends it again', async () => {
  const { renew, faults, sent } = startLeases([1], () => Promise.reject(new Error('no connection')))

  renew()
  await expect.poll(() => faults).toMatchObject([{ message: 'no connection' }])
  renew()

  expect(sent()).toBe(2)
})

test('leases that were removed are not renewed', () => {
  const { leases, renew, sent } = startLeases([], () => Promise.resolve())
  const batch = leaseOf('sandbox', 1, 1)
  leases.add(3, [batch])
  leases.remove(3, [batch])

  renew()

  expect(sent()).toBe(0)
})

test('batches are locked by order and number, so that two workers do not deadlock', () => {
  const places = [
    [2n, 1],
    [1n, 2],
    [10n, 1],
    [1n, 1],
  ] as const
  const batches = places.map(([orderNo, batchNo]) => leaseOf('sandbox', batchNo, 1, orderNo))

  const [orderNos, batchNos] = compile(lockHeld(1, batches)).values ?? []

  expect([orderNos, batchNos]).toEqual(['{1,1,2,10}', '{1,2,1,1}'])
})
