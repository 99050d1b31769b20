import { recordAudits, type AuditEntry } from '../audit/mod.ts'
import type { CatalogSnapshot } from '../catalog/mod.ts'
import { minorUnits } from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import { publishEvents, type AnyEvent, type EventType } from '../events/mod.ts'
import { hasRoom, type Book } from '../ledger/mod.ts'
import { lockUnrevoked, type OrderTerms } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { linkEvent } from './link-event.ts'
import { freeOf, leftOf, linkId, type EndStatus, type Link } from './link.ts'
import { loadClaimChecks, type ClaimChecks } from './check-claim.ts'
import { erasuresOf } from './erasure-rows.ts'
import type { LinkClaim, LinkToSend, SendTerms } from './link-input.ts'
import {
  batchesByKey,
  batchesByNo,
  insertBatches,
  toBatch,
  updateWaiting,
  type LinkBatch,
} from './link-batch-rows.ts'
import { insertOldTokens, linksOfGroup, toLink, writeLinks, type OldToken } from './link-rows.ts'
import { deletePart } from './link-part-rows.ts'
import { insertReturns, type LinkReturn } from './link-return-rows.ts'
import { lockTemplates, toTemplate } from './link-template-rows.ts'
import type { LinkTemplate } from './link-template.ts'
import { insertMessages } from './message-rows.ts'
import type { NewMessage } from './message.ts'
import { deleteChecks, insertChecks, type FailedClaim } from './review-rows.ts'
import { writeRecipients } from './recipient-rows.ts'
import { signersOf, toSigners, type Signers } from './second-factor.ts'
import { hasTestAddress, testDueMs } from './test-addresses.ts'

export interface LinkOptions {
  readonly vault: Pick<Vault, 'blindIndex' | 'requireKeys'>
}

/** A part of a request whose links are written. */
interface WrittenPart {
  readonly batch: LinkBatch
  readonly partsId: string
  readonly partNo: number
}

/** The links that the writes of one group (on links or on orders) read and change. */
export interface LinkState {
  readonly options: LinkOptions
  /** Set if the group sends links. */
  readonly catalog: CatalogSnapshot | undefined
  /** The templates by which links are sent, locked. */
  readonly templates: ReadonlyMap<string, LinkTemplate>
  /** The credentials that have signed addresses of links, locked. */
  readonly signers: Signers
  /** Undefined if no rules apply to the claims of the group. */
  readonly checks: ClaimChecks | undefined
  readonly byNo: Map<number, Link>
  readonly batches: LinkBatch[]
  readonly newBatches: LinkBatch[]
  /** When addresses of links that waited were erased, by their hashes in hexadecimal. */
  readonly erasures: ReadonlyMap<string, number>
  readonly writtenParts: WrittenPart[]
  readonly changed: Set<Link>
  /** The links that got another address. */
  readonly readdressed: Set<Link>
  readonly sealed: Buffer[]
  readonly oldTokens: OldToken[]
  /** False if certainly no rule has counted a claim. */
  readonly hasCounts: boolean
  readonly failedClaims: FailedClaim[]
  readonly returns: LinkReturn[]
  readonly messages: NewMessage[]
  readonly events: AnyEvent[]
  readonly audits: AuditEntry[]
}

export interface LinksToLoad {
  readonly linkNos: readonly number[]
  /** The claims of new orders, and the rules that may apply to them, locked. */
  readonly claims: readonly LinkClaim[]
  readonly claimRules: OrderTerms['claimRules']
  /** The proofs of the second factor that browsers of persons have presented. */
  readonly trusts: readonly (string | undefined)[]
  readonly sends: readonly SendTerms[]
  /** The requests of which parts are written. */
  readonly batchNos: readonly number[]
  /** The links that waited since their recipients were named. */
  readonly waited: readonly LinkToSend[]
  readonly catalog: CatalogSnapshot | undefined
}

/** Reads links under the lock of their book. Sends no query for a group without links. */
export async function loadLinks(
  tx: Tx,
  { partnerId, now }: Pick<Book, 'partnerId' | 'now'>,
  { options, ...input }: LinksToLoad & { readonly options: LinkOptions },
): Promise<LinkState> {
  const { linkNos, trusts, sends, batchNos, waited, catalog, claims, claimRules } = input
  const blinds = waited
    .flatMap(({ emailBlind, phoneBlind }) => [emailBlind, phoneBlind])
    .filter((blind) => blind !== undefined)
  const clientIds = signersOf(trusts)
  const references = sends.map(({ reference }) => reference)
  const keys = sends.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  const templateIds = sends.flatMap(({ templateId }) => templateId ?? [])
  const [links, batches, begun, templates, signers, erasures] = await Promise.all([
    linkNos.length > 0 ? tx.rows(linksOfGroup(partnerId, linkNos)) : [],
    sends.length > 0 ? tx.rows(batchesByKey(partnerId, { references, keys })) : [],
    batchNos.length > 0 ? tx.rows(batchesByNo(partnerId, batchNos)) : [],
    templateIds.length > 0 ? tx.rows(lockTemplates(partnerId, templateIds)) : [],
    clientIds.length > 0 ? tx.rows(lockUnrevoked(partnerId, clientIds)) : [],
    blinds.length > 0 ? tx.rows(erasuresOf(partnerId, blinds)) : [],
  ])
  const byNo = new Map(links.map(toLink).map((link) => [link.linkNo, link]))
  const { vault } = options
  const checked = claimRules && { ...claimRules, claims, links: byNo, vault, now }
  return {
    options,
    catalog,
    checks: checked && (await loadClaimChecks(tx, partnerId, checked)),
    templates: new Map(templates.map((row) => [row.template_id, toTemplate(row)])),
    signers: toSigners(signers),
    byNo,
    hasCounts: links.some((row) => row.claims_checked),
    batches: [...batches, ...begun].map(toBatch),
    newBatches: [],
    erasures: new Map(
      erasures.map((row) => [row.address_blind.toString('hex'), row.erased_at.getTime()]),
    ),
    writtenParts: [],
    changed: new Set(),
    readdressed: new Set(),
    sealed: [],
    oldTokens: [],
    failedClaims: [],
    returns: [],
    messages: [],
    events: [],
    audits: [],
  }
}

