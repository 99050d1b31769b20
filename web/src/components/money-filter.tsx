import { TextInput } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import { decimalsOf } from '../format/currency-decimals.ts'
import { money, type Decimal } from '../format/format.ts'
import { exampleNumber, parseNumber } from '../format/parse-number.ts'
import { messages } from '../messages/messages.ts'

interface Props {
  readonly label: string
  /** In major units; empty if it is not set. */
  readonly amount: string
  readonly currency: string
  set(changes: { readonly amount: string; readonly currency: string }): void
}

const NONE = { amount: '', currency: '' }
const NUMBER_AND_CODE = /^(.*\S)\s*([A-Za-z]{3})$/
const EXAMPLE = `${exampleNumber({ decimalsMax: 2 })} USD`

/** An amount with its currency, in one field: a list is filtered only by both. */
export function MoneyFilter({ label, amount, currency, set }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isMalformed, setMalformed] = useState(false)
  const shown = amount === '' ? '' : money(amount as Decimal, currency)
  const apply = (): void => {
    const typed = input.current?.value.trim() ?? ''
    const entered = typed === '' ? NONE : readMoney(typed)
    setMalformed(entered === undefined)
    if (entered && typed !== shown) set(entered)
  }
  return (
    <TextInput
      key={shown}
      ref={input}
      size="xs"
      label={label}
      placeholder={EXAMPLE}
      defaultValue={shown}
      error={isMalformed && messages.list.amountLike(EXAMPLE)}
      onBlur={apply}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && apply()}
    />
  )
}

function readMoney(text: string): typeof NONE | undefined {
  const [, number = '', code = ''] = NUMBER_AND_CODE.exec(text) ?? []
  const currency = code.toUpperCase()
  const parsed = parseNumber(number, { decimalsMax: decimalsOf(currency) })
  return 'value' in parsed ? { amount: parsed.value, currency } : undefined
}
