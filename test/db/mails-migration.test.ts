import { expect, test } from 'vitest'
import { databaseBefore } from '../support/old-database.ts'

const MAILS = '0016_mails.sql'

test('old mails keep their state, also without a transfer; mails without a consumer are deleted', async () => {
  const { db, migrateTo } = await databaseBefore(MAILS)
  const { pool } = db
  await pool.query(`
    insert into wallets (partner_id, wallet_id, consumer_id, currency, wallet_type, created_at)
    values (1, 9, 7, 'USD', 'STANDARD', now())`)
  await pool.query(`
    insert into notifications (partner_id, transfer_no, wallet_id, status, next_try_at) values
      (1, 1, 9, 'QUEUED', now()), (1, 2, 9, 'FAILED', null), (1, 3, 9, 'SENT', null),
      (1, 4, 8, 'QUEUED', now())`)

  await migrateTo(MAILS)

  const { rows } = await pool.query(`
    select transfer_no::integer as no, status, consumer_id::integer as consumer,
      created_at = date_trunc('milliseconds', created_at) as is_whole
    from notifications order by transfer_no`)
  const unchanged = { consumer: 7, is_whole: true }
  expect(rows).toEqual([
    { no: 1, status: 'PENDING', ...unchanged },
    { no: 2, status: 'FAILED', ...unchanged },
    { no: 3, status: 'SENT', ...unchanged },
  ])
})
