import { type Clock } from '../core/mod.ts'
import { oneRow, type Db, type LinkMessagesRow, type Tx } from '../db/mod.ts'
import { publishEvents } from '../events/mod.ts'
import { feedbackToken, UNKNOWN_SMS, type LeasedMail, type Mail, type Sms } from '../mail/mod.ts'
import type { MailFeedback, MailQueue, Settlement } from '../mail/mod.ts'
import { getPartner } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { brandOf } from './brand.ts'
import { languageFor } from './language.ts'
import { templatesById, toTemplate } from './link-template-rows.ts'
import type { LinkTemplate } from './link-template.ts'
import { leftOf, type Channel, type Link } from './link.ts'
import { composeCodeMail, composeLinkMail } from './link-mail.ts'
import { linksByNumber, toLink } from './link-rows.ts'
import { linkEvent } from './link-event.ts'
import { codeText, linkText } from './link-texts.ts'
import { feedbackNameOf, LINK_FEEDBACK, SMS_REPORT_PATH } from './link-feedback.ts'
import { tokenOf } from './link-token.ts'
import { nextReminder, type MessageKind, type MessageReason } from './message.ts'
import {
  clearFault,
  DUE_MESSAGES,
  insertMessages,
  postponeMessage,
  reasonOf,
  refusalsOf,
  settleMessage,
} from './message-rows.ts'
import { afterQuietHours } from './quiet-hours.ts'
import { openRecipient } from './recipient.ts'
import { CODE_MS, codeOf } from './second-factor.ts'
import { endOfTestMail, reportOfTestMail } from './test-addresses.ts'
import { blindAddress, LINK_UNSUBSCRIBE } from './unsubscribe.ts'

export interface LinkMailOptions {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  /** The base of the pages of links, if this process knows it. */
  claimUrl(): string | undefined
  /** True if reports about mails are read, which name them by a token. */
  readonly hasFeedback: boolean
  /** True if the provider of SMS reports the state of texts. */
  readonly hasSmsReports: boolean
}

/**
 * Returns the queue of the mails of links. A mail is composed when it is sent, with the present
 * address and token of the link; a link that has ended is not mailed. In the quiet hours of the
 * template, mails that nobody requested are given back in the transaction that leased them.
 */
export function createLinkMails(options: LinkMailOptions): MailQueue {
  return {
    async partnersDue(db, selection, now) {
      const rows = await db.rows(DUE_MESSAGES.partnersDue(selection, now))
      return rows.map((row) => row.partner_id)
    },
    async lease(tx, partnerId, terms) {
      const rows = await tx.rows(DUE_MESSAGES.lease(partnerId, terms))
      const numbers = [...new Set(rows.map((row) => Number(row.link_no)))]
      const linkRows = await tx.rows(linksByNumber(partnerId, numbers))
      const links = new Map(linkRows.map(toLink).map((link) => [link.linkNo, link]))
      const templates = await templatesOf(tx, partnerId, [...links.values()])
      return rows.flatMap((row) => {
        const link = links.get(Number(row.link_no))
        if (!link) return []
        const template = templates.get(link.templateId)
        const dueMs =
          row.kind === 'CODE' ? terms.now : afterQuietHours(template?.quietHours, terms.now)
        if (dueMs <= terms.now) return new LinkMail(options, { row, link, template })
        tx.write(postponeMessage(row, dueMs))
        return []
      })
    },
  }
}

/** Sends nothing for links without templates. */
async function templatesOf(tx: Tx, partnerId: number, links: readonly Link[]) {
  const ids = [...new Set(links.flatMap(({ templateId }) => templateId ?? []))]
  const rows = ids.length === 0 ? [] : await tx.rows(templatesById(partnerId, ids))
  return new Map<string | undefined, LinkTemplate>(
    rows.map((row) => [row.template_id, toTemplate(row)]),
  )
}

interface LeasedMessage {
  readonly row: LinkMessagesRow
  readonly link: Link
  readonly template: LinkTemplate | undefined
}

class LinkMail implements LeasedMail {
  readonly partnerId: number
  readonly attempt: number
  readonly name: object
  readonly #options: LinkMailOptions
  readonly #row: LinkMessagesRow
  readonly #link: Link
  readonly #template: LinkTemplate | undefined
  #emailBlind: Buffer | undefined
  /** The simulated report about a mail of a test partner, recorded once the mail is sent. */
  #testReport: MailFeedback | undefined

  constructor(options: LinkMailOptions, { row, link, template }: LeasedMessage) {
    this.partnerId = row.partner_id
    this.attempt = row.attempts
    this.name = { messageId: row.message_id }
    this.#options = options
    this.#row = row
    this.#link = link
    this.#template = template
  }

