import type { Acts } from '../worlds/acts.ts'

/** An act of somebody, or several acts at once. */
export type Act = Acts[keyof Acts] | { readonly act: 'together'; readonly acts: readonly Act[] }

/** An act of one of these names. */
export type ActOf<Name extends keyof Acts> = Acts[Name]

export type TransactAct = ActOf<'credit' | 'debit'>

/** A response: the status of the wire, and the content of the body. */
export type Answer = Readonly<Record<string, unknown>> & { readonly status: number }

/** A refusal of the oracle: the status on the wire, and the fields at fault. */
export class Refused extends Error {
  readonly answer: Answer
  /** The fields that a row of a list names. */
  readonly ofRow: readonly string[]

  constructor(status: number, fields: readonly string[] = [], ofRow = fields) {
    super(`refused by ${status}`)
    this.ofRow = ofRow
    this.answer = fields.length > 0 ? { status, fields } : { status }
  }
}

/** The response to an act, or its refusal. */
export function answerTo(act: () => Answer, onRefused?: (refused: Refused) => void): Answer {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    onRefused?.(error)
    return error.answer
  }
}

/** Returns a thing that exists; refuses if it does not. */
export function known<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Refused(404)
  return thing
}
