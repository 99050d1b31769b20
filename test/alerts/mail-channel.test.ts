import { expect, onTestFinished, test } from 'vitest'
import { createMailChannel, type AlertNotice } from '../../src/alerts/mod.ts'
import { createSmtpTransport } from '../../src/mail/mod.ts'
import { openMailbox } from '../consumers/mailbox.ts'

const NOTICE: AlertNotice = {
  deliveryId: '6f0c3a2e-8b1f-4c37-9f64-0d5b7a1e2c11',
  event: 'raised',
  alert: {
    alertId: 7,
    kind: 'low_stock',
    subject: 'product:7:10.00',
    severity: 'warning',
    message: 'Acme 10 USD is low on stock',
    details: { free: 3 },
    count: 1,
    raisedAt: Date.UTC(2026, 0, 2),
    lastSeenAt: Date.UTC(2026, 0, 2),
    resolvedAt: Date.UTC(2026, 0, 3),
  },
}

test('a mail has the alert in plain text; a refusal of the mail server is final', async () => {
  const mailbox = await openMailbox()
  const mailer = createSmtpTransport({ url: mailbox.url, from: 'tessera@example.com' })
  const channel = createMailChannel(mailer, 'duty@example.com')
  onTestFinished(async () => {
    channel.close()
    await mailbox.down()
  })

  expect(await channel.send(NOTICE)).toEqual({ outcome: 'sent' })
  expect(await channel.send({ ...NOTICE, event: 'resolved' })).toEqual({ outcome: 'sent' })
  mailbox.answerTo(() => 550)
  expect(await channel.send(NOTICE)).toMatchObject({ outcome: 'refused' })

  const [raised, resolved] = mailbox.received
  expect(raised).toMatchObject({
    to: 'duty@example.com',
    subject: '[tessera] warning: Acme 10 USD is low on stock',
    messageId: '<alert.6f0c3a2e-8b1f-4c37-9f64-0d5b7a1e2c11@example.com>',
    raw: expect.stringContaining('subject   product:7:10.00'),
  })
  expect(raised?.raw).not.toContain('2026-01-03')
  expect(resolved?.subject).toBe('[tessera] resolved: Acme 10 USD is low on stock')
  expect(resolved?.raw).toContain('resolved  2026-01-03T00:00:00.000Z')
})
