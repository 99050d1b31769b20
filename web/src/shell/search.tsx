import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useDebouncedValue } from '@mantine/hooks'
import { SearchIcon } from '@primer/octicons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { findNames, type Finder, type NamedPage } from './find-names.ts'
import { findOwnNames } from './find-own-names.ts'
import type { Application, Place } from './navigation.ts'
import { takeTyped } from './typed-ahead.ts'

const texts = messages.search

interface Props {
  readonly places: readonly Place[]
  readonly find: Application['find']
}

/** One box for everything: pages by name, and any identifier. */
export function Search({ places, find }: Props) {
  const [query, setQuery] = useState('')
  // Each opening creates this component anew.
  useEffect(() => spotlight.open(), [])
  const navigate = useNavigate()
  const openByIdentifier = (identifier: string): void => {
    spotlight.close()
    void navigate(find.address(identifier))
  }
  const q = query.trim()
  const pages = places
    .filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
    .map(({ label, href, key }): SpotlightActionData => ({
      id: href,
      label,
      ...(key !== undefined && { rightSection: `g ${key}` }),
      onClick: () => void navigate({ to: href }),
    }))
  const named = useNames(q, FINDERS[find.names]).map(
    ({ label, kind, href }): SpotlightActionData => ({
      id: href + label,
      label,
      description: kind,
      onClick: () => void navigate({ to: href }),
    }),
  )
  const identifierAction: SpotlightActionData = {
    id: 'find',
    label: find.label(q),
    leftSection: <SearchIcon />,
    onClick: () => openByIdentifier(q),
  }
  return (
    <Spotlight
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose
      scrollable
      maxHeight={400}
      actions={q === '' ? pages : [identifierAction, ...named, ...pages]}
      filter={(_query, actions) => actions}
      searchProps={{
        leftSection: <SearchIcon />,
        placeholder: find.placeholder,
        'aria-label': texts.title,
        onFocus: ({ currentTarget }) => {
          const { text, isEntered } = takeTyped()
          if (isEntered && text.trim() !== '') openByIdentifier(text.trim())
          else insertText(currentTarget, text)
        },
      }}
    />
  )
}

const FINDERS = { console: findNames, portal: findOwnNames } as const

/** Finds things by a part of their name, once the reader stops typing. */
function useNames(text: string, find: Finder): readonly NamedPage[] {
  const can = useCan()
  const [typed] = useDebouncedValue(text, TYPING_MS)
  const { data } = useQuery({
    queryKey: ['findNames', find.name, typed],
    queryFn: ({ signal }) => find(typed, { can, signal }),
    placeholderData: keepPreviousData,
    enabled: typed.length >= NAME_LENGTH_MIN,
  })
  return typed.length >= NAME_LENGTH_MIN ? (data ?? []) : []
}

const TYPING_MS = 200
const NAME_LENGTH_MIN = 2

/** Inserts a text as if it were typed, so that the first action is selected for Enter. */
function insertText(input: HTMLInputElement, text: string): void {
  if (text === '') return
  input.setRangeText(text, 0, 0, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
