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
let logged: string[]

beforeEach(async () => {
  fixture = await openFixture()
  mailbox = await openMailbox()
  notifiers = []
  logged = []
})
afterEach(async () => {
  await Promise.all(notifiers.map((one) => one.stop()))
  await mailbox.down()
  await fixture.close()
})

function startNotifier(db: Database = fixture.db): MailWorker {
  const notifier = createNotifier({
    ...fixture,
    db,
    transport: createSmtpTransport({ url: mailbox.url, from: 'Rewards <no-reply@tessera.test>' }),
    log: { warn: (details, message) => void logged.push(`${message} ${JSON.stringify(details)}`) },
    pollMs: 200,
  })
  notifiers.push(notifier)
  notifier.start()
  return notifier
}

async function outbox() {
  const { rows } = await fixture.db.pool.query<{
    status: string
    attempts: number
    last_fault: string | null
  }>('select status, attempts, last_fault from notifications order by transfer_no')
  return rows
}

/**
 * Opens a wallet for each of ten consumers, because the mails of one wallet are sent one by one.
 */
async function someWallets(partnerId: number): Promise<string[]> {
  const emails = Array.from({ length: 10 }, (_, at) => `consumer${at}@example.com`)
  const consumers = emails.map((email) => aConsumer(fixture, partnerId, { email }))
  return (await Promise.all(consumers)).map(({ walletId }) => walletId)
}

/** Waits until the worker has read every transfer and has nothing under way. */
async function untilQuiet(): Promise<void> {
  const behind = `books left join notification_cursors using (partner_id)
                  where last_transfer > coalesce(notification_cursors.notified_transfer, 0)`
  await eventually(async () => {
    expect(await count(fixture, behind)).toBe(0)
    expect((await outbox()).filter((row) => row.status === 'PENDING')).toEqual([])
  })
}

test('a credit sends one mail: who, how much, why and the new balance', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId, { email: 'Ann@Example.com' })
  startNotifier()

  const description = 'For ten years with us'
  await credit(fixture.ledger, partnerId, { walletId, amount: 25.5, referenceId: 'r', description })
  await untilQuiet()

  expect(mailbox.received).toHaveLength(1)
  const [mail] = mailbox.received
  expect(mail).toMatchObject({
    to: 'ann@example.com',
    subject: 'Acme Rewards has credited you 25.50 USD',
    messageId: expect.stringMatching(/^<credit\.[0-9.]+@tessera\.test>$/) as string,
  })
  expect(mail?.raw).toContain('From: Rewards <no-reply@tessera.test>')
  expect(mail?.raw).toContain('To: Ann Lee <ann@example.com>')
  expect(mail?.raw).toContain('Auto-Submitted: auto-generated')
  const paragraphs = mail?.raw.split('\r\n\r\n').map((part) => part.trim()) ?? []
  const first = paragraphs.indexOf('Hello Ann Lee,')
  expect(paragraphs.slice(first + 1, first + 3)).toEqual([
    'Acme Rewards has credited 25.50 USD to your wallet.',
    'For ten years with us',
  ])
  expect(paragraphs[first + 3]).toMatch(/^Your new balance is 25.50 USD\./)
  expect(mail?.raw).toContain('Content-Type: multipart/alternative')
  expect(mail?.raw).toContain('<p class=3D"amount">25.50 USD</p>')
  expect(mail?.raw).not.toContain(walletId)
  expect(mail?.raw).not.toMatch(/https?:/)
})

test('one mail per referenceId: replays, twins, debits and refusals send none', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  startNotifier()
  const requests = [1, 2, 3].map((amount) => ({ walletId, amount, referenceId: `r${amount}` }))

  await Promise.all(
    requests.flatMap((one) => [one, one]).map((one) => credit(fixture.ledger, partnerId, one)),
  )
  await untilQuiet()
  await Promise.all(requests.map((one) => credit(fixture.secondLedger(), partnerId, one)))
  await debit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: 'd' })
  await credit(fixture.ledger, partnerId, { walletId, amount: 999, referenceId: 'x' }).catch(
    () => 0,
  )
  await untilQuiet()

  expect(mailbox.received.map((mail) => mail.subject).toSorted()).toEqual(
    [1, 2, 3].map((amount) => `Acme Rewards has credited you ${amount}.00 USD`),
  )
})

test('initial funds above zero send a mail, as other credits do', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  startNotifier()

  await aConsumer(fixture, partnerId, { email: 'none@example.com' })
  await aConsumer(fixture, partnerId, { email: 'some@example.com', initialFunds: 5_00n })
  await untilQuiet()

  expect(mailbox.received.map((mail) => mail.to)).toEqual(['some@example.com'])
})

test('two workers in two processes send each mail once', async () => {
  const partnerId = await fixture.partner({ USD: 1_000_00n })
  const walletIds = await someWallets(partnerId)
  startNotifier()
  startNotifier(fixture.connectAgain())

  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      credit(fixture.ledger, partnerId, {
        walletId: walletIds[at % walletIds.length] ?? '',
        amount: 1,
        referenceId: `r${at}`,
      }),
    ),
  )
  await untilQuiet()

  expect(mailbox.received).toHaveLength(100)
})

