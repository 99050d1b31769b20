import type { Answer } from './acts.ts'

/** A refusal of the oracle: the status on the wire, and the fields at fault. */
export class Refused extends Error {
  readonly answer: Answer
  /** What a row of a list names, where a refusal by itself names nothing. */
  readonly field: string | undefined

  constructor(status: number, fields: readonly string[] = [], field?: string) {
    super(`refused by ${status}`)
    this.field = field
    this.answer = fields.length > 0 ? { status, fields } : { status }
  }
}

/** What there is; refuses what there is not. */
export function known<Thing>(found: Thing | undefined): Thing {
  if (found === undefined) throw new Refused(404)
  return found
}
