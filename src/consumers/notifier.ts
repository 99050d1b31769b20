import { raiseAlert } from '../alerts/mod.ts'
import {
  createWakeSignal,
  faultText,
  type Clock,
  type WakeSignal,
  MS_PER_HOUR,
} from '../core/mod.ts'
import { nextPartners, transact, type Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { recordMailingOn } from './mailing.ts'
import { DEFAULT_MAIL } from './default-mail.ts'
import { targetOf } from './mail-templates.ts'
import type { MailTemplate } from './mail-template.ts'
import { composeMail, type CreditNews, type Mail } from './notification-mail.ts'
import { leaseMails, settleMail, type MailLease, type Settlement } from './mail-lease-rows.ts'
import {
  partnersWithDueMail,
  partnersWithNews,
  queueNews,
  type Whose,
} from './notification-rows.ts'
import { rotatePartners } from './rotate-partners.ts'
import { openEmails } from './sealed-email.ts'
import { SEND_TIMEOUT_MS, type MailTransport } from './smtp-transport.ts'

/** Receives faults of the worker, without texts of mails, addresses and responses of servers. */
export interface NotifierLog {
  warn(details: object, message: string): void
}

export interface NotifierOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly transport: MailTransport
  readonly log: NotifierLog
  /** Milliseconds between two polls; 1,000 by default. */
  readonly pollMs?: number
}

/**
 * Sends one e-mail for each credit to a wallet. Transfers of a book are numbered without gaps and
 * become visible in order, so a cursor over them finds each credit once, and the credit itself
 * writes nothing for its mail. If the connection is lost after the mail server accepted a mail, it
 * is sent again under the same Message-ID, by which a receiver can recognize it.
 *
 * The mails of one wallet are sent in the order of its credits, one at a time. A mail that waits
 * for its next attempt delays those behind it; one that is not PENDING does not.
 *
 * If workers had no mail server for a time, `switchMailingOn` moves the cursors before the first
 * worker with one starts.
 *
 * Any number of processes may run one: cursors are locked, and mails are leased. A mail that fails
 * is retried after growing pauses, ATTEMPTS_MAX times, and then FAILED. A consumer whose address
 * was refused for good is suppressed: later mails are SUPPRESSED, and not sent.
 */
export interface Notifier {
  start(): void
  /** Processes a partner at once, before the next poll. */
  wake(partnerId: number): void
  /** Leases no more mails, waits for those that are being sent, and closes the transport. */
  stop(): Promise<void>
}

/** Between two polls. In between only woken partners are processed. */
const POLL_MS = 1_000
/** How many partners one poll looks at. The next one goes on after them. */
const PARTNERS_PER_POLL = 5_000
/** Between two runs, so that a busy partner's credits are read in bulk. */
const GAP_MS = 25
const TRANSFERS_PER_READ_MAX = 1_000
const SENDING_MAX = 32
const LEASE_MS = 4 * SEND_TIMEOUT_MS

const ATTEMPTS_MAX = 48
const FIRST_PAUSE_MS = 15_000
const PAUSE_MS_MAX = MS_PER_HOUR

export function createNotifier(options: NotifierOptions): Notifier {
  return new MailWorker(options)
}

class MailWorker implements Notifier {
  readonly #options: NotifierOptions
  readonly #wakeSignal: WakeSignal = createWakeSignal()
  readonly #sending = new Set<Promise<void>>()
  #running: Promise<void> | undefined
  #isStopping = false
  #isFailing = false
  #lastServed = 0
  /** Partners that may have new credits, or due mails. */
  #woken = new Set<number>()
  #pollAt: number
  #polledUpTo = 0

  constructor(options: NotifierOptions) {
    this.#options = options
    this.#pollAt = options.clock.monotonic()
  }

  start(): void {
    this.#running ??= this.#run()
  }

