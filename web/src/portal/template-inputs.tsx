import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Failure } from '../components/failure.tsx'
import { FileInput } from '../components/file-input.tsx'
import { decimalsOf } from '../format/currency-decimals.ts'
import { exampleNumber } from '../format/parse-number.ts'
import { templateTexts as texts } from '../messages/en-link-templates.ts'
import { messages } from '../messages/messages.ts'
import { storeLogo, textsIn, typedAmount, withTexts, type TemplateDraft } from './template-draft.ts'

interface AmountProps {
  readonly label: string
  readonly description?: string
  readonly currency: string
  readonly value: string
  enter(value: string): void
}

/** Enters an amount as the language of the pages writes it; may be left empty. */
export function AmountInput({ currency, value, enter, ...shown }: AmountProps) {
  const example = exampleNumber({ decimalsMax: decimalsOf(currency) })
  return (
    <TextInput
      {...shown}
      inputMode="decimal"
      value={value}
      error={isAmountOrEmpty(value, currency) ? undefined : messages.act.numbers.malformed(example)}
      onChange={({ currentTarget: { value: entered } }) => enter(entered)}
    />
  )
}

export function isAmountOrEmpty(text: string, currency: string): boolean {
  return text.trim() === '' || typedAmount(text, currency) !== undefined
}

interface LogoProps {
  readonly logo: string
  choose(logo: string): void
}

/** Stores an image as soon as it is chosen, so that the preview can show it. */
export function LogoInput({ logo, choose }: LogoProps) {
  const store = useMutation({ mutationFn: storeLogo, onSuccess: choose })
  const read = (file: File | undefined): void => {
    if (file) store.mutate(file)
  }
  return (
    <Stack gap={4}>
      <FileInput
        label={texts.logo}
        help={texts.logoHelp}
        accept="image/png,image/jpeg,image/webp"
        choose={read}
      />
      {logo !== '' && (
        <Button size="compact-sm" variant="default" onClick={() => choose('')}>
          {texts.removeLogo}
        </Button>
      )}
      {store.error && <Failure error={store.error} />}
    </Stack>
  )
}

interface TextProps {
  readonly draft: TemplateDraft
  readonly locale: string
  change(changed: Partial<TemplateDraft>): void
}

const LINES = [
  { name: 'subject', label: texts.subject, description: texts.subjectHelp },
  { name: 'greeting', label: texts.greeting, description: texts.greetingHelp },
] as const

/** The texts of the page and the mails in one language. */
export function TemplateTextInputs({ draft, locale, change }: TextProps) {
  const own = textsIn(draft, locale)
  const say = (changed: Partial<typeof own>): void =>
    change({ texts: withTexts(draft, { ...own, ...changed }).texts })
  return (
    <>
      {LINES.map(({ name, ...shown }) => (
        <TextInput
          key={name}
          {...shown}
          value={own[name] ?? ''}
          onChange={({ currentTarget: { value } }) => say({ [name]: value })}
        />
      ))}
      <Textarea
        label={texts.message}
        description={texts.messageHelp}
        rows={4}
        value={own.message ?? ''}
        onChange={({ currentTarget: { value } }) => say({ message: value })}
      />
    </>
  )
}
