import { Fragment, type ReactNode } from 'react'

/** Returns the content of a cell. An address in it breaks behind its marks, not within a word. */
export function breakable(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || !content.includes('@')) return content
  return content.split(/(?<=[@.])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
