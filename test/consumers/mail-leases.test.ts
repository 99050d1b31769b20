import { afterEach, beforeEach, expect, test } from 'vitest'
import { leaseMails, settleMail, type MailLease } from '../../src/consumers/mail-lease-rows.ts'
import type { Settlement } from '../../src/mail/mod.ts'
import { queueNews } from '../../src/consumers/notification-rows.ts'
import { eraseConsumer, resendMail, switchMailingOn } from '../../src/consumers/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { aConsumer, debit, openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let partnerId: number
let consumerId: number
let walletId: string

beforeEach(async () => {
  fixture = await openFixture()
  await switchMailingOn(fixture.db)
  partnerId = await fixture.partner({ USD: 100_00n })
  ;({ consumerId, walletId } = await aConsumer(fixture, partnerId, { initialFunds: 1_00n }))
  const now = fixture.clock.now()
  await transact(fixture.db, (tx) => queueNews(tx, partnerId, { limit: 10, now }))
})
afterEach(() => fixture.close())

const SENT = { status: 'SENT' } as const
const REFUSED = { status: 'FAILED', fault: 'no such mailbox', isAddressBad: true } as const

async function leaseOne(): Promise<MailLease> {
  const now = fixture.clock.now()
  const lease = { limit: 1, now, until: now + 60_000 }
  const [mailLease] = await transact(fixture.db, (tx) => leaseMails(tx, partnerId, lease))
  return mailLease ?? expect.unreachable('no mail is due')
}

function settle(lease: MailLease, settlement: Settlement): Promise<void> {
  return transact(fixture.db, (tx) =>
    settleMail(tx, lease, { settlement, now: fixture.clock.now() }),
  )
}

async function outbox(): Promise<unknown[]> {
  return (await fixture.db.pool.query('select * from notifications')).rows
}

test('a lease of a mail that the database has lost settles nothing; the later lease does', async () => {
  await fixture.db.pool.query('create table before_loss as select * from notifications')
  const lost = await leaseOne()
  await fixture.db.pool.query(
    `begin; delete from notifications; insert into notifications select * from before_loss; commit`,
  )
  const current = await leaseOne()
  const claimed = await outbox()

  await settle(lost, REFUSED)
  await settle(lost, SENT)
  expect(current.attempt).toBe(lost.attempt)
  expect(await outbox()).toEqual(claimed)

  await settle(current, SENT)
  expect(await outbox()).toMatchObject([{ status: 'SENT', attempts: 1, next_try_at: null }])
  expect((await fixture.db.pool.query('select * from mail_suppressions')).rows).toEqual([])
})

test('a late worker changes nothing of a mail that is sent again', async () => {
  const late = await leaseOne()
  await settle(late, SENT)
  const by = { actor: TESTER, reason: 'asked for it' }
  await resendMail(fixture, { partnerId, number: late.transferNo }, by)

  await settle(late, REFUSED)
  expect(await outbox()).toMatchObject([{ status: 'PENDING', attempts: 0, last_fault: null }])
  expect((await fixture.db.pool.query('select * from mail_suppressions')).rows).toEqual([])
})

test('a late worker writes nothing about a consumer that was erased', async () => {
  const refused = await leaseOne()
  await settle(refused, REFUSED)
  const by = { actor: TESTER, reason: 'asked for it' }
  await fixture.db.pool.query('delete from mail_suppressions')
  await resendMail(fixture, { partnerId, number: refused.transferNo }, by)
  const late = await leaseOne()

  await debit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: 'out' })
  await eraseConsumer(fixture, partnerId, { ...by, consumerId: String(consumerId) })
  await settle(late, REFUSED)

  expect(await outbox()).toEqual([])
  expect((await fixture.db.pool.query('select * from mail_suppressions')).rows).toEqual([])
})
