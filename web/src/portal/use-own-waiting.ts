import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Entry } from '../api/client.ts'
import { sessionQuery, useCan } from '../session/session.ts'

const PAGE_SIZE = 100

interface OwnWaiting {
  readonly drafts: readonly Entry<'listOwnDrafts'>[]
  /** Checked files of credits that somebody may start, and that need no approval. */
  readonly files: readonly Entry<'listOwnCreditImports'>[]
}

/**
 * Reads the orders and files of credits of others that the user may approve or start. Reads them
 * again when the path changes.
 */
export function useOwnWaiting(path: string) {
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  const email = session?.user.email
  const [approves, starts] = [can('approveOwnDraft'), can('startOwnCredits')]
  return useQuery({
    queryKey: ['ownWaiting', email, path],
    queryFn: async ({ signal }): Promise<OwnWaiting> => {
      const [drafts, files] = await Promise.all([
        approves
          ? call('listOwnDrafts', { query: { state: 'WAITING', pageSize: PAGE_SIZE }, signal })
          : [],
        starts
          ? call('listOwnCreditImports', {
              query: { state: 'CHECKED', pageSize: PAGE_SIZE },
              signal,
            })
          : [],
      ])
      return {
        drafts: drafts.filter(({ madeBy }) => madeBy !== email),
        files: files.filter(
          ({ importId, actor, dryRun }) =>
            actor !== email && !dryRun && !drafts.some(({ draftId }) => draftId.endsWith(importId)),
        ),
      }
    },
    placeholderData: keepPreviousData,
  })
}
