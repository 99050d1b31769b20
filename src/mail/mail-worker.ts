import {
  createWakeSignal,
  faultText,
  MS_PER_HOUR,
  type Clock,
  type WakeSignal,
  errorMessage,
} from '../core/mod.ts'
import { nextPartners, transact, type Database } from '../db/mod.ts'
import type {
  LeasedMail,
  Mail,
  MailOutcome,
  MailQueue,
  MailTransport,
  Settlement,
  Sms,
  SmsTransport,
  PartnerSelection,
} from './mail.ts'
import { rotatePartners } from './rotate-partners.ts'
import { SEND_TIMEOUT_MS } from './smtp-transport.ts'

/**
 * Receives faults of the worker. They contain no texts of mails, no addresses, and no responses of
 * servers.
 */
export interface MailLog {
  warn(details: object, message: string): void
}

export interface MailWorkerOptions {
  readonly db: Database
  readonly clock: Clock
  /** Undefined without a mail server: only SMS are sent. */
  readonly transport: MailTransport | undefined
  /** Undefined without a provider of SMS. */
  readonly smsTransport?: SmsTransport | undefined
  readonly log: MailLog
  readonly queues: readonly MailQueue[]
  /** Called before each poll. */
  readonly beforePoll?: () => Promise<void>
  /** Milliseconds between two polls; 1,000 by default. */
  readonly pollMs?: number | undefined
}

/**
 * Sends the mails of its queues. If the connection is lost after the mail server accepted a mail,
 * the mail is sent again under the same Message-ID, by which a receiver can recognize it.
 *
 * Any number of processes may run a worker, because mails are leased. A mail that fails is retried
 * after growing pauses. After ATTEMPTS_MAX attempts it is FAILED.
 */
export interface MailWorker {
  start(): void
  /** Processes a partner at once, before the next poll. */
  wake(partnerId: number): void
  /** Leases no more mails, waits for those that are being sent, and closes the transport. */
  stop(): Promise<void>
}

/** The pause between two polls. In between, only partners that `wake` names are processed. */
const POLL_MS = 1_000
/** The number of partners that one poll checks. The next poll continues after them. */
const PARTNERS_PER_POLL = 5_000
/** The pause between two runs of a partner, so that a busy partner's credits are read in bulk. */
const GAP_MS = 25
const NEWS_PER_READ_MAX = 1_000
const SENDING_MAX = 32
const LEASE_MS = 4 * SEND_TIMEOUT_MS

const ATTEMPTS_MAX = 48
const FIRST_PAUSE_MS = 15_000
const PAUSE_MS_MAX = MS_PER_HOUR

export function createMailWorker(options: MailWorkerOptions): MailWorker {
  return new QueueWorker(options)
}

class QueueWorker implements MailWorker {
  readonly #options: MailWorkerOptions
  readonly #wakeSignal: WakeSignal = createWakeSignal()
  readonly #sending = new Set<Promise<void>>()
  #running: Promise<void> | undefined
  #isStopping = false
  #isFailing = false
  #lastServed = 0
  /** Partners for which mails may have to be queued or sent. */
  #woken = new Set<number>()
  #pollAt: number
  #polledUpTo = 0

  constructor(options: MailWorkerOptions) {
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
    this.#options.transport?.close()
  }

