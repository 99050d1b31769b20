import {
  checkLine,
  invalidField,
  normalizeEmail,
  readLanguage,
  type MinorUnits,
} from '../core/mod.ts'
import { checkRules, type ClaimRules } from './claim-rules.ts'
import { CONTRAST_MIN, contrastOf, isColor, shownContrast } from './contrast.ts'
import { hasLanguage } from './language.ts'
import type { SecondFactor } from './link.ts'
import { checkQuietHours, type QuietHours } from './quiet-hours.ts'

/** Texts in one language that replace those of the pages and mails. */
export interface TemplateTexts {
  readonly locale: string
  /** The subject of the mail that brings the link. */
  readonly subject: string | undefined
  readonly greeting: string | undefined
  /** The message for links that have none of their own. */
  readonly message: string | undefined
}

/** The amount, in minor units of a currency, from which a link asks for the second factor. */
export interface FactorFrom {
  readonly currency: string
  readonly amountMinor: MinorUnits
}

/** The look and the texts of the pages and mails of links, as a partner sets them. */
export interface TemplateInput {
  readonly name: string
  readonly logoImageId: string | undefined
  /** The color of buttons, such as `#a3452a`. */
  readonly accentColor: string | undefined
  /** The background of the page for readers who prefer a light theme. */
  readonly paperColor: string | undefined
  readonly senderName: string | undefined
  readonly replyTo: string | undefined
  /** The second factor of links that do not name one. */
  readonly secondFactor: SecondFactor
  readonly secondFactorFrom: readonly FactorFrom[] | undefined
  readonly texts: readonly TemplateTexts[]
  /** Undefined: every claim is accepted at once. */
  readonly claimRules?: ClaimRules | undefined
  /** Undefined: messages are sent at any time. */
  readonly quietHours?: QuietHours | undefined
}

/** The members of a template that name the second factor. */
export type TemplateFactor = Pick<TemplateInput, 'secondFactor' | 'secondFactorFrom'>

export interface LinkTemplate extends TemplateInput {
  readonly partnerId: number
  readonly templateId: string
  readonly createdMs: number
  readonly updatedMs: number
}

const PREFIX = 'tpl_'
const NAME_LENGTH_MAX = 100
const SUBJECT_LENGTH_MAX = 150
const MESSAGE_LENGTH_MAX = 500
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The colors of texts on the page's background, and on a button. */
export const INKS = { ink: '#231f1b', soft: '#645c53', failed: '#a02020', onDark: '#ffffff' }

/** A placeholder, as in other mails: `{{ amount }}`. */
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g
const PLACEHOLDERS = { subject: ['partnerName', 'amount'], message: ['partnerName', 'amount'] }
const OF_GREETING = ['consumerName', ...PLACEHOLDERS.message]

export function linkTemplateId({ templateId }: Pick<LinkTemplate, 'templateId'>): string {
  return PREFIX + templateId
}

/** Returns the key of an id of a template; undefined if it cannot be one. */
export function parseTemplateId(id: string): string | undefined {
  const key = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : ''
  return UUID.test(key) ? key : undefined
}

/**
 * Returns a template as it is stored. The caller checks that its logo exists.
 *
 * Refuses invalid_request, naming the first field with one of these:
 *
 * - A text that is blank, is too long, or has control characters or an unknown placeholder.
 * - A text that is not a color, or a color on which the texts of the pages are not readable.
 * - A text that is not an e-mail address.
 * - A language that the pages do not have, or that is given twice.
 */
export function readTemplate(input: TemplateInput): TemplateInput {
  const { accentColor, paperColor, senderName, replyTo } = input
  checkLine('name', input.name, NAME_LENGTH_MAX)
  if (senderName !== undefined) checkLine('senderName', senderName, NAME_LENGTH_MAX)
  const colors = {
    accentColor: readColor('accentColor', accentColor),
    paperColor: readColor('paperColor', paperColor),
  }
  checkAccent(colors.accentColor)
  checkPaper(colors.paperColor)
  if (input.claimRules) checkRules(input.claimRules)
  if (input.quietHours) checkQuietHours(input.quietHours)
  const texts = input.texts.map(readTexts)
  const twice = texts.findIndex(({ locale }, at) =>
    texts.slice(0, at).some((earlier) => earlier.locale === locale),
  )
  if (twice >= 0) throw invalidField(`texts[${twice}].locale`, 'is given twice')
  return { ...input, ...colors, texts, replyTo: replyTo && readAddress(replyTo) }
}

