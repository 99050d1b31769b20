import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { request } from '../api/client.ts'
import { messages } from '../messages/messages.ts'
import classes from './shell.module.css'

/**
 * The number of approvals that wait. Read when a page is opened, and not while nobody uses the
 * page, so that sessions can end.
 */
export function PendingCount() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data } = useQuery({
    queryKey: ['listApprovals', 'count', path],
    queryFn: ({ signal }) =>
      request('listApprovals', { query: { state: 'PENDING', pageSize: 1 }, signal }),
    placeholderData: keepPreviousData,
  })
  const count = data?.meta.pagination.totalRecords ?? 0
  if (count === 0) return null
  return (
    <span role="img" className={classes.count} aria-label={messages.approvals.waiting(count)}>
      {count}
    </span>
  )
}
