import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Failure } from '../components/failure.tsx'
import { templateTexts as texts } from '../messages/en-link-templates.ts'
import { LANGUAGES } from './link-choices.tsx'
import { FACTORS } from './link-delivery.tsx'
import { LinkPreview } from './link-preview.tsx'
import { draftOf, saveDraft, type Template, type TemplateDraft } from './template-draft.ts'
import { AmountInput, isAmountOrEmpty, LogoInput, TemplateTextInputs } from './template-inputs.tsx'

interface Props {
  readonly template: Template | undefined
  readonly currency: string
  onSaved(template: Template): void
}

export function TemplateForm({ template, currency, onSaved }: Props) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(template, currency))
  const [locale, setLocale] = useState('en')
  const save = useMutation({
    mutationFn: () => saveDraft(draft, { template, currency }),
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['listOwnLinkTemplates'] })
      onSaved(saved)
    },
  })
  const change = (changed: Partial<TemplateDraft>): void => {
    setDraft({ ...draft, ...changed })
    save.reset()
  }
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack gap="sm">
        <LookInputs draft={draft} change={change} />
        <FactorInputs draft={draft} change={change} currency={currency} />
        <RuleInputs draft={draft} change={change} currency={currency} />
        <QuietInputs draft={draft} change={change} />
        <NativeSelect
          label={texts.language}
          data={LANGUAGES}
          value={locale}
          onChange={({ currentTarget: { value } }) => setLocale(value)}
        />
        <TemplateTextInputs draft={draft} change={change} locale={locale} />
        {save.error && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Text size="sm" role="status">
            {save.isSuccess ? texts.saved : ''}
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
      <LinkPreview draft={draft} locale={locale} currency={currency} />
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
  { name: 'accentColor', label: texts.accentColor, description: texts.colorHelp },
  { name: 'paperColor', label: texts.paperColor, description: texts.paperHelp },
  { name: 'replyTo', label: texts.replyTo },
] as const

function LookInputs({ draft, change }: InputProps) {
  return (
    <>
      {LINES.map(({ name, ...shown }) => (
        <TextInput
          key={name}
          {...shown}
          value={draft[name]}
          onChange={({ currentTarget: { value } }) => change({ [name]: value })}
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
