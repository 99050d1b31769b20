import { repeat, type Repeated } from '../core/mod.ts'
import { INVITATION_MAILS } from './invitation-mails.ts'
import { sendDueLinks, type LinkMailsOptions } from './link-mails.ts'
import { PASSWORD_RESET_MAILS } from './password-reset-mails.ts'

const POLL_MS = 2_000

/**
 * Sends invitations and links for new passwords that are due, until it is stopped. Any number of
 * processes may do so.
 */
export function sendLinks(options: LinkMailsOptions, onFault: (error: unknown) => void): Repeated {
  const repeated = repeat(() => sendAllDueLinks(options), POLL_MS, onFault)
  return {
    async stop() {
      await repeated.stop()
      options.mailer.close()
    },
  }
}

export async function sendAllDueLinks(options: LinkMailsOptions): Promise<void> {
  // Somebody waits for a new password at the screen.
  await sendDueLinks(options, PASSWORD_RESET_MAILS)
  await sendDueLinks(options, INVITATION_MAILS)
}
