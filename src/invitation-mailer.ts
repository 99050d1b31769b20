import type { Config } from './config.ts'
import { createSmtpTransport } from './consumers/mod.ts'
import type { Repeated } from './core/mod.ts'
import type { Services } from './http/mod.ts'
import { sendInvitations } from './identity/mod.ts'

/** Sends invitations by mail, if the settings name a mail server. */
export function keepInvitationsSent({ config, log, ...services }: Services): Repeated[] {
  const mailer = createMailer(config)
  if (!mailer) return []
  const sending = sendInvitations(
    {
      ...services,
      mailer,
      onRefused: (refused) => log.error(refused, 'the mail server refused an invitation'),
    },
    (error) => log.warn({ err: error }, 'an invitation was not sent; it is tried again'),
  )
  return [sending]
}

function createMailer({ smtpUrl, mailFrom }: Config) {
  return smtpUrl === undefined ? undefined : createSmtpTransport({ url: smtpUrl, from: mailFrom })
}
