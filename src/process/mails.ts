import { createNotifier, switchMailingOff, switchMailingOn } from '../consumers/mod.ts'
import type { Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import type { Log } from '../http/mod.ts'
import { createLinkMails } from '../links/mod.ts'
import { createMailWorker, createSmtpTransport, type MailWorker } from '../mail/mod.ts'
import type { Config } from '../settings/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { createSignInMails } from '../wallet-sessions/mod.ts'
import { createSmsTransport } from './sms.ts'

export interface MailParts {
  readonly vault: Vault
  claimUrl(): string | undefined
}

interface MailOptions {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

/** Returns the worker that sends mails and texts, if the settings have a server for either. */
export function createMails(
  { config, clock, log }: MailOptions,
  db: Database,
  parts: MailParts,
): MailWorker | undefined {
  const smsTransport = createSmsTransport(config)
  const { reportDomain: bounceDomain, sesTopics } = config
  const hasFeedback = sesTopics !== undefined || bounceDomain !== undefined
  const hasSmsReports = config.smsReports === 'on'
  const links = createLinkMails({ db, clock, ...parts, hasFeedback, hasSmsReports })
  if (config.smtpUrl === undefined) {
    if (!smsTransport) return undefined
    return createMailWorker({ db, clock, log, transport: undefined, smsTransport, queues: [links] })
  }
  const transport = createSmtpTransport({
    url: config.smtpUrl,
    from: config.mailFrom,
    bounceDomain,
  })
  const queues = [links, createSignInMails({ db, clock, vault: parts.vault })]
  const transports = { transport, smsTransport }
  return createNotifier({ db, clock, log, ...parts, ...transports, hasFeedback, queues })
}

/** Runs before the service listens, so that consumers get mail about every credit from then on. */
export async function switchMailing(
  { config, log }: Omit<MailOptions, 'clock'>,
  db: Database,
): Promise<void> {
  if (config.smtpUrl === undefined) await switchMailingOff(db)
  else if (await switchMailingOn(db)) log.info('mails about credits are sent from now on')
}
