import type { ChoiceSearch } from '../components/choice-search.ts'
import type { Choice, Filter } from '../components/filters.tsx'

/** What is named by one read; further ones are shown by their numbers. */
export const NAMES_MAX = 500
export const NAMES_STALE_AFTER_MS = 60_000
/** More are looked for by name, instead of listed. */
const CHOICES_MAX = 50
/** Found names that are offered. */
export const FOUND_MAX = 20

/**
 * Returns a filter with the names to choose from, which are none while they are read; by number for
 * a reader who may not see them.
 */
export function namesFilter(
  filter: Pick<Filter, 'name' | 'label'>,
  names: ReadonlyMap<number, string> | undefined,
  search: ChoiceSearch,
): Filter {
  if (names === undefined) return { ...filter, kind: 'number' }
  if (names.size > CHOICES_MAX) return { ...filter, search }
  const choices = [...names].map(([id, label]) => ({ value: String(id), label }))
  return { ...filter, choices: choices.toSorted((a, b) => a.label.localeCompare(b.label)) }
}

/** Adds the number that a text is, so that whoever knows it need not know the name. */
export function orByNumber(
  text: string,
  found: readonly Choice[],
  labelOf: (value: string) => string,
): readonly Choice[] {
  if (!/^[1-9]\d{0,9}$/.test(text) || found.some(({ value }) => value === text)) return found
  return [...found, { value: text, label: labelOf(text) }]
}
