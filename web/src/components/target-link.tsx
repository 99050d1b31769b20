import { pageOfTarget } from '../format/page-of-target.ts'
import { IdText } from './id-text.tsx'

/** Shows the target of an act or alert, such as `partner:6:USD`, with a link to its page. */
export function TargetLink({ target }: { readonly target: string }) {
  return <IdText id={target} to={pageOfTarget(target)} />
}
