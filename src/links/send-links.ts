import {
  formatAmount,
  invalidField,
  minorUnits,
  orderedMetadata,
  Refusal,
  requireCover,
  storedCurrency,
  type MinorUnits,
} from '../core/mod.ts'
import { spendable, type Book } from '../ledger/mod.ts'
import { highestFees, type BatchTerms } from './batch-terms.ts'
import type { LinkBatch } from './link-batch-rows.ts'
import { factorsOf, requireFactors } from './link-factors.ts'
import type {
  LinkToSend,
  OutlinedLink,
  SendLinks,
  SendTerms,
  SentLinks,
  WriteLinks,
} from './link-input.ts'
import { mailLink, publishLink, type LinkState } from './link-state.ts'
import type { LinkTemplate } from './link-template.ts'
import type { Link, SecondFactor } from './link.ts'
import { afterQuietHours } from './quiet-hours.ts'
import { referenceExists } from './reference-exists.ts'
import { feeTermsOf, sumsWith } from './set-aside.ts'

interface LinksToDecide {
  readonly input: SendLinks
  /** The label of the team of the person who sends them. */
  readonly team?: string | undefined
  requireRules(sentMinor: MinorUnits): void
}

/**
 * Sends links: sets aside the sum of their amounts, plus the highest surcharge and fee of their
 * products. Returns the earlier request if the Idempotency-Key was used with the same payload.
 * Changes only the book and the state.
 *
 * Refuses, in this order:
 *   idempotency_conflict   the key was used with another payload
 *   client_reference_exists  other links were sent with this reference
 *   invalid_request        a template that the partner does not have; no address to which its codes
 *                          could be sent;
 *                          a currency that is no longer listed; products that the partner is not
 *                          sold in it, or that nobody could choose; amounts that buy none of them
 *   permission_missing     a person needs an approval for this sum: `requireRules`
 *   insufficient_funds   the partner has less than this sum, or a spend limit would be exceeded
 *   numbers_exhausted      the partner has no ids left
 */
export function sendLinks(
  book: Book,
  state: LinkState,
  { input, team, requireRules }: LinksToDecide,
): SentLinks {
  const earlier = findReplay(state, input)
  if (earlier) return { batch: earlier, isReplayed: true }
  const { catalog } = state
  if (!catalog) throw new Error('links are sent against a catalog')
  const template = templateOf(state, input)
  const links = outlinesOf(input)
  const factors = requireFactors(template, { ...input, links })
  const fees = feeTermsOf(catalog, book.partnerId, { ...input, links })
  const sums = sumsWith(fees, links)
  const sentMinor = minorUnits(sums.reduce((sum, one) => sum + one, 0n))
  requireRules(sentMinor)
  const funds = book.chart('funds', input.currency.code)
  requireCover({
    field: 'currency',
    availableMinor: spendable(funds),
    requiredMinor: sentMinor,
    currency: input.currency,
  })
  book.requireIds(input.links.length + 1)
  const transfer = book.post({
    code: 'link_send',
    debit: funds,
    credit: book.chart('promised', input.currency.code),
    amount: sentMinor,
    memo: input.reference,
    spend: { clientId: input.clientId },
  })
  const batch: LinkBatch = {
    batchNo: book.nextId(),
    idempotencyKey: input.idempotencyKey,
    fingerprint: input.fingerprint,
    reference: input.reference,
    currency: input.currency.code,
    linkCount: input.links.length,
    sentMinor,
    transferNo: transfer.number,
    clientId: input.clientId,
    createdMs: book.now,
    waiting: undefined,
  }
  const { products, templateId } = input
  const isTest = input.isTest === true
  const dueMs = afterQuietHours(template?.quietHours, book.now)
  const terms = { products, templateId, factor: template, fees, team, isTest, dueMs }
  const accepted = addBatch(book, state, { batch, input, terms, sums, factors })
  auditSent(book, state, { input, sentMinor })
  return { batch: accepted, isReplayed: false }
}

interface NewBatch {
  readonly batch: LinkBatch
  readonly input: SendLinks
  readonly terms: BatchTerms
  readonly sums: readonly bigint[]
  readonly factors: readonly SecondFactor[]
}

/** Adds a request with its links, or with numbers for links that are written later. */
function addBatch(
  book: Book,
  state: LinkState,
  { batch, input, terms, sums, factors }: NewBatch,
): LinkBatch {
  const { partsId } = input
  const accepted = partsId === undefined ? batch : waitingOf(batch, partsId, terms)
  state.batches.push(accepted)
  state.newBatches.push(accepted)
  const numbers = input.links.map(() => book.nextId())
  if (input.partsId !== undefined) return accepted
  for (const [at, link] of input.links.entries()) {
    addLink(book, state, {
      batch,
      link: withoutErased(state, link, input.namedMs),
      linkNo: numbers[at] ?? 0,
      sum: sums[at] ?? 0n,
      secondFactor: factors[at] ?? 'NONE',
      terms,
    })
  }
  return accepted
}

function outlinesOf(input: SendLinks): readonly OutlinedLink[] {
  return input.partsId === undefined ? input.links.map(outlineOf) : input.links
}

export function outlineOf({ amountMinor, secondFactor, metadata, ...link }: LinkToSend) {
  const { emailBlind, phoneBlind } = link
  const has = { hasEmail: emailBlind !== undefined, hasPhone: phoneBlind !== undefined }
  return { amountMinor, secondFactor, metadata, ...has }
}

