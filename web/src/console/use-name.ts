import { skipToken, useQuery } from '@tanstack/react-query'
import { NAMES_STALE_AFTER_MS } from './names-filter.ts'

/** How to read a single name that is not among the names already read. */
export interface OneName<One> {
  /** The operation that returns it. */
  readonly of: string
  read(id: number, signal: AbortSignal): Promise<One>
  nameOf(one: One): string
}

/**
 * Returns the name of an id. If it is not among the names, reads it alone; undefined until then.
 */
export function useName<One>(
  names: ReadonlyMap<number, string> | undefined,
  id: number | undefined,
  { of, read, nameOf }: OneName<One>,
): string | undefined {
  const isFurther = id !== undefined && names !== undefined && !names.has(id)
  const { data } = useQuery({
    queryKey: [of, id],
    queryFn: isFurther ? ({ signal }) => read(id, signal) : skipToken,
    select: nameOf,
    staleTime: NAMES_STALE_AFTER_MS,
  })
  return id === undefined ? undefined : (names?.get(id) ?? data)
}
