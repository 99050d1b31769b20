import type { Actor } from '../audit/mod.ts'
import type { Currency, MinorUnits } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import { lockPersonRules } from './person-rules.ts'

interface PersonCharge {
  readonly partnerId: number
  readonly actor: Actor
  readonly currency: Currency
  readonly chargedMinor: MinorUnits
  readonly at: number
}

/** True if the rules of a partner let the person order for this charge without an approver now. */
export async function needsNoApproval(tx: Tx, draft: PersonCharge): Promise<boolean> {
  const { partnerId, actor, currency, chargedMinor: amount, at } = draft
  const act = { kind: 'orders', partnerId, userIds: [Number(actor.id)], at } as const
  const people = await lockPersonRules(tx, act)
  return people.faultOf({ actor, currency, amount }) === undefined
}
