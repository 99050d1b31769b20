import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNotifier } from '../../src/consumers/mod.ts'
import { createSmtpTransport, type MailWorker } from '../../src/mail/mod.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'
import { aConsumer, count, openFixture, type Fixture } from './fixture.ts'

/** Longer than a test lasts. */
const POLL_MS = 3_600_000

let fixture: Fixture
let mailbox: Mailbox
let notifier: MailWorker
/** The time that has passed for the notifier. */
let passedMs: number

beforeEach(async () => {
  fixture = await openFixture()
  mailbox = await openMailbox()
  passedMs = 0
  notifier = createNotifier({
    db: fixture.db,
    clock: { ...fixture.clock, monotonic: () => passedMs },
    vault: fixture.vault,
    transport: createSmtpTransport({ url: mailbox.url, from: 'no-reply@tessera.test' }),
    log: { warn: () => undefined },
    pollMs: POLL_MS,
  })
})
afterEach(async () => {
  await notifier.stop()
  await mailbox.down()
  await fixture.close()
})

/** Unlike `eventually`, does not shorten the wait for a poll. */
function waitFor(look: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(look, { timeout: 60_000, interval: 10 })
}

/** Starts the notifier and waits for its first poll, which reads all partners. */
async function startNotifier(): Promise<void> {
  notifier.start()
  await waitFor(async () => {
    const cursors = 'books join notification_cursors using (partner_id)'
    expect(await count(fixture, cursors)).toBe(await count(fixture, 'books'))
  })
}

test('a partner that is woken gets its mails at once, without a poll of all partners', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  const other = await fixture.partner({ USD: 100_00n })
  await startNotifier()

  await aConsumer(fixture, other, { email: 'bob@example.com', initialFunds: 1_00n })
  for (const nth of [1, 2]) {
    await aConsumer(fixture, partnerId, { email: `ann${nth}@example.com`, initialFunds: 1_00n })
    notifier.wake(partnerId)
    await waitFor(() => expect(mailbox.received).toHaveLength(nth))
  }
  expect(mailbox.received.map((mail) => mail.to)).toEqual(['ann1@example.com', 'ann2@example.com'])

  passedMs = POLL_MS
  await eventually(() => expect(mailbox.received).toHaveLength(3))
  expect(mailbox.received.at(-1)).toMatchObject({ to: 'bob@example.com' })
})

test('more mails than the limit of concurrent sends need no further poll of all partners', async () => {
  const partnerId = await fixture.partner({ USD: 100_00n })
  await startNotifier()

  await Promise.all(
    Array.from({ length: 80 }, (_, at) =>
      aConsumer(fixture, partnerId, { email: `ann${at}@example.com`, initialFunds: 1_00n }),
    ),
  )
  notifier.wake(partnerId)

  await waitFor(() => expect(mailbox.received).toHaveLength(80))
})
