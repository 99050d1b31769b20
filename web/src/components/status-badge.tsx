import { readable } from '../format/format.ts'
import classes from './components.module.css'

/** Colors by what a status asks of its reader: nothing, patience, or an act. */
const COLORS: Readonly<Record<string, string>> = {
  COMPLETED: 'green',
  DONE: 'green',
  CHECKING: 'blue',
  CHECKED: 'orange',
  STOPPED: 'red',
  EXECUTED: 'green',
  ACTIVE: 'green',
  active: 'green',
  done: 'green',
  balanced: 'green',
  running: 'blue',
  open: 'red',
  resolved: 'green',
  closed: 'green',
  enabled: 'green',
  ENABLED: 'green',
  responds: 'green',
  'does not respond': 'red',
  succeeded: 'green',
  failed: 'red',
  PAUSED: 'orange',
  DISABLED: 'gray',
  PENDING: 'gray',
  PROCESSING: 'blue',
  REQUESTED: 'orange',
  PLACED: 'green',
  STOCKED: 'green',
  PLACING: 'blue',
  RUNNING: 'blue',
  ON_SALE: 'green',
  QUARANTINED: 'orange',
  RECALLED: 'red',
  FAILED: 'red',
  INTERRUPTED: 'orange',
  ON_HOLD: 'orange',
  WAITS: 'orange',
  OUT_OF_STOCK: 'orange',
  CANCELLED: 'gray',
  REJECTED: 'gray',
  SUSPENDED: 'red',
  FROZEN: 'orange',
  critical: 'red',
  warning: 'orange',
}

interface Props {
  readonly status: string
  /** If the same word asks for more here than elsewhere. */
  readonly color?: string | undefined
}

export function StatusBadge({ status, color = COLORS[status] ?? 'gray' }: Props) {
  return (
    <span className={classes.status} data-color={color}>
      {readable(status)}
    </span>
  )
}
