import type { Clock } from '../../src/core/mod.ts'
import { openService, type RunningService, type ServiceOptions } from '../support/service.ts'
import { openMailbox, type Mailbox } from './mailbox.ts'

/**
 * A service with web pages, with a mailbox for its mails, and with a clock that can be set ahead.
 */
export interface MailedService extends RunningService {
  readonly mailbox: Mailbox
  readonly clock: Clock & { advance(ms: number): void }
}

/** Starts a service whose partner has 5,000 USD. `end` also ends the mailbox. */
export async function openMailedService(
  options: Pick<ServiceOptions, 'settings' | 'readFromSns'> = {},
): Promise<MailedService> {
  let aheadMs = 0
  const clock = {
    now: () => Date.now() + aheadMs,
    monotonic: () => performance.now() + aheadMs,
    advance: (ms: number) => void (aheadMs += ms),
  }
  const mailbox = await openMailbox()
  const mailFrom = 'Tessera <mail@tessera.test>'
  const service = await openService({
    ...options,
    clock,
    settings: { claimPort: 0, smtpUrl: mailbox.url, mailFrom, ...options.settings },
    funds: { USD: '5000.00' },
  })
  return {
    ...service,
    mailbox,
    clock,
    async end() {
      await service.end()
      await mailbox.down()
    },
  }
}
