import { setImmediate } from 'node:timers/promises'
import {
  DETAILS_MAX,
  findCurrency,
  invalidField,
  invalidFields,
  isFault,
  lineFault,
  minorUnits,
  MS_PER_DAY,
  orderedMetadata,
  parseAmount,
  readLanguage,
  Refusal,
  type Clock,
  type Currency,
  type FieldFault,
  randomUUID,
} from '../../core/mod.ts'
import {
  blindAddress,
  findLinkTemplate,
  NEEDS_ADDRESS,
  NEEDS_PHONE,
  NO_TEMPLATE,
  parseTemplateId,
  sealRecipient,
  tokenHash,
  tokenOf,
  type LinkTemplate,
  type OutlinedLink,
  type SendFewLinks,
  type SendManyLinks,
} from '../../links/mod.ts'
import { fingerprintOf, fingerprintOfMany } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { instantOf, NO_INSTANT } from '../queries/instants.ts'
import { emailOf, phoneOf } from './link-addresses.ts'
import { NAME_LENGTH_MAX, type NewLinksBody } from './links-body.ts'

const YEAR_DAYS = 365
const CLAIM_BY_MS_MIN = MS_PER_DAY
const CLAIM_BY_MS_MAX = 5 * YEAR_DAYS * MS_PER_DAY + MS_PER_DAY
const CLAIM_BY_MS_FALLBACK = YEAR_DAYS * MS_PER_DAY

/** A request to send links. */
export interface LinksRequest {
  readonly partnerId: number
  readonly body: NewLinksBody
  /** The fault of its Idempotency-Key, which is refused with those of the body. */
  readonly keyFault?: FieldFault | undefined
}

/**
 * Reads links to send. Refuses invalid_request with all faults that need no catalog: the request's
 * own first, then those of its recipients in order.
 */
export function readNewLinks(
  { vault, clock }: Pick<Context, 'vault'> & { readonly clock: Pick<Clock, 'now'> },
  { partnerId, body, keyFault }: LinksRequest,
): Omit<SendFewLinks, 'idempotencyKey'> {
  const reader = readerOf({ partnerId, body, keyFault }, clock.now())
  const links = body.recipients.map((_, at) => {
    const link = readRecipient(reader, at)
    const linkKey = randomUUID()
    const { name, email, phone } = link
    const person = { name, email, phone, message: body.message, replyTo: reader.replyTo }
    const recipientSealed = sealRecipient(vault, { partnerId, key: linkKey }, person)
    const hash = tokenHash(vault, tokenOf(vault, { partnerId, key: linkKey, generation: 1 }))
    const emailBlind = email === undefined ? undefined : blindAddress(vault, partnerId, email)
    const phoneBlind = phone === undefined ? undefined : blindAddress(vault, partnerId, phone)
    const blinds = { emailBlind, phoneBlind }
    return { ...link.terms, ...blinds, key: linkKey, recipientSealed, tokenHash: hash }
  })
  return { ...termsOf(reader), fingerprint: fingerprintOf(body), links }
}

/** Reads the members that all links share. Later functions add the faults of recipients. */
function readerOf({ body, keyFault }: LinksRequest, now: number) {
  const faults: FieldFault[] = keyFault ? [keyFault] : []
  const currency = findCurrency(body.currency)
  if (!currency) faults.push({ field: 'currency', message: 'must be an active ISO 4217 code' })
  const claimByMs = readClaimBy(body.claimBy, now, faults)
  const locale = collect(faults, () => localeOf('locale', body.locale))
  const replyTo = emailOf(body.replyTo, { field: 'replyTo', faults })
  return { body, currency, locale, claimByMs, replyTo, faults }
}

/** Returns the terms of links that were read. Refuses invalid_request if they have faults. */
function termsOf({ body, currency, faults }: Reader) {
  if (faults.length > 0 || !currency) {
    throw invalidFields('invalid_request', faults.slice(0, DETAILS_MAX))
  }
  return {
    reference: body.reference,
    currency,
    products: body.products && [...new Set(body.products)],
    templateId: body.templateId === undefined ? undefined : parseTemplateId(body.templateId),
  }
}

/** Reading this many recipients takes some milliseconds. */
const RECIPIENTS_OF_STEP = 500

/**
 * Reads many links without sealing their recipients, in steps, so that nothing else is held up.
 * Refuses as `readNewLinks`.
 */
