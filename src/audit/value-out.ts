import type { ApprovalKind, Currency, MinorUnits } from '../core/mod.ts'

/** An amount that an act lets out. */
export interface AmountOut {
  readonly currency: Currency
  readonly amountMinor: MinorUnits
}

/**
 * The value that an act lets out: its kind, as TESSERA_APPROVALS names it, and its amounts. An act
 * without amounts, such as a new rate or the end of a limit, may give away any amount.
 */
export interface ValueOut {
  readonly kind: ApprovalKind
  readonly amounts?: readonly AmountOut[]
}

/** The amounts from which an act needs an approval, by kind and currency, in minor units. */
export type ApprovalAmounts = ReadonlyMap<ApprovalKind, ReadonlyMap<string, MinorUnits>>

/** The value that a person may give away in a UTC day without a second person. */
export interface ValueGate {
  /** The person who acts. Acts of a token are added up with those of the person who made it. */
  readonly person: string
  readonly kinds: readonly ApprovalKind[]
  readonly amounts: ApprovalAmounts | undefined
}

/** The kinds of acts that need an approval, and the amounts from which they do. */
export interface GateSettings {
  /** Undefined: no act needs one, and nothing is counted. */
  readonly approvalKinds: readonly ApprovalKind[] | undefined
  readonly approvalAmounts: ApprovalAmounts | undefined
}

/**
 * Returns the value that a changed limit gives away: the increase, or nothing if the limit is
 * lower.
 */
export function valueOfRaise(
  currency: Currency,
  ...changes: readonly { readonly before: bigint | null; readonly after: bigint | null }[]
): ValueOut | 'none' {
  const raised = changes.filter(({ before, after }) => before !== null && isMore(before, after))
  if (raised.length === 0) return 'none'
  if (raised.some(({ after }) => after === null)) return { kind: 'limits' }
  const amounts = raised.map(({ before, after }) => (after ?? 0n) - (before ?? 0n))
  const amountMinor = amounts.reduce((one, other) => (one > other ? one : other)) as MinorUnits
  return { kind: 'limits', amounts: [{ currency, amountMinor }] }
}

function isMore(before: bigint, after: bigint | null): boolean {
  return after === null || after > before
}
