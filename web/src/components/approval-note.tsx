import { Link } from '@tanstack/react-router'
import { messages } from '../messages/messages.ts'

interface Props {
  readonly approvalId: number
  /** Called when the link is followed. */
  onOpen?(): void
}

/** Says that nothing was done yet, with a link to the approval. */
export function ApprovalNote({ approvalId, onOpen }: Props) {
  return (
    <>
      {messages.approvals.needsOne}{' '}
      <Link to={`/console/approvals/${approvalId}`} onClick={onOpen}>
        {messages.approvals.show(approvalId)}
      </Link>
    </>
  )
}
