import { Fragment, type ReactNode } from 'react'
import classes from './components.module.css'

/**
 * Returns the content of a cell. A mail address may break after `@` and `.` where a phone is too
 * narrow for it, and never within a word.
 */
export function breakable(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || !/^\S+@\S+$/.test(content)) return content
  const parts = content.split(/(?<=[@.])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
  return <span className={classes.address}>{parts}</span>
}
