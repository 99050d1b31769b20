import type { Field } from '../components/act-fields.ts'
import type { Choice } from '../components/choice.ts'
import type { Filter } from '../components/filters.tsx'

/** What is named by one read. Of further ones, each that is shown is read alone. */
export const NAMES_MAX = 500
export const NAMES_STALE_AFTER_MS = 60_000
/** More are looked for by name, instead of listed. */
const CHOICES_MAX = 50
/** Found names that are offered. */
export const FOUND_MAX = 20

/** The names that are read; undefined for a reader who may not see them. */
interface ReadNames {
  readonly data: ReadonlyMap<number, string> | undefined
  readonly isLoading: boolean
}

/** How further names are found. */
interface MoreNames {
  /** The operation that lists them. */
  readonly of: string
  /** Returns what a number is called whose name is not known. */
  unnamed(id: number): string
  /** Finds names by a part of them; an empty one finds any. */
  find(part: string, signal: AbortSignal): Promise<readonly (readonly [number, string])[]>
}

/**
 * Returns a filter with the names to choose from, which are none while they are read; by number for
 * a reader who may not see them.
 */
export function namesFilter<Name extends string>(
  filter: Pick<Filter<Name>, 'name' | 'label'>,
  { data, isLoading }: ReadNames,
  { of, unnamed, find }: MoreNames,
): Filter<Name> {
  if (data === undefined) return { ...filter, ...(isLoading ? { choices: [] } : NUMBER) }
  if (data.size <= CHOICES_MAX) {
    const choices = [...data].map(toChoice)
    return { ...filter, choices: choices.toSorted((a, b) => a.label.localeCompare(b.label)) }
  }
  const labelOf = (value: string): string => data.get(Number(value)) ?? unnamed(Number(value))
  return {
    ...filter,
    search: {
      of,
      labelOf,
      async find(part, signal) {
        return orByNumber(part, (await find(part, signal)).map(toChoice), labelOf)
      },
    },
  }
}

const NUMBER = { kind: 'number' } as const

function toChoice([id, label]: readonly [number, string]): Choice {
  return { value: String(id), label }
}

/** Adds the number that a text is, so that whoever knows it need not know the name. */
function orByNumber(
  text: string,
  found: readonly Choice[],
  labelOf: (value: string) => string,
): readonly Choice[] {
  if (!/^[1-9]\d{0,9}$/.test(text) || found.some(({ value }) => value === text)) return found
  return [...found, { value: text, label: labelOf(text) }]
}

/** Returns the field that asks for what a filter selects. */
export function chosenField<Name extends string>({
  name,
  label,
  choices,
  search,
}: Filter<Name>): Field<Name> {
  if (!choices && !search) return { name, label, kind: 'number', isOptional: true }
  const chosen = search ? { search } : { choices: choices ?? [] }
  return { name, label, kind: 'choice', isNumeric: true, ...chosen, isOptional: true }
}
