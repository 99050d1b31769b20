import { readable } from '../format/format.ts'
import classes from './components.module.css'
import { STATUS_COLORS } from './status-colors.ts'

interface Props {
  readonly status: string
  /** The color, if the word is more urgent here than elsewhere. */
  readonly color?: string | undefined
}

export function StatusBadge({ status, color = STATUS_COLORS.get(status) ?? 'gray' }: Props) {
  return (
    <span className={classes.status} data-color={color}>
      {readable(status)}
    </span>
  )
}
