import type { Entry } from '../api/client.ts'
import { linkTexts as texts } from '../messages/en-links.ts'
import { StatusBadge } from './status-badge.tsx'

/** The state of the last mail of a link, with the reason on hover. */
export function LastMail({ mail }: { readonly mail: Entry<'listOwnLinks'>['lastMail'] }) {
  if (!mail) return null
  const { state, reason, lastError } = mail
  const why = reason === undefined ? lastError : texts.reasons[reason]
  return (
    <span title={why}>
      <StatusBadge status={state} />
    </span>
  )
}
