import { expect } from 'vitest'
import { sendAllDueMails, sendDueMails, type UserMail } from '../../src/identity/mod.ts'
import type { DueMailRow, UserMails, UserMailsOptions } from '../../src/identity/user-mails.ts'
import { createSmtpTransport } from '../../src/mail/mod.ts'
import type { Mailbox } from '../consumers/mailbox.ts'
import type { RunningService } from './service.ts'

type Services = RunningService['services']

/** Hands the due mails of a kind to a mailer that sends nothing, and returns them. */
export async function sentMails<Due extends DueMailRow>(
  services: Services,
  mails: UserMails<Due>,
): Promise<UserMail[]> {
  const sent: UserMail[] = []
  const mailer = {
    send(mail: UserMail) {
      sent.push(mail)
      return Promise.resolve({ outcome: 'sent' } as const)
    },
    close: () => undefined,
  }
  await sendDueMails({ ...services, mailer, onRefused: () => expect.unreachable() }, mails)
  return sent
}

/** Sends the due mails to users, of all kinds, to a mail server of the test. */
export async function sendUserMails(
  services: Services,
  { url }: Mailbox,
  onRefused: UserMailsOptions['onRefused'],
): Promise<void> {
  const mailer = createSmtpTransport({ url, from: 'tessera@example.com' })
  try {
    await sendAllDueMails({ ...services, mailer, onRefused })
  } finally {
    mailer.close()
  }
}
