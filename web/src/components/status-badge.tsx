import { Badge } from '@mantine/core'

/** Colors by what a status asks of its reader: nothing, patience, or an act. */
const COLORS: Readonly<Record<string, string>> = {
  COMPLETED: 'green',
  DONE: 'green',
  ACTIVE: 'green',
  open: 'red',
  resolved: 'green',
  closed: 'green',
  enabled: 'green',
  PENDING: 'gray',
  PROCESSING: 'blue',
  REQUESTED: 'orange',
  ON_HOLD: 'orange',
  OUT_OF_STOCK: 'orange',
  CANCELLED: 'gray',
  REJECTED: 'gray',
  SUSPENDED: 'red',
  FROZEN: 'orange',
  critical: 'red',
  warning: 'orange',
}

export function StatusBadge({ status }: { readonly status: string }) {
  return (
    <Badge variant="light" color={COLORS[status] ?? 'gray'} tt="none">
      {readable(status)}
    </Badge>
  )
}

/** Returns ON_HOLD as "on hold". */
function readable(status: string): string {
  return status.replaceAll('_', ' ').toLowerCase()
}
