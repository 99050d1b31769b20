import { productIn, productsIn, type CatalogSnapshot, type PricedProduct } from '../catalog/mod.ts'
import {
  absolute,
  convertHalfUp,
  DETAILS_MAX,
  formatAmount,
  invalidField,
  invalidFields,
  minorUnits,
  percentHalfUp,
  Refusal,
  requireListed,
  type Currency,
  type FieldFault,
  type MinorUnits,
  requireCover,
} from '../core/mod.ts'
import { spendable, type Book } from '../ledger/mod.ts'
import { choosable, costsOf } from './choosable.ts'
import type { Link, SecondFactor } from './link.ts'
import { requireFactors } from './link-factors.ts'
import type { SendLinks, SentLinks } from './link-input.ts'
import type { LinkBatch } from './link-rows.ts'
import type { LinkTemplate } from './link-template.ts'
import { afterQuietHours } from './quiet-hours.ts'
import { referenceExists } from './reference-exists.ts'
import { mailLink, publishLink, type LinkState } from './link-state.ts'

/** The number of orders of one link for which fees are set aside. */
const CLAIMS_PAID_MAX = 5

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
  { input, requireRules }: { input: SendLinks; requireRules(sentMinor: MinorUnits): void },
): SentLinks {
  const earlier = findReplay(state, input)
  if (earlier) return { batch: earlier, isReplayed: true }
  const { catalog } = state
  if (!catalog) throw new Error('links are sent against a catalog')
  const template = templateOf(state, input)
  const factors = requireFactors(template, input)
  const sums = sumsSetAside(catalog, book.partnerId, input)
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
  }
  state.batches.push(batch)
  state.newBatches.push(batch)
  const dueMs = afterQuietHours(template?.quietHours, book.now)
  for (const [at, sum] of sums.entries()) {
    addLink(book, state, { input, batch, at, sum, factors, dueMs })
  }
  auditSent(book, state, { input, sentMinor })
  return { batch, isReplayed: false }
}

/** The data that decides how much is set aside for links. */
export type LinkTerms = Pick<SendLinks, 'currency' | 'products' | 'isTest'> & {
  readonly links: readonly Pick<SendLinks['links'][number], 'amountMinor'>[]
}

/**
 * Returns the sum that each link sets aside: its amount plus the highest surcharge and fee. Refuses
 * invalid_request as `sendLinks` does.
 */
export function sumsSetAside(catalog: CatalogSnapshot, partnerId: number, terms: LinkTerms) {
  requireListed('currency', terms.currency)
  const offers = requireOffers(catalog, partnerId, terms)
  const highestFees = mostFees(catalog, partnerId, { offers, currency: terms.currency })
  return terms.links.map(({ amountMinor }) => amountMinor + highestFees(amountMinor))
}

function templateOf({ templates }: LinkState, { templateId }: SendLinks): LinkTemplate | undefined {
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
  readonly input: SendLinks
  readonly batch: LinkBatch
  readonly at: number
  readonly sum: bigint
  readonly factors: readonly SecondFactor[]
  /** The instant at which the mail of the link is due. */
  readonly dueMs: number
}

function addLink(book: Book, state: LinkState, one: NewLinkInGroup): void {
  const { input, batch, at, sum, factors, dueMs } = one
  const [linkInput] = input.links.slice(at, at + 1)
  if (!linkInput) return
  const link: Link = {
    ...linkInput,
    secondFactor: factors[at] ?? 'NONE',
    templateId: input.templateId,
    partnerId: book.partnerId,
    linkNo: book.nextId(),
    batchNo: batch.batchNo,
    currency: input.currency,
    products: input.products,
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
  mailLink(book, state, link, { isTest: input.isTest, dueMs })
}

/**
 * Returns the products that the persons may choose. Refuses products and amounts that do not fit.
 */
function requireOffers(
  catalog: CatalogSnapshot,
  partnerId: number,
  { currency, isTest, products, links }: LinkTerms,
): readonly PricedProduct[] {
  const audience = { partnerId, currency, isTest }
  const offers = choosable(
    products
      ? products.flatMap((productId) => productIn(catalog, productId, audience) ?? [])
      : productsIn(catalog, audience),
  )
  const offered = new Set(offers.map(({ product }) => product.productId))
  const faults: FieldFault[] = (products ?? []).flatMap((productId, at) =>
    offered.has(productId)
      ? []
      : {
          field: `products[${at}]`,
          message: `is not a gift card of the catalog of ${currency.code}`,
        },
  )
  if (offers.length === 0 && faults.length === 0) {
    faults.push({ field: 'currency', message: 'has no gift card in the catalog' })
  }
  if (faults.length === 0) faults.push(...worthless(offers, { currency, links }))
  if (faults.length > 0) throw invalidFields('invalid_request', faults.slice(0, DETAILS_MAX))
  return offers
}

function worthless(
  offers: readonly PricedProduct[],
  { currency, links }: Pick<LinkTerms, 'currency' | 'links'>,
): FieldFault[] {
  const least = offers
    .flatMap((offer) => costsOf(offer, currency).least)
    .reduce((one, other) => (one < other ? one : other))
  const priceOf = (minor: bigint) => `${formatAmount(minorUnits(minor), currency)} ${currency.code}`
  return links.flatMap(({ amountMinor }, at) =>
    amountMinor >= least
      ? []
      : {
          field: `recipients[${at}].amount`,
          message: `buys none of the products: the least costs ${priceOf(least)}`,
        },
  )
}

/** Returns a function from the amount of a link to its highest sum of surcharge and fees. */
function mostFees(
  catalog: CatalogSnapshot,
  partnerId: number,
  { offers, currency }: { offers: readonly PricedProduct[]; currency: Currency },
): (amountMinor: bigint) => bigint {
  const terms = offers.flatMap(({ product, rate }) => {
    const rule = catalog.priceRules.ruleFor(partnerId, product)
    if (!rule) return []
    const fee = convertHalfUp(rule.feeMinor, rate, { from: product.currency, to: currency })
    return { percent: rule.discountPercent, feesMinor: fee * BigInt(CLAIMS_PAID_MAX) }
  })
  return (amountMinor) =>
    terms.reduce((most, { percent, feesMinor }) => {
      const discount = percentHalfUp(amountMinor, percent)
      const cost = feesMinor + (discount < 0n ? absolute(discount) : 0n)
      return cost > most ? cost : most
    }, 0n)
}
