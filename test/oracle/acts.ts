import type { Acts } from '../worlds/acts.ts'

/** An act of somebody, or several acts at once. */
export type Act = Acts[keyof Acts] | { readonly act: 'together'; readonly acts: readonly Act[] }

/** An act of one of these names. */
export type Asked<Name extends keyof Acts> = Acts[Name]

export type TransactAct = Asked<'credit' | 'debit'>

/** A response: the status of the wire, and the content of the body. */
export type Answer = Readonly<Record<string, unknown>> & { readonly status: number }
