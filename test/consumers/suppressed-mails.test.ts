import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createNotifier,
  findMail,
  listMails,
  listMailSuppressions,
  removeMailSuppression,
  resendMail,
  switchMailingOff,
  switchMailingOn,
  type MailName,
} from '../../src/consumers/mod.ts'
import { createSmtpTransport, type MailWorker } from '../../src/mail/mod.ts'
import { eventually } from '../support/eventually.ts'
import { refusalOf } from '../support/refusal.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { aConsumer, count, credit, openFixture, type Fixture } from './fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: Fixture
let mailbox: Mailbox
let notifier: MailWorker

beforeEach(async () => {
  fixture = await openFixture()
  mailbox = await openMailbox()
  await switchMailingOn(fixture.db)
  const transport = createSmtpTransport({ url: mailbox.url, from: 'no-reply@tessera.test' })
  notifier = createNotifier({ ...fixture, transport, log: { warn: () => undefined }, pollMs: 50 })
  notifier.start()
})
afterEach(async () => {
  await notifier.stop()
  await mailbox.down()
  await fixture.close()
})

const BY = { actor: TESTER, reason: 'asked for it' }

async function untilDone(mails: number): Promise<void> {
  await eventually(async () => {
    expect(await count(fixture, `notifications where status <> 'PENDING'`)).toBe(mails)
  })
}

async function states(): Promise<string[]> {
  const mails = await listMails(fixture, {}, 10)
  return mails.toSorted((one, other) => one.transferNo - other.transferNo).map(({ state }) => state)
}

/** Creates a consumer with one credit; returns the name of its mail, too. */
async function mailedCredit(email: string) {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const consumer = await aConsumer(fixture, partnerId, { email, initialFunds: 1_00n })
  await untilDone(1)
  const [mail] = await listMails(fixture, {}, 10)
  const name: MailName = { partnerId, number: mail?.transferNo ?? 0 }
  return { partnerId, name, ...consumer }
}

test('an address that was refused permanently gets no further mail until it is released', async () => {
  mailbox.answerTo(() => 550)
  const { partnerId, name, consumerId, walletId } = await mailedCredit('gone@example.com')
  mailbox.answerTo(() => undefined)
  await credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: 'second' })
  await untilDone(2)

  expect(await states()).toEqual(['FAILED', 'SUPPRESSED'])
  const reasons = (await listMails(fixture, {}, 10)).map(({ reason }) => reason)
  expect(reasons).toEqual(['REFUSED_BEFORE', 'ADDRESS_REFUSED'])
  expect(mailbox.received).toEqual([])
  const page = { page: 1, pageSize: 10 }
  expect(await listMailSuppressions(fixture, partnerId, page)).toMatchObject({
    total: 1,
    rows: [
      { consumerId, email: 'gone@example.com', transferNo: name.number, reason: 'ADDRESS_REFUSED' },
    ],
  })
  expect(await refusalOf(resendMail(fixture, name, BY))).toMatchObject({ kind: 'state_conflict' })

  await removeMailSuppression(fixture, { partnerId, consumerId }, BY)
  await resendMail(fixture, name, BY)
  await eventually(async () => expect(await states()).toEqual(['SENT', 'SUPPRESSED']))
  expect(mailbox.received.map(({ to }) => to)).toEqual(['gone@example.com'])
  expect(await findMail(fixture, name)).toMatchObject({ reason: undefined })
  // Nobody could unsubscribe, because this service has no pages of links.
  expect(mailbox.received[0]?.raw).not.toMatch(/unsubscribe|No more/i)
  const again = removeMailSuppression(fixture, { partnerId, consumerId }, BY)
  expect(await refusalOf(again)).toMatchObject({ kind: 'not_found' })
})

test('a refusal by policy, or of the text, suppresses nobody', async () => {
  mailbox.answerTo(() => 554)
  const { partnerId } = await mailedCredit('there@example.com')
  expect(await states()).toEqual(['FAILED'])
  expect(await listMails(fixture, {}, 1)).toMatchObject([{ reason: 'NOT_ACCEPTED' }])
  const page = { page: 1, pageSize: 10 }
  expect(await listMailSuppressions(fixture, partnerId, page)).toMatchObject({ total: 0 })
})

test('a mail that is sent again has a new Message-ID, and is sent once', async () => {
  const { name } = await mailedCredit('ann@example.com')
  await resendMail(fixture, name, BY)
  await untilDone(1)
  expect(mailbox.received).toHaveLength(2)
  const [first, second] = mailbox.received
  expect(second?.subject).toBe(first?.subject)
  expect(second?.messageId).not.toBe(first?.messageId)
  expect(await findMail(fixture, name)).toMatchObject({ state: 'SENT', attempts: 1, resends: 1 })
})

test('a mail is not sent again while it is pending, while mailing is off, or if there is none', async () => {
  mailbox.answerTo(() => 451)
  const partnerId = await fixture.partner({ USD: 100_00n })
  await aConsumer(fixture, partnerId, { initialFunds: 1_00n })
  await eventually(async () => expect(await states()).toEqual(['PENDING']))
  const [mail] = await listMails(fixture, {}, 10)
  const name = { partnerId, number: mail?.transferNo ?? 0 }
  expect(await refusalOf(resendMail(fixture, name, BY))).toMatchObject({
    message: 'the mail is pending already',
  })
  await notifier.stop()
  await switchMailingOff(fixture.db)
  expect(await refusalOf(resendMail(fixture, name, BY))).toMatchObject({ kind: 'state_conflict' })
  const unknown = { partnerId, number: name.number + 1 }
  expect(await refusalOf(resendMail(fixture, unknown, BY))).toMatchObject({ kind: 'not_found' })
})
