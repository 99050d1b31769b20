import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNotifier, removeMailTemplate, setMailTemplate } from '../../src/consumers/mod.ts'
import { createSmtpTransport, type MailWorker } from '../../src/mail/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { updatePartner } from '../../src/partners/mod.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { aConsumer, count, credit, openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let mailbox: Mailbox
let notifier: MailWorker

beforeEach(async () => {
  fixture = await openFixture()
  mailbox = await openMailbox()
  const transport = createSmtpTransport({ url: mailbox.url, from: 'no-reply@tessera.test' })
  notifier = createNotifier({ ...fixture, transport, log: { warn: () => undefined }, pollMs: 200 })
  notifier.start()
})
afterEach(async () => {
  await notifier.stop()
  await mailbox.down()
  await fixture.close()
})

async function untilMailed(mails: number): Promise<void> {
  await eventually(async () => {
    expect(await count(fixture, `notifications where status = 'SENT'`)).toBe(mails)
  })
}

test('a mail has the texts of its partner and language; broken texts never stop a mail', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const act = { actor: TESTER }
  await setMailTemplate(fixture, { language: 'de', subject: 'Alle', text: 'x' }, act)
  const own = { partnerId, language: 'de', subject: '{{ amount }} Guthaben', text: 'Hallo' }
  await setMailTemplate(fixture, own, act)
  await transact(fixture.db, (tx) =>
    updatePartner(tx, fixture.clock, partnerId, { mailLanguage: 'de-at', actor: TESTER }),
  )
  const { walletId } = await aConsumer(fixture, partnerId)

  await credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: 'a' })
  await untilMailed(1)
  await fixture.db.pool.query(
    `update mail_templates set subject = '{{ gone' where partner_id = $1`,
    [partnerId],
  )
  await credit(fixture.ledger, partnerId, { walletId, amount: 2, referenceId: 'b' })
  await untilMailed(2)
  const alert = `alerts where kind = 'mail_template_broken' and resolved_at is null`
  expect(await count(fixture, alert)).toBe(1)
  await removeMailTemplate(fixture, { partnerId, language: 'de' }, act)
  await credit(fixture.ledger, partnerId, { walletId, amount: 3, referenceId: 'c' })
  await untilMailed(3)

  const subjects = mailbox.received.map(({ subject }) => subject)
  const expected = ['1.00 USD Guthaben', 'Acme Rewards has credited you 2.00 USD', 'Alle']
  expect(subjects).toEqual(expected)
  expect(mailbox.received[0]?.raw).not.toContain('multipart')
  expect(await count(fixture, alert)).toBe(0)
})
