import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConsumer, switchMailingOff, switchMailingOn } from '../../src/consumers/mod.ts'
import { minorUnits } from '../../src/core/mod.ts'
import type { Service } from '../../src/process/service.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type RunningService } from '../support/service.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { USD } from './fixture.ts'

let service: RunningService
let mailbox: Mailbox

beforeEach(async () => {
  // Runs as `api`, so that the workers of each test decide whether there is a mail server.
  service = await openService({ funds: { USD: '100.00' }, settings: { role: 'api' } })
  mailbox = await openMailbox()
})
afterEach(async () => {
  await service.end()
  await mailbox.down()
})

async function credit(to: string): Promise<void> {
  await createConsumer(service.services, service.partner.partnerId, {
    fullName: 'Ann Lee',
    email: `${to}@example.com`,
    currency: USD,
    initialFundsMinor: minorUnits(1_00n),
  })
}

const workerWithMails = (): Promise<Service> =>
  service.another({ role: 'worker', smtpUrl: mailbox.url })
const workerWithoutMails = (): Promise<Service> => service.another({ role: 'worker' })

async function isOn(): Promise<boolean | undefined> {
  const { rows } = await service.db.pool.query<{ is_on: boolean }>('select is_on from mailing')
  return rows[0]?.is_on
}

/** Waits until these people got mails, and no credit is left to be mailed. */
async function untilMailed(...names: string[]): Promise<void> {
  await eventually(async () => {
    const behind = await service.db.pool.query(
      `select from books left join notification_cursors as cursors using (partner_id)
       where last_transfer > coalesce(cursors.notified_transfer, 0)
       union all
       select from notifications where status = 'PENDING'`,
    )
    expect(behind.rowCount).toBe(0)
    const recipients = mailbox.received.map(({ to }) => to.replace('@example.com', ''))
    expect(recipients).toEqual(names)
  })
}

test('the first start with a mail server mails only credits that come after it', async () => {
  await credit('before')
  await workerWithMails()
  await credit('after')

  await untilMailed('after')
})

test('a start with a mail server after one without mails only credits that come after it', async () => {
  const first = await workerWithMails()
  await credit('first')
  await untilMailed('first')
  await mailbox.down()
  await credit('queued')
  await eventually(async () => {
    const queued = await service.db.pool.query(`select from notifications where attempts > 0`)
    expect(queued.rowCount).toBe(1)
  })
  await first.stop()
  await (await workerWithoutMails()).stop()
  await credit('without')

  await mailbox.up()
  await workerWithMails()
  await credit('again')

  await untilMailed('first', 'again')
})

test('a restart with a mail server mails the credits that were made in between', async () => {
  await (await workerWithMails()).stop()
  await credit('between')
  await (await service.another({ role: 'api' })).stop()
  await workerWithMails()

  await untilMailed('between')
})

test('a worker without a mail server changes nothing beside a worker that has one', async () => {
  const first = await workerWithMails()
  await workerWithoutMails()
  await eventually(async () => expect(await isOn()).toBe(true))
  await first.stop()
  await credit('between')
  await workerWithMails()

  await untilMailed('between')
})

test('a start does not move back the cursor of a running notifier', async () => {
  await credit('before')
  await service.db.pool.query(
    'insert into notification_cursors select partner_id, last_transfer + 5 from books',
  )

  await switchMailingOff(service.db)
  expect(await switchMailingOn(service.db)).toBe(true)
  expect(await switchMailingOn(service.db)).toBe(false)

  const ahead = await service.db.pool.query(
    `select from books join notification_cursors using (partner_id)
     where notified_transfer = last_transfer + 5`,
  )
  expect(ahead.rowCount).toBe(1)
})