export async function outlineNewLinks(
  { clock }: Pick<Context, 'clock'>,
  request: LinksRequest,
): Promise<Omit<SendManyLinks, 'partsId' | 'idempotencyKey'>> {
  const reader = readerOf(request, clock.now())
  const { body, faults } = reader
  const links: OutlinedLink[] = []
  for (let at = 0; at < body.recipients.length && faults.length < DETAILS_MAX; at += 1) {
    const { email, phone, terms } = readRecipient(reader, at)
    const { amountMinor, secondFactor: factor, metadata } = terms
    const has = { hasEmail: email !== undefined, hasPhone: phone !== undefined }
    links.push({ amountMinor, secondFactor: factor, metadata, ...has })
    if (at % RECIPIENTS_OF_STEP === 0) await setImmediate()
  }
  const read = termsOf(reader)
  return { ...read, fingerprint: await fingerprintOfMany(body, 'recipients'), links }
}

/**
 * Returns the template that links are to be sent by. Refuses invalid_request for an unknown one;
 * another partner's counts as unknown.
 */
export async function requireTemplate(
  { db }: Pick<Context, 'db'>,
  partnerId: number,
  { templateId: id }: Pick<NewLinksBody, 'templateId'>,
): Promise<LinkTemplate | undefined> {
  if (id === undefined) return undefined
  const templateId = parseTemplateId(id)
  const template =
    templateId === undefined ? undefined : await findLinkTemplate(db, partnerId, templateId)
  if (!template) throw invalidField('templateId', NO_TEMPLATE)
  return template
}

/** Reads a field by a function that may refuse it, and adds the faults of the refusal. */
function collect<T>(faults: FieldFault[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    const details = error instanceof Refusal ? error.extras.details : undefined
    if (!details) throw error
    faults.push(...details)
    return undefined
  }
}

function localeOf(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : readLanguage(field, text)
}

function readClaimBy(text: string | undefined, now: number, faults: FieldFault[]): number {
  if (text === undefined) return now + CLAIM_BY_MS_FALLBACK
  const at = instantOf(text)
  if (at === undefined) faults.push({ field: 'claimBy', message: NO_INSTANT })
  else if (at < now + CLAIM_BY_MS_MIN || at > now + CLAIM_BY_MS_MAX) {
    faults.push({ field: 'claimBy', message: 'must be from 1 day to 5 years from now' })
  }
  return at ?? 0
}

interface Reader {
  readonly body: NewLinksBody
  readonly currency: Currency | undefined
  readonly locale: string | undefined
  readonly claimByMs: number
  readonly faults: FieldFault[]
}

function readRecipient({ body, currency, locale, claimByMs, faults }: Reader, at: number) {
  const recipient = body.recipients[at] ?? {}
  const field = `recipients[${at}]`
  const { name, reference: own } = recipient
  const amount = recipient.amount ?? body.amount
  const delivery = body.delivery ?? 'NONE'
  const factor = recipient.secondFactor ?? body.secondFactor
  const amountField = recipient.amount === undefined ? 'amount' : `${field}.amount`
  const parsed = currency && amount !== undefined ? parseAmount(amount, currency) : undefined
  if (amount === undefined) faults.push({ field: `${field}.amount`, message: 'is required' })
  else if (parsed !== undefined && isFault(parsed)) {
    // The amount that all recipients share is reported once.
    const isKnown = faults.some((fault) => fault.field === amountField)
    if (!isKnown) faults.push({ field: amountField, message: parsed.fault })
  }
  const nameFault = name === undefined ? undefined : lineFault(name, NAME_LENGTH_MAX)
  if (nameFault !== undefined) faults.push({ field: `${field}.name`, message: nameFault })
  const email = emailOf(recipient.email, { field: `${field}.email`, faults })
  if (delivery === 'EMAIL' && recipient.email === undefined) {
    faults.push({ field: `${field}.email`, message: 'is required where links are mailed' })
  } else if (factor === 'EMAIL' && recipient.email === undefined) {
    faults.push({ field: `${field}.email`, message: NEEDS_ADDRESS })
  }
  const phone = phoneOf(recipient.phone, { field: `${field}.phone`, faults })
  if (delivery === 'SMS' && recipient.phone === undefined) {
    faults.push({ field: `${field}.phone`, message: 'is required where links are sent by SMS' })
  } else if (factor === 'SMS' && recipient.phone === undefined) {
    faults.push({ field: `${field}.phone`, message: NEEDS_PHONE })
  }
  const language = collect(faults, () => localeOf(`${field}.locale`, recipient.locale))
  const metadata = recipient.metadata && orderedMetadata(recipient.metadata)
  const amountMinor = parsed === undefined || isFault(parsed) ? NO_AMOUNT : parsed
  return {
    name,
    email,
    phone,
    terms: {
      amountMinor,
      locale: language ?? locale,
      reference: own,
      metadata,
      delivery,
      secondFactor: factor,
      reminders: delivery !== 'NONE' && (body.reminders ?? delivery === 'EMAIL'),
      claimByMs,
    },
  }
}

const NO_AMOUNT = minorUnits(0n)
