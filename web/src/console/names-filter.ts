import type { Filter } from '../components/filters.tsx'

/** What is named by one read; further ones are shown by their numbers. */
export const NAMES_MAX = 500
export const NAMES_STALE_AFTER_MS = 60_000

/** Returns a filter with the names to choose from; by number while they are unknown, or many. */
export function namesFilter(
  filter: Pick<Filter, 'name' | 'label'>,
  names: ReadonlyMap<number, string> | undefined,
): Filter {
  if (names === undefined || names.size >= NAMES_MAX) return { ...filter, kind: 'number' }
  return { ...filter, choices: [...names].map(([id, label]) => ({ value: String(id), label })) }
}
