import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { SearchIcon } from '@primer/octicons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '../messages/messages.ts'
import type { Door, Place } from './navigation.ts'
import { takeTyped } from './typed-ahead.ts'

const texts = messages.search

interface Props {
  readonly places: readonly Place[]
  readonly find: Door['find']
}

/** One box for everything: pages by name, and any identifier. */
export function Search({ places, find }: Props) {
  const [query, setQuery] = useState('')
  // A further opening makes this anew.
  useEffect(() => spotlight.open(), [])
  const navigate = useNavigate()
  const openFound = (identifier: string): void => {
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
  const found: SpotlightActionData = {
    id: 'find',
    label: find.label(q),
    leftSection: <SearchIcon />,
    onClick: () => openFound(q),
  }
  return (
    <Spotlight
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose
      scrollable
      maxHeight={400}
      actions={q === '' ? pages : [found, ...pages]}
      filter={(_query, actions) => actions}
      searchProps={{
        leftSection: <SearchIcon />,
        placeholder: find.placeholder,
        'aria-label': texts.title,
        onFocus: ({ currentTarget }) => {
          const { text, isEntered } = takeTyped()
          if (isEntered && text.trim() !== '') openFound(text.trim())
          else insertText(currentTarget, text)
        },
      }}
    />
  )
}

/** Inserts a text as if it were typed, so that the first action is selected for Enter. */
function insertText(input: HTMLInputElement, text: string): void {
  if (text === '') return
  input.setRangeText(text, 0, 0, 'end')
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
