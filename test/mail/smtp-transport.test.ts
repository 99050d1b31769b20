import { expect, onTestFinished, test } from 'vitest'
import { createSmtpTransport } from '../../src/mail/mod.ts'
import { openMailbox } from '../consumers/mailbox.ts'

const MAIL = {
  key: 'k',
  to: { name: 'Ann', address: 'ann@example.com' },
  subject: 'Hello',
  text: 'Hello',
}

async function sendTo(url: string): Promise<unknown> {
  const transport = createSmtpTransport({ url, from: 'no-reply@tessera.test' })
  return await transport.send(MAIL).finally(() => transport.close())
}

test('a mail to another machine is encrypted, unless the URL says otherwise', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.down())
  // An address of this machine that is not one of loopback.
  const server = mailbox.url.replace('127.0.0.1', '0.0.0.0')

  await expect(sendTo(server)).rejects.toThrow('STARTTLS')
  await expect(sendTo(`${server}?ignoreTLS=true&opportunisticTLS=true`)).rejects.toThrow('STARTTLS')
  expect(mailbox.received).toEqual([])

  expect(await sendTo(`${server}?requireTLS=false`)).toEqual({ outcome: 'sent' })
  expect(await sendTo(mailbox.url)).toEqual({ outcome: 'sent' })
  expect(mailbox.received).toHaveLength(2)
})

test('a mail that is refused because of our sender does not make its address a bad one', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.down())
  for (const [refusal, isAddressBad] of [
    ['550 5.1.8 Sender address rejected: Domain not found', false],
    ['553 5.1.7 bad sender', false],
    ['550 5.7.1 no relay', false],
    ['550 5.1.1 no such mailbox', true],
    ['556 5.1.10 the domain takes no mails', true],
    ['550 5.2.1 disabled', true],
    [550, true],
  ] as const) {
    mailbox.answerTo(() => refusal)
    expect([refusal, await sendTo(mailbox.url)]).toEqual([
      refusal,
      { outcome: 'refused', reason: expect.stringContaining(String(refusal)), isAddressBad },
    ])
  }
})

test('the URL of a mail server is smtp or smtps; the fault does not repeat its password', () => {
  const settings = { url: 'http://user:secret@host', from: 'a@b.c' }
  expect(() => createSmtpTransport(settings)).toThrow(/^(?!.*secret).*smtp/)
})
