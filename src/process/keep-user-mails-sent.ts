import type { Config } from '../settings/mod.ts'
import { createSmtpTransport } from '../consumers/mod.ts'
import type { Repeated } from '../core/mod.ts'
import type { Services } from '../http/mod.ts'
import { sendUserMails } from '../identity/mod.ts'

/** Sends mails to people who sign in, if the settings name a mail server. */
export function keepUserMailsSent({ config, log, ...services }: Services): Repeated[] {
  const mailer = createMailer(config)
  if (!mailer) return []
  const sending = sendUserMails(
    {
      ...services,
      mailer,
      onRefused: ({ what, ...refused }) => log.error(refused, `the mail server refused ${what}`),
    },
    (error) => log.warn({ err: error }, 'a mail to a user was not sent; it is tried again'),
  )
  return [sending]
}

function createMailer({ smtpUrl, mailFrom }: Config) {
  return smtpUrl === undefined ? undefined : createSmtpTransport({ url: smtpUrl, from: mailFrom })
}
