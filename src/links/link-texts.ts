import type { Brand } from './brand.ts'
import type { Language } from './language.ts'
import type { Link } from './link.ts'

/** The data for an SMS. */
interface TextParts {
  readonly link: Pick<Link, 'amountMinor' | 'currency'>
  readonly brand: Pick<Brand, 'sender'>
  readonly language: Language
  /** The base of the pages of links. */
  readonly base: string
}

/** Returns the text that brings a link: as short as it can be, as each part of a text costs. */
export function linkText({ link, brand, language }: TextParts, url: string): string {
  const amount = language.amount(link.amountMinor, link.currency)
  return `${language.text('from', { sender: brand.sender, amount })}: ${url}`
}

/**
 * Returns the text that brings a code. Its last line binds the code to the host of the pages, so
 * that a phone offers it there and nowhere else.
 */
export function codeText({ brand, language, base }: TextParts, code: string): string {
  const { hostname } = new URL(base)
  return `${language.text('mailCode', { sender: brand.sender })}: ${code}\n\n@${hostname} #${code}`
}
