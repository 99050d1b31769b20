import { pageOfTarget } from '../format/page-of-target.ts'
import { IdText } from './id-text.tsx'

/** What an act or an alert is about, such as `partner:6:USD`, with a link to its page. */
export function TargetLink({ target }: { readonly target: string }) {
  return <IdText id={target} to={pageOfTarget(target)} />
}
