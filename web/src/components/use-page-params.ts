import { useParams } from '@tanstack/react-router'

/** Returns parts of the address by their names; a missing part is empty. */
export function usePageParams<const Name extends string>(
  ...names: readonly Name[]
): Record<Name, string> {
  const params = new Map<string, unknown>(Object.entries(useParams({ strict: false })))
  const valueOf = (name: Name): string => {
    const value = params.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, string>
}
