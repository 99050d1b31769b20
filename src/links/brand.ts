import { INKS, fillText, textOn, type LinkTemplate, type TemplateTexts } from './link-template.ts'
import type { Language } from './language.ts'
import type { Link } from './link.ts'
import type { Recipient } from './recipient.ts'

/** The look of one link's pages and mails, and the texts that replace the default ones. */
export interface Brand {
  /** The sender of the link, by a name that its person knows. */
  readonly sender: string
  readonly replyTo: string | undefined
  readonly logoImageId: string | undefined
  /** Sets the colors of the style of the pages; undefined if the template has none. */
  readonly colors: BrandColors | undefined
  readonly subject: string | undefined
  readonly greeting: string | undefined
  readonly message: string | undefined
}

export interface BrandColors {
  readonly accent: string | undefined
  /** The text on a button. */
  readonly onAccent: string
  readonly paper: string | undefined
}

interface BrandParts {
  readonly template: LinkTemplate | undefined
  readonly partnerName: string
  readonly link: Link
  readonly recipient: Recipient
  readonly language: Language
}

/** Returns the brand of a link; without a template, the default one. */
export function brandOf({ template, partnerName, ...parts }: BrandParts): Brand {
  const { link, recipient, language } = parts
  const sender = template?.senderName ?? partnerName
  const texts = template && textsIn(template.texts, language.tag, link.locale)
  const amount = language.amount(link.amountMinor, link.currency)
  const values = { partnerName: sender, amount, consumerName: recipient.name }
  const filled = (text: string | undefined) =>
    text === undefined ? undefined : fillText(text, values)
  return {
    sender,
    replyTo: recipient.replyTo ?? template?.replyTo,
    logoImageId: template?.logoImageId,
    colors: template && colorsOf(template),
    subject: filled(texts?.subject),
    greeting: filled(texts?.greeting),
    message: recipient.message ?? filled(texts?.message),
  }
}

/** Returns the texts of a locale, else of its language. */
function textsIn(
  all: readonly TemplateTexts[],
  tag: string,
  locale: string | undefined,
): TemplateTexts | undefined {
  const whole = all.find((one) => one.locale === locale && one.locale.split('-')[0] === tag)
  return whole ?? all.find((one) => one.locale.split('-')[0] === tag)
}

function colorsOf({ accentColor, paperColor }: LinkTemplate): BrandColors | undefined {
  if (accentColor === undefined && paperColor === undefined) return undefined
  const onAccent = accentColor === undefined ? INKS.onDark : textOn(accentColor)
  return { accent: accentColor, onAccent, paper: paperColor }
}
