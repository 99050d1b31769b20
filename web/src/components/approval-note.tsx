import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'

/** Says that nothing was done yet, and where it is approved. */
export function ApprovalNote({ approvalId }: { readonly approvalId: number }) {
  return (
    <>
      {messages.approvals.needsOne}{' '}
      <Link to={`/console/approvals/${approvalId}`}>{messages.approvals.show(approvalId)}</Link>
    </>
  )
}
