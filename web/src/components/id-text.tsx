import { Link } from '@tanstack/react-router'
import classes from './components.module.css'
import { CopyId } from './copy-id.tsx'

const HEAD_LENGTH = 8
const TAIL_LENGTH = 6
/** With fewer, the ellipsis would save nothing. */
const HIDDEN_MIN = 4

interface Props {
  readonly id: string | number | undefined
  /** The page of what the id names. */
  readonly to?: string | undefined
}

/**
 * An id. If it is long, its middle is hidden, and a button copies it whole. The text in the page is
 * whole, so that a search in the page, a selection, a screen reader and print have all of it.
 */
export function IdText({ id: given = '', to }: Props) {
  const id = String(given)
  if (id === '') return null
  // The kind before the colon of `order:ord_01...` is not part of the id.
  const head = id.lastIndexOf(':') + 1 + HEAD_LENGTH
  const isShort = id.length < head + HIDDEN_MIN + TAIL_LENGTH
  const text = isShort ? (
    <span className={classes.code}>{id}</span>
  ) : (
    <span className={classes.code} title={id}>
      {id.slice(0, head)}
      <span className={classes.middle}>{id.slice(head, -TAIL_LENGTH)}</span>
      {id.slice(-TAIL_LENGTH)}
    </span>
  )
  return (
    <span className={classes.id}>
      {to === undefined ? text : <Link to={to}>{text}</Link>}
      {!isShort && <CopyId id={id} />}
    </span>
  )
}
