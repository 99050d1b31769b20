import { randomUUID } from 'node:crypto'
import { type Static, Type } from 'typebox'
import {
  type Currency,
  DETAILS_MAX,
  type FieldFault,
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
} from '../../core/mod.ts'
import {
  blindAddress,
  findLinkTemplate,
  type LinkTemplate,
  NEEDS_ADDRESS,
  NEEDS_PHONE,
  NO_TEMPLATE,
  parseTemplateId,
  sealRecipient,
  type SendLinks,
  tokenHash,
  tokenOf,
} from '../../links/mod.ts'
import { fingerprintOf } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { textField } from '../schema.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { LINK_DELIVERY, LINK_SECOND_FACTOR } from '../shapes/meanings.ts'
import { newMetadata } from '../shapes/metadata.ts'
import { choiceOf } from '../shapes/one-of.ts'
import { instantOf, NO_INSTANT } from '../shapes/wire-fields.ts'
import { emailOf, PHONE_TEXT_MAX, phoneOf } from './link-addresses.ts'

const LINKS_MAX = 1_000
const PRODUCTS_MAX = 500
const REFERENCE_LENGTH_MAX = 255
const NAME_LENGTH_MAX = 200
const ID_LENGTH_MAX = 64
const EMAIL_TEXT_MAX = 320
const MESSAGE_LENGTH_MAX = 500
const YEAR_DAYS = 365
const CLAIM_BY_MS_MIN = MS_PER_DAY
const CLAIM_BY_MS_MAX = 5 * YEAR_DAYS * MS_PER_DAY + MS_PER_DAY
const CLAIM_BY_MS_FALLBACK = YEAR_DAYS * MS_PER_DAY

const reference = textField(
  "The partner's own reference: up to 255 characters",
  REFERENCE_LENGTH_MAX,
)

const secondFactor = choiceOf(
  'Second factor that a person needs; NONE unless given here or by the template',
  LINK_SECOND_FACTOR,
)

const Recipient = Type.Object({
  name: Type.Optional(textField('Name of the recipient, for the greeting', NAME_LENGTH_MAX)),
  email: Type.Optional(
    textField(
      'E-mail address of the recipient, stored sealed; required if links or codes are mailed',
      EMAIL_TEXT_MAX,
    ),
  ),
  phone: Type.Optional(
    textField(
      'Mobile number of the recipient as E.164, such as +4915112345678, stored sealed; required ' +
        'if the link or its codes are sent by SMS',
      PHONE_TEXT_MAX,
    ),
  ),
  amount: Type.Optional(
    Decimal('Amount of the link, in major units of `currency`; that of the request unless given'),
  ),
  reference: Type.Optional(reference),
  locale: Type.Optional(
    Text('The language of the page, such as `de`; that of the request unless given'),
  ),
  secondFactor: Type.Optional(secondFactor),
  metadata: Type.Optional(newMetadata("The partner's own labels of the link")),
})

export const NewLinks = Type.Object(
  {
    reference: textField(
      "The partner's own reference of these links: unique, 1 to 255 characters",
      REFERENCE_LENGTH_MAX,
    ),
    currency: Text('The currency of the funds that pay, as ISO 4217 code'),
    amount: Type.Optional(Decimal('Amount of each link, in major units of `currency`')),
    products: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1 }), {
        description: 'The gift cards to choose from; unless given, all of the catalog',
        minItems: 1,
        maxItems: PRODUCTS_MAX,
      }),
    ),
    claimBy: Type.Optional(
      Text(
        'When the links can no longer be claimed: in 1 day to 5 years; in 12 months unless given',
      ),
    ),
    locale: Type.Optional(Text('The language of the pages, such as `de`')),
    message: Type.Optional(textField('Message on the page for each person', MESSAGE_LENGTH_MAX)),
    delivery: Type.Optional(
      choiceOf('How it reaches the persons; NONE unless given', LINK_DELIVERY),
    ),
    secondFactor: Type.Optional(secondFactor),
    reminders: Type.Optional(
      Type.Boolean({
        description: 'True if messages remind of an unclaimed amount; unless given, only mails do',
      }),
    ),
    replyTo: Type.Optional(textField('E-mail address for replies to the mails', EMAIL_TEXT_MAX)),
    templateId: Type.Optional(
      textField('Id of the template of pages and mails, which the portal has', ID_LENGTH_MAX),
    ),
    recipients: Type.Array(Recipient, {
      description: `The recipients, each of whom gets a link: 1 to ${LINKS_MAX}`,
      minItems: 1,
      maxItems: LINKS_MAX,
    }),
  },
  { title: 'NewLinks' },
)

type Body = Static<typeof NewLinks>

/** A request to send links. */
interface LinksRequest {
  readonly partnerId: number
  readonly body: Body
  /** The fault of its Idempotency-Key, which is refused with those of the body. */
  readonly keyFault?: FieldFault | undefined
}

/**
 * Reads links to send. Refuses invalid_request with all faults that need no catalog: the request's
 * own first, then those of its recipients in order.
 */
export function readNewLinks(
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  { partnerId, body, keyFault }: LinksRequest,
): Omit<SendLinks, 'clientId' | 'isTest' | 'idempotencyKey'> {
  const faults: FieldFault[] = keyFault ? [keyFault] : []
  const currency = findCurrency(body.currency)
  if (!currency) faults.push({ field: 'currency', message: 'must be an active ISO 4217 code' })
  const claimByMs = readClaimBy(body.claimBy, clock.now(), faults)
  const locale = collect(faults, () => localeOf('locale', body.locale))
  const replyTo = emailOf(body.replyTo, { field: 'replyTo', faults })
  const reader = { body, currency, locale, claimByMs, faults }
  const links = body.recipients.map((_, at) => {
    const link = readRecipient(reader, at)
    const linkKey = randomUUID()
    const { name, email, phone } = link
    const person = { name, email, phone, message: body.message, replyTo }
    const recipientSealed = sealRecipient(vault, { partnerId, key: linkKey }, person)
    const hash = tokenHash(vault, tokenOf(vault, { partnerId, key: linkKey, generation: 1 }))
    const emailBlind = email === undefined ? undefined : blindAddress(vault, partnerId, email)
    const phoneBlind = phone === undefined ? undefined : blindAddress(vault, partnerId, phone)
    const blinds = { emailBlind, phoneBlind }
    return { ...link.terms, ...blinds, key: linkKey, recipientSealed, tokenHash: hash }
  })
  if (faults.length > 0 || !currency) {
    throw invalidFields('invalid_request', faults.slice(0, DETAILS_MAX))
  }
  return {
    fingerprint: fingerprintOf(body),
    reference: body.reference,
    currency,
    products: body.products && [...new Set(body.products)],
    templateId: body.templateId === undefined ? undefined : parseTemplateId(body.templateId),
    links,
  }
}

/**
 * Returns the template that links are to be sent by. Refuses invalid_request for an unknown one;
 * another partner's counts as unknown.
 */
export async function requireTemplate(
  { db }: Pick<Context, 'db'>,
  partnerId: number,
  { templateId: id }: Pick<Body, 'templateId'>,
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
  readonly body: Body
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
