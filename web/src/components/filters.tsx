import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { messages } from '../messages/messages.ts'
import { SavedFilters } from './saved-filters.tsx'
import { useListSearch } from './use-list-search.ts'

/** A property by which a list is filtered: the name of its query parameter. */
export interface Filter {
  readonly name: string
  readonly label: string
  /** The values there are; any text if there are none. */
  readonly choices?: readonly string[]
  readonly kind?: 'text' | 'number' | 'date'
}

export function Filters({ filters }: { readonly filters: readonly Filter[] }) {
  const { search, replace } = useListSearch()
  const isFiltered = filters.some(({ name }) => search[name] !== undefined)
  // A change of a filter begins at the first page.
  const set = (name: string, value: string): void =>
    replace({ ...search, after: '', page: '', [name]: value })
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={messages.list.filter}>
      {filters.map((filter) => (
        <FilterInput
          key={filter.name}
          filter={filter}
          value={search[filter.name] ?? ''}
          set={(value) => set(filter.name, value)}
        />
      ))}
      {isFiltered && (
        <Button size="xs" variant="subtle" onClick={() => replace({})}>
          {messages.list.clear}
        </Button>
      )}
      <SavedFilters isFiltered={isFiltered} />
    </Group>
  )
}

interface InputProps {
  readonly filter: Filter
  readonly value: string
  set(value: string): void
}

function FilterInput({ filter: { label, choices, kind }, value, set }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  if (choices) {
    const options = [
      { value: '', label: messages.list.any },
      ...choices.map((choice) => ({ value: choice, label: choice.replaceAll('_', ' ') })),
    ]
    return (
      <NativeSelect
        size="xs"
        label={label}
        data={options}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  const apply = (): void => {
    const given = input.current?.value.trim() ?? ''
    if (given !== value) set(given)
  }
  return (
    <TextInput
      // A value that comes from elsewhere, such as the back button, is shown.
      key={value}
      ref={input}
      size="xs"
      label={label}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      defaultValue={value.slice(0, kind === 'date' ? DATE_LENGTH : undefined)}
      onBlur={apply}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && apply()}
    />
  )
}

const DATE_LENGTH = 10
