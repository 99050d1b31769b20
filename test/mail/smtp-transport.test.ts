import { expect, onTestFinished, test } from 'vitest'
import { createSmtpTransport } from '../../src/mail/mod.ts'
import { openMailbox } from '../consumers/mailbox.ts'

test('no mail goes in clear to another machine, unless the URL says so', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.down())
  const mail = {
    key: 'k',
    to: { name: 'Ann', address: 'ann@example.com' },
    subject: 'Hello',
    text: 'Hello',
  }
  // This machine, but by no name of loopback.
  const server = mailbox.url.replace('127.0.0.1', '0.0.0.0')
  const sendTo = async (url: string): Promise<unknown> => {
    const transport = createSmtpTransport({ url, from: 'no-reply@tessera.test' })
    return await transport.send(mail).finally(() => transport.close())
  }

  await expect(sendTo(server)).rejects.toThrow('STARTTLS')
  await expect(sendTo(`${server}?ignoreTLS=true&opportunisticTLS=true`)).rejects.toThrow('STARTTLS')
  expect(mailbox.received).toEqual([])

  expect(await sendTo(`${server}?requireTLS=false`)).toEqual({ outcome: 'sent' })
  expect(await sendTo(mailbox.url)).toEqual({ outcome: 'sent' })
  expect(mailbox.received).toHaveLength(2)
})

test('a mail server is named by smtp or smtps, and the error does not repeat its password', () => {
  const settings = { url: 'http://user:secret@host', from: 'a@b.c' }
  expect(() => createSmtpTransport(settings)).toThrow(/^(?!.*secret).*smtp/)
})
