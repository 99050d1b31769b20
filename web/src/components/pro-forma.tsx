import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { decimalsOf } from '../format/currency-decimals.ts'
import { exampleNumber, parseNumber } from '../format/parse-number.ts'
import { fileTexts } from '../messages/en-exports.ts'
import { messages } from '../messages/messages.ts'
import { Failure } from './failure.tsx'
import { fileName } from './file-name.ts'
import { saveFile } from './save-file.ts'

const texts = messages.proForma

interface Props {
  readonly currencies: readonly [string, ...string[]]
  print(query: { readonly currency: string; readonly amount: number }): Promise<Blob>
}

/** Creates a pro-forma invoice for an amount to pay in. It books nothing. */
export function ProForma({ currencies, print }: Props) {
  const [currency, setCurrency] = useState(currencies[0])
  const [text, setText] = useState('')
  const [isMalformed, setMalformed] = useState(false)
  const save = useMutation({
    mutationFn: async (amount: number) =>
      saveFile(
        await print({ currency, amount }),
        fileName({
          holds: fileTexts.proForma,
          subjects: [currency, String(amount)],
          extension: 'pdf',
        }),
      ),
  })
  const decimalsMax = decimalsOf(currency)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const parsed = parseNumber(text, { decimalsMax })
    // An amount has at most 15 digits, so it is exact as a JSON number.
    const amount = 'value' in parsed ? Number(parsed.value) : 0
    setMalformed(amount <= 0)
    if (amount > 0) save.mutate(amount)
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        {currencies.length > 1 && (
          <NativeSelect
            size="xs"
            label={texts.currency}
            data={[...currencies]}
            value={currency}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          />
        )}
        <TextInput
          size="xs"
          label={texts.amount}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={isMalformed && texts.malformed(exampleNumber({ decimalsMax }))}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit" loading={save.isPending}>
          {texts.print}
        </Button>
      </Group>
      {save.error && <Failure error={save.error} />}
    </form>
  )
}