/** Returns a request whose links all wait to be written. Their numbers follow its own. */
function waitingOf(batch: LinkBatch, partsId: string, terms: BatchTerms): LinkBatch {
  const { linkCount: count, sentMinor: sumMinor } = batch
  return { ...batch, waiting: { partsId, terms, count, sumMinor } }
}

/**
 * Writes a part of the links of a request that was accepted. Does nothing if the part was written.
 * Refuses nothing: that was decided when the request was accepted.
 */
export function writeLinkPart(book: Book, state: LinkState, part: WriteLinks): undefined {
  const batch = state.batches.find(({ batchNo }) => batchNo === part.batchNo)
  const { waiting } = batch ?? {}
  if (!batch || !waiting || waiting.count !== batch.linkCount - part.from) return
  const { terms } = waiting
  const currency = storedCurrency(batch.currency)
  const factors = factorsOf(terms.factor, { ...part, currency })
  for (const [at, link] of part.links.entries()) {
    const sum = link.amountMinor + highestFees(terms.fees, link.amountMinor)
    const metadata =
      terms.team === undefined
        ? link.metadata
        : orderedMetadata({ ...link.metadata, team: terms.team })
    addLink(book, state, {
      batch,
      link: { ...withoutErased(state, link, part.namedMs), metadata },
      linkNo: batch.batchNo + 1 + part.from + at,
      sum,
      secondFactor: factors[at] ?? 'NONE',
      terms,
    })
    waiting.count -= 1
    waiting.sumMinor -= sum
  }
  state.writtenParts.push({ batch, partsId: waiting.partsId, partNo: part.partNo })
}

/** Returns a link without its person if an address was erased after they were named. */
function withoutErased(
  { erasures }: LinkState,
  link: LinkToSend,
  namedMs = Number.POSITIVE_INFINITY,
): LinkToSend {
  const isErased = [link.emailBlind, link.phoneBlind].some(
    (blind) => blind && (erasures.get(blind.toString('hex')) ?? 0) >= namedMs,
  )
  if (!isErased) return link
  return { ...link, recipientSealed: undefined, emailBlind: undefined, phoneBlind: undefined }
}

function templateOf({ templates }: LinkState, { templateId }: SendTerms): LinkTemplate | undefined {
  const template = templateId === undefined ? undefined : templates.get(templateId)
  if (templateId !== undefined && !template) throw invalidField('templateId', NO_TEMPLATE)
  return template
}

export const NO_TEMPLATE = 'names no template of yours'

interface Sending {
  readonly input: SendLinks
  readonly sentMinor: bigint
}

function auditSent(book: Book, state: LinkState, { input, sentMinor }: Sending): void {
  const { actor, approval, currency, reference, links } = input
  if (!actor) return
  // The partner spends its own money, so no value of the operator is given out.
  const valueOut = 'none'
  const entry = { partnerId: book.partnerId, target: `links:${reference}`, valueOut } as const
  if (approval) {
    state.audits.push({ ...entry, actor: approval.by, action: 'link.approve', at: book.now })
  }
  state.audits.push({
    ...entry,
    actor,
    action: 'link.send',
    after: {
      links: links.length,
      setAside: `${formatAmount(minorUnits(sentMinor), currency)} ${currency.code}`,
    },
    at: book.now,
  })
}

function findReplay({ batches }: LinkState, input: SendLinks): LinkBatch | undefined {
  const { idempotencyKey: key, reference, fingerprint } = input
  const ofKey = key && batches.find(({ idempotencyKey }) => idempotencyKey === key)
  if (ofKey) {
    if (ofKey.fingerprint.equals(fingerprint)) return ofKey
    throw new Refusal(
      'idempotency_conflict',
      'this Idempotency-Key was used with a different payload',
      { details: [{ field: 'Idempotency-Key', message: `sent the links ${ofKey.reference}` }] },
    )
  }
  if (!batches.some((batch) => batch.reference === reference)) return undefined
  throw referenceExists()
}

interface NewLinkInGroup {
  readonly batch: LinkBatch
  readonly link: LinkToSend
  readonly linkNo: number
  readonly sum: bigint
  readonly secondFactor: SecondFactor
  readonly terms: Pick<BatchTerms, 'products' | 'templateId' | 'isTest' | 'dueMs'>
}

function addLink(book: Book, state: LinkState, one: NewLinkInGroup): void {
  const { batch, link: linkInput, linkNo, sum, secondFactor, terms } = one
  const link: Link = {
    ...linkInput,
    secondFactor,
    templateId: terms.templateId,
    partnerId: book.partnerId,
    linkNo,
    batchNo: batch.batchNo,
    currency: storedCurrency(batch.currency),
    products: terms.products,
    sentMinor: sum,
    createdMs: book.now,
    generation: 1,
    chosenMinor: 0n,
    heldMinor: 0n,
    claimedMinor: 0n,
    returnedMinor: 0n,
    claims: 0,
    ended: undefined,
  }
  state.byNo.set(link.linkNo, link)
  state.changed.add(link)
  if (link.recipientSealed) state.sealed.push(link.recipientSealed)
  publishLink(book, state, { type: 'link.sent', link })
  mailLink(book, state, link, terms)
}
