import type { Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'
import { keepMailingOn } from './mailing.ts'
import { composeMail } from './notification-mail.ts'
import {
  claimMails,
  partnersWithDueMail,
  partnersWithNews,
  queueNews,
  settleMail,
  type Claim,
  type Settlement,
  type Whose,
} from './notification-rows.ts'
import { openEmails } from './sealed-email.ts'
import { SEND_TIMEOUT_MS, type MailTransport } from './smtp-transport.ts'

/**
 * Where faults of the worker go; never the text of a mail, an address, or what a server said of
 * one.
 */
export interface NotifierLog {
  warn(details: object, message: string): void
}

export interface NotifierOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly transport: MailTransport
  readonly log: NotifierLog
  /** Milliseconds between two polls of all partners; 1,000 by default. */
  readonly pollMs?: number
}

/**
 * Tells consumers by e-mail of every credit to their wallets, once per transfer, so once per
 * referenceId: the transfers of a book are numbered without gaps and become visible in order, so a
 * cursor over them finds each credit once, and the credit itself writes nothing for it and waits
 * for nothing. A mail whose sending is cut off after the mail server took it is sent again under
 * the same Message-ID, by which a receiver can fold the two.
 *
 * The mails of one wallet leave in the order of its credits, one at a time. One that waits for its
 * next attempt holds back those behind it; one that is SENT or FAILED does not.
 *
 * Tells of what comes after each book's cursor; `switchMailingOn` moves the cursors before a worker
 * starts with a mail server after a time without one.
 *
 * Any number of processes may run one: cursors and mails are claimed by row locks, mails under a
 * lease. A mail that fails is tried again with growing pauses, ATTEMPTS_MAX times, then left as
 * FAILED; it holds up no other wallet's.
 */
export interface Notifier {
  start(): void
  /** Says that there may be news of a partner, who then need not wait for the next look at all. */
  wake(partnerId: number): void
  /** Takes up nothing more, waits for what is being sent, and closes the transport. */
  stop(): Promise<void>
}

/** Between two looks at all partners; in between only those are looked at that were named. */
const POLL_MS = 1_000
/** Between two looks, however often it is woken: a busy partner's credits are read in bulk. */
const GAP_MS = 25
const TRANSFERS_PER_READ_MAX = 1_000
const SENDING_MAX = 32
const LEASE_MS = 4 * SEND_TIMEOUT_MS

