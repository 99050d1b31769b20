import { raiseAlert } from '../alerts/mod.ts'
import type { Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { feedbackToken, type LeasedMail, type Mail, type MailLog } from '../mail/mod.ts'
import type { MailQueue, Settlement } from '../mail/mod.ts'
import { feedbackNameOf } from './credit-feedback.ts'
import type { Vault } from '../vault/mod.ts'
import { DEFAULT_MAIL } from './default-mail.ts'
import { leaseMails, settleMail, type MailLease } from './mail-lease-rows.ts'
import type { MailTemplate } from './mail-template.ts'
import { targetOf } from './mail-templates.ts'
import { composeMail, type CreditNews } from './notification-mail.ts'
import { partnersWithDueMail, partnersWithNews, queueNews } from './notification-rows.ts'
import { openEmails } from './sealed-email.ts'
import { CREDIT_UNSUBSCRIBE } from './unsubscribe-credits.ts'

export interface CreditMailOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly log: MailLog
  /** The base of the pages on which people spend wallets, if this process knows it. */
  claimUrl?(): string | undefined
  /** True if reports about mails are read, which name them by a token. */
  readonly hasFeedback?: boolean
}

/**
 * Returns the queue of the mails about credits to wallets: one mail for each credit. Transfers of a
 * book are numbered without gaps and become visible in order, so a cursor over them finds each
 * credit once. The credit itself writes nothing for its mail.
 *
 * The mails of one wallet are sent in the order of its credits, one at a time. A mail that waits
 * for its next attempt delays the mails behind it; a mail that is not PENDING does not.
 *
 * If workers had no mail server for a time, `switchMailingOn` moves the cursors before the first
 * worker with a mail server starts. Any number of processes may read the cursors, because each is
 * locked while it is read.
 *
 * A consumer whose address was refused for good, or who wants no mails, is suppressed: later mails
 * are SUPPRESSED, and not sent.
 */
export function createCreditMails(options: CreditMailOptions): MailQueue {
  return {
    news: { partners: partnersWithNews, queue: queueNews },
    partnersDue: partnersWithDueMail,
    async lease(tx, partnerId, terms) {
      const leases = await leaseMails(tx, partnerId, terms)
      return leases.map((lease) => leasedOf(options, lease))
    },
  }
}

function leasedOf(options: CreditMailOptions, lease: MailLease): LeasedMail {
  const { partnerId, transferNo, attempt } = lease
  return {
    partnerId,
    attempt,
    name: { transferNo },
    async compose() {
      const mail = await compose(options, lease)
      if ('status' in mail || options.hasFeedback !== true) return mail
      return { ...mail, feedbackToken: feedbackToken(options.vault, feedbackNameOf(lease)) }
    },
    settle: (tx, settlement, now) => settleMail(tx, lease, { settlement, now }),
  }
}

async function compose(
  options: CreditMailOptions,
  { news, template }: MailLease,
): Promise<Mail | Settlement> {
  if (!news) return { status: 'SUPPRESSED', reason: 'NO_ADDRESS' }
  const { partnerId, suppression } = news
  if (suppression !== undefined) {
    const wasRefused = suppression === 'ADDRESS_REFUSED'
    return { status: 'SUPPRESSED', reason: wasRefused ? 'REFUSED_BEFORE' : suppression }
  }
  const [address = ''] = await openEmails(options.vault, partnerId, [news.email])
  const base = options.claimUrl?.()
  const name = { partnerId, id: news.email.blind }
  const urls = {
    walletUrl: base && news.hasSignIn ? `${base}/w/sign-in/${partnerId}` : undefined,
    unsubscribeUrl: base && `${base}/u/${CREDIT_UNSUBSCRIBE.tokenOf(options.vault, name)}`,
  }
  return withTexts(options, { ...news, ...urls }, { address, template })
}

/** Uses the default texts, and raises an alert, if those of the operator are broken. */
async function withTexts(
  options: CreditMailOptions,
  news: CreditNews,
  { address, template }: { address: string; template: MailTemplate | undefined },
): Promise<Mail> {
  try {
    return composeMail(news, address, template ?? DEFAULT_MAIL)
  } catch (error) {
    if (!template) throw error
    await alertBroken(options, template).catch((fault: unknown) => {
      options.log.warn({ err: fault }, 'a broken template raised no alert')
    })
    return composeMail(news, address, DEFAULT_MAIL)
  }
}

async function alertBroken(
  { db, clock }: CreditMailOptions,
  template: MailTemplate,
): Promise<void> {
  const subject = targetOf(template)
  const message =
    `${subject} cannot be used: mails have the default texts; ` +
    'set it again with `tessera mail-templates set`'
  await transact(db, (tx) => {
    raiseAlert(tx, {
      kind: 'mail_template_broken',
      subject,
      severity: 'warning',
      message,
      at: clock.now(),
    })
    return Promise.resolve()
  })
}
