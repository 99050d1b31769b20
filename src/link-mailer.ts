import type { Config } from './config.ts'
import { createSmtpTransport } from './consumers/mod.ts'
import type { Repeated } from './core/mod.ts'
import type { Services } from './http/mod.ts'
import { sendLinks } from './identity/mod.ts'

/** Sends invitations and links for new passwords by mail, if the settings name a mail server. */
export function keepLinksSent({ config, log, ...services }: Services): Repeated[] {
  const mailer = createMailer(config)
  if (!mailer) return []
  const sending = sendLinks(
    {
      ...services,
      mailer,
      onRefused: ({ what, ...refused }) => log.error(refused, `the mail server refused ${what}`),
    },
    (error) => log.warn({ err: error }, 'a mail with a link was not sent; it is tried again'),
  )
  return [sending]
}

function createMailer({ smtpUrl, mailFrom }: Config) {
  return smtpUrl === undefined ? undefined : createSmtpTransport({ url: smtpUrl, from: mailFrom })
}