const ATTEMPTS_MAX = 48
const FIRST_PAUSE_MS = 15_000
const PAUSE_MS_MAX = 3_600_000
const FAULT_LENGTH_MAX = 500
const ADDRESS = /[^\s<>@"']+@[^\s<>@"']+/g

export function createNotifier(options: NotifierOptions): Notifier {
  return new MailWorker(options)
}

class MailWorker implements Notifier {
  readonly #options: NotifierOptions
  readonly #wakeSignal: WakeSignal = createWakeSignal()
  readonly #sending = new Set<Promise<void>>()
  #running: Promise<void> | undefined
  #stopping = false
  #isFailing = false
  #lastServed = 0
  /** Partners that may have news, or mails that are due, by now. */
  #named = new Set<number>()
  #looksAtAllAt: number

  constructor(options: NotifierOptions) {
    this.#options = options
    this.#looksAtAllAt = options.clock.monotonic()
  }

  start(): void {
    this.#running ??= this.#run()
  }

  wake(partnerId: number): void {
    this.#named.add(partnerId)
    this.#wakeSignal.ring()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    this.#wakeSignal.ring()
    await this.#running
    await Promise.all(this.#sending)
    this.#options.transport.close()
  }

  async #run(): Promise<void> {
    const { clock, db } = this.#options
    while (!this.#stopping) {
      const whose = this.#whoseTurn()
      if (whose === 'all') await this.#attempt('mailing was not kept on', () => keepMailingOn(db))
      await this.#attempt('consumer notifications could not be queued', () => this.#queueAll(whose))
      await this.#attempt('consumer notifications could not be claimed', () => this.#sendDue(whose))
      await new Promise((resolve) => setTimeout(resolve, GAP_MS))
      const restMs = Math.max(0, this.#looksAtAllAt - clock.monotonic())
      if (!this.#stopping) await this.#wakeSignal.wait(restMs)
    }
  }

  /** Those that were named since the last look, or from time to time all. */
  #whoseTurn(): Whose {
    const named = [...this.#named]
    this.#named.clear()
    const at = this.#options.clock.monotonic()
    if (at < this.#looksAtAllAt) return named
    const { pollMs = POLL_MS } = this.#options
    this.#looksAtAllAt = at + pollMs
    return 'all'
  }

  /** What fails in one step or for one partner keeps no other from its turn. */
  async #attempt(failure: string, step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#options.log.warn({ err: error }, failure)
    }
  }

  async #queueAll(whose: Whose): Promise<void> {
    for (const partnerId of await partnersWithNews(this.#options.db, whose)) {
      if (this.#stopping) return
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
   * Partner by partner in turn: one partner's thousand credits hold up no other's single one. Who
   * may have more is looked at again as soon as a mail that is being sent has made room.
   */
  async #sendDue(whose: Whose): Promise<void> {
    const { db, clock } = this.#options
    const now = clock.now()
    const partners = rotate(await partnersWithDueMail(db, whose, now), this.#lastServed)
    for (const [index, partnerId] of partners.entries()) {
      const free = SENDING_MAX - this.#sending.size
      if (free <= 0 || this.#stopping) {
        for (const left of partners.slice(index)) this.#named.add(left)
        return
      }
      const limit = Math.ceil(free / (partners.length - index))
      const lease = { limit, now, until: now + LEASE_MS }
      const claims = await transact(db, (tx) => claimMails(tx, partnerId, lease))
      for (const claim of claims) this.#beginSending(claim)
      this.#lastServed = partnerId
    }
  }

  #beginSending(claim: Claim): void {
    const sending = this.#attempt('the outcome of a mail could not be kept', () =>
      this.#send(claim),
    ).finally(() => {
      this.#sending.delete(sending)
      // The next mail of the wallet may leave.
      this.wake(claim.partnerId)
    })
    this.#sending.add(sending)
  }

  async #send(claim: Claim): Promise<void> {
    const settlement = await this.#deliver(claim)
    if (settlement.status === 'SENT') this.#isFailing = false
    if (settlement.status === 'FAILED') {
      const { partnerId, transferNo, attempt } = claim
      this.#options.log.warn({ partnerId, transferNo, attempt }, 'a consumer could not be notified')
    }
    await transact(this.#options.db, (tx) => settleMail(tx, claim, settlement))
  }

  async #deliver({ news, attempt }: Claim): Promise<Settlement> {
    if (!news) return { status: 'FAILED', fault: 'there is nobody to be told' }
    try {
      const { transport, vault } = this.#options
      const [address = ''] = await openEmails(vault, news.partnerId, [news.email])
      const sent = await transport.send(composeMail(news, address))
      if (sent.outcome === 'sent') return { status: 'SENT' }
      return { status: 'FAILED', fault: faultText(sent.reason) }
    } catch (error) {
      this.#warnOnce(error)
      const fault = faultText(error instanceof Error ? error.message : 'the transport failed')
      if (attempt >= ATTEMPTS_MAX) return { status: 'FAILED', fault }
      return { status: 'QUEUED', fault, nextTryAt: this.#options.clock.now() + pauseAfter(attempt) }
    }
  }

  /** Once until a mail gets through: a mail server that is away fails every one. */
  #warnOnce(error: unknown): void {
    if (this.#isFailing) return
    this.#isFailing = true
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    this.#options.log.warn({ code }, 'a mail was not sent; such mails are tried again')
  }
}

/** The same partners, beginning with the one after whoever was served last. */
function rotate(partners: readonly number[], lastServed: number): number[] {
  const later = partners.filter((partnerId) => partnerId > lastServed)
  return [...later, ...partners.filter((partnerId) => partnerId <= lastServed)]
}

function pauseAfter(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_MS_MAX)
}

/** As a text column takes it, without the addresses that a mail server repeats. */
function faultText(text: string): string {
  return text.replaceAll('\0', '').replaceAll(ADDRESS, '(address)').slice(0, FAULT_LENGTH_MAX)
}
