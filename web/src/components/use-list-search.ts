import { useNavigate, useSearch } from '@tanstack/react-router'

/** The search of the address, which is the state of a list: a link to it shows the same. */
export type ListSearch = Readonly<Record<string, string>>

/**
 * Returns the search of the page that calls it, and what changes it. An empty value removes a name.
 * While the next page loads, the address already has that page's search, which is not for this one.
 */
export function useListSearch(): {
  search: ListSearch
  change: (changes: ListSearch) => void
  replace: (search: ListSearch) => void
} {
  const search: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const replace = (next: ListSearch): void => {
    const given = Object.entries(next).filter(([, value]) => value !== '')
    void navigate({ to: '.', search: Object.fromEntries(given) })
  }
  return { search, replace, change: (changes) => replace({ ...search, ...changes }) }
}
