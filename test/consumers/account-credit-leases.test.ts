import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWalletSupplier } from '../../src/consumers/mod.ts'
import type { IssueOutcome, Supplier } from '../../src/supply/mod.ts'
import { batch } from '../inventory/fixture.ts'
import { balanceOf } from './account-credits.ts'
import { aConsumer, count, openFixture, setStatus, type Fixture } from './fixture.ts'

/** Tests that a worker that lost its lease credits nothing, however late it is. */

let fixture: Fixture
let supplier: Supplier
let partnerId: number
let walletId: string

beforeEach(async () => {
  fixture = await openFixture()
  supplier = createWalletSupplier(fixture)
  partnerId = await fixture.partner({ USD: 100_00n })
  walletId = (await aConsumer(fixture, partnerId)).walletId
  await lease(1)
})
afterEach(() => fixture.close())

/** Leases batch 1 of order 1 under this epoch. */
async function lease(epoch: number): Promise<void> {
  await fixture.db.pool.query(
    `insert into fulfillments (
       partner_id, order_no, batch_no, line_no, product_id, supplier, face_value_minor,
       first_item_no, quantity, ordered_at, status, lease_epoch)
     values ($1, 1, 1, 1, 1, 'wallet', 1000, 1, 1, now(), 'PROCESSING', $2)
     on conflict (partner_id, order_no, batch_no) do update set lease_epoch = excluded.lease_epoch`,
    [partnerId, epoch],
  )
}

/** Requests the batch once under each of these leases, in one call. */
function issue(...leaseEpochs: bigint[]): Promise<IssueOutcome[]> {
  const recipient = { walletId }
  return supplier.issue(
    leaseEpochs.map((leaseEpoch) => batch(1, 1, { partnerId, recipient, leaseEpoch })),
  )
}

const OVERTAKEN = { outcome: 'unknown', reason: 'another worker has taken the batch over' }

test('a worker that lost its lease does not credit a batch that was refused to the next worker', async () => {
  await setStatus(fixture, { partnerId, walletId }, 'FROZEN')
  await lease(2)
  expect(await issue(2n)).toMatchObject([{ outcome: 'refused' }])
  await setStatus(fixture, { partnerId, walletId }, 'ENABLED')

  expect(await issue(1n)).toEqual([OVERTAKEN])
  expect(
    await supplier.lookUp([batch(1, 1, { partnerId, recipient: { walletId }, leaseEpoch: 1n })]),
  ).toEqual([OVERTAKEN])
  expect(await count(fixture, 'transfers')).toBe(1)
})

test('only the worker with the lease credits a batch; afterwards both get the same credit', async () => {
  await lease(2)

  const outcomes = await issue(1n, 2n)

  expect(outcomes).toMatchObject([OVERTAKEN, { outcome: 'issued' }])
  expect(await issue(1n)).toEqual([outcomes[1]])
  expect(await balanceOf(fixture, partnerId, walletId)).toBe(10_00n)
})
