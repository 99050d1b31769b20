import type { Acts } from '../worlds/acts.ts'
import type { Code } from './facts.ts'

/** An act of somebody, or several acts at once. */
export type Act = Acts[keyof Acts] | { readonly act: 'together'; readonly acts: readonly Act[] }

/** An act of one of these names. */
export type Asked<Name extends keyof Acts> = Acts[Name]

export type TransactAct = Asked<'credit' | 'debit'>

/** A response: the status of the wire, and the content of the body. */
export type Answer = Readonly<Record<string, unknown>> & { readonly status: number }

/** The view of a partner, and the operator's view of its book. */
export interface View {
  readonly funds: Readonly<Record<string, Readonly<Record<'available' | 'held', number>>>>
  /** The movements of the funds, in order. */
  readonly movements: readonly (readonly [kind: string, code: Code, amount: number])[]
  readonly orders: readonly OrderView[]
  readonly links: readonly LinkView[]
  readonly wallets: readonly { code: Code; balance: number; status: string }[]
  /** `told`: events of a case, and what auditors read of it. */
  readonly cases: readonly (Record<'order' | 'item', number> &
    Record<'kind' | 'state', string> & { readonly told: readonly string[] })[]
  /** Face values that were issued, discounts, fees and refunds, by currency; none where 0. */
  readonly book: Readonly<Record<string, number>>
}

export interface LinkView {
  readonly code: Code
  readonly status: string
  readonly sent: number
  readonly claimed: number
  readonly returned: number
  readonly left: number
  readonly held: number
  readonly events: readonly string[]
}

export interface OrderView {
  readonly reference: number
  readonly status: string
  readonly total: number
  readonly charged: number | undefined
  /** The discount and the fee of the charge; undefined without a rule. */
  readonly adjusted: readonly number[] | undefined
  readonly events: readonly string[]
  /** How many codes it shows: none before COMPLETED. */
  readonly codes: number
}