  get #channel(): Channel {
    return this.#row.channel as Channel
  }

  /**
   * True if reports about the mail are read. Otherwise the hash of its address is not stored once
   * it is sent.
   */
  get #isReported(): boolean {
    const { hasFeedback, hasSmsReports } = this.#options
    return this.#channel === 'EMAIL' ? hasFeedback : hasSmsReports
  }

  get #kind(): MessageKind {
    return this.#row.kind as MessageKind
  }

  async compose(): Promise<Mail | Sms | Settlement> {
    const mail = await this.#compose()
    if ('status' in mail || !this.#isReported) return mail
    const { vault, claimUrl } = this.#options
    const token = feedbackToken(vault, feedbackNameOf(this.partnerId, this.#row.message_id))
    if ('to' in mail) return { ...mail, feedbackToken: token }
    return { ...mail, reportUrl: `${claimUrl() ?? ''}${SMS_REPORT_PATH}${token}` }
  }

  async #compose(): Promise<Mail | Sms | Settlement> {
    const { db, vault } = this.#options
    const { partnerId, generation } = this.#link
    const untilMs = this.#row.created_at.getTime() + CODE_MS
    const isCode = this.#kind === 'CODE'
    if (isCode && untilMs <= this.#options.clock.now()) return suppressed('CODE_EXPIRED')
    if (!isCode && this.#isOver()) return suppressed('LINK_ENDED')
    if (this.#kind !== 'REMINDER' && this.#row.generation !== generation) {
      return suppressed('LINK_REPLACED')
    }
    const recipient = await openRecipient(vault, this.#link)
    const address = this.#channel === 'SMS' ? recipient.phone : recipient.email
    if (address === undefined) return suppressed('NO_ADDRESS')
    const partner = await getPartner(db, partnerId)
    if (partner.testOf !== undefined) {
      this.#testReport = reportOfTestMail(address)
      return endOfTestMail(address, this.attempt, this.#options.clock.now())
    }
    this.#emailBlind = blindAddress(vault, partnerId, address)
    const refused = await oneRow(db, refusalsOf(partnerId, this.#emailBlind))
    if (refused.is_refused) return suppressed('REFUSED_BEFORE')
    // Codes are always sent: without one, the person could not claim the link.
    if (!isCode && refused.is_complained) return suppressed('SPAM_REPORT')
    if (this.#kind === 'REMINDER' && refused.is_unsubscribed) return suppressed('UNSUBSCRIBED')
    const base = this.#options.claimUrl()
    if (base === undefined) throw new Error('TESSERA_CLAIM_URL is not set where mails are sent')
    const { message_id: messageId } = this.#row
    const language = languageFor(this.#link.locale, undefined)
    const [link, template] = [this.#link, this.#template]
    const parts = {
      link,
      recipient: { ...recipient, email: address },
      brand: brandOf({ template, link, partnerName: partner.name, recipient, language }),
      language,
      base,
      key: `link.${partnerId}.${messageId}`,
    }
    if (this.#channel === 'SMS') {
      if (await this.#wasHandedOver()) return { status: 'FAILED', ...OUTCOME_UNKNOWN }
      if (isCode) return { phone: address, text: codeText(parts, codeOf(vault, messageId)) }
      return { phone: address, text: linkText({ ...parts, ...this.#addressesAt(base) }) }
    }
    if (isCode) {
      const title = language.text('mailCode', { sender: parts.brand.sender })
      return composeCodeMail({ ...parts, title, code: codeOf(vault, messageId), untilMs })
    }
    return composeLinkMail({ ...parts, ...this.#addressesAt(base) })
  }

  /** Returns the addresses that a mail with a link, or a reminder, contains. */
  #addressesAt(base: string) {
    const { vault } = this.#options
    const name = { partnerId: this.partnerId, id: this.#row.message_id }
    return {
      isReminder: this.#kind === 'REMINDER',
      url: `${base}/c/${tokenOf(vault, this.#link)}`,
      unsubscribeUrl: `${base}/u/${LINK_UNSUBSCRIBE.tokenOf(vault, name)}`,
    }
  }

  /**
   * True for an SMS whose last attempt has no recorded outcome, because its process died. A failed
   * attempt records its fault, which is cleared before the next one.
   */
  async #wasHandedOver(): Promise<boolean> {
    if (this.attempt === 1) return false
    if (this.#row.last_fault === null) return true
    const rows = await this.#options.db.rows(clearFault(this.#row))
    return rows.length === 0
  }

  #isOver(): boolean {
    const { ended, claimByMs } = this.#link
    return (
      ended !== undefined || leftOf(this.#link) === 0n || claimByMs <= this.#options.clock.now()
    )
  }

  async settle(tx: Tx, settlement: Settlement, now: number): Promise<void> {
    const keepsBlind = settlement.status !== 'SENT' || this.#isReported
    const settled = { settlement, emailBlind: keepsBlind ? this.#emailBlind : undefined }
    const rows = await tx.rows(settleMessage(this.#row, settled, now))
    if (rows.length === 0) return
    if (settlement.status === 'SENT') this.#remind(tx, now)
    if (this.#kind === 'LINK') this.#publish(tx, settlement, now)
    if (settlement.status === 'SENT' && this.#testReport) {
      const { numbers } = feedbackNameOf(this.partnerId, this.#row.message_id)
      await LINK_FEEDBACK.record(tx, numbers, { feedback: this.#testReport, now })
    }
  }

  /** Queues the next reminder. When it is due, it is sent only if it is still needed. */
  #remind(tx: Tx, now: number): void {
    const { partnerId, linkNo, generation, reminders, delivery } = this.#link
    const dueMs = reminders ? nextReminder(this.#link, now) : undefined
    if (dueMs === undefined || delivery === 'NONE') return
    const named = { partnerId, linkNo, generation, kind: 'REMINDER', channel: delivery } as const
    tx.write(insertMessages([{ ...named, createdMs: now, dueMs }]))
  }

  #publish(tx: Tx, settlement: Settlement, atMs: number): void {
    const reason = reasonOf(settlement)
    const isSent = settlement.status === 'SENT'
    const isBounced = settlement.status === 'FAILED' || reason === 'REFUSED_BEFORE'
    if (!isSent && !isBounced) return
    const type = isSent ? 'link.mailed' : 'link.bounced'
    publishEvents(tx, [linkEvent(this.#link, { type, atMs, reason })])
  }
}

const OUTCOME_UNKNOWN = { fault: UNKNOWN_SMS.reason, isAddressBad: false }

function suppressed(reason: MessageReason): Settlement {
  return { status: 'SUPPRESSED', reason }
}
