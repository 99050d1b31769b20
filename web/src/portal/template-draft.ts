import { call, type Entry } from '../api/client.ts'

export type Template = Entry<'listOwnLinkTemplates'>
type Texts = Template['texts'][number]

/** A template as its form has it. Empty fields are not sent. */
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
  /** The entered counts; `rules` has the rules that the form does not show. */
  readonly networkPerDay: string
  readonly addressPerDay: string
  readonly reviewHours: string
  readonly rules: Template['claimRules']
  /** None, unless one of the times is given. */
  readonly quietFrom: string
  readonly quietTo: string
  readonly timeZone: string
}

/** Returns the first values of the form. The form shows the amount in one currency. */
export function draftOf(template: Template | undefined, currency: string): TemplateDraft {
  const from = template?.secondFactorFrom?.find((one) => one.currency === currency)
  return {
    name: template?.name ?? '',
    logo: template?.logo ?? '',
    accentColor: template?.accentColor ?? '',
    paperColor: template?.paperColor ?? '',
    senderName: template?.senderName ?? '',
    replyTo: template?.replyTo ?? '',
    secondFactor: template?.secondFactor ?? 'NONE',
    from: from ? String(from.amount) : '',
    texts: template?.texts ?? [],
    networkPerDay: String(template?.claimRules?.networkPerDay ?? ''),
    addressPerDay: String(template?.claimRules?.addressPerDay ?? ''),
    reviewHours: String(template?.claimRules?.reviewHours ?? ''),
    rules: template?.claimRules,
    quietFrom: template?.quietHours?.from ?? '',
    quietTo: template?.quietHours?.to ?? '',
    timeZone: template?.quietHours?.timeZone ?? ownTimeZone(),
  }
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
  return { ...draft, texts: isEmpty ? others : [...others, given(changed)] }
}

/** Leaves out empty fields. */
export function given<T extends object>(fields: T): T {
  const filled = Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)
  return Object.fromEntries(filled) as T
}

/** Stores a template, with the amounts of other currencies as they were. */
export async function saveDraft(
  entered: TemplateDraft,
  { template, currency }: { readonly template: Template | undefined; readonly currency: string },
): Promise<Template> {
  const { from, networkPerDay, addressPerDay, reviewHours, rules, ...others } = entered
  const { quietFrom, quietTo, timeZone, ...draft } = others
  const otherAmounts = (template?.secondFactorFrom ?? []).filter((one) => one.currency !== currency)
  const amounts =
    from.trim() === '' ? otherAmounts : [...otherAmounts, { currency, amount: Number(from) }]
  const secondFactorFrom = amounts.length === 0 ? undefined : amounts
  const counts = { networkPerDay, addressPerDay, reviewHours }
  const claimRules = rulesOf(rules, counts)
  const hasQuietHours = quietFrom !== '' || quietTo !== ''
  const quietHours = hasQuietHours ? { from: quietFrom, to: quietTo, timeZone } : undefined
  const parts = { secondFactorFrom, claimRules, quietHours }
  const body = given({ ...draft, texts: [...draft.texts], ...parts })
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

type Counts = Readonly<Record<'networkPerDay' | 'addressPerDay' | 'reviewHours', string>>

/** Returns the rules with the counts of a form; undefined if they are empty. */
function rulesOf(rules: Template['claimRules'], counts: Counts): Template['claimRules'] {
  const { countries, amountPerDay } = rules ?? {}
  const entered = Object.entries(counts).filter(([, text]) => text.trim() !== '')
  const numbers = Object.fromEntries(entered.map(([name, text]) => [name, Number(text)]))
  const { networkPerDay, addressPerDay } = counts
  const isEmpty = !countries && !amountPerDay && networkPerDay === '' && addressPerDay === ''
  return isEmpty ? undefined : given({ countries, amountPerDay, ...numbers })
}
