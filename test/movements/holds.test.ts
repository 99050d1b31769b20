import { expect, onTestFinished, test } from 'vitest'
import { readChunk } from '../../src/movements/read-chunk.ts'
import { startDomainTest } from '../support/domain.ts'

const PARTNER = 9
const FUNDS = 1n

/** The numbers of two holds: long before the chunk that has their charges, and right before it. */
const [OLD_HOLD, NEAR_HOLD] = [10, 995]

test('a charge names its order, whether its hold is old, near, or in the same chunk', async () => {
  const { db, end } = await startDomainTest()
  onTestFinished(end)
  await db.pool.query(
    `insert into orders (
       partner_id, order_no, client_reference, fingerprint, currency, total_minor, unit_count,
       status, previous_status, status_since, hold_no, charged_minor, created_at, completed_at)
     select $1, n, 'order-' || n, '', 'USD', 100, 1, 'COMPLETED', 'PROCESSING', now(), hold, 100,
            now(), now()
     from unnest($2::bigint[]) with ordinality as held (hold, n)`,
    [PARTNER, [OLD_HOLD, NEAR_HOLD, 1_001]],
  )
  await db.pool.query(
    `insert into transfers (
       partner_id, transfer_no, debit_account, credit_account, amount, debit_available,
       credit_available, pending_no, state, code, created_at)
     select $1, 1001 + n, $2, 2, 100, 0, 0, hold, 2, 4, now()
     from unnest($3::bigint[]) with ordinality as held (hold, n)`,
    [PARTNER, FUNDS, [OLD_HOLD, NEAR_HOLD, 1_001]],
  )

  const numbers = { first: 1_000, last: 2_000 }
  const chunk = [...(await readChunk(db, { partnerId: PARTNER, account: FUNDS }, numbers))]

  expect(chunk.map(({ transfer_no: no, reference }) => [no, reference])).toEqual([
    [1_002n, 'order-1'],
    [1_003n, 'order-2'],
    [1_004n, 'order-3'],
  ])
  expect(chunk.map((one) => one.order_no)).toEqual([1n, 2n, 3n])
})
