import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import type { Choice, ChoiceSearch } from './choice.ts'

interface Props extends Pick<SelectProps, 'label' | 'size' | 'required' | 'description' | 'error'> {
  readonly search: ChoiceSearch
  /** Empty if none is chosen. */
  readonly value: string
  choose(value: string): void
}

/** A select whose choices the service finds by a part of their names. */
export function FoundChoice({ search, value, choose, ...input }: Props) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Choice>()
  const current = value === chosen?.value ? chosen : { value, label: search.labelOf(value) }
  const [typed] = useDebouncedValue(text, TYPING_MS)
  // The input also contains the chosen name: then all choices are offered.
  const part = value !== '' && typed === current.label ? '' : typed.trim()
  const { data, isFetching } = useQuery({
    queryKey: [search.of, 'find', part],
    queryFn: ({ signal }) => search.find(part, signal),
    placeholderData: keepPreviousData,
  })
  const choices = [...(data ?? [])]
  if (value !== '' && choices.every((one) => one.value !== value)) choices.unshift(current)
  return (
    <Select
      {...input}
      searchable
      clearable
      // Beside the input, so that it is in the same part of the page.
      comboboxProps={{ withinPortal: false }}
      clearButtonProps={{
        'aria-label': messages.list.clearChoice,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      data={choices}
      // The service has already filtered them.
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={value === '' ? null : value}
      onChange={(next, option) => {
        setChosen(option ?? undefined)
        choose(next ?? '')
      }}
      placeholder={messages.list.typeName}
      nothingFoundMessage={isFetching ? messages.loading : messages.list.nothingFound}
    />
  )
}

const TYPING_MS = 200
