import { useRouterState } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'
import { useOwnWaiting } from '../portal/use-own-waiting.ts'
import classes from './shell.module.css'

/** The number of orders and files of credits that wait for the user of a partner. */
export function OwnPendingCount() {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data } = useOwnWaiting(path)
  const count = (data?.drafts.length ?? 0) + (data?.files.length ?? 0)
  if (count === 0) return null
  return (
    <span role="img" className={classes.count} aria-label={messages.approvals.waiting(count)}>
      {count}
    </span>
  )
}