  wake(partnerId: number): void {
    this.#woken.add(partnerId)
    this.#wakeSignal.ring()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#wakeSignal.ring()
    await this.#running
    await Promise.all(this.#sending)
    this.#options.transport.close()
  }

  async #run(): Promise<void> {
    const { clock, db } = this.#options
    while (!this.#isStopping) {
      if (this.#isPollDue()) {
        await this.#attempt('mailing was not kept on', () => recordMailingOn(db))
        await this.#attempt('partners were not polled', () => this.#poll())
      }
      const woken = [...this.#woken]
      this.#woken.clear()
      if (woken.length > 0) await this.#process(woken)
      await new Promise((resolve) => setTimeout(resolve, GAP_MS))
      const restMs = Math.max(0, this.#pollAt - clock.monotonic())
      if (this.#isStopping) return
      const isWoken = await this.#wakeSignal.wait(restMs)
      // A timer may fire a little early.
      if (!isWoken) this.#pollAt = clock.monotonic()
    }
  }

  #isPollDue(): boolean {
    const { clock, pollMs = POLL_MS } = this.#options
    const at = clock.monotonic()
    if (at < this.#pollAt) return false
    this.#pollAt = at + pollMs
    return true
  }

  async #poll(): Promise<void> {
    const limit = PARTNERS_PER_POLL
    const { db } = this.#options
    const range = await nextPartners(db, 'books', { after: this.#polledUpTo, limit })
    await this.#process(range)
    this.#polledUpTo = range.next
  }

  async #process(whose: Whose): Promise<void> {
    await this.#attempt('consumer notifications could not be queued', () => this.#queueAll(whose))
    await this.#attempt('consumer notifications could not be leased', () => this.#sendDue(whose))
  }

  /** Logs an error, so that it stops no other step and no other partner. */
  async #attempt(failure: string, step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#options.log.warn({ err: error }, failure)
    }
  }

  async #queueAll(whose: Whose): Promise<void> {
    for (const partnerId of await partnersWithNews(this.#options.db, whose)) {
      if (this.#isStopping) return
      await this.#attempt('news of a partner could not be queued', () => this.#queue(partnerId))
    }
  }

  async #queue(partnerId: number): Promise<void> {
    const { db, clock } = this.#options
    const chunk = { limit: TRANSFERS_PER_READ_MAX, now: clock.now() }
    const hasMore = await transact(db, (tx) => queueNews(tx, partnerId, chunk))
    if (hasMore) this.wake(partnerId)
  }

  /**
   * Shares the free sends among the partners, so that one partner's thousand credits do not delay
   * another's single one. Partners left over are processed once a mail has been sent.
   */
  async #sendDue(whose: Whose): Promise<void> {
    const { db, clock } = this.#options
    const now = clock.now()
    const partners = rotatePartners(await partnersWithDueMail(db, whose, now), this.#lastServed)
    for (const [index, partnerId] of partners.entries()) {
      const free = SENDING_MAX - this.#sending.size
      if (free <= 0 || this.#isStopping) {
        for (const left of partners.slice(index)) this.#woken.add(left)
        return
      }
      const limit = Math.ceil(free / (partners.length - index))
      const lease = { limit, now, until: now + LEASE_MS }
      const mails = await transact(db, (tx) => leaseMails(tx, partnerId, lease))
      for (const mail of mails) this.#beginSending(mail)
      this.#lastServed = partnerId
    }
  }

  #beginSending(mail: MailLease): void {
    const sending = this.#attempt('the outcome of a mail could not be kept', () =>
      this.#send(mail),
    ).finally(() => {
      this.#sending.delete(sending)
      // The next mail of the wallet may be sent.
      this.wake(mail.partnerId)
    })
    this.#sending.add(sending)
  }

  async #send(mail: MailLease): Promise<void> {
    const settlement = await this.#deliver(mail)
    if (settlement.status === 'SENT') this.#isFailing = false
    if (settlement.status === 'FAILED') {
      const { partnerId, transferNo, attempt } = mail
      this.#options.log.warn({ partnerId, transferNo, attempt }, 'a consumer could not be notified')
    }
    const { db, clock } = this.#options
    await transact(db, (tx) => settleMail(tx, mail, { settlement, now: clock.now() }))
  }

  async #deliver({ news, template, attempt }: MailLease): Promise<Settlement> {
    if (!news) return failed('there is nobody to be told')
    if (news.isSuppressed) return { status: 'SUPPRESSED' }
    try {
      const { transport, vault } = this.#options
      const [address = ''] = await openEmails(vault, news.partnerId, [news.email])
      const mail = await this.#compose(news, { address, template })
      const sent = await transport.send(mail)
      if (sent.outcome === 'sent') return { status: 'SENT' }
      return { ...failed(faultText(sent.reason)), isAddressBad: sent.isAddressBad }
    } catch (error) {
      this.#warnOnce(error)
      const fault = faultText(error instanceof Error ? error.message : 'the transport failed')
      if (attempt >= ATTEMPTS_MAX) return failed(fault)
      return {
        status: 'PENDING',
        fault,
        nextTryAt: this.#options.clock.now() + pauseAfter(attempt),
      }
    }
  }

  /** Uses the default texts, and raises an alert, if those of the operator are broken. */
  async #compose(
    news: CreditNews,
    { address, template }: { address: string; template: MailTemplate | undefined },
  ): Promise<Mail> {
    try {
      return composeMail(news, address, template ?? DEFAULT_MAIL)
    } catch (error) {
      if (!template) throw error
      await this.#attempt('a broken template raised no alert', () => this.#alertBroken(template))
      return composeMail(news, address, DEFAULT_MAIL)
    }
  }

  async #alertBroken(template: MailTemplate): Promise<void> {
    const { db, clock } = this.#options
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

  /** Warns once until a mail is sent: while the mail server is down, every mail fails. */
  #warnOnce(error: unknown): void {
    if (this.#isFailing) return
    this.#isFailing = true
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    this.#options.log.warn({ code }, 'a mail was not sent; such mails are tried again')
  }
}

function failed(fault: string): Extract<Settlement, { status: 'FAILED' }> {
  return { status: 'FAILED', fault, isAddressBad: false }
}

function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_MS_MAX)
}
