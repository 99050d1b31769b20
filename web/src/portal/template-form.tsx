import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../components/failure.tsx'
import { templateTexts as texts } from '../messages/en-link-templates.ts'
import { LANGUAGES } from './link-choices.tsx'
import { FACTORS } from './link-delivery.tsx'
import { LinkPreview } from './link-preview.tsx'
import classes from './shop.module.css'
import { draftOf, saveDraft, type Template, type TemplateDraft } from './template-draft.ts'
import { AmountInput, isAmountOrEmpty, LogoInput, TemplateTextInputs } from './template-inputs.tsx'

interface Props {
  readonly template: Template | undefined
  readonly currency: string
  /** True if the form before this one has just created the template. */
  readonly wasSaved: boolean
  onSaved(template: Template): void
}

export function TemplateForm({ template, currency, wasSaved, onSaved }: Props) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(template, currency))
  const [locale, setLocale] = useState('en')
  const [isSaved, setSaved] = useState(wasSaved)
  const save = useMutation({
    mutationFn: () => saveDraft(draft, { template, currency }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['listOwnLinkTemplates'] })
      setSaved(true)
      onSaved(saved)
    },
  })
  const change = (changed: Partial<TemplateDraft>): void => {
    setDraft({ ...draft, ...changed })
    setSaved(false)
    save.reset()
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack gap="sm">
        <LookInputs draft={draft} change={change} />
        <NativeSelect
          label={texts.language}
          data={LANGUAGES}
          value={locale}
          onChange={({ currentTarget: { value } }) => setLocale(value)}
        />
        <TemplateTextInputs draft={draft} change={change} locale={locale} />
        <FactorInputs draft={draft} change={change} currency={currency} />
        <RuleInputs draft={draft} change={change} currency={currency} />
        <QuietInputs draft={draft} change={change} />
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Text size="sm" role="status">
            {isSaved ? texts.saved : ''}
          </Text>
          <Button
            disabled={draft.name.trim() === '' || !areAmounts(draft, currency)}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
      <div className={classes.summary}>
        <LinkPreview draft={draft} locale={locale} currency={currency} />
      </div>
    </SimpleGrid>
  )
}

interface InputProps {
  readonly draft: TemplateDraft
  change(changed: Partial<TemplateDraft>): void
}

const LINES = [
  { name: 'name', label: texts.name, description: texts.nameHelp, required: true },
  { name: 'senderName', label: texts.senderName, description: texts.senderHelp },
  {
    name: 'accentColor',
    label: texts.accentColor,
    description: texts.colorHelp,
    picker: { label: texts.pickAccent, first: '#a3452a' },
  },
  {
    name: 'paperColor',
    label: texts.paperColor,
    description: texts.paperHelp,
    picker: { label: texts.pickPaper, first: '#faf7f2' },
  },
  { name: 'replyTo', label: texts.replyTo },
] as const satisfies readonly Line[]

interface Line {
  readonly name: 'name' | 'senderName' | 'accentColor' | 'paperColor' | 'replyTo'
  readonly label: string
  readonly description?: string
  readonly required?: boolean
  /** Set if the line is a color. `first` is the color that pages have without it. */
  readonly picker?: { readonly label: string; readonly first: string }
}

const COLOR = /^#[0-9a-f]{6}$/i

function LookInputs({ draft, change }: InputProps) {
  return (
    <>
      {LINES.map(({ name, picker, ...shown }: Line) => (
        <TextInput
          key={name}
          {...shown}
          value={draft[name]}
          onChange={({ currentTarget: { value } }) => change({ [name]: value })}
          rightSection={
            picker && (
              <input
                type="color"
                aria-label={picker.label}
                className={classes.color}
                value={COLOR.test(draft[name]) ? draft[name] : picker.first}
                onChange={({ currentTarget: { value } }) => change({ [name]: value })}
              />
            )
          }
        />
      ))}
      <LogoInput logo={draft.logo} choose={(logo) => change({ logo })} />
    </>
  )
}

function FactorInputs({ draft, change, currency }: InputProps & { readonly currency: string }) {
  const { secondFactor, from } = draft
  return (
    <>
      <NativeSelect
        label={texts.secondFactor}
        data={FACTORS}
        value={secondFactor}
        onChange={({ currentTarget: { value } }) =>
          change({ secondFactor: FACTORS.find((one) => one.value === value)?.value ?? 'NONE' })
        }
      />
      {secondFactor !== 'NONE' && (
        <AmountInput
          label={texts.from(currency)}
          description={texts.fromHelp}
          currency={currency}
          value={from}
          enter={(value) => change({ from: value })}
        />
      )}
    </>
  )
}

function areAmounts({ from, amountPerDay }: TemplateDraft, currency: string): boolean {
  return [from, amountPerDay].every((text) => isAmountOrEmpty(text, currency))
}

const RULES = [
  { name: 'networkPerDay', label: texts.networkPerDay, description: texts.rulesHelp },
  { name: 'addressPerDay', label: texts.addressPerDay },
] as const

/** The limits beyond which the operator reviews a claim. */
function RuleInputs({ draft, change, currency }: InputProps & { readonly currency: string }) {
  return (
    <>
      {RULES.map(({ name, ...shown }) => (
        <TextInput
          key={name}
          {...shown}
          inputMode="numeric"
          value={draft[name]}
          onChange={({ currentTarget: { value } }) => change({ [name]: value })}
        />
      ))}
      <AmountInput
        label={texts.amountPerDay(currency)}
        currency={currency}
        value={draft.amountPerDay}
        enter={(value) => change({ amountPerDay: value })}
      />
      <TextInput
        label={texts.countries}
        description={texts.countriesHelp}
        value={draft.countries}
        onChange={({ currentTarget: { value } }) => change({ countries: value })}
      />
      <TextInput
        label={texts.reviewHours}
        description={texts.reviewHoursHelp}
        inputMode="numeric"
        value={draft.reviewHours}
        onChange={({ currentTarget: { value } }) => change({ reviewHours: value })}
      />
    </>
  )
}

const QUIET = [
  { name: 'quietFrom', label: texts.quietFrom, description: texts.quietHelp, type: 'time' },
  { name: 'quietTo', label: texts.quietTo, type: 'time' },
  { name: 'timeZone', label: texts.timeZone, type: 'text' },
] as const

/** The hours in which links and reminders wait. */
function QuietInputs({ draft, change }: InputProps) {
  return (
    <>
      {QUIET.map(({ name, ...shown }) => (
        <TextInput
          key={name}
          {...shown}
          value={draft[name]}
          onChange={({ currentTarget: { value } }) => change({ [name]: value })}
        />
      ))}
    </>
  )
}
