import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { readable } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import type { Choice, ChoiceSearch } from './choice.ts'
import { FoundChoice } from './choice-search.ts'
import classes from './components.module.css'
import { DayInput } from './day-input.tsx'
import { lazyPart } from './lazy-part.ts'
import { MoneyFilter } from './money-filter.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { useListSearch, type ListSearch, type Scope } from './use-list-search.ts'

const FilterChips = lazyPart(() => import('./filter-chips.tsx'), 'FilterChips')

/** A property by which a list is filtered: the name of its query parameter. */
export interface Filter<Name extends string = string> {
  readonly name: Name
  readonly label: string
  /** All values; if absent, any text is a value. */
  readonly choices?: readonly (string | Choice)[]
  /** Finds the values, where there are too many to list. */
  readonly search?: ChoiceSearch
  /** `money` also sets the query parameter `currency`. */
  readonly kind?: 'text' | 'number' | 'date' | 'money'
  /** The value that applies until the reader enters one; without it, any value. */
  readonly initial?: string
}

interface Props {
  readonly filters: readonly Filter[]
  readonly scope: Scope | undefined
}

export function Filters({ filters, scope }: Props) {
  const { search, replace } = useListSearch(scope)
  const label = scope ? messages.list.filterOf(scope.label) : messages.list.filter
  const [atFirst] = useState(() => (matchMedia(PHONE).matches ? 2 : 4))
  const [isWhole, setWhole] = useState(filters.length <= atFirst + 1)
  const isSet = ({ name }: Filter): boolean => search[name] !== undefined
  const isFiltered = filters.some(isSet)
  const shown = filters.filter((one, at) => isWhole || at < atFirst || isSet(one))
  // A change of a filter begins at the first page.
  const set = (changes: ListSearch): void => replace({ ...search, after: '', page: '', ...changes })
  return (
    <Stack gap="xs" role="search" aria-label={label}>
      <Group gap="xs" align="flex-end" className={classes.filters}>
        {shown.map((filter) => (
          <FilterInput key={filter.name} filter={filter} search={search} change={set} />
        ))}
        {shown.length < filters.length && (
          <Button size="xs" variant="subtle" onClick={() => setWhole(true)}>
            {messages.list.more}
          </Button>
        )}
        <SavedFilters isFiltered={isFiltered} scope={scope} />
      </Group>
      {isFiltered && (
        <Suspense>
          <FilterChips
            filters={filters.filter(isSet)}
            search={search}
            remove={({ name, kind }) =>
              set({ [name]: '', ...(kind === 'money' && { currency: '' }) })
            }
            clear={() => replace({})}
          />
        </Suspense>
      )}
    </Stack>
  )
}

interface InputProps {
  readonly filter: Filter
  readonly search: ListSearch
  change(changes: ListSearch): void
}

function FilterInput({ filter, search: searched, change }: InputProps) {
  const { name, label, choices, search, kind } = filter
  const input = useRef<HTMLInputElement>(null)
  const value = searched[name] ?? ''
  const set = (next: string): void => change({ [name]: next })
  if (choices) {
    return (
      <NativeSelect
        size="xs"
        label={label}
        data={optionsOf(choices, filter.initial)}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  if (search) {
    return (
      <Suspense fallback={<TextInput size="xs" label={label} disabled />}>
        <FoundChoice size="xs" label={label} search={search} value={value} choose={set} />
      </Suspense>
    )
  }
  if (kind === 'money') {
    const { currency = '' } = searched
    return <MoneyFilter label={label} amount={value} currency={currency} set={change} />
  }
  if (kind === 'date') {
    const day = value.slice(0, DATE_LENGTH)
    // Also shows a value that the reader has not entered, such as after the back button.
    return <DayInput key={day} label={label} value={day} set={set} />
  }
  const apply = (): void => {
    const typed = input.current?.value.trim() ?? ''
    if (typed !== value) set(typed)
  }
  return (
    <TextInput
      key={value}
      ref={input}
      size="xs"
      label={label}
      placeholder={filter.initial}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      defaultValue={value}
      onBlur={apply}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && apply()}
    />
  )
}

/** Returns the choices of a select. The empty one means the initial choice, or any value. */
function optionsOf(choices: NonNullable<Filter['choices']>, initial: string | undefined): Choice[] {
  const all = choices.map((choice) =>
    typeof choice === 'string' ? { value: choice, label: readable(choice) } : choice,
  )
  const first = initial === undefined ? messages.list.any : readable(initial)
  return [{ value: '', label: first }, ...all.filter(({ value }) => value !== initial)]
}

const DATE_LENGTH = 10
/** Where fewer filters are shown at first, so that the list itself is in view. */
const PHONE = '(max-width: 36em)'
