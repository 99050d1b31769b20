import { NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { wordOf } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import type { Field } from './act-fields.ts'
import { FoundChoice } from './choice-search.ts'
import type { Choice } from './choice.ts'
import { CurrencyInput } from './currency-input.tsx'

const INPUT_TYPES: Readonly<Record<string, string>> = {
  'date-time': 'datetime-local',
  password: 'password',
}

const LINES_SHOWN = 4
const INPUT_MODES: Readonly<Record<string, 'decimal' | 'numeric'>> = {
  amount: 'decimal',
  price: 'decimal',
  rate: 'decimal',
  number: 'numeric',
}

interface FieldProps {
  readonly field: Field
  /** The entered value, as pages show it. */
  readonly amount: string | undefined
  readonly isFirst: boolean
  /** The properties that the form gives to an input. */
  readonly props: {
    readonly value?: string
    readonly onChange: (value: unknown) => void
  }
}

/** The input of a field of an act. */
export function FieldInput({
  field: { label, kind, choices = [], search, isOptional, help, says = messages.act.amountIs },
  amount,
  isFirst,
  props,
}: FieldProps) {
  const shared = { label, description: help, 'data-autofocus': isFirst || undefined, ...props }
  if (kind === 'switch') return <Switch {...shared} />
  const isRequired = isOptional !== true
  if (search) {
    return (
      <Suspense fallback={<TextInput label={label} description={help} disabled />}>
        <FoundChoice
          {...shared}
          required={isRequired}
          search={search}
          value={props.value ?? ''}
          choose={props.onChange}
        />
      </Suspense>
    )
  }
  if (kind === 'choice') {
    const data = [{ value: '', label: '' }, ...choices.map(asOption)]
    return <NativeSelect {...shared} required={isRequired} data={data} />
  }
  if (kind === 'lines' || kind === 'labels') {
    return <Textarea {...shared} required={isRequired} rows={LINES_SHOWN} />
  }
  if (kind === 'currency') return <CurrencyInput {...shared} required={isRequired} />
  const input = (
    <TextInput
      {...shared}
      required={isRequired}
      type={INPUT_TYPES[kind ?? 'text'] ?? 'text'}
      autoComplete="off"
      inputMode={INPUT_MODES[kind ?? 'text']}
    />
  )
  if (kind !== 'amount') return input
  return (
    <div>
      {input}
      <Text size="sm" fw={550} role="status" mih="1.55em">
        {amount === undefined ? '' : says(amount)}
      </Text>
    </div>
  )
}

function asOption(choice: string | Choice): Choice {
  return typeof choice === 'string' ? { value: choice, label: wordOf(choice) ?? choice } : choice
}
