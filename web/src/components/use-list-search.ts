import { useNavigate, useSearch } from '@tanstack/react-router'

/** The search of the address, which is the state of a list: a link to it shows the same. */
export type ListSearch = Readonly<Record<string, string>>

/** A name for one of several lists of a page. */
export interface Scope {
  /** Stands before the names of its state in the address. */
  readonly name: string
  readonly label: string
}

interface ChangeOptions {
  /** The browser's "back" skips what was there before, as while somebody types. */
  readonly isTyping?: boolean
}

/**
 * Returns the search of the page that calls it, and a function that changes it. An empty value
 * removes a name. While the next page loads, the address already has that page's search, which is
 * ignored here. With a scope, only names that begin with it count.
 */
export function useListSearch(scope?: Scope): {
  search: ListSearch
  change: (changes: ListSearch, options?: ChangeOptions) => void
  replace: (search: ListSearch, options?: ChangeOptions) => void
} {
  const whole: ListSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const prefix = scope === undefined ? '' : `${scope.name}.`
  const isOwn = ([name]: readonly [string, string]): boolean => name.startsWith(prefix)
  const all = Object.entries(whole)
  const entries = all
    .filter(isOwn)
    .map(([name, value]) => [name.slice(prefix.length), value] as const)
  const search: ListSearch = Object.fromEntries(entries)
  const replace = (next: ListSearch, { isTyping = false }: ChangeOptions = {}): void => {
    const present = Object.entries(next).filter(([, value]) => value !== '')
    const named = present.map(([name, value]) => [prefix + name, value] as const)
    const others = all.filter((one) => !isOwn(one))
    const changed = Object.fromEntries([...others, ...named])
    void navigate({ to: '.', search: changed, replace: isTyping })
  }
  return {
    search,
    replace,
    change: (changes, options) => replace({ ...search, ...changes }, options),
  }
}
