import type { Brand } from './brand.ts'
import type { Language } from './language.ts'
import { leftOf, type Link } from './link.ts'

/** The data for every SMS to a person. */
interface TextParts {
  readonly brand: Pick<Brand, 'sender'>
  readonly language: Language
  /** The base of the pages of links. */
  readonly base: string
}

/** The further data of an SMS that brings a link, or reminds of it. */
interface LinkTextParts extends Omit<TextParts, 'base'> {
  readonly link: Link
  readonly isReminder: boolean
  /** The address of the link. */
  readonly url: string
  readonly unsubscribeUrl: string
}

/**
 * Returns the text that brings a link, or reminds of it: as short as possible, because each part of
 * an SMS costs.
 */
export function linkText(parts: LinkTextParts): string {
  const { link, brand, language, isReminder, url, unsubscribeUrl } = parts
  const { sender } = brand
  const { text } = language
  if (!isReminder) {
    const amount = language.amount(link.amountMinor, link.currency)
    return `${text('from', { sender, amount })}: ${url}`
  }
  const amount = language.amount(leftOf(link), link.currency)
  const waits = `${text('mailWaits', { sender, amount })}: ${url}`
  return `${waits}\n\n${text('unsubscribe')}: ${unsubscribeUrl}`
}

/**
 * Returns the text that brings a code. Its last line binds the code to the host of the pages, so
 * that a phone offers it there and nowhere else.
 */
export function codeText({ brand, language, base }: TextParts, code: string): string {
  const { hostname } = new URL(base)
  return `${language.text('mailCode', { sender: brand.sender })}: ${code}\n\n@${hostname} #${code}`
}
