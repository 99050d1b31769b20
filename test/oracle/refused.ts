import type { Answer } from './acts.ts'

/** A refusal of the oracle: the status on the wire, and the fields at fault. */
export class Refused extends Error {
  readonly answer: Answer
  /** The field that a row of a list names, if the refusal itself names none. */
  readonly field: string | undefined

  constructor(status: number, fields: readonly string[] = [], field?: string) {
    super(`refused by ${status}`)
    this.field = field
    this.answer = fields.length > 0 ? { status, fields } : { status }
  }
}

/** Returns a thing that exists; refuses if it does not. */
export function known<Thing>(found: Thing | undefined): Thing {
  if (found === undefined) throw new Refused(404)
  return found
}
