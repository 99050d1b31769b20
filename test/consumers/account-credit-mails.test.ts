import { expect, onTestFinished, test } from 'vitest'
import { createNotifier, createWalletSupplier } from '../../src/consumers/mod.ts'
import { createSmtpTransport } from '../../src/mail/mod.ts'
import { batch } from '../inventory/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox } from './mailbox.ts'
import { aConsumer, count, openFixture } from './fixture.ts'

const UNREAD = `books left join notification_cursors as cursors using (partner_id)
  where last_transfer > coalesce(cursors.notified_transfer, 0)`

test('a credit of an order is mailed once, with all its units', async () => {
  const [fixture, mailbox] = [await openFixture(), await openMailbox()]
  const partnerId = await fixture.partner()
  const { walletId } = await aConsumer(fixture, partnerId)
  const transport = createSmtpTransport({ url: mailbox.url, from: 'no-reply@tessera.test' })
  const notifier = createNotifier({ ...fixture, transport, log: { warn: () => undefined } })
  onTestFinished(async () => {
    await notifier.stop()
    await mailbox.down()
    await fixture.close()
  })
  notifier.start()
  const credit = batch(1, 1, { partnerId, quantity: 3, recipient: { walletId } })

  for (const request of [credit, credit]) {
    await createWalletSupplier(fixture).issue([request, request])
    await eventually(async () => {
      notifier.wake(partnerId)
      expect(await count(fixture, UNREAD)).toBe(0)
      expect(await count(fixture, `notifications where status = 'PENDING'`)).toBe(0)
    })
  }

  expect(mailbox.received.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: 'ann@example.com', subject: 'Acme Rewards has credited you 30.00 USD' },
  ])
})
