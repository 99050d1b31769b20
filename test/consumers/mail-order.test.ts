import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNotifier } from '../../src/consumers/mod.ts'
import { createSmtpTransport, type MailWorker } from '../../src/mail/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { aConsumer, count, credit, debit, openFixture, type Fixture } from './fixture.ts'
import { MS_PER_HOUR } from '../../src/core/mod.ts'

let fixture: Fixture
let mailbox: Mailbox
let notifiers: MailWorker[]

beforeEach(async () => {
  fixture = await openFixture()
  mailbox = await openMailbox()
  notifiers = []
})
afterEach(async () => {
  await Promise.all(notifiers.map((one) => one.stop()))
  await mailbox.down()
  await fixture.close()
})

function startNotifier(db: Database = fixture.db): void {
  const transport = createSmtpTransport({ url: mailbox.url, from: 'no-reply@tessera.test' })
  const log = { warn: () => undefined }
  const notifier = createNotifier({ ...fixture, db, transport, log, pollMs: 50 })
  notifiers.push(notifier)
  notifier.start()
}

/** Waits until every transfer was read and no mail is queued. */
async function untilQuiet(): Promise<void> {
  await eventually(async () => {
    const behind = `books left join notification_cursors as cursors using (partner_id)
      where last_transfer > coalesce(cursors.notified_transfer, 0)`
    expect(await count(fixture, behind)).toBe(0)
    expect(await count(fixture, `notifications where status = 'PENDING'`)).toBe(0)
  })
}

test('credits made while no worker ran are mailed later, partner by partner', async () => {
  const partnerId = await fixture.partner({ USD: 100_000_00n })
  const other = await fixture.partner({ USD: 100_00n })
  const single = await aConsumer(fixture, other, { email: 'bob@example.com' })
  const makeConsumers = (name: string) =>
    Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        aConsumer(fixture, partnerId, { email: `${name}${at}@example.com`, initialFunds: 20_00n }),
      ),
    )
  const [first] = await makeConsumers('ann')
  // More transfers than one statement reads.
  await Promise.all(
    Array.from({ length: 1_100 }, (_, at) =>
      debit(fixture.ledger, partnerId, {
        walletId: first?.walletId ?? '',
        amount: 0.01,
        referenceId: `d${at}`,
      }),
    ),
  )
  await makeConsumers('eve')
  await credit(fixture.ledger, other, { walletId: single.walletId, amount: 1, referenceId: 'r' })
  expect(await count(fixture, 'notifications')).toBe(0)

  startNotifier()
  await untilQuiet()

  expect(mailbox.received).toHaveLength(101)
  expect(new Set(mailbox.received.map((mail) => mail.messageId)).size).toBe(101)
  const place = mailbox.received.findIndex((mail) => mail.to === 'bob@example.com')
  expect(place).toBeLessThan(60)
})

test('mails of one wallet are sent in the order of its credits, also after a failed attempt', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const ann = await aConsumer(fixture, partnerId, { email: 'ann@example.com' })
  const bob = await aConsumer(fixture, partnerId, { email: 'bob@example.com' })
  let refused = 0
  mailbox.answerTo((address) => {
    const isFirst = address === 'ann@example.com' && refused === 0
    if (isFirst) refused += 1
    return isFirst ? 452 : undefined
  })
  startNotifier()
  startNotifier(fixture.connectAgain())

  for (let amount = 1; amount <= 5; amount += 1) {
    for (const { walletId } of [ann, bob]) {
      const referenceId = `${walletId} ${amount}`
      await credit(fixture.ledger, partnerId, { walletId, amount, referenceId })
    }
  }
  const amountsTo = (name: string): (string | undefined)[] =>
    mailbox.received
      .filter(({ to }) => to === `${name}@example.com`)
      .map(({ subject }) => /you (\d)/.exec(subject)?.[1])
  await eventually(() => expect(amountsTo('bob')).toEqual(['1', '2', '3', '4', '5']))
  expect(amountsTo('ann')).toEqual([])
  fixture.clock.advance(MS_PER_HOUR)
  await untilQuiet()

  expect(amountsTo('ann')).toEqual(['1', '2', '3', '4', '5'])
})

test('a FAILED mail does not delay the next one of its wallet', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  mailbox.answerTo(() => 554)
  startNotifier()
  await credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: 'a' })
  await untilQuiet()
  mailbox.answerTo(() => undefined)
  await credit(fixture.ledger, partnerId, { walletId, amount: 2, referenceId: 'b' })
  await untilQuiet()

  expect(await count(fixture, `notifications where status = 'FAILED'`)).toBe(1)
  expect(mailbox.received).toHaveLength(1)
})
