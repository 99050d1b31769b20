import type { Answer } from './acts.ts'

/** What the oracle says no to: with the status of the wire, and the fields at fault. */
export class Refused extends Error {
  readonly answer: Answer

  constructor(status: number, fields: readonly string[] = []) {
    super(`refused by ${status}`)
    this.answer = fields.length > 0 ? { status, fields } : { status }
  }
}
