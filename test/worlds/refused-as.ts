import type { Act, Answer } from '../oracle/acts.ts'

/** A refusal on the wire: its status, and the fields that a 400, 403 or 409 names. */
export function refusedAs(
  act: Act['act'],
  status: number,
  { details = [] }: { readonly details?: readonly { readonly field?: string }[] },
): Answer {
  const named = details.map(({ field = '' }) => field)
  const fields = act === 'bulk' ? named.toSorted() : named
  return fields.length > 0 && status !== 402 && status !== 500 ? { status, fields } : { status }
}
