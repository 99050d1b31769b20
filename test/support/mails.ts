import { queueNews } from '../../src/consumers/notification-rows.ts'
import { transact } from '../../src/db/mod.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import type { Partner, RunningService } from './service.ts'

/** Makes a mail to a new consumer that its mail server has refused. Returns the ids of both. */
export async function aRefusedMail({ db }: Pick<RunningService, 'db'>, partner: Partner) {
  const { partnerId } = partner
  const { id: consumerId } = await newCustomer(partner, { initialFunds: 1 })
  await transact(db, (tx) => queueNews(tx, partnerId, { limit: 1_000, now: Date.now() }))
  // Two statements: Citus has no plan for rows that are written in a common table expression.
  const { rows } = await db.pool.query<{ no: string }>(
    `update notifications
     set status = 'FAILED', attempts = 1, next_try_at = null, last_fault = '550 no such mailbox'
     where partner_id = $1 and consumer_id = $2
     returning transfer_no::text as no`,
    [partnerId, consumerId],
  )
  await db.pool.query(
    `insert into mail_suppressions
     select partner_id, consumer_id, transfer_no, last_fault, now() from notifications
     where partner_id = $1 and consumer_id = $2`,
    [partnerId, consumerId],
  )
  const transactionId = `trf_${partnerId}_${rows[0]?.no ?? ''}`
  return { transactionId, consumerId: Number(consumerId) }
}
