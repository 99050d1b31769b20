import { createHash } from 'node:crypto'
import { markup, minorUnits, MS_PER_DAY, type Currency } from '../../core/mod.ts'
import {
  brandOf,
  composeLinkMail,
  languageFor,
  type Link,
  type LinkTemplate,
} from '../../links/mod.ts'
import type { Context } from '../context.ts'
import { FIRST } from './chooser-views.ts'
import { purseOfLink } from './link-purse.ts'
import { helloPage } from './link-views.ts'
import { choicesOf } from './offers.ts'
import { document, pageHeaders } from './page.ts'
import type { LinkView } from './view.ts'

const SAMPLE_UNITS = 25
const SAMPLE_DAYS = 365
const CHOICES_SHOWN = 6
/** The target of links in a preview, which lead nowhere. */
const NOWHERE = '#'

export interface Previewed {
  readonly template: LinkTemplate
  readonly partnerName: string
  readonly isTest: boolean
  readonly locale: string | undefined
  readonly currency: Currency
}

interface Preview {
  readonly headers: Readonly<Record<string, string>>
  readonly html: string
}

/** Returns the first page of an example of a link, as its person would see it. */
export async function previewPage(context: Context, previewed: Previewed): Promise<Preview> {
  const view = sampleView(context, previewed)
  const { language, brand } = view
  const choices = (await choicesOf(context, view)).slice(0, CHOICES_SHOWN)
  const body = helloPage(view, choices, { place: FIRST })
  const headers = framed(pageHeaders({ brand }))
  return { headers, html: document(language, body, { brand }) }
}

/** Returns the mail of an example of a link. */
export function previewMail(context: Context, previewed: Previewed): Preview {
  const { link, recipient, brand, language } = sampleView(context, previewed)
  const { html = '', subject } = composeLinkMail({
    link,
    recipient: { ...recipient, email: 'maya@example.com' },
    brand,
    language,
    base: '',
    key: 'preview',
    isReminder: false,
    url: NOWHERE,
    unsubscribeUrl: NOWHERE,
  })
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(html) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  const headers = framed(pageHeaders())
  const policy = headers['content-security-policy']?.replace(
    /style-src [^;]+/,
    () => `style-src 'sha256-${hash}'`,
  )
  const title = markup`<title>${subject}</title>`.text
  return {
    headers: { ...headers, 'content-security-policy': policy ?? '' },
    html: html.replace(/<title>[^<]*<\/title>/, () => title),
  }
}

/** Lets pages of this service show it in a frame, in which no script runs and no form is sent. */
export function framed(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = (headers['content-security-policy'] ?? '')
    .replace("form-action 'self'", "form-action 'none'")
    .replace("frame-ancestors 'none'", "frame-ancestors 'self'")
  return { ...headers, 'content-security-policy': `${policy}; sandbox` }
}

function sampleView(
  { clock }: Context,
  { template, locale, currency, partnerName, isTest }: Previewed,
): LinkView {
  const link = sampleLink({ template, locale, currency }, clock.now())
  const recipient = {
    name: 'Maya Lindholm',
    email: undefined,
    message: undefined,
    replyTo: undefined,
  }
  const language = languageFor(locale, undefined)
  const brand = brandOf({ template, partnerName, link, recipient, language })
  const shown = { language, recipient, brand, sender: brand.sender, orders: [], cookie: undefined }
  return {
    link,
    purse: purseOfLink(link, { trust: undefined }),
    ...shown,
    path: NOWHERE,
    isTest,
    signers: new Map(),
    isPaused: false,
    before: () => undefined,
    showHome: () => Promise.reject(new Error('nothing leads back to the first page of an example')),
  }
}

function sampleLink(
  { template, locale, currency }: Pick<Previewed, 'template' | 'locale' | 'currency'>,
  now: number,
): Link {
  const amountMinor = minorUnits(BigInt(SAMPLE_UNITS) * 10n ** BigInt(currency.exponent))
  return {
    partnerId: template.partnerId,
    linkNo: 0,
    batchNo: 0,
    key: '',
    currency,
    amountMinor,
    sentMinor: amountMinor,
    products: undefined,
    locale,
    reference: undefined,
    metadata: undefined,
    delivery: 'EMAIL',
    secondFactor: 'NONE',
    reminders: false,
    recipientSealed: undefined,
    emailBlind: undefined,
    tokenHash: Buffer.alloc(0),
    claimByMs: now + SAMPLE_DAYS * MS_PER_DAY,
    templateId: undefined,
    createdMs: now,
    generation: 1,
    chosenMinor: 0n,
    heldMinor: 0n,
    claimedMinor: 0n,
    returnedMinor: 0n,
    claims: 0,
    ended: undefined,
  }
}
