import { formatAmount, minorUnits, storedCurrency } from '../core/mod.ts'
import type { Db, OrderDraftsRow, Writer } from '../db/mod.ts'
import { mailedTime, type UserMail, type UserMails } from '../identity/mod.ts'
import { partnerRolesWith } from '../policy/mod.ts'
import {
  draftsOfMail,
  endDraftMail,
  leaseDueDraftMail,
  mailApprovers,
  mailMaker,
  setDraftMailDue,
  type DraftNews,
  type DueDraftMail,
} from './draft-mail-rows.ts'
import type { DraftKind } from './draft.ts'
import { formatDraftId } from './draft-id.ts'

const APPROVERS: readonly string[] = partnerRolesWith(['orders:approve'])
/** The most drafts that one mail names. */
const NAMED_MAX = 10

export interface DraftMaker extends DraftNews {
  readonly madeBy: number
}

/** Queues the news of a new draft, for everybody who may approve it. */
export function notifyApprovers(tx: Writer, { madeBy, ...news }: DraftMaker): void {
  tx.write(mailApprovers(APPROVERS, madeBy, news))
}

/** Queues the news that a draft is over, for its maker. */
export function notifyMaker(tx: Writer, { madeBy, ...news }: DraftMaker): void {
  tx.write(mailMaker(madeBy, news))
}

/**
 * The mails about drafts. A mail is composed when it is sent, so drafts that were decided before
 * are left out. It has no codes and no recipients, and its link leads to the sign-in.
 */
export function draftMails(db: Db): UserMails<DueDraftMail> {
  return {
    name: 'a mail about drafts of orders',
    lease: leaseDueDraftMail,
    end: endDraftMail,
    setDue: setDraftMailDue,
    async compose(_vault, due) {
      // The person may have lost the role for which the mail was queued.
      const isConcerned = due.kind === 'OVER' || APPROVERS.includes(due.role)
      const { partner_id: partnerId } = due
      if (due.status !== 'ACTIVE' || !isConcerned || partnerId === null) return undefined
      const drafts = await db.rows(draftsOfMail(partnerId, due, NAMED_MAX))
      return drafts.length === 0 ? undefined : mailOf(due, drafts)
    },
  }
}

function mailOf(due: DueDraftMail, drafts: readonly OrderDraftsRow[]): UserMail {
  const { user_id: userId, kind, email, leased_at: at, portal_url: portalUrl } = due
  const isWaiting = kind === 'WAITING'
  const named = drafts.slice(0, NAMED_MAX)
  const [first] = drafts
  const path = drafts.length === 1 && first ? `/${formatDraftId(first.draft_id)}` : ''
  const text = [
    isWaiting
      ? 'Nothing is ordered, sent or credited before a person of your organization approves it:'
      : 'This became of what you asked for:',
    named.map(isWaiting ? waitingLine : overLine).join('\n'),
    ...(drafts.length > named.length ? ['There are more in the portal.'] : []),
    portalUrl === null
      ? 'Sign in to the portal and choose "Approvals".'
      : `${portalUrl}/portal/approvals${path}`,
  ]
  return {
    key: `drafts.${kind.toLowerCase()}.${userId}.${at.getTime()}`,
    to: { name: '', address: email },
    subject: isWaiting ? waitingSubject(drafts) : overSubject(drafts),
    text: `${text.join('\n\n')}\n`,
  }
}

function waitingSubject(drafts: readonly OrderDraftsRow[]): string {
  const { length: count } = drafts
  const [first] = drafts
  if (first && count === 1) return `${wordsOf(first).waits} for your approval`
  const what = drafts.every(isOrder) ? 'orders' : 'requests'
  const many = count <= NAMED_MAX ? String(count) : `More than ${NAMED_MAX}`
  return `${many} ${what} wait for your approval`
}

const WORDS: Readonly<Record<DraftKind, Words>> = {
  ORDER: { waits: 'An order waits', were: 'Your order was', your: 'your order', did: 'ordered' },
  LINKS: { waits: 'Links wait', were: 'Your links were', your: 'your links', did: 'sent' },
  CREDIT: {
    waits: 'A credit waits',
    were: 'Your credit was',
    your: 'your credit',
    did: 'credited',
  },
  CREDIT_FILE: {
    waits: 'A file of credits waits',
    were: 'Your file of credits was',
    your: 'your file of credits',
    did: 'started',
  },
}

interface Words {
  readonly waits: string
  readonly were: string
  readonly your: string
  readonly did: string
}

function wordsOf({ kind }: OrderDraftsRow): Words {
  return WORDS[kind as DraftKind]
}

function isOrder({ kind }: OrderDraftsRow): boolean {
  return kind === 'ORDER'
}

function overSubject(drafts: readonly OrderDraftsRow[]): string {
  const [first] = drafts
  if (!first || drafts.length > 1) {
    return `Your ${drafts.every(isOrder) ? 'orders' : 'requests'} were decided`
  }
  const { were, your } = wordsOf(first)
  if (first.state === 'WAITING') return `${were} not placed`
  if (first.state === 'ORDERED') return `${were} ${isScheduled(first) ? 'placed' : 'approved'}`
  if (first.state === 'REJECTED') return `${were} rejected`
  return `Nobody approved ${your}`
}

/** True for an order that was placed at its time, not by an approval. */
function isScheduled({ tried_at: triedAt, decided_at: decidedAt }: OrderDraftsRow): boolean {
  return triedAt !== null && (decidedAt === null || decidedAt <= triedAt)
}

function waitingLine(row: OrderDraftsRow): string {
  const until = mailedTime(row.expires_at)
  return `- ${orderOf(row)}, asked for by ${row.made_by_name}, until ${until}`
}

function overLine(row: OrderDraftsRow): string {
  return `- ${orderOf(row)}: ${outcomeOf(row)}`
}

function outcomeOf(row: OrderDraftsRow): string {
  const by = row.decided_by_name ?? 'a colleague'
  if (row.state === 'WAITING') return `not placed at its time: ${inOneLine(row.reason ?? '')}`
  if (row.state === 'ORDERED' && isScheduled(row)) return 'placed at its time'
  if (row.state === 'ORDERED') return `approved by ${by} and ${wordsOf(row).did}`
  if (row.state === 'EXPIRED') return `nobody decided until ${mailedTime(row.expires_at)}`
  return `rejected by ${by}${row.reason === null ? '' : `: ${inOneLine(row.reason)}`}`
}

const ITEM = { ORDER: 'item', LINKS: 'link', CREDIT: 'credit' } as const

function orderOf(row: OrderDraftsRow): string {
  const currency = storedCurrency(row.currency)
  const reference = inOneLine(row.client_reference)
  // A file may have several currencies; the portal shows them all.
  if (row.kind === 'CREDIT_FILE') return `${reference}: ${row.item_count} credits`
  const price = `${formatAmount(minorUnits(row.charged), currency)} ${currency.code}`
  const what = ITEM[row.kind as Exclude<DraftKind, 'CREDIT_FILE'>]
  const items = row.item_count === 1 ? `1 ${what}` : `${row.item_count} ${what}s`
  return `${reference}: ${items} for ${price}`
}

/** A colleague's text must not look like a line of ours. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
