import type { Actor } from '../audit/mod.ts'
import type { Currency, MinorUnits } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { lockApprovalRules, requireApproval } from '../orders/mod.ts'
import type { ConsumerState } from './state.ts'

interface Credit {
  /** Undefined for a program of the partner. */
  readonly actor: Actor | undefined
  /** Whoever approved it. */
  readonly approvedBy?: Actor | undefined
  readonly amount: MinorUnits
  readonly currency: Currency
}

/** Returns who credits, if it is a user of a partner: only their credits may need an approval. */
export function personOf(actor: Actor | undefined): readonly string[] | undefined {
  return actor?.kind === 'partner_user' ? [actor.name] : undefined
}

/** Refuses permission_missing for a credit by one person that needs the approval of another. */
export function requireCreditRules(
  { creditRules }: ConsumerState,
  { actor, approvedBy, amount, currency }: Credit,
): void {
  if (!personOf(actor)) return
  const isApproved = approvedBy !== undefined && approvedBy.id !== actor?.id
  requireApproval(creditRules.get(currency.code), { charge: amount, isApproved })
}

/** True if people credit: their rules must be read, because no cache has them. */
export function isOfPeople({ people }: { readonly people?: readonly string[] | undefined }) {
  return people !== undefined && people.length > 0
}

/** Locks the rules of the partner, if people of it credit. */
export async function loadCreditRules(
  tx: Tx,
  { partnerId, state }: { readonly partnerId: number; readonly state: ConsumerState },
  people: readonly string[],
): Promise<void> {
  if (people.length === 0) return
  state.creditRules = await lockApprovalRules(tx, 'credits', partnerId)
}
