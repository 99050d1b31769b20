import { StatusBadge } from '../components/status-badge.tsx'

interface Props {
  readonly of: { readonly state: string; readonly failingSince?: string | null }
}

/** The state of an endpoint. An enabled one whose deliveries fail is not shown as well. */
export function EndpointState({ of: { state, failingSince } }: Props) {
  const isFailing = state === 'ENABLED' && typeof failingSince === 'string'
  return isFailing ? <StatusBadge status="failing" color="red" /> : <StatusBadge status={state} />
}
