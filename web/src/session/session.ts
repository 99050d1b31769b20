import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call, type Result } from '../api/client.ts'
import type { Operations } from '../api/operations.ts'
import { findRoute } from '../api/routes.ts'
import { setPageUser } from './page-user.ts'

export type Session = Result<'getMe'>

const UNAUTHENTICATED = 401

const SESSION_KEY = ['getMe']

/** Who is signed in, or null. */
export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ signal, client }): Promise<Session | null> => {
    try {
      const now = await call('getMe', { signal })
      const before = client.getQueryData<Session | null>(SESSION_KEY)
      // Somebody else has signed in in another window.
      if (before && before.user.userId !== now.user.userId) return loseSession(client)
      setPageUser(now.user.userId)
      return now
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== UNAUTHENTICATED) throw error
      return loseSession(client)
    }
  },
  staleTime: Infinity,
})

const overQuery = queryOptions({
  queryKey: ['sessionOver'],
  queryFn: () => Promise.resolve(false),
  enabled: false,
  initialData: false,
  gcTime: Infinity,
})

/**
 * Records that the session was ended elsewhere, has expired, or is somebody else's now. Returns the
 * session that ended, or null. Until `renewSession`, its pages stay as they are, with everything
 * typed into them.
 */
function loseSession(queries: QueryClient): Session | null {
  const before = queries.getQueryData<Session | null>(SESSION_KEY) ?? null
  // Requests that were under way at a sign-out are refused, too.
  if (before) queries.setQueryData(overQuery.queryKey, true)
  return before
}

/** True if the session ended without a sign-out. */
export function useSessionOver(): boolean {
  return useQuery(overQuery).data
}

/** Continues after a sign-in. If another user has signed in, forgets everything read before. */
export async function renewSession(queries: QueryClient): Promise<void> {
  const now = await call('getMe')
  const before = queries.getQueryData(sessionQuery.queryKey)
  if (before?.user.userId !== now.user.userId) endSession(queries)
  setPageUser(now.user.userId)
  queries.setQueryData(sessionQuery.queryKey, now)
  queries.setQueryData(overQuery.queryKey, false)
  await queries.invalidateQueries()
}

/** Forgets the pages of a session that has been over for long, and shows only the sign-in. */
export function forgetSession(queries: QueryClient): void {
  endSession(queries)
  queries.setQueryData(overQuery.queryKey, true)
}

/** Forgets everything that was read in the session that ended. */
export function endSession(queries: QueryClient): void {
  setPageUser(undefined)
  // First, so that everything that shows the user is updated.
  queries.setQueryData(sessionQuery.queryKey, null)
  queries.setQueryData(overQuery.queryKey, false)
  const ownKeys = new Set<unknown>([sessionQuery.queryKey[0], overQuery.queryKey[0]])
  queries.removeQueries({ predicate: ({ queryKey }) => !ownKeys.has(queryKey[0]) })
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