export function saveLinks(tx: Writer, book: Book, state: LinkState): void {
  const {
    newBatches,
    writtenParts,
    changed,
    readdressed,
    sealed,
    oldTokens,
    returns,
    messages,
    checks,
    failedClaims,
  } = state
  if (sealed.length > 0) state.options.vault.requireKeys(tx, sealed)
  if (newBatches.length > 0) tx.write(insertBatches(book, newBatches))
  for (const part of writtenParts) {
    tx.write(updateWaiting(book, part.batch))
    tx.write(deletePart(book, part))
  }
  if (changed.size > 0) tx.write(writeLinks([...changed]))
  if (readdressed.size > 0) tx.write(writeRecipients(book, [...readdressed]))
  if (oldTokens.length > 0) tx.write(insertOldTokens(book, oldTokens))
  if (returns.length > 0) tx.write(insertReturns(book, returns))
  if (messages.length > 0) tx.write(insertMessages(messages))
  if (checks && checks.newChecks.length > 0) tx.write(insertChecks(checks.newChecks))
  if (state.hasCounts && failedClaims.length > 0) tx.write(deleteChecks(book, failedClaims))
  publishEvents(tx, state.events)
  recordAudits(tx, state.audits)
}

/**
 * Settles the money at the end of a link or of one of its claims: amounts that the person can no
 * longer claim go back to the funds. An open link keeps its rest and the amount for fees. Amounts
 * that are held for an order stay until the order ends. If the funds would exceed AMOUNT_MINOR_MAX,
 * the money stays open.
 */
export function returnRest(book: Book, state: LinkState, link: Link): void {
  if (!link.ended && leftOf(link) === 0n && link.heldMinor === 0n) endAs(book, link, 'CLAIMED')
  const keptMinor = link.ended ? 0n : leftOf(link) + (link.sentMinor - link.amountMinor)
  const amountMinor = freeOf(link) - keptMinor
  const funds = book.chart('funds', link.currency.code)
  if (amountMinor <= 0n || !hasRoom(funds, amountMinor)) return
  const transfer = book.post({
    code: 'link_return',
    debit: book.chart('promised', link.currency.code),
    credit: funds,
    amount: minorUnits(amountMinor),
    memo: linkId(link),
  })
  link.returnedMinor += amountMinor
  state.returns.push({ linkNo: link.linkNo, transferNo: transfer.number, amountMinor })
}

export function endAs(book: Book, link: Link, as: EndStatus, reason?: string): void {
  link.ended = { as, atMs: book.now, reason }
}

/** Publishes an event about a link, in sequence with its earlier ones. */
export function publishLink(
  book: Book,
  state: LinkState,
  { type, link, orderId }: { type: EventType; link: Link; orderId?: string },
): void {
  state.events.push(linkEvent(link, { type, atMs: book.now, orderId }))
}

/**
 * Queues the mail or SMS that brings a link, if the link is delivered in this way. Mails of test
 * partners are never sent, but a mail whose address simulates a state of mails is queued. The mail
 * is due at `dueMs`, by default at once. The queue observes quiet hours in any case.
 */
export function mailLink(
  book: Book,
  state: LinkState,
  link: Link,
  { isTest, dueMs = book.now }: { readonly isTest: boolean | undefined; readonly dueMs?: number },
): void {
  const { partnerId, linkNo, generation, delivery } = link
  if (delivery === 'NONE') return
  // The number of the link is read when its SMS is due.
  const isSuppressed = isTest && delivery === 'EMAIL' && !hasTestAddress(state.options.vault, link)
  const suppressed = isSuppressed ? 'TEST' : undefined
  state.messages.push({
    partnerId,
    linkNo,
    generation,
    kind: 'LINK',
    channel: delivery,
    createdMs: book.now,
    dueMs: isTest ? testDueMs(state.options.vault, link, { dueMs, channel: delivery }) : dueMs,
    suppressed,
  })
}
