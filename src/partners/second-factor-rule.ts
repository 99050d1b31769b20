import { recordAudit, type Actor } from '../audit/mod.ts'
import type { Tx } from '../db/mod.ts'
import { setSecondFactorRequired } from './partner-rows.ts'
import { lockPartner } from './partners.ts'

interface Change {
  readonly isRequired: boolean
  readonly actor: Actor
  readonly at: number
}

/**
 * Requires a second factor of all users of a partner, or no longer does. Applies to their sessions
 * at the next request. Audited; writes nothing if nothing changes.
 */
export async function changeSecondFactorRule(
  tx: Tx,
  partnerId: number,
  { isRequired, actor, at }: Change,
): Promise<void> {
  const { secondFactorRequired } = await lockPartner(tx, partnerId)
  if (secondFactorRequired === isRequired) return
  await tx.rows(setSecondFactorRequired(partnerId, isRequired))
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'partner.second_factor_rule',
    target: `partner:${partnerId}`,
    valueOut: 'none',
    before: { secondFactorRequired },
    after: { secondFactorRequired: isRequired },
    at,
  })
}
