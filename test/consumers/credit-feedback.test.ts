import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createNotifier,
  CREDIT_FEEDBACK,
  findMail,
  listMailSuppressions,
  removeMailSuppression,
  resendMail,
  switchMailingOn,
  type MailName,
  type MailSuppression,
} from '../../src/consumers/mod.ts'
import {
  createSmtpTransport,
  receiveFeedback,
  type MailFeedback,
  type MailWorker,
} from '../../src/mail/mod.ts'
import { tokenOf } from '../mail/sns-stand-in.ts'
import { eventually } from '../support/eventually.ts'
import { TESTER } from '../support/tester.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { aConsumer, openFixture, type Fixture } from './fixture.ts'

const BOUNCE = { state: 'BOUNCED', isAddressBad: true, fault: '550 5.1.1 no mailbox' } as const
const DELIVERY = { state: 'DELIVERED', isAddressBad: false, fault: undefined } as const
const COMPLAINT = { state: 'COMPLAINED', isAddressBad: false, fault: 'abuse' } as const
const BY = { actor: TESTER, reason: 'she has asked us' }

let fixture: Fixture
let mailbox: Mailbox
let notifier: MailWorker

beforeEach(async () => {
  fixture = await openFixture()
  mailbox = await openMailbox()
  await switchMailingOn(fixture.db)
  const from = 'no-reply@tessera.test'
  const transport = createSmtpTransport({ url: mailbox.url, from, bounceDomain: 'b.tessera.test' })
  const log = { warn: () => undefined }
  notifier = createNotifier({ ...fixture, hasFeedback: true, transport, log, pollMs: 50 })
  notifier.start()
})
afterEach(async () => {
  await notifier.stop()
  await mailbox.down()
  await fixture.close()
})

/** Creates a consumer, and waits until its credit is mailed. */
async function mailedCredit(email: string) {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { consumerId } = await aConsumer(fixture, partnerId, { email, initialFunds: 1_00n })
  await eventually(() => {
    expect(mailbox.received).toHaveLength(1)
    return Promise.resolve()
  })
  const { rows } = await fixture.db.pool.query<{ transfer_no: string }>(
    'select transfer_no from notifications',
  )
  const name: MailName = { partnerId, number: Number(rows[0]?.transfer_no) }
  await untilState(name, 'SENT')
  return { partnerId, consumerId, name, token: lastToken() }
}

function lastToken(): string {
  return tokenOf(mailbox.received.at(-1) ?? { raw: '' })
}

async function untilState(name: MailName, state: string): Promise<void> {
  await eventually(async () => expect(await findMail(fixture, name)).toMatchObject({ state }))
}

function report(token: string, feedback: MailFeedback): Promise<string> {
  return receiveFeedback({ ...fixture, targets: [CREDIT_FEEDBACK] }, token, feedback)
}

async function suppressions(partnerId: number): Promise<readonly MailSuppression[]> {
  return (await listMailSuppressions(fixture, partnerId, { page: 1, pageSize: 10 })).rows
}

async function countSuppressed(partnerId: number): Promise<number> {
  return (await suppressions(partnerId)).length
}

test('a bounced mail suppresses its consumer once; the same report later does not', async () => {
  const { partnerId, consumerId, name, token } = await mailedCredit('ada@example.com')

  expect(await report(token, DELIVERY)).toBe('recorded')
  await untilState(name, 'DELIVERED')
  expect(await Promise.all([report(token, BOUNCE), report(token, BOUNCE)])).toEqual(
    expect.arrayContaining(['recorded', 'unchanged']),
  )
  expect(await findMail(fixture, name)).toMatchObject({
    state: 'FAILED',
    reason: 'ADDRESS_REFUSED',
    lastFault: BOUNCE.fault,
  })
  expect(await countSuppressed(partnerId)).toBe(1)

  await removeMailSuppression(fixture, { partnerId, consumerId }, BY)
  expect(await report(token, BOUNCE)).toBe('unchanged')
  expect(await countSuppressed(partnerId)).toBe(0)
  await resendMail(fixture, name, BY)
  await untilState(name, 'SENT')
  // The report is about the earlier mail; the mail that was sent again has its own token.
  expect(await report(token, BOUNCE)).toBe('unchanged')
  expect(lastToken()).not.toBe(token)
  expect(await report(lastToken(), COMPLAINT)).toBe('recorded')
  expect(await suppressions(partnerId)).toMatchObject([{ reason: 'SPAM_REPORT' }])
  expect(await report(lastToken(), BOUNCE)).toBe('unchanged')
})

test('a report about a mail from before a restore changes no later credit of its number', async () => {
  const { partnerId, name, token } = await mailedCredit('bea@example.com')
  await fixture.db.pool.query(
    `update notifications set created_at = created_at + interval '1 second'`,
  )

  expect(await report(token, BOUNCE)).toBe('unknown')

  expect(await findMail(fixture, name)).toMatchObject({ state: 'SENT' })
  expect(await countSuppressed(partnerId)).toBe(0)
  expect(await report(token.replace(/^c-\w+/, 'c-7'), BOUNCE)).toBe('unknown')
})
