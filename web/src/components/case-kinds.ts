import { messages } from '../messages/messages.ts'
import type { Field } from './act-fields.ts'

/** The kinds of cases, each with its label in the console or the portal. */
type CaseActs = Readonly<Record<string, string>>

/** Returns the field that asks for the kind of a case. */
export function caseKindField(acts: CaseActs): Field<'kind'> {
  const choices = Object.entries(acts).map(([value, label]) => ({ value, label }))
  return { name: 'kind', label: messages.orders.kind, kind: 'choice', choices }
}

/** Returns the label of the button that opens a case; undefined while no kind is chosen. */
export function caseAct(acts: CaseActs, kind: string | boolean | undefined): string | undefined {
  return acts[String(kind)]
}