function readAddress(text: string): string {
  try {
    return normalizeEmail(text)
  } catch {
    throw invalidField('replyTo', 'must be an e-mail address')
  }
}

function readColor(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const color = text.toLowerCase()
  if (!isColor(color)) throw invalidField(field, 'must be a color such as "#a3452a"')
  return color
}

/** Returns the color of text on another one: of the two that the pages have, the better one. */
export function textOn(color: string): string {
  const { ink, onDark } = INKS
  return contrastOf(color, onDark) >= contrastOf(color, ink) ? onDark : ink
}

function checkAccent(color: string | undefined): void {
  if (color === undefined) return
  const ratio = contrastOf(color, textOn(color))
  if (ratio >= CONTRAST_MIN) return
  const than = `${shownContrast(ratio)} with the text of buttons, white or ${INKS.ink}`
  throw invalidField('accentColor', `has a contrast of ${than}; it needs ${CONTRAST_MIN}:1`)
}

function checkPaper(color: string | undefined): void {
  if (color === undefined) return
  const { ink, soft, failed } = INKS
  for (const text of [ink, soft, failed]) {
    const ratio = contrastOf(color, text)
    if (ratio >= CONTRAST_MIN) continue
    const than = `${shownContrast(ratio)} with the text ${text} of the pages`
    throw invalidField('paperColor', `has a contrast of ${than}; it needs ${CONTRAST_MIN}:1`)
  }
}

function readTexts({ locale: tag, subject, greeting, message }: TemplateTexts, at: number) {
  const field = `texts[${at}]`
  const locale = readLanguage(`${field}.locale`, tag)
  if (!hasLanguage(locale)) {
    throw invalidField(`${field}.locale`, 'is not a language of the pages of links')
  }
  if (subject !== undefined) checkLine(`${field}.subject`, subject, SUBJECT_LENGTH_MAX)
  if (greeting !== undefined) checkLine(`${field}.greeting`, greeting, SUBJECT_LENGTH_MAX)
  if (message !== undefined && message.length > MESSAGE_LENGTH_MAX) {
    throw invalidField(`${field}.message`, `must have at most ${MESSAGE_LENGTH_MAX} characters`)
  }
  const named = [
    ['subject', subject, PLACEHOLDERS.subject],
    ['greeting', greeting, OF_GREETING],
    ['message', message, PLACEHOLDERS.message],
  ] as const
  for (const [name, text = '', known] of named) {
    const names = [...text.matchAll(PLACEHOLDER)].map(([, one = '']) => one)
    const rest = text.replaceAll(PLACEHOLDER, '')
    if (names.every((one) => known.includes(one)) && !/\{\{|\}\}/.test(rest)) continue
    const list = known.map((one) => `{{ ${one} }}`).join(', ')
    throw invalidField(`${field}.${name}`, `may name only ${list}`)
  }
  return { locale, subject, greeting, message }
}

/** Fills the placeholders of a text; returns undefined if one has no value. */
export function fillText(
  text: string,
  values: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  if (names.some((name) => values[name] === undefined)) return undefined
  return text.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '')
}

/** Returns the second factor of a link that does not name one itself. */
export function factorOf(
  template: TemplateFactor | undefined,
  { currency, amountMinor }: FactorFrom,
): SecondFactor {
  if (!template) return 'NONE'
  const from = template.secondFactorFrom?.find((one) => one.currency === currency)
  return from === undefined || amountMinor >= from.amountMinor ? template.secondFactor : 'NONE'
}
