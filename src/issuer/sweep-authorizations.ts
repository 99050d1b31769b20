import { transact } from '../db/mod.ts'
import { authorizationsPast } from './authorization-rows.ts'
import { toAuthorization, type Authorization } from './authorization.ts'
import { CardChange } from './card-change.ts'
import type { IssuerContext } from './keyed-call.ts'
import { lockWith } from './settle.ts'

const AUTHORIZATIONS_PER_SWEEP = 1_000

/**
 * Ends the authorizations that were neither captured nor voided in time: their amounts go back to
 * the cards. Each is decided under the lock of its card, so a capture at the last second either
 * wins or loses.
 */
export async function expireAuthorizations({
  db,
  clock,
}: Pick<IssuerContext, 'db' | 'clock'>): Promise<void> {
  const nowMs = clock.now()
  const rows = await db.rows(authorizationsPast(nowMs, AUTHORIZATIONS_PER_SWEEP))
  for (const row of rows) await expire(toAuthorization(row))

  async function expire(past: Authorization): Promise<void> {
    await transact(db, async (tx) => {
      const { card, authorization } = await lockWith(tx, past)
      if (authorization.status !== 'AUTHORIZED') return
      const change = new CardChange(card, { nowMs })
      change.move('RELEASE', authorization.authorizedMinor, authorization)
      change.save(tx, { ...authorization, status: 'EXPIRED' })
    })
  }
}
