import type { Field } from '../components/act-fields.ts'
import type { Choice } from '../components/choice.ts'
import type { Filter } from '../components/filters.tsx'

/** The number of names that one request reads. Others are read one by one when they are shown. */
export const NAMES_MAX = 500
export const NAMES_STALE_AFTER_MS = 60_000
/** If there are more, readers search by name instead of choosing from a list. */
export const CHOICES_MAX = 50
/** The number of names that a search offers. */
export const FOUND_MAX = 20

/** The names; undefined for a reader who may not see them. */
interface ReadNames {
  readonly data: ReadonlyMap<number, string> | undefined
  readonly isLoading: boolean
}

/** How names are searched if there are too many to choose from. */
interface MoreNames {
  /** The operation that lists them. */
  readonly of: string
  /** Returns a label for a number whose name is not known. */
  unnamed(id: number): string
  /** Finds names by a part of them; an empty text finds any. */
  find(part: string, signal: AbortSignal): Promise<readonly (readonly [number, string])[]>
}

/**
 * Returns a filter with names to choose from; it offers none until they are read. For a reader who
 * may not see names, it filters by number.
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

/** If the text is a number, adds it to the choices, so readers need not know the name. */
function orByNumber(
  text: string,
  choices: readonly Choice[],
  labelOf: (value: string) => string,
): readonly Choice[] {
  if (!/^[1-9]\d{0,9}$/.test(text) || choices.some(({ value }) => value === text)) return choices
  return [...choices, { value: text, label: labelOf(text) }]
}

/** Returns a field of a form with the same choices as a filter. */
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
