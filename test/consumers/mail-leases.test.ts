import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  leaseMails,
  queueNews,
  settleMail,
  type MailLease,
  type Settlement,
} from '../../src/consumers/notification-rows.ts'
import { transact } from '../../src/db/mod.ts'
import { aConsumer, openStage, type Stage } from './stage.ts'

let stage: Stage
let partnerId: number

beforeEach(async () => {
  stage = await openStage()
  partnerId = await stage.partner({ USD: 100_00n })
  await aConsumer(stage, partnerId, { initialFunds: 1_00n })
  const now = stage.clock.now()
  await transact(stage.db, (tx) => queueNews(tx, partnerId, { limit: 10, now }))
})
afterEach(() => stage.close())

const SENT = { status: 'SENT' } as const
const REFUSED = { status: 'FAILED', fault: 'no such mailbox' } as const

async function claimOne(): Promise<MailLease> {
  const now = stage.clock.now()
  const lease = { limit: 1, now, until: now + 60_000 }
  const [claim] = await transact(stage.db, (tx) => leaseMails(tx, partnerId, lease))
  return claim ?? expect.unreachable('no mail is due')
}

function settle(claim: MailLease, settlement: Settlement): Promise<void> {
  return transact(stage.db, (tx) => settleMail(tx, claim, settlement))
}

async function outbox(): Promise<unknown[]> {
  return (await stage.db.pool.query('select * from notifications')).rows
}

test('a lease of a mail that the database has lost settles nothing; the later lease does', async () => {
  await stage.db.pool.query('create table before_loss as select * from notifications')
  const lost = await claimOne()
  await stage.db.pool.query(
    `begin; delete from notifications; insert into notifications select * from before_loss; commit`,
  )
  const current = await claimOne()
  const claimed = await outbox()

  await settle(lost, REFUSED)
  await settle(lost, SENT)
  expect(current.attempt).toBe(lost.attempt)
  expect(await outbox()).toEqual(claimed)

  await settle(current, SENT)
  expect(await outbox()).toEqual([])
})