  async #run(): Promise<void> {
    const { clock, beforePoll } = this.#options
    while (!this.#isStopping) {
      if (this.#isPollDue()) {
        if (beforePoll) await this.#attempt('the start of a poll was not recorded', beforePoll)
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

  async #process(selection: PartnerSelection): Promise<void> {
    await this.#attempt('mails could not be queued', () => this.#queueAll(selection))
    await this.#attempt('mails could not be leased', () => this.#sendDue(selection))
  }

  /** Logs an error, so that it does not stop other steps or partners. */
  async #attempt(failure: string, step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#options.log.warn({ err: error }, failure)
    }
  }

  async #queueAll(selection: PartnerSelection): Promise<void> {
    const { db, queues } = this.#options
    for (const { news } of queues) {
      for (const partnerId of (await news?.partners(db, selection)) ?? []) {
        if (this.#isStopping) return
        const queue = this.#queue.bind(this, news, partnerId)
        await this.#attempt('news of a partner could not be queued', queue)
      }
    }
  }

  async #queue(news: MailQueue['news'], partnerId: number): Promise<void> {
    const { db, clock } = this.#options
    const terms = { limit: NEWS_PER_READ_MAX, now: clock.now() }
    const hasMore = await transact(db, async (tx) => await news?.queue(tx, partnerId, terms))
    if (hasMore) this.wake(partnerId)
  }

  /**
   * Shares the free slots for sending among the partners, so that one partner's thousand mails do
   * not delay another's single one. The remaining partners are processed once a mail has been sent.
   */
  async #sendDue(selection: PartnerSelection): Promise<void> {
    const { db, clock } = this.#options
    const now = clock.now()
    const due = await this.#queuesDue(selection, now)
    const partners = rotatePartners(
      [...due.keys()].toSorted((a, b) => a - b),
      this.#lastServed,
    )
    for (const [index, partnerId] of partners.entries()) {
      const queues = due.get(partnerId) ?? []
      for (const [at, queue] of queues.entries()) {
        const free = SENDING_MAX - this.#sending.size
        if (free <= 0 || this.#isStopping) {
          for (const remaining of partners.slice(index)) this.#woken.add(remaining)
          return
        }
        const limit = Math.ceil(free / (partners.length - index) / (queues.length - at))
        const terms = { limit, now, until: now + LEASE_MS }
        const mails = await transact(db, (tx) => queue.lease(tx, partnerId, terms))
        for (const mail of mails) this.#beginSending(mail)
      }
      this.#lastServed = partnerId
    }
  }

  /** Returns the partners with due mails, each with the queues of these mails. */
  async #queuesDue(selection: PartnerSelection, now: number): Promise<Map<number, MailQueue[]>> {
    const { db, queues } = this.#options
    const due = new Map<number, MailQueue[]>()
    for (const queue of queues) {
      for (const partnerId of await queue.partnersDue(db, selection, now)) {
        due.set(partnerId, [...(due.get(partnerId) ?? []), queue])
      }
    }
    return due
  }

  #beginSending(mail: LeasedMail): void {
    const sending = this.#attempt('the outcome of a mail could not be stored', () =>
      this.#send(mail),
    ).finally(() => {
      this.#sending.delete(sending)
      // The next mail, perhaps about the same wallet, may be sent.
      this.wake(mail.partnerId)
    })
    this.#sending.add(sending)
  }

  async #send(mail: LeasedMail): Promise<void> {
    const settlement = await this.#deliver(mail)
    if (settlement.status === 'SENT') this.#isFailing = false
    if (settlement.status === 'FAILED') {
      const { partnerId, attempt, name } = mail
      this.#options.log.warn({ partnerId, ...name, attempt }, 'a person could not be mailed')
    }
    const { db, clock } = this.#options
    await transact(db, (tx) => mail.settle(tx, settlement, clock.now()))
  }

  async #deliver(leased: LeasedMail): Promise<Settlement> {
    try {
      const mail = await leased.compose()
      if ('status' in mail) return mail
      const result = await this.#sendMessage(mail)
      if (result.outcome === 'sent') return { status: 'SENT' }
      const { reason, isAddressBad } = result
      return { status: 'FAILED', fault: faultText(reason), isAddressBad }
    } catch (error) {
      this.#warnOnce(error)
      const fault = faultText(errorMessage(error, 'the transport failed'))
      if (leased.attempt >= ATTEMPTS_MAX) return { status: 'FAILED', fault, isAddressBad: false }
      const nextTryAt = this.#options.clock.now() + pauseAfter(leased.attempt)
      return { status: 'PENDING', fault, nextTryAt }
    }
  }

  #sendMessage(message: Mail | Sms): Promise<MailOutcome> {
    const { transport, smsTransport } = this.#options
    if ('phone' in message) {
      if (!smsTransport) throw new Error('TESSERA_SMS_URL is not set where texts are sent')
      return smsTransport.send(message)
    }
    if (!transport) throw new Error('TESSERA_SMTP_URL is not set where mails are sent')
    return transport.send(message)
  }

  /** Warns once until a mail is sent: while the mail server is down, every mail fails. */
  #warnOnce(error: unknown): void {
    if (this.#isFailing) return
    this.#isFailing = true
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    this.#options.log.warn({ code }, 'a mail was not sent; such mails are tried again')
  }
}

function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_MS_MAX)
}
