import { call, type Entry } from '../api/client.ts'
import { decimalsOf } from '../format/currency-decimals.ts'
import { amountOf } from '../format/format.ts'
import { parseNumber } from '../format/parse-number.ts'

export type Template = Entry<'listOwnLinkTemplates'>
type Texts = Template['texts'][number]

/** The values of the form of a template. Empty fields are not sent. */
export interface TemplateDraft {
  readonly name: string
  readonly logo: string
  readonly accentColor: string
  readonly paperColor: string
  readonly senderName: string
  readonly replyTo: string
  readonly secondFactor: Template['secondFactor']
  /** The entered amount, in the currency of the form. */
  readonly from: string
  readonly texts: readonly Texts[]
  /** The entered limits. The amount is in the currency of the form. */
  readonly countries: string
  readonly networkPerDay: string
  readonly addressPerDay: string
  readonly amountPerDay: string
  readonly reviewHours: string
  /** Without both times, the template has no quiet hours. */
  readonly quietFrom: string
  readonly quietTo: string
  readonly timeZone: string
}

/** Returns the first values of the form. The form shows the amount in one currency. */
export function draftOf(template: Template | undefined, currency: string): TemplateDraft {
  const { claimRules: rules, secondFactorFrom } = template ?? {}
  return {
    name: template?.name ?? '',
    logo: template?.logo ?? '',
    accentColor: template?.accentColor ?? '',
    paperColor: template?.paperColor ?? '',
    senderName: template?.senderName ?? '',
    replyTo: template?.replyTo ?? '',
    secondFactor: template?.secondFactor ?? 'NONE',
    from: shownAmount(secondFactorFrom, currency),
    texts: template?.texts ?? [],
    countries: (rules?.countries ?? []).join(', '),
    networkPerDay: String(rules?.networkPerDay ?? ''),
    addressPerDay: String(rules?.addressPerDay ?? ''),
    amountPerDay: shownAmount(rules?.amountPerDay, currency),
    reviewHours: String(rules?.reviewHours ?? ''),
    quietFrom: template?.quietHours?.from ?? '',
    quietTo: template?.quietHours?.to ?? '',
    timeZone: template?.quietHours?.timeZone ?? ownTimeZone(),
  }
}

type Amounts = Template['secondFactorFrom']

function shownAmount(amounts: Amounts, currency: string): string {
  const own = amounts?.find((one) => one.currency === currency)
  return own === undefined ? '' : amountOf(own.amount, currency)
}

/** Returns a typed amount; undefined if the text is not an amount of the currency. */
export function typedAmount(text: string, currency: string): number | undefined {
  const parsed = parseNumber(text, { decimalsMax: decimalsOf(currency) })
  return 'value' in parsed ? Number(parsed.value) : undefined
}

/** Returns the amounts, in which the typed one replaces the amount of its currency. */
function amountsWith(amounts: Amounts = [], currency: string, text: string): Amounts {
  const others = amounts.filter((one) => one.currency !== currency)
  const amount = typedAmount(text, currency)
  const all = amount === undefined ? others : [...others, { currency, amount }]
  return all.length === 0 ? undefined : all
}

function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the texts of a draft in a language. */
export function textsIn({ texts }: Pick<TemplateDraft, 'texts'>, locale: string): Texts {
  return texts.find((one) => one.locale === locale) ?? { locale }
}

/** Returns a draft with other texts in a language, or without any in it. */
export function withTexts(draft: TemplateDraft, changed: Texts): TemplateDraft {
  const others = draft.texts.filter(({ locale }) => locale !== changed.locale)
  const { locale: _, ...texts } = changed
  const isEmpty = Object.values(texts).every((text) => text === undefined || text === '')
  return { ...draft, texts: isEmpty ? others : [...others, withoutEmpty(changed)] }
}

/** Returns the fields that are not empty. */
export function withoutEmpty<T extends object>(fields: T): T {
  const filled = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)
  return Object.fromEntries(filled) as T
}

/** Stores a template, with the amounts of other currencies as they were. */
export async function saveDraft(
  entered: TemplateDraft,
  { template, currency }: { readonly template: Template | undefined; readonly currency: string },
): Promise<Template> {
  const { from, countries, networkPerDay, addressPerDay, amountPerDay, ...others } = entered
  const { reviewHours, quietFrom, quietTo, timeZone, ...draft } = others
  const secondFactorFrom = amountsWith(template?.secondFactorFrom, currency, from)
  const amounts = amountsWith(template?.claimRules?.amountPerDay, currency, amountPerDay)
  const counts = { networkPerDay, addressPerDay, reviewHours }
  const claimRules = rulesOf({ countries, counts, amountPerDay: amounts })
  const hasQuietHours = quietFrom !== '' || quietTo !== ''
  const quietHours = hasQuietHours ? { from: quietFrom, to: quietTo, timeZone } : undefined
  const parts = { secondFactorFrom, claimRules, quietHours }
  const body = withoutEmpty({ ...draft, texts: [...draft.texts], ...parts })
  if (!template) return call('createOwnLinkTemplate', { body })
  return call('replaceOwnLinkTemplate', { path: { templateId: template.templateId }, body })
}

/** Stores an image; returns its id. */
export async function storeLogo(image: File): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  const { logo } = await call('storeOwnLinkLogo', { body: { image: btoa(binary) } })
  return logo
}

interface Limits {
  readonly countries: string
  readonly counts: Readonly<Record<'networkPerDay' | 'addressPerDay' | 'reviewHours', string>>
  readonly amountPerDay: Amounts
}

/** Returns the rules of a form; undefined if it has none. Hours alone are no rule. */
function rulesOf({ countries, counts, amountPerDay }: Limits): Template['claimRules'] {
  const codes = countries.split(/[\s,]+/).filter((code) => code !== '')
  const entered = Object.entries(counts).filter(([, text]) => text.trim() !== '')
  const isEmpty =
    codes.length === 0 && !amountPerDay && entered.every(([name]) => name === 'reviewHours')
  if (isEmpty) return undefined
  const numbers = Object.fromEntries(entered.map(([name, text]) => [name, Number(text)]))
  return withoutEmpty({
    countries: codes.length === 0 ? undefined : codes,
    amountPerDay,
    ...numbers,
  })
}
