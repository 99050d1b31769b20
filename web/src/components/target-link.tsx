import { Link } from '@tanstack/react-router'
import { CodeText } from './code-text.tsx'
import { pageOfTarget } from '../format/page-of-target.ts'

/** What an act or an alert is about, such as `partner:6:USD`, with a link to its page. */
export function TargetLink({ target }: { readonly target: string }) {
  const page = pageOfTarget(target)
  const text = <CodeText>{target}</CodeText>
  return page === undefined ? text : <Link to={page}>{text}</Link>
}
