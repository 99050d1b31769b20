import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call, type Result } from '../api/client.ts'
import type { Operations } from '../api/operations.ts'
import { findRoute } from '../api/routes.ts'

export type Session = Result<'getMe'>

const UNAUTHENTICATED = 401

/** Who is signed in, or null. */
export const sessionQuery = queryOptions({
  queryKey: ['getMe'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await call('getMe', { signal })
    } catch (error) {
      if (error instanceof ApiError && error.status === UNAUTHENTICATED) return null
      throw error
    }
  },
  staleTime: Infinity,
})

const OVER_KEY = ['sessionOver']

/** Shows the sign-in, because the session was ended elsewhere or has expired. */
export function loseSession(queries: QueryClient): void {
  // Requests that were under way at a sign-out are refused, too.
  if (queries.getQueryData(sessionQuery.queryKey) === null) return
  endSession(queries)
  queries.setQueryData(OVER_KEY, true)
}

/** True if the session ended without a sign-out. */
export function isSessionOver(queries: QueryClient): boolean {
  return queries.getQueryData(OVER_KEY) === true
}

/** Forgets everything that was read in the session that ended. */
export function endSession(queries: QueryClient): void {
  // First, so that everything that shows the user is updated.
  queries.setQueryData(sessionQuery.queryKey, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
}

/** Returns whether the user may call an operation, by the table of roles. */
export function useCan(): (operation: keyof Operations) => boolean {
  const { data } = useQuery(sessionQuery)
  return (operation) => {
    const route = findRoute(operation)
    if (!route?.permission) return route !== undefined
    return data?.permissions.includes(route.permission) === true
  }
}
