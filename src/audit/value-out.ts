import type { ApprovalKind, Currency, MinorUnits } from '../core/mod.ts'

/** An amount that an act lets out. */
export interface AmountOut {
  readonly currency: Currency
  readonly amountMinor: MinorUnits
}

/**
 * What an act lets out of the service as it is decided: the kind, as TESSERA_APPROVALS names it,
 * and how much. Without amounts it has no bound, such as a new rate or a limit that ends.
 */
export interface ValueOut {
  readonly kind: ApprovalKind
  readonly amounts?: readonly AmountOut[]
}

/** From which amount on an act needs an approval: minor units by currency, by kind. */
export type ApprovalAmounts = ReadonlyMap<ApprovalKind, ReadonlyMap<string, MinorUnits>>

/** What a person may let out in a UTC day without a second person. */
export interface ValueGate {
  /** Who acts. Acts of a token are added up with those of whoever made it. */
  readonly person: string
  readonly kinds: readonly ApprovalKind[]
  readonly amounts: ApprovalAmounts | undefined
}

/** Which kinds of acts need an approval, and from which amounts on. */
export interface GateSettings {
  /** Undefined: none does, and nothing is counted. */
  readonly approvalKinds: readonly ApprovalKind[] | undefined
  readonly approvalAmounts: ApprovalAmounts | undefined
}

/** Returns what is let out by a change of a limit: its raise, or nothing if it is lowered. */
export function raiseOut(
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
