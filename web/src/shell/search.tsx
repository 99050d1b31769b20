import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { SearchIcon } from '@primer/octicons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '../messages/messages.ts'
import type { Place } from './navigation.ts'

const texts = messages.search

/** One box for everything: pages by name, and any identifier, which is traced. */
export function Search({ places }: { readonly places: readonly Place[] }) {
  const [query, setQuery] = useState('')
  // A further opening makes this anew.
  useEffect(() => spotlight.open(), [])
  const navigate = useNavigate()
  const q = query.trim()
  const pages = places
    .filter(({ label }) => label.toLowerCase().includes(q.toLowerCase()))
    .map(({ label, href, key }): SpotlightActionData => ({
      id: href,
      label,
      ...(key !== undefined && { rightSection: `g ${key}` }),
      onClick: () => void navigate({ to: href }),
    }))
  const trace: SpotlightActionData = {
    id: 'trace',
    label: texts.trace(q),
    leftSection: <SearchIcon />,
    onClick: () => void navigate({ to: '/console/trace', search: { q } }),
  }
  return (
    <Spotlight
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      clearQueryOnClose
      scrollable
      maxHeight={400}
      actions={q === '' ? pages : [trace, ...pages]}
      filter={(_query, actions) => actions}
      searchProps={{
        leftSection: <SearchIcon />,
        placeholder: texts.placeholder,
        'aria-label': texts.title,
      }}
    />
  )
}
