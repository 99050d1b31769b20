import { TextInput, type TextInputProps } from '@mantine/core'
import { useId } from 'react'
import { LANGUAGE } from '../format/locale.ts'

const CODES = Intl.supportedValuesOf('currency')

interface Props extends Omit<TextInputProps, 'onChange'> {
  onChange(value: string): void
}

/** A field for the code of a currency. The browser suggests codes by their letters and names. */
export function CurrencyInput({ onChange, ...input }: Props) {
  const id = useId()
  const names = new Intl.DisplayNames(LANGUAGE, { type: 'currency' })
  return (
    <>
      <TextInput
        {...input}
        list={id}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange(currentTarget.value.toUpperCase())}
      />
      <datalist id={id}>
        {CODES.map((code) => (
          <option key={code} value={code}>
            {names.of(code)}
          </option>
        ))}
      </datalist>
    </>
  )
}