test('while the mail server is down, credits succeed; their mails are sent once it is up', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  await mailbox.down()
  startNotifier()

  for (const referenceId of ['a', 'b', 'c']) {
    await credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId })
  }
  await eventually(async () => {
    const rows = await outbox()
    expect(rows.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['PENDING', 1],
      ['PENDING', 0],
      ['PENDING', 0],
    ])
    expect(rows[0]?.last_fault).toContain('ECONNREFUSED')
  })
  expect(logged).toEqual([expect.stringContaining('tried again')])
  await mailbox.up()
  fixture.clock.advance(MS_PER_HOUR)
  await untilQuiet()

  expect(mailbox.received).toHaveLength(3)
})

test('a mail keeps its row when it is SENT', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const walletIds = await someWallets(partnerId)
  startNotifier()

  for (const [at, walletId] of [...walletIds, ...walletIds].entries()) {
    await credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: `r${at}` })
  }
  await untilQuiet()

  expect(mailbox.received).toHaveLength(20)
  const sent = { status: 'SENT', attempts: 1, last_fault: null }
  expect(await outbox()).toEqual(Array.from({ length: 20 }, () => sent))
})

test('a mail to an unknown mailbox fails at once, and delays no other', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const gone = await aConsumer(fixture, partnerId, { email: 'gone@example.com' })
  const reachable = await aConsumer(fixture, partnerId, { email: 'there@example.com' })
  mailbox.answerTo((address) => (address === 'gone@example.com' ? 550 : undefined))
  startNotifier()

  for (const [at, { walletId }] of [gone, reachable].entries()) {
    await credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: `r${at}` })
  }
  await untilQuiet()

  expect(await outbox()).toMatchObject([{ status: 'FAILED', attempts: 1 }, { status: 'SENT' }])
  expect(mailbox.received.map((mail) => mail.to)).toEqual(['there@example.com'])
  expect(logged).toEqual([expect.stringMatching(/^a person could not be mailed (?!.*@)/)])
})

test('a mail to a full mailbox is retried later under the same Message-ID', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const full = await aConsumer(fixture, partnerId, { email: 'full@example.com' })
  const reachable = await aConsumer(fixture, partnerId, { email: 'there@example.com' })
  mailbox.answerTo((address) => (address === 'full@example.com' ? 452 : undefined))
  startNotifier()

  for (const [at, { walletId }] of [full, reachable].entries()) {
    await credit(fixture.ledger, partnerId, { walletId, amount: 1, referenceId: `r${at}` })
  }
  await eventually(async () => {
    const [first, ...others] = await outbox()
    expect(first).toMatchObject({ status: 'PENDING', last_fault: expect.any(String) as string })
    expect(others).toMatchObject([{ status: 'SENT' }])
  })
  mailbox.answerTo(() => undefined)
  fixture.clock.advance(MS_PER_HOUR)
  await untilQuiet()

  expect(mailbox.received.map((mail) => mail.to)).toEqual(['there@example.com', 'full@example.com'])
  expect(await outbox()).toMatchObject([{ status: 'SENT', attempts: 2 }, { status: 'SENT' }])
})

test('after the last attempt a mail is FAILED', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  await aConsumer(fixture, partnerId, { initialFunds: 1_00n })
  mailbox.answerTo(() => 451)
  startNotifier()
  await eventually(async () => {
    expect((await outbox())[0]).toMatchObject({ last_fault: expect.any(String) as string })
  })

  await fixture.db.pool.query('update notifications set attempts = 47')
  fixture.clock.advance(MS_PER_HOUR)
  await untilQuiet()

  expect(await outbox()).toMatchObject([{ status: 'FAILED', attempts: 48 }])
})

test('a mail whose worker died is sent when its lease has ended, and not before', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  await aConsumer(fixture, partnerId, { initialFunds: 1_00n })
  const dead = startNotifier()
  await untilQuiet()
  await dead.stop()
  await fixture.db.pool.query(
    `update notifications set status = 'PENDING', attempts = 1, next_try_at = $1`,
    [new Date(fixture.clock.now() + MS_PER_HOUR)],
  )

  startNotifier()
  await aConsumer(fixture, partnerId, { email: 'bob@example.com', initialFunds: 2_00n })
  await eventually(() => {
    expect(mailbox.received).toHaveLength(2)
  })
  fixture.clock.advance(MS_PER_HOUR)
  await untilQuiet()

  const [first, , again] = mailbox.received
  expect(mailbox.received).toHaveLength(3)
  expect(again?.messageId).toBe(first?.messageId)
})

test('the notifier neither waits for the lock of a book nor takes one', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  await aConsumer(fixture, partnerId, { initialFunds: 1_00n })
  const group = await fixture.db.pool.connect()
  await group.query('begin')
  await group.query('select from books where partner_id = $1 for update', [partnerId])

  startNotifier()
  await untilQuiet()

  await group.query('rollback')
  group.release()
  expect(mailbox.received).toHaveLength(1)
})
